// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's elementwise functions: intervals of integers, bounds of floats.
#include "LaneMachine.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace charonia::compiler::lint {
namespace {

__extension__ using Wide = __int128;

/// The interval as a value of `width` bits; everything if it does not fit, unless it is one number,
/// which wraps.
Interval fitted(Wide low, Wide high, unsigned width) {
  Interval full = fullInterval(width);
  if (low >= full.low && high <= full.high) {
    return {int64_t(low), int64_t(high)};
  }
  if (low != high) {
    return full;
  }
  if (width >= 64) {
    return {int64_t(uint64_t(low)), int64_t(uint64_t(low))};
  }
  uint64_t bits = uint64_t(low) & ((uint64_t(1) << width) - 1);
  int64_t value = width == 1 ? int64_t(bits) : int64_t(bits << (64 - width)) >> (64 - width);
  return {value, value};
}

uint64_t unsignedBits(int64_t value, unsigned width) {
  return width >= 64 ? uint64_t(value) : uint64_t(value) & ((uint64_t(1) << width) - 1);
}

Interval corners(Interval left, Interval right, unsigned width,
                 llvm::function_ref<Wide(Wide, Wide)> fn) {
  Wide values[] = {fn(left.low, right.low), fn(left.low, right.high), fn(left.high, right.low),
                   fn(left.high, right.high)};
  return fitted(*std::min_element(values, values + 4), *std::max_element(values, values + 4),
                width);
}

std::optional<Interval> bitwise(Operation *op, Interval left, Interval right, unsigned width) {
  if (left.exact() && right.exact()) {
    int64_t value = isa<arith::AndIOp>(op)  ? left.low & right.low
                    : isa<arith::OrIOp>(op) ? left.low | right.low
                                            : left.low ^ right.low;
    return Interval{value, value};
  }
  if (width == 1) {
    if (isa<arith::AndIOp>(op)) {
      return Interval{left.low & right.low, left.high & right.high};
    }
    return isa<arith::OrIOp>(op) ? Interval{left.low | right.low, left.high | right.high}
                                 : Interval{0, 1};
  }
  if (isa<arith::AndIOp>(op)) {
    if (right.low >= 0 || left.low >= 0) {
      int64_t high = right.low >= 0 && left.low >= 0 ? std::min(left.high, right.high)
                     : right.low >= 0                ? right.high
                                                     : left.high;
      return Interval{0, high};
    }
  } else if (left.low >= 0 && right.low >= 0) {
    auto most = uint64_t(std::max(left.high, right.high));
    while ((most & (most + 1)) != 0) {
      most |= most >> 1; // all ones
    }
    return Interval{0, int64_t(most)};
  }
  return std::nullopt;
}

std::optional<Interval> quotient(Operation *op, Interval left, Interval right, unsigned width) {
  bool isUnsigned = isa<arith::DivUIOp, arith::RemUIOp>(op);
  bool isRest = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (isUnsigned && (left.low < 0 || right.low < 0)) {
    if (!left.exact() || !right.exact() || right.low == 0) {
      return std::nullopt;
    }
    uint64_t a = unsignedBits(left.low, width), b = unsignedBits(right.low, width);
    Wide value = Wide(isRest ? a % b : a / b);
    return fitted(value, value, width);
  }
  if (right.low <= 0 && right.high >= 0) {
    return std::nullopt;
  }
  if (isRest) {
    if (left.exact() && right.exact()) {
      Wide value = Wide(left.low) % Wide(right.low);
      return fitted(value, value, width);
    }
    Wide most = std::max(right.high < 0 ? -Wide(right.low) : Wide(right.high), Wide(1)) - 1;
    if (right.exact() && left.low >= 0 && left.high <= most) {
      return left;
    }
    return fitted(left.low < 0 ? -most : 0, left.high > 0 ? most : 0, width);
  }
  return corners(left, right, width, [&](Wide a, Wide b) {
    Wide whole = a / b;
    if (isa<arith::FloorDivSIOp>(op) && a % b != 0 && (a < 0) != (b < 0)) {
      return whole - 1;
    }
    return isa<arith::CeilDivSIOp>(op) && a % b != 0 && (a < 0) == (b < 0) ? whole + 1 : whole;
  });
}

std::optional<Interval> shifted(Operation *op, Interval left, Interval right, unsigned width) {
  if (right.low < 0 || right.high >= int64_t(width)) {
    return std::nullopt;
  }
  if (isa<arith::ShLIOp>(op)) {
    return corners(left, right, width, [](Wide a, Wide b) { return a * (Wide(1) << int(b)); });
  }
  if (isa<arith::ShRUIOp>(op) && left.low < 0) {
    if (left.exact() && right.exact()) {
      Wide value = Wide(unsignedBits(left.low, width) >> right.low);
      return fitted(value, value, width);
    }
    return right.low > 0 && width < 64
               ? std::optional(Interval{0, (int64_t(1) << (int64_t(width) - right.low)) - 1})
               : std::nullopt;
  }
  return corners(left, right, width, [](Wide a, Wide b) { return a >> int(b); });
}

bool isIntegerBinary(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::FloorDivSIOp, arith::CeilDivSIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp,
             arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp>(op);
}

unsigned widthOf(Type type) {
  Type element = tt::elementOf(type);
  return element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
}

/// Tells whether a <op> b holds: 0, 1 or both.
Interval compared(arith::CmpIPredicate predicate, Interval a, Interval b, unsigned width) {
  using P = arith::CmpIPredicate;
  bool isUnsigned =
      predicate == P::ult || predicate == P::ule || predicate == P::ugt || predicate == P::uge;
  if (isUnsigned && width > 1 && (a.low < 0 || b.low < 0)) {
    if (!a.exact() || !b.exact()) {
      return {0, 1};
    }
    uint64_t x = unsignedBits(a.low, width), y = unsignedBits(b.low, width);
    bool holds = predicate == P::ult   ? x < y
                 : predicate == P::ule ? x <= y
                 : predicate == P::ugt ? x > y
                                       : x >= y;
    return {holds, holds};
  }
  auto less = [](Interval x, Interval y) { // x < y
    return Interval{x.high < y.low, x.low < y.high};
  };
  auto inverse = [](Interval x) { return Interval{1 - x.high, 1 - x.low}; };
  switch (predicate) {
  case P::eq:
    return {a.exact() && b.exact() && a.low == b.low, a.low <= b.high && b.low <= a.high};
  case P::ne:
    return inverse(compared(P::eq, a, b, width));
  case P::slt:
  case P::ult:
    return less(a, b);
  case P::sgt:
  case P::ugt:
    return less(b, a);
  case P::sle:
  case P::ule:
    return inverse(less(b, a));
  default:
    return inverse(less(a, b));
  }
}

} // namespace

std::optional<Interval> combine(Operation *op, Interval left, Interval right, unsigned width) {
  if (isa<arith::AddIOp>(op)) {
    return fitted(Wide(left.low) + right.low, Wide(left.high) + right.high, width);
  }
  if (isa<arith::SubIOp>(op)) {
    return fitted(Wide(left.low) - right.high, Wide(left.high) - right.low, width);
  }
  if (isa<arith::MulIOp>(op)) {
    return corners(left, right, width, [](Wide a, Wide b) { return a * b; });
  }
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op)) {
    return bitwise(op, left, right, width);
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    return shifted(op, left, right, width);
  }
  bool isUnsigned = isa<arith::MinUIOp, arith::MaxUIOp>(op);
  if (isUnsigned && (left.low < 0 || right.low < 0)) {
    return std::nullopt;
  }
  if (isa<arith::MinSIOp, arith::MinUIOp>(op)) {
    return Interval{std::min(left.low, right.low), std::min(left.high, right.high)};
  }
  if (isa<arith::MaxSIOp, arith::MaxUIOp>(op)) {
    return Interval{std::max(left.low, right.low), std::max(left.high, right.high)};
  }
  return isIntegerBinary(op) ? quotient(op, left, right, width) : std::nullopt;
}

/// A lane is undefined where one of an operand is.
Lanes LaneMachine::undefinedOf(Operation *op) {
  Lanes lanes = unknown(op->getResult(0).getType());
  for (Value operand : op->getOperands()) {
    LanesRef source = get(operand);
    size_t most = source->perhaps.size();
    if (most == 1 && source->perhaps.front() == 0) {
      continue;
    }
    if (most > 1 && source->count != lanes.count) {
      continue;
    }
    if (lanes.perhaps.size() < most) {
      lanes.perhaps.assign(most, lanes.perhaps.front());
      lanes.certain.assign(most, lanes.certain.front());
    }
    for (size_t i = 0; i < lanes.perhaps.size(); ++i) {
      lanes.perhaps[i] |= at(source->perhaps, i);
      lanes.certain[i] |= at(source->certain, i);
    }
  }
  return lanes;
}

/// Marks lanes for which `op` has no result, if the lint asks about it.
void LaneMachine::guards(Operation *op, Lanes &result) {
  uint64_t bit = bitsOf(op);
  if (bit == 0) {
    return;
  }
  bool division = !isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
  LanesRef operand = get(op->getOperand(1));
  int64_t width = widthOf(op->getResult(0).getType());
  result.certain.resize(result.count, result.certain.front());
  result.perhaps.resize(result.count, result.perhaps.front());
  for (size_t i = 0; i < result.count; ++i) {
    Interval value = at(operand->values, i);
    bool all = division ? value.low == 0 && value.high == 0 : value.high < 0 || value.low >= width;
    bool some = division ? value.low <= 0 && value.high >= 0 : value.low < 0 || value.high >= width;
    // An interval that wide only says that nothing is known.
    bool known = Wide(value.high) - value.low < (1 << 20);
    if (all || (some && known)) {
      result.perhaps[i] |= bit;
      result.certain[i] |= all ? bit : 0;
      Sighting &seen = arisen[size_t(__builtin_ctzll(bit))];
      if (seen.certain + seen.perhaps == 0) {
        seen.program = m_id;
        seen.lane = i;
      }
      ++(all && m_certain ? seen.certain : seen.perhaps);
    }
  }
}

void LaneMachine::integers(Operation *op) {
  Lanes result = undefinedOf(op);
  LanesRef left = get(op->getOperand(0)), right = get(op->getOperand(1));
  unsigned width = widthOf(op->getResult(0).getType());
  result.values.resize(std::max(left->values.size(), right->values.size()));
  bool logical = width == 1 && isa<arith::AndIOp, arith::OrIOp>(op);
  if (logical && result.perhaps.size() < result.count && result.perhaps.front() != 0) {
    result.perhaps.resize(result.count, result.perhaps.front());
    result.certain.resize(result.count, result.certain.front());
  }
  for (size_t i = 0; i < result.values.size(); ++i) {
    Interval a = at(left->values, i), b = at(right->values, i);
    result.values[i] = combine(op, a, b, width).value_or(fullInterval(width));
  }
  for (size_t i = 0; logical && i < result.perhaps.size(); ++i) {
    // An operand that decides alone makes the other one irrelevant.
    int64_t decides = isa<arith::OrIOp>(op);
    for (auto [one, other] : {std::pair(left, right), std::pair(right, left)}) {
      Interval value = at(one->values, i);
      if (value.exact() && value.low == decides && at(one->perhaps, i) == 0) {
        result.perhaps[i] = result.certain[i] = 0;
      }
    }
  }
  guards(op, result);
  set(op->getResult(0), std::move(result));
}

void LaneMachine::compare(Operation *op) {
  auto cmp = cast<arith::CmpIOp>(op);
  Lanes result = undefinedOf(op);
  LanesRef left = get(cmp.getLhs()), right = get(cmp.getRhs());
  if (left->kind == Lanes::Kind::Int && right->kind == Lanes::Kind::Int) {
    unsigned width = widthOf(cmp.getLhs().getType());
    result.values.resize(std::max(left->values.size(), right->values.size()));
    for (size_t i = 0; i < result.values.size(); ++i) {
      result.values[i] =
          compared(cmp.getPredicate(), at(left->values, i), at(right->values, i), width);
    }
  }
  set(cmp.getResult(), std::move(result));
}

void LaneMachine::select(Operation *op) {
  auto choice = cast<arith::SelectOp>(op);
  LanesRef condition = get(choice.getCondition()), yes = get(choice.getTrueValue()),
           no = get(choice.getFalseValue());
  if (condition->values.size() == 1 && condition->values.front().exact()) {
    Lanes picked = condition->values.front().low != 0 ? *yes : *no;
    if (condition->perhaps.size() == 1 && condition->perhaps.front() == 0) {
      set(choice.getResult(), std::move(picked));
      return;
    }
  }
  Lanes result = joined(*yes, *no);
  auto spread = [&](auto &values) {
    if (values.size() < result.count) {
      values.assign(result.count, values.front());
    }
  };
  bool lanewise = result.kind != Lanes::Kind::Block && result.kind != Lanes::Kind::Float;
  if (lanewise && condition->values.size() > 1) {
    spread(result.values);
  }
  spread(result.certain);
  spread(result.perhaps);
  for (size_t i = 0; i < result.count; ++i) {
    Interval on = at(condition->values, i);
    const Lanes *picked = on.exact() ? (on.low != 0 ? yes.get() : no.get()) : nullptr;
    if (picked) {
      result.certain[i] = at(picked->certain, i);
      result.perhaps[i] = at(picked->perhaps, i);
      if (lanewise && result.values.size() > 1) {
        result.values[i] = at(picked->values, i);
      }
    }
    result.certain[i] |= at(condition->certain, i);
    result.perhaps[i] |= at(condition->perhaps, i);
  }
  set(choice.getResult(), std::move(result));
}

/// Bounds of floats, and integers made of them.
void LaneMachine::floats(Operation *op) {
  Lanes result = undefinedOf(op);
  LanesRef a = get(op->getOperand(0));
  LanesRef b = op->getNumOperands() > 1 ? get(op->getOperand(1)) : a;
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    Interval hull = a->values.front();
    for (const Interval &value : a->values) {
      hull = {std::min(hull.low, value.low), std::max(hull.high, value.high)};
    }
    if (isa<arith::SIToFPOp>(op) || hull.low >= 0) {
      result.low = double(hull.low);
      result.high = double(hull.high);
    }
  } else if (isa<arith::AddFOp>(op)) {
    result.low = a->low + b->low;
    result.high = a->high + b->high;
  } else if (isa<arith::SubFOp>(op)) {
    result.low = a->low - b->high;
    result.high = a->high - b->low;
  } else if (isa<arith::MulFOp>(op)) {
    double products[] = {a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high};
    result.low = *std::min_element(products, products + 4);
    result.high = *std::max_element(products, products + 4);
  } else if (isa<arith::MaxNumFOp, arith::MaximumFOp>(op)) {
    result.low = std::max(a->low, b->low);
    result.high = std::max(a->high, b->high);
  } else if (isa<arith::MinNumFOp, arith::MinimumFOp>(op)) {
    result.low = std::min(a->low, b->low);
    result.high = std::min(a->high, b->high);
  } else if (isa<tt::ClampFOp>(op)) {
    LanesRef top = get(op->getOperand(2));
    result.low = std::min(std::max(a->low, b->low), top->low);
    result.high = std::min(std::max(a->high, b->high), top->high);
  } else if (isa<arith::NegFOp>(op)) {
    result.low = -a->high;
    result.high = -a->low;
  } else if (isa<math::FloorOp, math::CeilOp>(op)) {
    result.low = std::floor(a->low);
    result.high = std::ceil(a->high);
  } else if (isa<arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp>(op)) {
    result.low = a->low;
    result.high = a->high;
  }
  if (std::isnan(result.low) || std::isnan(result.high)) {
    result.low = -std::numeric_limits<double>::infinity();
    result.high = std::numeric_limits<double>::infinity();
  }
  set(op->getResult(0), std::move(result));
}

static void intFromFloat(const Lanes &source, unsigned width, bool isUnsigned, Lanes &result,
                         bool &all, bool &some) {
  double least = isUnsigned ? 0 : -std::ldexp(1.0, int(width) - 1);
  double limit = std::ldexp(1.0, int(width) - (isUnsigned ? 0 : 1)); // exclusive
  bool finite = std::isfinite(source.low) && std::isfinite(source.high);
  bool inside = std::trunc(source.low) >= least && std::trunc(source.high) < limit;
  all = source.high <= least - 1 || source.low >= limit;
  some = finite && !inside;
  if (finite && inside && std::fabs(source.low) < 4e18 && std::fabs(source.high) < 4e18 &&
      !(isUnsigned && source.high >= std::ldexp(1.0, int(width) - 1))) {
    result.values = {{int64_t(std::trunc(source.low)), int64_t(std::trunc(source.high))}};
  }
}

bool LaneMachine::function(Operation *op) {
  if (op->getNumResults() == 0) {
    return true;
  }
  Value value = op->getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    Lanes lanes = unknown(value.getType());
    Attribute attribute = constant.getValue();
    auto dense = dyn_cast<DenseElementsAttr>(attribute);
    bool isSplat = dense && dense.isSplat();
    attribute = isSplat ? dense.getSplatValue<Attribute>() : attribute;
    if (auto number = dyn_cast<FloatAttr>(attribute)) {
      bool loses = false;
      APFloat wide = number.getValue();
      wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
      lanes.low = lanes.high = wide.convertToDouble();
      if (std::isnan(lanes.low)) {
        lanes = unknown(value.getType());
      }
    } else if (std::optional<int64_t> integer = constantOf(value)) {
      lanes.values = {{*integer, *integer}};
    } else if (dense && isa<IntegerType>(dense.getElementType())) {
      lanes.values.clear();
      for (const APInt &element : dense.getValues<APInt>()) {
        int64_t lane =
            element.getBitWidth() == 1 ? int64_t(element.getZExtValue()) : element.getSExtValue();
        lanes.values.push_back({lane, lane});
      }
    }
    set(value, std::move(lanes));
    return true;
  }
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    Lanes lanes;
    for (int64_t i = range.getStart(); i < int64_t(range.getEnd()); ++i) {
      lanes.values.push_back({i, i});
    }
    set(value, std::move(lanes));
    return true;
  }
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    int64_t number = m_id[size_t(id.getAxisAsInt())];
    Lanes lanes;
    lanes.values = {{number, number}};
    set(value, std::move(lanes));
    return true;
  }
  if (auto number = dyn_cast<tt::GetNumProgramsOp>(op)) {
    int64_t extent = (*m_facts.grid)[size_t(number.getAxisAsInt())];
    Lanes lanes;
    lanes.values = {{extent, extent}};
    set(value, std::move(lanes));
    return true;
  }
  if (isIntegerBinary(op)) {
    integers(op);
  } else if (isa<arith::CmpIOp>(op)) {
    compare(op);
  } else if (isa<arith::SelectOp>(op)) {
    select(op);
  } else {
    elementwiseDefault(op);
  }
  return true;
}

/// Casts, floats, and what is only known by its operands' undefined lanes.
void LaneMachine::elementwiseDefault(Operation *op) {
  Value value = op->getResult(0);
  if (isa<FloatType>(tt::elementOf(value.getType())) && op->getNumOperands() > 0 &&
      op->getNumRegions() == 0) {
    floats(op);
  } else if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp>(op)) {
    Lanes result = undefinedOf(op);
    LanesRef source = get(op->getOperand(0));
    unsigned from = widthOf(op->getOperand(0).getType()), to = widthOf(value.getType());
    result.values = source->values;
    for (Interval &interval : result.values) {
      if (isa<arith::ExtSIOp>(op) && from == 1) {
        interval = {-interval.high, -interval.low};
      } else if (isa<arith::ExtUIOp>(op) && interval.low < 0) {
        interval = interval.exact() && from < 64
                       ? Interval{int64_t(unsignedBits(interval.low, from)),
                                  int64_t(unsignedBits(interval.low, from))}
                       : (from < 63 ? Interval{0, (int64_t(1) << from) - 1} : fullInterval(to));
      } else {
        interval = fitted(interval.low, interval.high, to);
      }
    }
    set(value, std::move(result));
  } else if (isa<arith::FPToSIOp, arith::FPToUIOp>(op)) {
    Lanes result = undefinedOf(op);
    bool all = false, some = false;
    intFromFloat(*get(op->getOperand(0)), widthOf(value.getType()), isa<arith::FPToUIOp>(op),
                 result, all, some);
    if (uint64_t bit = bitsOf(op); bit != 0 && (all || some)) {
      for (uint64_t &bits : result.perhaps) {
        bits |= bit;
      }
      for (uint64_t &bits : result.certain) {
        bits |= all ? bit : 0;
      }
      Sighting &seen = arisen[size_t(__builtin_ctzll(bit))];
      seen.program = seen.certain + seen.perhaps == 0 ? m_id : seen.program;
      (all && m_certain ? seen.certain : seen.perhaps) += result.count;
    }
    set(value, std::move(result));
  } else {
    Lanes lanes = op->getNumRegions() == 0 ? undefinedOf(op) : unknown(value.getType());
    for (Value each : op->getResults()) {
      Lanes one = unknown(each.getType());
      one.certain = lanes.certain;
      one.perhaps = lanes.perhaps;
      if (one.count != lanes.count) {
        one.certain = one.perhaps = {0};
      }
      set(each, std::move(one));
    }
  }
}

} // namespace charonia::compiler::lint
