// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials, symbols and ranges of integer scalars.
#include "ScalarForms.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace charonia::tile {

static constexpr Wide kHuge = Wide{1} << 100;

static Wide clampWide(Wide value) { return std::clamp(value, -kHuge, kHuge); }

static Wide product(Wide a, Wide b) {
  Wide result = 0;
  if (__builtin_mul_overflow(a, b, &result)) {
    return (a < 0) == (b < 0) ? kHuge : -kHuge;
  }
  return clampWide(result);
}

Interval operator+(const Interval &a, const Interval &b) {
  return {clampWide(a.lo + b.lo), clampWide(a.hi + b.hi)};
}
Interval operator-(const Interval &a, const Interval &b) {
  return {clampWide(a.lo - b.hi), clampWide(a.hi - b.lo)};
}
Interval operator*(const Interval &a, const Interval &b) {
  Wide corners[] = {product(a.lo, b.lo), product(a.lo, b.hi), product(a.hi, b.lo),
                    product(a.hi, b.hi)};
  return {*std::min_element(corners, corners + 4), *std::max_element(corners, corners + 4)};
}

Interval limitsOf(unsigned bits) {
  if (bits == 1) {
    return {0, 1};
  }
  Wide half = Wide{1} << (bits - 1);
  return {-half, half - 1};
}

static void addTerm(Poly &poly, const std::vector<Symbol> &symbols, int64_t factor) {
  auto [it, isNew] = poly.terms.try_emplace(symbols, 0);
  poly.bad |= __builtin_add_overflow(it->second, factor, &it->second);
  if (it->second == 0) {
    poly.terms.erase(it);
  }
}

Poly operator+(const Poly &a, const Poly &b) {
  Poly result = a;
  result.bad |= b.bad;
  for (const auto &[symbols, factor] : b.terms) {
    addTerm(result, symbols, factor);
  }
  return result;
}

Poly operator-(const Poly &a, const Poly &b) { return a + Poly(-1) * b; }

Poly operator*(const Poly &a, const Poly &b) {
  constexpr size_t kMaxTerms = 32;
  Poly result;
  result.bad = a.bad || b.bad || a.terms.size() * b.terms.size() > kMaxTerms;
  if (result.bad) {
    return result;
  }
  for (const auto &[left, leftFactor] : a.terms) {
    for (const auto &[right, rightFactor] : b.terms) {
      std::vector<Symbol> symbols = left;
      symbols.insert(symbols.end(), right.begin(), right.end());
      std::sort(symbols.begin(), symbols.end());
      int64_t factor = 0;
      result.bad |= __builtin_mul_overflow(leftFactor, rightFactor, &factor);
      addTerm(result, symbols, factor);
    }
  }
  return result;
}

ScalarForms::ScalarForms(tt::FuncOp kernel, const compiler::LaunchFacts &launch)
    : m_kernel(kernel), m_launch(launch) {}

//===-- Symbols
//---------------------------------------------------------------------------------===//

Poly ScalarForms::intern(SymbolInfo info) {
  for (Symbol symbol = 0; symbol < m_symbols.size(); ++symbol) {
    const SymbolInfo &other = m_symbols[symbol];
    if (other.kind == info.kind && other.value == info.value && other.a == info.a &&
        other.b == info.b && other.c == info.c) {
      return Poly::symbol(symbol);
    }
  }
  m_symbols.push_back(std::move(info));
  return Poly::symbol(static_cast<Symbol>(m_symbols.size() - 1));
}

Symbol ScalarForms::symbolOf(Value value) {
  auto it = m_valueSymbols.find(value);
  if (it != m_valueSymbols.end()) {
    return it->second;
  }
  SymbolInfo info;
  info.value = value;
  info.range = rangeOf(value);
  m_symbols.push_back(std::move(info));
  Symbol symbol = static_cast<Symbol>(m_symbols.size() - 1);
  m_valueSymbols[value] = symbol;
  return symbol;
}

Symbol ScalarForms::baseSymbolOf(Value tile) {
  const Symbol symbol = symbolOf(tile);
  Type element = cast<RankedTensorType>(tile.getType()).getElementType();
  if (element.isInteger()) {
    m_symbols[symbol].range = limitsOf(element.getIntOrFloatBitWidth());
  }
  return symbol;
}

static Wide floorDivide(Wide a, Wide b) {
  Wide quotient = a / b;
  return quotient * b > a ? quotient - 1 : quotient;
}

/// poly = q * outer + inner, where inner has no term that q divides; its constant is in [0, q).
static void splitTerms(const Poly &poly, int64_t q, Poly &outer, Poly &inner) {
  inner.bad = outer.bad = poly.bad;
  for (const auto &[symbols, factor] : poly.terms) {
    bool isWhole = factor % q == 0;
    if (!isWhole && !symbols.empty()) {
      inner.terms[symbols] = factor;
      continue;
    }
    int64_t whole = static_cast<int64_t>(floorDivide(factor, q));
    addTerm(outer, symbols, whole);
    addTerm(inner, symbols, factor - whole * q);
  }
}

Poly ScalarForms::floorDiv(const Poly &dividend, const Poly &b) {
  if (b == Poly(1)) {
    return dividend;
  }
  Poly whole, a = dividend;
  if (b.isConstant()) {
    a = Poly(0);
    splitTerms(dividend, b.constant(), whole, a);
    Interval rest = rangeOf(a);
    if (rest.lo >= 0 && rest.hi < b.constant()) {
      return whole;
    }
  }
  Interval ra = rangeOf(a), rb = rangeOf(b);
  SymbolInfo info{SymbolInfo::Kind::FloorDiv, {}, a, b, {}, {}};
  info.range = {std::min(floorDivide(ra.lo, rb.lo), floorDivide(ra.lo, rb.hi)),
                std::max(floorDivide(ra.hi, rb.lo), floorDivide(ra.hi, rb.hi))};
  return whole + intern(std::move(info));
}

Poly ScalarForms::mod(const Poly &dividend, const Poly &b) {
  Poly whole, a = dividend;
  if (b.isConstant()) {
    a = Poly(0);
    splitTerms(dividend, b.constant(), whole, a);
  }
  Interval ra = rangeOf(a), rb = rangeOf(b);
  if (ra.lo >= 0 && ra.hi < rb.lo) {
    return a;
  }
  if (b.isConstant() && divisorOf(a) % b.constant() == 0) {
    return Poly(0);
  }
  return intern({SymbolInfo::Kind::Mod, {}, a, b, {}, {0, rb.hi - 1}});
}

Poly ScalarForms::min(const Poly &a, const Poly &b) {
  Interval difference = rangeOf(a - b);
  if (difference.hi <= 0 || difference.lo >= 0) {
    return difference.hi <= 0 ? a : b;
  }
  Interval ra = rangeOf(a), rb = rangeOf(b);
  return intern(
      {SymbolInfo::Kind::Min, {}, a, b, {}, {std::min(ra.lo, rb.lo), std::min(ra.hi, rb.hi)}});
}

Poly ScalarForms::max(const Poly &a, const Poly &b) {
  Interval difference = rangeOf(a - b);
  if (difference.hi <= 0 || difference.lo >= 0) {
    return difference.hi <= 0 ? b : a;
  }
  Interval ra = rangeOf(a), rb = rangeOf(b);
  return intern(
      {SymbolInfo::Kind::Max, {}, a, b, {}, {std::max(ra.lo, rb.lo), std::max(ra.hi, rb.hi)}});
}

Poly ScalarForms::ifNegative(const Poly &condition, const Poly &then, const Poly &otherwise) {
  Interval range = rangeOf(condition), rt = rangeOf(then), ro = rangeOf(otherwise);
  if (range.hi < 0 || range.lo >= 0) {
    return range.hi < 0 ? then : otherwise;
  }
  return intern({SymbolInfo::Kind::IfNegative,
                 {},
                 condition,
                 then,
                 otherwise,
                 {std::min(rt.lo, ro.lo), std::max(rt.hi, ro.hi)}});
}

Poly ScalarForms::ifTrue(Value condition, const Poly &then, const Poly &otherwise) {
  Interval range = rangeOf(condition), rt = rangeOf(then), ro = rangeOf(otherwise);
  if (range.isSingle()) {
    return range.lo != 0 ? then : otherwise;
  }
  return intern({SymbolInfo::Kind::IfTrue,
                 condition,
                 {},
                 then,
                 otherwise,
                 {std::min(rt.lo, ro.lo), std::max(rt.hi, ro.hi)}});
}

bool ScalarForms::isOutside(const Poly &poly, Operation *op) const {
  for (const auto &[symbols, factor] : poly.terms) {
    for (Symbol symbol : symbols) {
      const SymbolInfo &one = m_symbols[symbol];
      Value value = one.value;
      const bool isInside = value && llvm::any_of(op->getRegions(), [&](Region &region) {
                              return region.isAncestor(value.getParentRegion());
                            });
      if (isInside || !isOutside(one.a, op) || !isOutside(one.b, op) || !isOutside(one.c, op)) {
        return false;
      }
    }
  }
  return !poly.bad;
}

Poly ScalarForms::tripsTimes(scf::ForOp loop, const Poly &delta) {
  Poly distance = polyOf(loop.getInductionVar()) - polyOf(loop.getLowerBound());
  Poly step = polyOf(loop.getStep());
  if (!step.isConstant() || step.constant() <= 0) {
    Poly failed;
    failed.bad = true;
    return failed;
  }
  Poly scaled;
  for (const auto &[symbols, factor] : delta.terms) {
    if (factor % step.constant() != 0) {
      return floorDiv(distance, step) * delta;
    }
    scaled.terms[symbols] = factor / step.constant();
  }
  return scaled * distance;
}

/// What divides an induction variable that begins at a constant; 0 if nothing is known.
static int64_t stepOf(const SymbolInfo &info) {
  auto argument = dyn_cast_if_present<BlockArgument>(info.value);
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  APInt lower, step;
  if (!loop || argument != loop.getInductionVar() ||
      !matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || step.getSExtValue() <= 0) {
    return 0;
  }
  return std::gcd(lower.getSExtValue(), step.getSExtValue());
}

int64_t ScalarForms::divisorOf(const Poly &poly) const {
  int64_t result = 0;
  for (const auto &[symbols, factor] : poly.terms) {
    int64_t divisor = factor;
    for (Symbol symbol : symbols) {
      const Interval &range = m_symbols[symbol].range;
      int64_t known = 1;
      if (range.isSingle() && range.lo != 0 && range.within(limitsOf(32))) {
        known = static_cast<int64_t>(range.lo);
      } else if (int64_t step = stepOf(m_symbols[symbol])) {
        known = step;
      } else if (auto argument = dyn_cast_if_present<BlockArgument>(m_symbols[symbol].value);
                 argument && argument.getOwner()->getParentOp() == m_kernel) {
        tt::FuncOp kernel = m_kernel;
        if (auto attr =
                kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "tt.divisibility")) {
          known = std::max<int64_t>(1, attr.getInt());
        }
      }
      if (__builtin_mul_overflow(divisor, known, &divisor)) {
        divisor = factor;
      }
    }
    result = std::gcd(result, divisor);
  }
  return result;
}

Interval ScalarForms::rangeOf(const Poly &poly) const {
  if (poly.bad) {
    return {-kHuge, kHuge};
  }
  Interval sum;
  for (const auto &[symbols, factor] : poly.terms) {
    Interval term = Interval::of(factor);
    for (Symbol symbol : symbols) {
      term = term * m_symbols[symbol].range;
    }
    sum = sum + term;
  }
  return sum;
}

//===-- Values as polynomials
//-------------------------------------------------------------------===//

Poly ScalarForms::polyOf(Value value) {
  auto it = m_polys.find(value);
  if (it != m_polys.end()) {
    return it->second;
  }
  Poly poly = computePoly(value);
  if (poly.bad) {
    poly = Poly::symbol(symbolOf(value));
  }
  m_polys[value] = poly;
  return poly;
}

/// The sum, difference or product of an op, if it cannot leave the type.
Poly ScalarForms::computePoly(Value value) {
  Poly unknown;
  unknown.bad = true;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    return constant.getBitWidth() == 1 ? Poly(constant.getZExtValue())
                                       : Poly(constant.getSExtValue());
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return carriedPoly(argument);
  }
  Operation *op = value.getDefiningOp();
  if (auto add = dyn_cast<tt::AddPtrOp>(op)) {
    auto pointer = cast<tt::PointerType>(add.getPtr().getType());
    Type pointee = pointer.getPointeeType();
    int64_t bytes = pointee.isIntOrFloat() ? (pointee.getIntOrFloatBitWidth() + 7) / 8 : 8;
    return polyOf(add.getPtr()) + Poly(bytes) * polyOf(add.getOffset());
  }
  if (auto cast = dyn_cast<tt::BitcastOp>(op); cast && isa<tt::PointerType>(value.getType()) &&
                                               isa<tt::PointerType>(cast.getSrc().getType())) {
    return polyOf(cast.getSrc());
  }
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op)) {
    return op->getOperand(0).getType().isInteger(1) ? unknown : polyOf(op->getOperand(0));
  }
  if (isa<arith::ExtUIOp, arith::TruncIOp>(op)) {
    Interval range = rangeOf(op->getOperand(0));
    unsigned bits = value.getType().getIntOrFloatBitWidth();
    bool exact = range.lo >= 0 && range.within(limitsOf(bits));
    return exact && !value.getType().isInteger(1) ? polyOf(op->getOperand(0)) : unknown;
  }
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) && !value.getType().isInteger(1)) {
    Poly a = polyOf(op->getOperand(0)), b = polyOf(op->getOperand(1));
    Poly result = isa<arith::AddIOp>(op) ? a + b : isa<arith::SubIOp>(op) ? a - b : a * b;
    unsigned bits = value.getType().isIndex() ? 64 : value.getType().getIntOrFloatBitWidth();
    return rangeOf(result).within(limitsOf(bits)) ? result : unknown;
  }
  return unknown;
}

/// A scalar carried round a loop that grows by the same amount each time.
Poly ScalarForms::carriedPoly(BlockArgument argument) {
  Poly unknown;
  unknown.bad = true;
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument == loop.getInductionVar()) {
    return unknown;
  }
  unsigned index = argument.getArgNumber() - 1;
  Value next = loop.getBody()->getTerminator()->getOperand(index);
  Value delta;
  Operation *op = next.getDefiningOp();
  if (op && isa<arith::AddIOp, tt::AddPtrOp>(op)) {
    if (op->getOperand(0) == argument) {
      delta = op->getOperand(1);
    } else if (isa<arith::AddIOp>(op) && op->getOperand(1) == argument) {
      delta = op->getOperand(0);
    }
  }
  if (!delta || !loop.isDefinedOutsideOfLoop(delta)) {
    return unknown;
  }
  Poly step = polyOf(delta);
  if (isa<tt::AddPtrOp>(op)) {
    Type pointee = cast<tt::PointerType>(argument.getType()).getPointeeType();
    step = step * Poly(pointee.isIntOrFloat() ? (pointee.getIntOrFloatBitWidth() + 7) / 8 : 8);
  }
  Poly result = polyOf(loop.getInitArgs()[index]) + tripsTimes(loop, step);
  if (isa<tt::PointerType>(argument.getType())) {
    return result;
  }
  unsigned bits = argument.getType().isIndex() ? 64 : argument.getType().getIntOrFloatBitWidth();
  return rangeOf(result).within(limitsOf(bits)) ? result : unknown;
}

//===-- Ranges
//----------------------------------------------------------------------------------===//

static int64_t bytesOfScalar(Type type) {
  return type.isIntOrFloat() ? (type.getIntOrFloatBitWidth() + 7) / 8 : 0;
}

Interval ScalarForms::rangeOf(Value value) {
  auto it = m_ranges.find(value);
  if (it != m_ranges.end()) {
    return it->second;
  }
  Type type = value.getType();
  if (!type.isIntOrIndex()) {
    return {0, Wide{1} << 63}; // an address
  }
  // Cyclic definitions (loops) see the full range of the type.
  Interval full = limitsOf(type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
  m_ranges[value] = full;
  Interval range = computeRange(value);
  m_ranges[value] = range;
  return range;
}

Interval ScalarForms::computeRange(Value value) {
  Interval full =
      limitsOf(value.getType().isIndex() ? 64 : value.getType().getIntOrFloatBitWidth());
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    return Interval::of(constant.getBitWidth() == 1 ? constant.getZExtValue()
                                                    : constant.getSExtValue());
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return argumentRange(argument, full);
  }
  Interval range = rangeOfOp(value.getDefiningOp(), full);
  return range.within(full) ? range : full;
}

Interval ScalarForms::argumentRange(BlockArgument argument, const Interval &full) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (owner == m_kernel) {
    unsigned index = argument.getArgNumber();
    if (index < m_launch.args.size() && m_launch.args[index].value) {
      Interval known = Interval::of(*m_launch.args[index].value);
      return known.within(full) ? known : full;
    }
    if (auto attr = m_kernel.getArgAttrOfType<IntegerAttr>(index, "tile.value")) {
      return Interval::of(attr.getInt());
    }
    return full;
  }
  auto loop = dyn_cast<scf::ForOp>(owner);
  if (loop && argument == loop.getInductionVar()) {
    Interval lower = rangeOf(loop.getLowerBound()), upper = rangeOf(loop.getUpperBound());
    // Inside the body lower <= iv < upper holds, whatever the step.
    Interval step = rangeOf(loop.getStep());
    Wide last = std::max(lower.lo, upper.hi - 1);
    if (step.lo > 0 && step.isSingle() && lower.isSingle()) {
      last = lower.lo + (last - lower.lo) / step.lo * step.lo; // the last that is reached
    }
    return step.lo > 0 ? Interval{lower.lo, last} : full;
  }
  if (loop) {
    Poly poly = carriedPoly(argument);
    Interval range = rangeOf(poly);
    return !poly.bad && range.within(full) ? range : full;
  }
  return full;
}

static Interval hull(const Interval &a, const Interval &b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)};
}

const compiler::FieldFact *ScalarForms::fieldOf(tt::LoadOp load) {
  if (load.getMask() || isa<RankedTensorType>(load.getPtr().getType())) {
    return nullptr;
  }
  Poly address = polyOf(load.getPtr());
  const int64_t offset = address.constant();
  Poly base = address - Poly(offset);
  if (base.bad || base.terms.size() != 1 || base.terms.begin()->second != 1 ||
      base.terms.begin()->first.size() != 1) {
    return nullptr;
  }
  auto argument =
      dyn_cast_if_present<BlockArgument>(m_symbols[base.terms.begin()->first.front()].value);
  if (!argument || argument.getOwner()->getParentOp() != m_kernel ||
      argument.getArgNumber() >= m_launch.args.size()) {
    return nullptr;
  }
  for (const compiler::FieldFact &field : m_launch.args[argument.getArgNumber()].fields) {
    if (field.offset == offset && field.bytes == bytesOfScalar(load.getResult().getType())) {
      return &field;
    }
  }
  return nullptr;
}

int ScalarForms::rootOf(Value pointer) {
  if (auto argument = dyn_cast<BlockArgument>(pointer)) {
    bool ofKernel = argument.getOwner()->getParentOp() == m_kernel;
    return ofKernel && isa<tt::PointerType>(argument.getType())
               ? static_cast<int>(argument.getArgNumber())
               : -1;
  }
  auto made = pointer.getDefiningOp<tt::IntToPtrOp>();
  auto load = made ? made.getSrc().getDefiningOp<tt::LoadOp>() : tt::LoadOp();
  const compiler::FieldFact *field = load ? fieldOf(load) : nullptr;
  return field ? field->pointer : -1;
}

Interval ScalarForms::rangeOfOp(Operation *op, const Interval &full) {
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    const compiler::FieldFact *field = fieldOf(load);
    return field && field->value ? Interval::of(*field->value) : full;
  }
  auto in = [&](unsigned index) { return rangeOf(op->getOperand(index)); };
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    Interval any{0, full.hi - 1};
    return m_launch.grid ? Interval{0, Wide{(*m_launch.grid)[static_cast<int>(id.getAxis())]} - 1}
                         : any;
  }
  if (m_pes && isa<mtia::GetPeIdOp, mtia::GetPeRowOp, mtia::GetPeColOp, mtia::NumPesOp>(op)) {
    const Wide rows = (*m_pes)[0], columns = (*m_pes)[1];
    return isa<mtia::NumPesOp>(op)     ? Interval::of(static_cast<int64_t>(rows * columns))
           : isa<mtia::GetPeIdOp>(op)  ? Interval{0, rows * columns - 1}
           : isa<mtia::GetPeRowOp>(op) ? Interval{0, rows - 1}
                                       : Interval{0, columns - 1};
  }
  if (auto count = dyn_cast<tt::GetNumProgramsOp>(op)) {
    return m_launch.grid ? Interval::of((*m_launch.grid)[static_cast<int>(count.getAxis())])
                         : Interval{1, full.hi};
  }
  if (isa<arith::AddIOp>(op)) {
    return in(0) + in(1);
  }
  if (isa<arith::SubIOp>(op)) {
    return in(0) - in(1);
  }
  if (isa<arith::MulIOp>(op)) {
    return in(0) * in(1);
  }
  if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
    Interval a = in(0), b = in(1);
    if (b.lo <= 0 || (isa<arith::DivUIOp>(op) && a.lo < 0)) {
      return full;
    }
    return {a.lo >= 0 ? a.lo / b.hi : a.lo / b.lo, a.hi >= 0 ? a.hi / b.lo : a.hi / b.hi};
  }
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    Interval a = in(0), b = in(1);
    if (b.lo <= 0 || (isa<arith::RemUIOp>(op) && a.lo < 0)) {
      return full;
    }
    return {a.lo >= 0 ? 0 : std::max(a.lo, 1 - b.hi), std::max<Wide>(0, std::min(a.hi, b.hi - 1))};
  }
  if (isa<arith::MinSIOp>(op)) {
    Interval a = in(0), b = in(1);
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  }
  if (isa<arith::MaxSIOp>(op)) {
    Interval a = in(0), b = in(1);
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  if (isa<arith::SelectOp>(op)) {
    return hull(in(1), in(2));
  }
  if (isa<arith::ExtSIOp, arith::IndexCastOp, arith::TruncIOp>(op)) {
    return op->getOperand(0).getType().isInteger(1) ? full : in(0);
  }
  if (isa<arith::ExtUIOp>(op)) {
    Interval a = in(0);
    Wide size = Wide{1} << op->getOperand(0).getType().getIntOrFloatBitWidth();
    return a.lo >= 0 ? a : Interval{0, size - 1};
  }
  if (isa<arith::AndIOp>(op)) {
    Interval a = in(0), b = in(1);
    return a.lo >= 0 && b.lo >= 0 ? Interval{0, std::min(a.hi, b.hi)} : full;
  }
  return full;
}

} // namespace charonia::tile
