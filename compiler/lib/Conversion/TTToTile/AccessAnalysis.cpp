// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ladder: one descriptor, two descriptors round a modulus, one element, one access an element.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace charonia::tile {

static constexpr const char *kNotAssured =
    "quotient or remainder of an index that may be negative or too large where the mask is on";

/// Facts of the launch; where there is none the module may state the grid (for tests of passes).
static compiler::LaunchFacts factsOf(tt::FuncOp kernel, const compiler::PassContext &context) {
  compiler::LaunchFacts facts = context.launch;
  auto grid = kernel->getParentOp()->getAttrOfType<DenseI64ArrayAttr>("charonia.grid");
  if (!facts.grid && grid && grid.size() == 3) {
    facts.grid = {grid[0], grid[1], grid[2]};
  }
  return facts;
}

AccessAnalysis::AccessAnalysis(tt::FuncOp kernel, const compiler::PassContext &context)
    : m_kernel(kernel), m_context(context), m_scalars(kernel, factsOf(kernel, context)),
      m_tensors(m_scalars), m_rows(m_tensors) {
  if (context.device) {
    m_scalars.setPes(context.device->grid.rows, context.device->grid.columns);
  }
  kernel.walk([&](Operation *op) {
    if (!isa<tt::LoadOp, tt::StoreOp>(op)) {
      return;
    }
    if (auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType())) {
      m_loads += isa<tt::LoadOp>(op);
      Type pointee = pointeeOf(type);
      m_tileBytes += pointee ? type.getNumElements() * bytesOf(pointee) : 0;
    }
  });
}

AccessPlan AccessAnalysis::start(Value pointer) {
  AccessPlan plan;
  plan.bytes = bytesOf(pointeeOf(pointer.getType()));
  if (auto tensor = dyn_cast<RankedTensorType>(pointer.getType())) {
    plan.bytes *= tensor.getNumElements();
    plan.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    plan.tile = plan.shape;
  }
  plan.arg = argumentOf(pointer);
  return plan;
}

int AccessAnalysis::argumentOf(Value pointer) {
  Form form = m_tensors.formOf(pointer);
  return form.linear ? form.arg : tile::argumentOf(pointer);
}

AccessPlan AccessAnalysis::plan(Operation *, Value pointer) {
  AccessPlan plan = start(pointer);
  plan.rung = Rung::Atomic;
  plan.reason = "atomic";
  return plan;
}

/// True if every element of the whole tile lies in the argument's buffer.
bool AccessAnalysis::staysInBuffer(const Form &form, ArrayRef<int64_t> shape, int64_t bytes) {
  const compiler::LaunchFacts &launch = m_scalars.launch();
  if (form.arg < 0 || static_cast<size_t>(form.arg) >= launch.args.size()) {
    return false;
  }
  // The address minus that of the argument.
  Form offset = form;
  bool found = false;
  for (const auto &[symbols, factor] : form.base.terms) {
    if (symbols.size() != 1 || factor != 1) {
      continue;
    }
    Value pointer = m_scalars.info(symbols[0]).value;
    if (pointer && isa<tt::PointerType>(pointer.getType())) {
      offset.base = form.base - Poly::symbol(symbols[0]);
      found = true;
      break;
    }
  }
  Interval range = m_tensors.rangeOf(offset, shape);
  return found && range.lo >= 0 && range.hi + bytes <= launch.args[form.arg].bytes;
}

/// True if no two elements of the tile share a byte: strides in ascending order span each other.
bool AccessAnalysis::elementsDiffer(ArrayRef<std::pair<Poly, int64_t>> steps, int64_t bytes) {
  struct Step {
    Wide low, high; ///< smallest and largest distance
    int64_t extent;
  };
  std::vector<Step> dims;
  for (const auto &[stride, extent] : steps) {
    if (extent == 1) {
      continue;
    }
    Interval range = m_scalars.rangeOf(stride);
    if (range.lo <= 0 && range.hi >= 0) {
      return false;
    }
    Wide low = range.lo > 0 ? range.lo : -range.hi, high = range.lo > 0 ? range.hi : -range.lo;
    dims.push_back({low, high, extent});
  }
  std::stable_sort(dims.begin(), dims.end(),
                   [](const Step &a, const Step &b) { return a.low < b.low; });
  Wide span = bytes;
  for (const Step &dim : dims) {
    if (dim.low < span) {
      return false;
    }
    span += dim.high * (dim.extent - 1);
  }
  return true;
}

bool AccessAnalysis::addBound(const Form &form, ArrayRef<int64_t> shape, Bounds &bounds) {
  Interval range = m_tensors.rangeOf(form, shape);
  if (range.hi < 0) {
    return true;
  }
  if (range.lo >= 0) {
    bounds.conditions.push_back(Poly(0));
    return true;
  }
  int outer = -1;
  Wide largest = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    const Poly &coeff = form.coeff[dim];
    if (coeff.isZero()) {
      continue;
    }
    if (!coeff.isConstant() || coeff.constant() == INT64_MIN) {
      return false;
    }
    Wide size = coeff.constant() < 0 ? -Wide{coeff.constant()} : Wide{coeff.constant()};
    if (size > largest) {
      largest = size;
      outer = static_cast<int>(dim);
    }
  }
  if (outer < 0) {
    bounds.conditions.push_back(form.base);
    return true;
  }
  int64_t c = form.coeff[outer].constant();
  // Inner dimensions of a flat index do not matter where the bound falls on a step of the outer.
  Wide inner = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    int64_t step = form.coeff[dim].constant();
    if (static_cast<int>(dim) == outer || step == 0) {
      continue;
    }
    if ((step < 0) != (c < 0)) {
      return false;
    }
    inner += Wide{step < 0 ? -step : step} * (shape[dim] - 1);
  }
  if (inner > 0) {
    Poly edge = c > 0 ? form.base : form.base + Poly(1);
    if (inner >= largest || m_scalars.divisorOf(edge) % static_cast<int64_t>(largest) != 0) {
      return false;
    }
  }
  if (c > 0) {
    // c i + B < 0  <=>  i < ceil(-B / c)
    Poly bound = m_scalars.floorDiv(Poly(c - 1) - form.base, Poly(c));
    if (m_scalars.rangeOf(bound).lo < shape[outer]) {
      bounds.upper[outer].push_back(bound);
    }
  } else {
    // B - k i < 0  <=>  i >= floor(B / k) + 1
    Poly bound = m_scalars.floorDiv(form.base, Poly(-c)) + Poly(1);
    if (m_scalars.rangeOf(bound).hi > 0) {
      bounds.lower[outer].push_back(bound);
    }
  }
  return true;
}

std::pair<Poly, Poly> AccessAnalysis::clipped(const Bounds &bounds, size_t dim, int64_t extent) {
  Poly lower(0), upper(extent);
  for (const Poly &bound : bounds.lower[dim]) {
    lower = m_scalars.max(lower, bound);
  }
  for (const Poly &bound : bounds.upper[dim]) {
    upper = m_scalars.min(upper, bound);
  }
  if (dim == 0) {
    for (const Poly &condition : bounds.conditions) {
      upper = m_scalars.min(upper, m_scalars.ifNegative(condition, Poly(extent), Poly(0)));
    }
  }
  return {lower, upper};
}

void AccessAnalysis::clip(PlanPiece &piece, ArrayRef<int64_t> shape) {
  piece.lower.clear();
  piece.upper.clear();
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    auto [lower, upper] = clipped(piece.bounds, dim, shape[dim]);
    piece.lower.push_back(lower);
    piece.upper.push_back(upper);
  }
}

void AccessAnalysis::makePiece(const Form &form, const Bounds &bounds, ArrayRef<bool> repeats,
                               AccessPlan &plan) {
  PlanPiece piece;
  piece.base = form.base;
  piece.strides = form.coeff;
  piece.bounds = bounds;
  clip(piece, plan.tile);
  for (size_t dim = 0; dim < plan.tile.size(); ++dim) {
    if (!repeats[dim]) {
      continue;
    }
    Poly &lower = piece.lower[dim], &upper = piece.upper[dim];
    bool whole = lower.isZero() && upper == Poly(plan.tile[dim]);
    plan.select |= !whole;
    // One element stands for all; it is needed if any lane is in the box.
    upper = whole ? Poly(1) : m_scalars.ifNegative(lower - upper, Poly(1), Poly(0));
    lower = Poly(0);
    piece.bounds.lower[dim].clear();
    piece.bounds.upper[dim] = {upper};
  }
  plan.pieces.push_back(piece);
  if (form.wrap) {
    unsigned dim = form.wrap->dim;
    PlanPiece second = piece;
    second.base = piece.base + form.wrap->delta;
    second.lower[dim] = m_scalars.max(piece.lower[dim], form.wrap->threshold);
    plan.pieces.back().upper[dim] = m_scalars.min(piece.upper[dim], form.wrap->threshold);
    plan.pieces.back().bounds.upper[dim].push_back(form.wrap->threshold);
    if (!form.wrap->unused) {
      plan.pieces.push_back(second);
    }
  }
}

bool AccessAnalysis::makePieces(const IndexSplit &split, const Form &form,
                                ArrayRef<Form> conditions, bool dropRepeats, AccessPlan &plan) {
  plan.tile = split.shape();
  plan.shape = plan.tile;
  SmallVector<bool> repeats(plan.tile.size(), false);
  Form first = split.at(form, 0);
  size_t real = 0;
  for (size_t dim = 0; dim < plan.tile.size(); ++dim) {
    repeats[dim] = dropRepeats && plan.tile[dim] > 1 && first.coeff[dim].isZero() &&
                   !(first.wrap && first.wrap->dim == dim) && !split.runsAlong(dim);
    plan.shape[dim] = repeats[dim] ? 1 : plan.tile[dim];
    real += plan.shape[dim] > 1;
  }
  if (m_context.device && real > static_cast<size_t>(m_context.device->fi.maxRank)) {
    plan.reason = "more dimensions than a descriptor holds";
    return false;
  }
  for (size_t piece = 0; piece < split.numPieces(); ++piece) {
    Bounds bounds(plan.tile.size());
    for (const Form &condition : conditions) {
      addBound(split.at(condition, piece), plan.tile, bounds);
    }
    for (const Form &run : split.boundsOf(piece)) {
      addBound(run, plan.tile, bounds);
    }
    makePiece(split.at(form, piece), bounds, repeats, plan);
  }
  for (const PlanPiece &piece : plan.pieces) {
    bool bad = piece.base.bad;
    for (const std::vector<Poly> *list : {&piece.strides, &piece.lower, &piece.upper}) {
      bad |= llvm::any_of(*list, [](const Poly &poly) { return poly.bad; });
    }
    if (bad) {
      plan.reason = "bounds are too large";
      return false;
    }
  }
  return true;
}

/// The most of each finer dimension that the conditions leave in any piece.
SmallVector<int64_t> AccessAnalysis::extentsOf(const IndexSplit &split, ArrayRef<Form> conditions) {
  SmallVector<int64_t> extents = split.shape();
  Bounds bounds(extents.size());
  for (const Form &condition : conditions) {
    // A condition that is the same in all pieces bounds them all.
    Form first = split.at(condition, 0);
    bool same = true;
    for (size_t piece = 1; piece < split.numPieces() && same; ++piece) {
      same = split.at(condition, piece) == first;
    }
    if (same) {
      addBound(first, split.shape(), bounds);
    }
  }
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    Wide lower = 0, upper = extents[dim];
    for (const Poly &bound : bounds.lower[dim]) {
      lower = std::max(lower, m_scalars.rangeOf(bound).lo);
    }
    for (const Poly &bound : bounds.upper[dim]) {
      upper = std::min(upper, m_scalars.rangeOf(bound).hi);
    }
    extents[dim] = static_cast<int64_t>(std::max<Wide>(1, upper - lower));
  }
  return extents;
}

bool AccessAnalysis::planBoxes(const Form &form, MaskBounds &bounds, bool isLoad,
                               AccessPlan &plan) {
  SmallVector<int64_t> shape(plan.shape);
  int64_t bytes = plan.bytes / std::max<int64_t>(1, ShapedType::getNumElements(shape));
  IndexSplit split(m_scalars, shape);
  if (!split.cut(form, plan.reason)) {
    return false;
  }
  std::vector<Form> conditions;
  for (const Form &condition : bounds.negative) {
    bool fits = split.admit(condition);
    if (fits) {
      conditions.push_back(condition);
    } else if (!bounds.discrete) {
      bounds.discrete = true;
      bounds.why = "mask: the index that it compares is split in another way";
    }
  }
  // What admits no box under the final cut is left to a selection.
  SmallVector<int64_t> tile = split.shape();
  llvm::erase_if(conditions, [&](const Form &condition) {
    for (size_t piece = 0; piece < split.numPieces(); ++piece) {
      Bounds trial(tile.size());
      if (!addBound(split.at(condition, piece), tile, trial)) {
        if (!bounds.discrete) {
          bounds.discrete = true;
          bounds.why = "mask couples two dimensions";
        }
        return true;
      }
    }
    return false;
  });
  if (bounds.discrete) {
    // The box alone may be read only if it touches nothing outside the buffer.
    if (!isLoad || !staysInBuffer(form, shape, bytes)) {
      plan.reason = bounds.why;
      return false;
    }
    plan.select = true;
  }
  if (!isLoad && !elementsDiffer(split.steps(form, extentsOf(split, conditions)), bytes)) {
    plan.reason = "elements of the tile may share an address";
    return false;
  }
  if (!makePieces(split, form, conditions, /*dropRepeats=*/isLoad, plan)) {
    plan.pieces.clear();
    plan.shape = plan.tile = shape;
    plan.select = false;
    return false;
  }
  plan.rung = Rung::Dma;
  plan.reason.clear();
  if (plan.pieces.size() > 1) {
    plan.rung = Rung::Wrap;
    plan.reason = form.wrap ? "index wraps round a modulus"
                            : "index is in up to " + std::to_string(plan.pieces.size()) +
                                  " runs inside the tile";
  }
  return true;
}

template <typename Op>
AccessPlan AccessAnalysis::planOnce(Op op) {
  auto known = m_plans.find(op);
  if (known == m_plans.end()) {
    AccessPlan made = choose(op, op.getPtr(), op.getMask(), planBox(op));
    known = m_plans.try_emplace(op, std::move(made)).first;
  }
  return known->second;
}

AccessPlan AccessAnalysis::plan(tt::LoadOp load) { return planOnce(load); }
AccessPlan AccessAnalysis::plan(tt::StoreOp store) { return planOnce(store); }

void AccessAnalysis::planAll() {
  m_kernel.walk([&](Operation *op) {
    if (auto load = dyn_cast<tt::LoadOp>(op)) {
      plan(load);
    } else if (auto store = dyn_cast<tt::StoreOp>(op)) {
      plan(store);
    }
  });
}

std::optional<Form> AccessAnalysis::linearForm(Value pointer, AccessPlan &plan) {
  if (!isa<RankedTensorType>(pointer.getType())) {
    plan.rung = Rung::Uniform;
    return std::nullopt;
  }
  if (m_context.options.scalarRungOnly) {
    plan.reason = "the scalar rung is asked for";
    return std::nullopt;
  }
  Form form = m_tensors.formOf(pointer);
  if (!form.linear) {
    plan.reason = form.why;
    return std::nullopt;
  }
  return form;
}

bool AccessAnalysis::planAssured(const Form &form, Value pointer, Value mask, bool isLoad,
                                 AccessPlan &plan) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(pointer.getType()).getShape();
  MaskBounds bounds;
  if (mask) {
    bounds = m_tensors.boundsOf(mask, shape);
  }
  if (!m_tensors.isAssured(form, bounds, shape)) {
    plan.reason = kNotAssured;
    return false;
  }
  if (!addChecks(form, bounds, shape, plan) || !planBoxes(form, bounds, isLoad, plan)) {
    plan.checks.clear();
    return false;
  }
  return true;
}

AccessPlan AccessAnalysis::planBox(tt::LoadOp load) {
  AccessPlan plan = start(load.getPtr());
  std::optional<Form> form = linearForm(load.getPtr(), plan);
  if (!form) {
    return plan;
  }
  if (load.getIsVolatile()) {
    plan.reason = "volatile";
    return plan;
  }
  if (form->wrap) {
    form->wrap->unused = wrapIsUnused(load, *form->wrap);
  }
  if (!planAssured(*form, load.getPtr(), load.getMask(), /*isLoad=*/true, plan)) {
    return plan;
  }
  bool single = llvm::all_of(plan.shape, [](int64_t extent) { return extent == 1; });
  if (single && plan.pieces.size() == 1 && !load.getMask()) {
    plan.pieces = {PlanPiece{plan.pieces.front().base, {}, {}, {}, {}}};
    plan.rung = Rung::Uniform;
    return plan;
  }
  // A pad that is no constant is put in by a selection.
  DenseElementsAttr pad;
  if (load.getOther() && !(matchPattern(load.getOther(), m_Constant(&pad)) && pad.isSplat())) {
    plan.select = true;
  }
  return plan;
}

AccessPlan AccessAnalysis::planBox(tt::StoreOp store) {
  AccessPlan plan = start(store.getPtr());
  std::optional<Form> form = linearForm(store.getPtr(), plan);
  if (form && form->wrap) {
    plan.reason = "store index wraps round a modulus";
  } else if (form) {
    planAssured(*form, store.getPtr(), store.getMask(), /*isLoad=*/false, plan);
  }
  return plan;
}

} // namespace charonia::tile
