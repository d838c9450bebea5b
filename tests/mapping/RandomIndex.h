// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random index expressions: as text of the IR and as a function of the lane.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace charonia::mapping {

/// The lane of a tile of two dimensions, and the program.
struct Lane {
  int64_t row = 0, column = 0, pid = 0;
};

/// A kernel with one masked load or store, whose index and mask are random.
class RandomIndex {
public:
  explicit RandomIndex(uint64_t seed);

  /// The module, with a kernel `k` of one pointer argument.
  std::string text(bool isStore, const std::string &name) const;

  int64_t rows() const { return m_rows; }
  int64_t columns() const { return m_columns; }
  int64_t programs() const { return m_programs; }

  /// The element that a lane touches, and whether its mask is on.
  int64_t indexOf(const Lane &lane) const { return evaluate(m_index, lane); }
  bool isOn(const Lane &lane) const;
  bool hasMask() const { return !m_masks.empty(); }

private:
  enum class Kind : uint8_t { Row, Column, Flat, Constant, Add, Scale, Divide, Rest };
  struct Node {
    Kind kind = Kind::Constant;
    int64_t number = 0;
    size_t left = 0, right = 0;
  };
  struct Bound {
    size_t node = 0;
    std::string predicate;
    int64_t number = 0;
  };

  int64_t pick(int64_t low, int64_t high);
  int64_t pickFactor();
  size_t make(Node node);
  size_t randomFlat();
  size_t randomDigit();
  size_t randomIndex();
  int64_t evaluate(size_t node, const Lane &lane) const;
  std::string emit(size_t node, std::string &text, int &next) const;

  std::mt19937_64 m_random;
  int64_t m_rows = 1, m_columns = 1, m_programs = 1;
  int64_t m_rowBlock = 1, m_columnBlock = 1; ///< of a program, in lanes of the dimension
  std::vector<Node> m_nodes;
  size_t m_index = 0;
  std::vector<Bound> m_masks;
};

} // namespace charonia::mapping
