// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes one random kernel, statement by statement. It knows of every tile its shape, its type and,
// where its elements are small integers, how large they are: so it can tell which sums are exact.
#pragma once

#include "RandomKernel.h"

#include <initializer_list>
#include <random>
#include <set>
#include <vector>

namespace charonia::mapping {

enum class Elem : uint8_t { I1, I8, I16, I32, I64, U8, U16, U32, F16, BF16, F32 };

struct ElemInfo {
  const char *launch, *language; ///< spelling in a launch file, and after "tl."
  bool isFloat, isUnsigned;
  int64_t exact; ///< every integer up to this size is an element
};
const ElemInfo &info(Elem type);

inline constexpr int64_t kUnknown = -1;

using Shape = std::vector<int64_t>;

/// A variable of the kernel; no shape: a scalar.
struct Tile {
  std::string text;
  Shape shape;
  Elem type = Elem::I32;
  int64_t bound = kUnknown; ///< elements are integers of at most this size
};

class KernelWriter {
public:
  explicit KernelWriter(uint64_t seed, unsigned noise = 0);
  RandomKernel write();

private:
  /// One summand of an index: a vector along `dim`, or something that has all dimensions (-1).
  struct Term {
    std::string text;
    int64_t low = 0, high = 0;
    int dim = -1;
    int64_t stride = 1;
  };
  /// Elements of a buffer: variables of the kernel, and the bounds of the index.
  struct Access {
    std::string index, mask;
    int64_t low = 0, high = 0;
    bool isEmpty = false;
  };
  struct Buffer {
    std::string name;
    Elem type;
    int64_t elements = 1, low, high;
    bool isFractional = false, isOutput = false;
    bool isExact = false; ///< an output that begins with small integers
  };
  struct Scalar {
    std::string name;
    int64_t value;
    bool isWide;
  };
  /// What a store of this program wrote.
  struct Region {
    size_t buffer;
    std::string index, mask;
    Shape shape;
    std::string base; ///< index of the first element that is the program's; empty: not known
    int64_t elements = 0;
  };
  struct Loop {
    std::string variable;
    int64_t low, high, trips;
  };

  /// Offsets, extents and steps of a part of a tile.
  struct Part {
    std::string text;
    Shape shape;
  };

  /// What a block puts back when it ends.
  struct Block {
    std::vector<Tile> tiles;
    size_t regions, carried;
  };
  struct Carrier {
    std::string pointer, mask, step;
    Shape shape;
    Elem type = Elem::F32;
    int64_t bound = kUnknown;
  };

  // KernelWriter.cpp: randomness, text, arguments
  int64_t pick(int64_t low, int64_t high);
  bool oneIn(int64_t n) { return pick(1, n) == 1; }
  int64_t oneOf(std::initializer_list<int64_t> values);
  template <typename T>
  const T &anyOf(const std::vector<T> &values) {
    return values[static_cast<size_t>(pick(0, static_cast<int64_t>(values.size()) - 1))];
  }
  void line(const std::string &text);
  std::string fresh(const char *prefix);
  std::string number(int64_t value); ///< a literal or an argument
  std::string rounded(const std::string &text, Elem type, const Shape &shape) const;
  size_t newBuffer(Elem type, bool isOutput);
  size_t inputBuffer(Elem type);
  void grow(size_t buffer, const Access &access);
  Elem randomType(bool withBool = true);
  Shape randomShape();
  void prologue();
  std::string launchText();

  // KernelAccess.cpp: what loads and stores touch
  std::string spread(const std::string &text, int dim, size_t rank) const;
  Term indexVector(int64_t extent, int dim);
  void limit(Term &term, size_t rank, std::string &mask);
  void transform(Term &term);
  std::vector<Term> digits(const Shape &shape, std::string &mask);
  std::vector<Term> vectors(const Shape &shape, std::string &mask);
  Term gathered(int64_t extent, int dim);
  void chooseStrides(std::vector<Term> &terms);
  Access scalarAccess();
  Access makeAccess(const Shape &shape, int64_t room = 6000);
  Access finishAccess(std::vector<Term> &terms, std::string mask, size_t rank,
                      bool isShifted = true);
  bool view(const Region &region, const Shape &shape, std::string &index);
  Tile blockLoad();
  bool globalStore(const Shape &shape, Access &access);
  std::string programIndex() const;
  std::vector<Term> permuted(const Shape &shape, int64_t &elements);
  Tile load(const Shape &shape, Elem type);
  Tile load(const Shape &shape) { return load(shape, randomType()); }
  void store(const Tile &tile);
  void storeAgain(const Tile &tile);
  Tile reload();
  void atomic();

  // KernelOps.cpp: what is computed
  Tile define(const std::string &text, const Shape &shape, Elem type, int64_t bound);
  Tile anyTile();
  Tile anyTileOf(Elem type);
  std::string as(const Tile &tile, Elem type) const;
  int64_t boundAs(const Tile &tile, Elem type) const;
  Tile partner(const Tile &tile, Elem type);
  Tile tamed(const Tile &tile);
  Tile condition(const Shape &shape);
  void binary();
  Tile binaryOf(const Tile &a, const Tile &b, Elem type);
  void unary();
  void function();
  void cast();
  void select();
  void constant();
  void reduce();
  void argument();
  void scan();
  void reshape();
  void pairs();
  void rare();
  void dot();
  int64_t accumulate(const std::string &sum, Elem wide, int64_t trips);

  // KernelSlices.cpp: parts of tiles
  Part randomPart(const Shape &shape);
  void extract();
  void insert();
  void fill();

  // KernelControl.cpp: statements
  void statement();
  void statements(int64_t count);
  Block enter(bool repeats);
  void leave(Block &block);
  std::string loopRange(Loop &loop);
  Carrier carrier(const Loop &loop);
  void forLoop();
  void whileLoop();
  void branch();
  void reassign();

  uint64_t m_seed;
  unsigned m_noise;
  std::mt19937_64 m_random;
  std::string m_text;
  int m_indent = 1, m_depth = 0, m_next = 0;
  std::vector<Buffer> m_buffers;
  std::vector<Scalar> m_scalars;
  std::vector<Tile> m_tiles;
  std::vector<Region> m_regions;
  std::vector<Loop> m_loops;
  size_t m_carried = 0; ///< tiles of the blocks around, which this block may give other values
  std::set<std::string> m_changed; ///< tiles that some block gave another value
  int64_t m_rows = 1, m_columns = 1, m_programs[2] = {1, 1};
  bool m_isFlat = false; ///< tiles of one dimension
  bool m_columnsByProgram = false;
  bool m_hasDots = false, m_hasFunctions = false, m_hasFractions = false, m_exact = true,
       m_exactInParts = true;
};

} // namespace charonia::mapping
