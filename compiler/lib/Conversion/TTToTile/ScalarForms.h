// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer scalars of a kernel as polynomials over symbols, with ranges. A polynomial stands for the
// exact value (no wrap-around); where that cannot be proved the scalar is a symbol of its own.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Support/PassContext.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <map>
#include <vector>

#include <optional>

#include <array>

namespace charonia::tile {

/// Wide enough for sums of products of 64-bit values; saturates.
using Wide = __int128;

/// All integers from lo to hi.
struct Interval {
  Wide lo = 0, hi = 0;
  static Interval of(Wide value) { return {value, value}; }
  bool isSingle() const { return lo == hi; }
  bool within(const Interval &outer) const { return lo >= outer.lo && hi <= outer.hi; }
};
Interval operator+(const Interval &a, const Interval &b);
Interval operator-(const Interval &a, const Interval &b);
Interval operator*(const Interval &a, const Interval &b);

/// The values of a signed integer of `bits` bits.
Interval limitsOf(unsigned bits);

using Symbol = uint32_t;

/// A sum of products of symbols with constant factors. `bad`: a factor left 64 bits; nothing is
/// known.
struct Poly {
  std::map<std::vector<Symbol>, int64_t>
      terms; ///< no zero factors; the empty product is the constant
  bool bad = false;

  Poly() = default;
  explicit Poly(int64_t constant) {
    if (constant != 0) {
      terms[{}] = constant;
    }
  }
  static Poly symbol(Symbol symbol) {
    Poly result;
    result.terms[{symbol}] = 1;
    return result;
  }
  bool isConstant() const {
    return !bad && (terms.empty() || (terms.size() == 1 && terms.begin()->first.empty()));
  }
  bool isZero() const { return !bad && terms.empty(); }
  /// The term without symbols.
  int64_t constant() const {
    auto it = terms.find({});
    return it == terms.end() ? 0 : it->second;
  }
  bool operator==(const Poly &other) const = default;
};
Poly operator+(const Poly &a, const Poly &b);
Poly operator-(const Poly &a, const Poly &b);
Poly operator*(const Poly &a, const Poly &b);

/// What a symbol stands for.
struct SymbolInfo {
  enum class Kind : uint8_t {
    Value,    ///< an SSA integer or pointer
    FloorDiv, ///< floor(a / b), b > 0
    Mod,      ///< a - b floor(a / b), b > 0
    Min,
    Max,        ///< of a and b
    IfNegative, ///< a < 0 ? b : c
    IfTrue,     ///< value (i1) ? b : c
  };
  Kind kind = Kind::Value;
  mlir::Value value;
  Poly a, b, c;
  Interval range;
};

class ScalarForms {
public:
  ScalarForms(tt::FuncOp kernel, const compiler::LaunchFacts &launch);

  /// Range of an integer scalar as SSA value; full for what is not known.
  Interval rangeOf(mlir::Value value);
  Interval rangeOf(const Poly &poly) const;
  /// The exact value of an integer scalar, or of a pointer scalar as byte address.
  Poly polyOf(mlir::Value value);
  /// A number that divides every value of `poly`; 0 for the polynomial 0.
  int64_t divisorOf(const Poly &poly) const;

  Poly floorDiv(const Poly &a, const Poly &b);
  Poly mod(const Poly &a, const Poly &b);
  Poly min(const Poly &a, const Poly &b);
  Poly max(const Poly &a, const Poly &b);
  Poly ifNegative(const Poly &condition, const Poly &then, const Poly &otherwise);
  Poly ifTrue(mlir::Value condition, const Poly &then, const Poly &otherwise);

  const SymbolInfo &info(Symbol symbol) const { return m_symbols[symbol]; }
  Symbol symbolOf(mlir::Value value);
  /// A symbol for the base of the form of `tile`, a tensor of integers or pointers: in its type.
  Symbol baseSymbolOf(mlir::Value tile);

  /// True if every SSA value in `poly` is defined outside of the regions of `op`.
  bool isOutside(const Poly &poly, mlir::Operation *op) const;
  /// The number of iterations before the current one, times `delta`; bad if it has no such form.
  Poly tripsTimes(mlir::scf::ForOp loop, const Poly &delta);

  const compiler::LaunchFacts &launch() const { return m_launch; }
  /// Says of what grid of PEs the ones are that kernels ask for.
  void setPes(int rows, int columns) { m_pes = {rows, columns}; }

  /// What the launch says about the field of a structure that `load` reads; null if it reads
  /// anything else.
  const compiler::FieldFact *fieldOf(tt::LoadOp load);
  /// Where a pointer begins: the kernel's argument that it is, or the entry of LaunchFacts::args
  /// for a pointer field that was read from a structure; -1 for any other value.
  int rootOf(mlir::Value pointer);

private:
  Interval computeRange(mlir::Value value);
  Interval rangeOfOp(mlir::Operation *op, const Interval &full);
  Interval argumentRange(mlir::BlockArgument argument, const Interval &full);
  Poly computePoly(mlir::Value value);
  Poly carriedPoly(mlir::BlockArgument argument);
  Poly intern(SymbolInfo info);

  tt::FuncOp m_kernel;
  compiler::LaunchFacts m_launch;
  std::optional<std::array<int, 2>> m_pes; ///< rows, columns
  std::vector<SymbolInfo> m_symbols;
  llvm::DenseMap<mlir::Value, Symbol> m_valueSymbols;
  llvm::DenseMap<mlir::Value, Interval> m_ranges;
  llvm::DenseMap<mlir::Value, Poly> m_polys;
};

} // namespace charonia::tile
