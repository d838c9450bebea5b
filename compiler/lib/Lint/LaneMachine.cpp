// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's frame: programs, control flow, reductions and shapes.
#include "LaneMachine.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>

using namespace mlir;

namespace charonia::compiler::lint {

Interval fullInterval(unsigned width) {
  if (width == 1) {
    return {0, 1};
  }
  return width >= 64 ? Interval()
                     : Interval{-(int64_t(1) << (width - 1)), (int64_t(1) << (width - 1)) - 1};
}

static size_t countOf(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? size_t(shaped.getNumElements()) : 1;
}

LaneMachine::LaneMachine(tt::FuncOp kernel, const LintFacts &facts,
                         std::vector<UndefinedUse> candidates)
    : reached(candidates.size()), arisen(candidates.size()), m_kernel(kernel), m_facts(facts),
      m_candidates(std::move(candidates)), m_written(facts.args.size(), false) {
  for (auto [i, candidate] : llvm::enumerate(m_candidates)) {
    if (i < 64) {
      m_bits[candidate.origin] = uint64_t(1) << i;
    }
  }
}

uint64_t LaneMachine::bitsOf(Operation *op) const { return m_bits.lookup(op); }

Lanes LaneMachine::unknown(Type type) const {
  Lanes lanes;
  lanes.count = countOf(type);
  Type element = tt::elementOf(type);
  if (isa<FloatType>(element)) {
    lanes.kind = Lanes::Kind::Float;
  } else if (isa<IntegerType, IndexType>(element)) {
    lanes.values = {fullInterval(element.isIndex() ? 64 : element.getIntOrFloatBitWidth())};
  } else {
    lanes.kind = Lanes::Kind::Pointer;
    lanes.values = {Interval()};
  }
  return lanes;
}

LanesRef LaneMachine::get(Value value) {
  LanesRef &known = m_values[value];
  if (!known) {
    known = std::make_shared<Lanes>(unknown(value.getType()));
  }
  return known;
}

void LaneMachine::set(Value value, Lanes lanes) {
  lanes.count = countOf(value.getType());
  m_values[value] = std::make_shared<Lanes>(std::move(lanes));
}

bool LaneMachine::spend(size_t lanes) {
  if (m_left < lanes) {
    m_left = 0;
    return false;
  }
  m_left -= lanes;
  return true;
}

void LaneMachine::run() {
  if (!m_facts.grid || m_facts.args.size() != m_kernel.getNumArguments()) {
    return;
  }
  std::array<int64_t, 3> grid = *m_facts.grid;
  uint64_t total = 1;
  for (int64_t extent : grid) {
    if (extent <= 0 || total > (uint64_t(1) << 24) / uint64_t(extent)) {
      return;
    }
    total *= uint64_t(extent);
  }
  m_left = m_facts.budget;
  watch();
  uint64_t ran = 0, first = 0;
  for (uint64_t number = 0; number < total; ++number) {
    auto x = uint64_t(grid[0]), y = uint64_t(grid[1]);
    // When not all can run, the last program, which often has the ragged edge, does.
    bool last = number + 1 < total && ran > 0 && m_left < 3 * first;
    number = last ? total - 1 : number;
    uint64_t before = m_left;
    program({int64_t(number % x), int64_t(number / x % y), int64_t(number / x / y)});
    if (m_left == 0) {
      return;
    }
    first = std::max(first, before - m_left);
    m_programs = size_t(++ran);
    if (last) {
      return;
    }
  }
  m_complete = ran == total;
}

void LaneMachine::program(std::array<int64_t, 3> id) {
  m_id = id;
  m_certain = true;
  m_values.clear();
  races.beginProgram(id);
  for (auto [i, argument] : llvm::enumerate(m_kernel.getArguments())) {
    const LintArgument &fact = m_facts.args[i];
    Lanes lanes = unknown(argument.getType());
    if (lanes.kind == Lanes::Kind::Pointer) {
      lanes.argument = int(i);
      lanes.values = {{0, 0}};
    } else if (lanes.kind == Lanes::Kind::Int && fact.fact.value) {
      lanes.values = {{*fact.fact.value, *fact.fact.value}};
    }
    set(argument, std::move(lanes));
  }
  block(m_kernel.getBody().front());
}

bool LaneMachine::block(Block &block) {
  return llvm::all_of(block, [&](Operation &op) { return operation(&op); });
}

bool LaneMachine::operation(Operation *op) {
  size_t cost = 1;
  for (Value result : op->getResults()) {
    cost += countOf(result.getType()) / 4;
  }
  if (!spend(cost)) {
    return false;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    return forLoop(loop);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    return whileLoop(loop);
  }
  if (auto condition = dyn_cast<scf::IfOp>(op)) {
    return branch(condition);
  }
  if (isa<scf::YieldOp, scf::ConditionOp, tt::ReturnOp>(op) || memory(op) || shape(op)) {
    return true;
  }
  return function(op);
}

bool LaneMachine::uncertain(llvm::function_ref<bool()> body) {
  bool before = std::exchange(m_certain, false);
  bool ok = body();
  m_certain = before;
  return ok;
}

Lanes joined(const Lanes &left, const Lanes &right) {
  Lanes both = left;
  auto resize = [](auto &values, size_t count) {
    if (values.size() < count) {
      values.assign(count, values.front());
    }
  };
  resize(both.values, right.values.size());
  for (size_t i = 0; i < both.values.size(); ++i) {
    const Interval &other = at(right.values, i);
    both.values[i] = {std::min(both.values[i].low, other.low),
                      std::max(both.values[i].high, other.high)};
  }
  both.argument = left.argument == right.argument ? left.argument : -1;
  both.base = {std::min(left.base.low, right.base.low), std::max(left.base.high, right.base.high)};
  both.low = std::min(left.low, right.low);
  both.high = std::max(left.high, right.high);
  resize(both.certain, right.certain.size());
  resize(both.perhaps, right.perhaps.size());
  for (size_t i = 0; i < both.certain.size(); ++i) {
    both.certain[i] &= at(right.certain, i);
  }
  for (size_t i = 0; i < both.perhaps.size(); ++i) {
    both.perhaps[i] |= at(right.perhaps, i);
  }
  return both;
}

/// What still grows after a few rounds may be anything.
static Lanes widened(const Lanes &before, const Lanes &after, const Lanes &top) {
  Lanes result = after;
  for (size_t i = 0; i < result.values.size(); ++i) {
    const Interval &old = at(before.values, i), &limit = at(top.values, i);
    result.values[i].low = result.values[i].low < old.low ? limit.low : result.values[i].low;
    result.values[i].high = result.values[i].high > old.high ? limit.high : result.values[i].high;
  }
  result.low = after.low < before.low ? top.low : after.low;
  result.high = after.high > before.high ? top.high : after.high;
  return result;
}

bool LaneMachine::untilStable(std::vector<LanesRef> &state,
                              llvm::function_ref<bool(std::vector<LanesRef> &)> body) {
  return uncertain([&] {
    for (int round = 0; round < 3; ++round) {
      std::vector<LanesRef> next = state;
      if (!body(next)) {
        return false;
      }
      for (size_t i = 0; i < state.size(); ++i) {
        Lanes grown = joined(*state[i], *next[i]);
        if (round > 0) {
          Lanes top = *state[i];
          // Blocks and pointers hold byte offsets and extents of 64 bits.
          top.values.assign(1, Interval());
          top.low = -std::numeric_limits<double>::infinity();
          top.high = std::numeric_limits<double>::infinity();
          grown = widened(*state[i], grown, top);
        }
        state[i] = std::make_shared<Lanes>(std::move(grown));
      }
    }
    return true;
  });
}

static std::optional<int64_t> exactScalar(const Lanes &lanes) {
  if (lanes.kind != Lanes::Kind::Int || !lanes.values.front().exact()) {
    return std::nullopt;
  }
  return lanes.values.front().low;
}

bool LaneMachine::forLoop(scf::ForOp op) {
  std::vector<LanesRef> state;
  for (Value init : op.getInitArgs()) {
    state.push_back(get(init));
  }
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  auto iteration = [&](Lanes index, std::vector<LanesRef> &values) {
    set(op.getInductionVar(), std::move(index));
    for (auto [argument, value] : llvm::zip(op.getRegionIterArgs(), values)) {
      m_values[argument] = value;
    }
    if (!block(*op.getBody())) {
      return false;
    }
    for (auto [i, value] : llvm::enumerate(yield.getOperands())) {
      values[i] = get(value);
    }
    return true;
  };
  LanesRef low = get(op.getLowerBound()), high = get(op.getUpperBound());
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()}) {
    used(*get(bound), nullptr, op);
  }
  std::optional<int64_t> from = exactScalar(*low), to = exactScalar(*high),
                         step = exactScalar(*get(op.getStep()));
  Lanes index;
  if (from && to && step && *step > 0) {
    for (int64_t i = *from; i < *to; i += *step) {
      index.values = {{i, i}};
      if (!iteration(index, state) || *step > *to - i) {
        break;
      }
    }
    if (m_left == 0) {
      return false;
    }
  } else {
    int64_t last = high->values.front().high;
    index.values = {{low->values.front().low, last == INT64_MIN ? last : last - 1}};
    if (!untilStable(state,
                     [&](std::vector<LanesRef> &values) { return iteration(index, values); })) {
      return false;
    }
  }
  for (auto [result, value] : llvm::zip(op.getResults(), state)) {
    m_values[result] = value;
  }
  return true;
}

bool LaneMachine::whileLoop(scf::WhileOp op) {
  Block &before = op.getBefore().front(), &after = op.getAfter().front();
  auto condition = cast<scf::ConditionOp>(before.getTerminator());
  std::vector<LanesRef> state;
  for (Value init : op.getInits()) {
    state.push_back(get(init));
  }
  auto head = [&](std::vector<LanesRef> &values) {
    for (auto [argument, value] : llvm::zip(before.getArguments(), values)) {
      m_values[argument] = value;
    }
    return block(before);
  };
  auto body = [&](std::vector<LanesRef> &values) {
    for (auto [argument, value] : llvm::zip(after.getArguments(), condition.getArgs())) {
      m_values[argument] = get(value);
    }
    if (!block(after)) {
      return false;
    }
    for (auto [i, value] : llvm::enumerate(after.getTerminator()->getOperands())) {
      values[i] = get(value);
    }
    return true;
  };
  while (true) {
    if (!head(state)) {
      return false;
    }
    LanesRef goOn = get(condition.getCondition());
    used(*goOn, nullptr, op);
    std::optional<int64_t> known = exactScalar(*goOn);
    if (known && *known == 0) {
      break;
    }
    bool ok = known ? body(state) : untilStable(state, [&](std::vector<LanesRef> &values) {
      return head(values) && body(values);
    });
    if (!ok) {
      return false;
    }
    if (!known) {
      uncertain([&] { return head(state); });
      break;
    }
  }
  for (auto [result, value] : llvm::zip(op.getResults(), condition.getArgs())) {
    m_values[result] = get(value);
  }
  return true;
}

bool LaneMachine::branch(scf::IfOp op) {
  LanesRef condition = get(op.getCondition());
  used(*condition, nullptr, op);
  std::optional<int64_t> known = exactScalar(*condition);
  std::vector<std::optional<Lanes>> results(op.getNumResults());
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    bool isThen = region == &op.getThenRegion();
    if (region->empty() || (known && (*known != 0) != isThen)) {
      continue;
    }
    auto run = [&] { return block(region->front()); };
    if (known ? !run() : !uncertain(run)) {
      return false;
    }
    for (auto [i, value] : llvm::enumerate(region->front().getTerminator()->getOperands())) {
      LanesRef lanes = get(value);
      results[i] = results[i] ? joined(*results[i], *lanes) : *lanes;
    }
  }
  for (auto [result, lanes] : llvm::zip(op.getResults(), results)) {
    if (lanes) {
      set(result, std::move(*lanes));
    }
  }
  return true;
}

void LaneMachine::used(const Lanes &lanes, const Lanes *mask, Operation *sink) {
  if (lanes.perhaps.size() == 1 && lanes.perhaps.front() == 0) {
    return;
  }
  for (size_t i = 0; i < lanes.count; ++i) {
    uint64_t perhaps = at(lanes.perhaps, i), certain = at(lanes.certain, i);
    Interval on = mask ? at(mask->values, i) : Interval{1, 1};
    if (perhaps == 0 || on.high == 0) {
      continue;
    }
    for (size_t c = 0; c < std::min<size_t>(m_candidates.size(), 64); ++c) {
      if (((perhaps >> c) & 1) == 0) {
        continue;
      }
      Sighting &seen = reached[c];
      bool sure = m_certain && on.low != 0 && ((certain >> c) & 1) != 0;
      if (seen.certain == 0 && (sure || seen.perhaps == 0)) {
        seen.program = m_id;
        seen.lane = i;
        seen.sink = sink;
      }
      ++(sure ? seen.certain : seen.perhaps);
    }
  }
}

/// Lane i of the result is lane from(i) of the operand.
void LaneMachine::remap(Operation *op, llvm::function_ref<size_t(size_t)> from) {
  Lanes lanes = *get(op->getOperand(0));
  size_t count = countOf(op->getResult(0).getType());
  auto move = [&](auto &values) {
    if (values.size() > 1 && lanes.kind != Lanes::Kind::Block) {
      auto source = values;
      values.resize(count);
      for (size_t i = 0; i < count; ++i) {
        values[i] = source[from(i)];
      }
    }
  };
  move(lanes.values);
  move(lanes.certain);
  move(lanes.perhaps);
  set(op->getResult(0), std::move(lanes));
}

bool LaneMachine::shape(Operation *op) {
  if (isa<tt::SplatOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::UnsplatOp>(op)) {
    remap(op, [](size_t i) { return i; });
    return true;
  }
  if (auto broadcast = dyn_cast<tt::BroadcastOp>(op)) {
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0).getType()),
                      to = shapeOf(broadcast.getType());
    remap(op, [&](size_t lane) {
      size_t source = 0, stride = 1;
      for (size_t dim = to.size(); dim-- > 0;) {
        size_t index = lane % size_t(to[dim]);
        lane /= size_t(to[dim]);
        source += from[dim] == 1 ? 0 : index * stride;
        stride *= size_t(from[dim]);
      }
      return source;
    });
    return true;
  }
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0).getType()), to = shapeOf(trans.getType());
    SmallVector<size_t> strides(from.size(), 1);
    for (size_t dim = from.size(); dim-- > 1;) {
      strides[dim - 1] = strides[dim] * size_t(from[dim]);
    }
    remap(op, [&](size_t lane) {
      size_t source = 0;
      for (size_t dim = to.size(); dim-- > 0;) {
        source += lane % size_t(to[dim]) * strides[size_t(trans.getOrder()[dim])];
        lane /= size_t(to[dim]);
      }
      return source;
    });
    return true;
  }
  if (auto reduction = dyn_cast<tt::ReduceOp>(op)) {
    reduce(op, int(reduction.getAxis()), false, false);
    return true;
  }
  if (auto scan = dyn_cast<tt::ScanOp>(op)) {
    reduce(op, int(scan.getAxis()), true, scan.getReverse());
    return true;
  }
  if (isa<tt::DotOp>(op)) {
    dot(op);
    return true;
  }
  return false;
}

/// The one operation that a reduction's region applies; null if it does more.
static Operation *combiner(Operation *op) {
  Block &body = op->getRegion(0).front();
  if (op->getNumOperands() != 1 || std::distance(body.begin(), body.end()) != 2 ||
      body.front().getNumOperands() != 2) {
    return nullptr;
  }
  return &body.front();
}

void LaneMachine::reduce(Operation *op, int axis, bool scan, bool reverse) {
  ArrayRef<int64_t> shape = shapeOf(op->getOperand(0).getType());
  size_t extent = size_t(shape[size_t(axis)]), inner = 1,
         count = countOf(op->getOperand(0).getType());
  for (size_t dim = size_t(axis) + 1; dim < shape.size(); ++dim) {
    inner *= size_t(shape[dim]);
  }
  Operation *combine = combiner(op);
  std::vector<uint64_t> certain(count, 0), perhaps(count, 0);
  for (Value source : op->getOperands()) {
    LanesRef lanes = get(source);
    for (size_t i = 0; i < count; ++i) {
      certain[i] |= at(lanes->certain, i);
      perhaps[i] |= at(lanes->perhaps, i);
    }
  }
  LanesRef first = get(op->getOperand(0));
  bool integers = combine && first->kind == Lanes::Kind::Int;
  unsigned width = 0;
  if (integers) {
    width = tt::elementOf(op->getOperand(0).getType()).getIntOrFloatBitWidth();
  }
  std::vector<Interval> values(integers ? count : 0);
  auto each = [&](size_t outer, size_t k, size_t in) { return (outer * extent + k) * inner + in; };
  for (size_t outer = 0; outer < count / extent / inner; ++outer) {
    for (size_t in = 0; in < inner; ++in) {
      for (size_t step = 0; step < extent; ++step) {
        size_t k = reverse ? extent - 1 - step : step;
        size_t lane = each(outer, k, in), before = each(outer, reverse ? k + 1 : k - 1, in);
        if (integers) {
          values[lane] = at(first->values, lane);
        }
        if (step == 0) {
          continue;
        }
        certain[lane] |= certain[before];
        perhaps[lane] |= perhaps[before];
        if (integers) {
          values[lane] = lint::combine(combine, values[before], values[lane], width)
                             .value_or(fullInterval(width));
        }
      }
    }
  }
  for (Value result : op->getResults()) {
    Lanes lanes = unknown(result.getType());
    lanes.certain.clear();
    lanes.perhaps.clear();
    if (integers) {
      lanes.values.clear();
    }
    for (size_t i = 0; i < count; ++i) {
      if (scan || i / inner % extent == extent - 1) {
        lanes.certain.push_back(certain[i]);
        lanes.perhaps.push_back(perhaps[i]);
        if (integers) {
          lanes.values.push_back(values[i]);
        }
      }
    }
    set(result, std::move(lanes));
  }
}

void LaneMachine::dot(Operation *op) {
  auto product = cast<tt::DotOp>(op);
  Lanes result = unknown(product.getType());
  LanesRef a = get(product.getA()), b = get(product.getB()), c = get(product.getC());
  auto clean = [](const LanesRef &lanes) {
    return llvm::all_of(lanes->perhaps, [](uint64_t bits) { return bits == 0; });
  };
  if (clean(a) && clean(b) && clean(c)) {
    set(product.getResult(), std::move(result));
    return;
  }
  ArrayRef<int64_t> left = shapeOf(product.getA().getType()), shape = shapeOf(product.getType());
  size_t n = size_t(shape.back()), m = size_t(shape[shape.size() - 2]), k = size_t(left.back());
  auto mixed = [&](const std::vector<uint64_t> &as, const std::vector<uint64_t> &bs,
                   const std::vector<uint64_t> &cs) {
    std::vector<uint64_t> rows(result.count / n, 0), columns(result.count / m, 0),
        all(result.count);
    for (size_t i = 0; i < rows.size() * k; ++i) {
      rows[i / k] |= at(as, i);
    }
    for (size_t i = 0; i < columns.size() * k; ++i) {
      columns[i / (k * n) * n + i % n] |= at(bs, i);
    }
    for (size_t i = 0; i < result.count; ++i) {
      all[i] = rows[i / n] | columns[i / (m * n) * n + i % n] | at(cs, i);
    }
    return all;
  };
  result.certain = mixed(a->certain, b->certain, c->certain);
  result.perhaps = mixed(a->perhaps, b->perhaps, c->perhaps);
  set(product.getResult(), std::move(result));
}

} // namespace charonia::compiler::lint
