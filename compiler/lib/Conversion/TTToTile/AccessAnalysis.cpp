// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ladder: one descriptor, two descriptors round a modulus, one element, one access an element.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>

using namespace mlir;

namespace charonia::tile {

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
    : m_context(context), m_scalars(kernel, factsOf(kernel, context)), m_tensors(m_scalars) {}

AccessPlan AccessAnalysis::start(Value pointer) {
  AccessPlan plan;
  plan.bytes = bytesOf(pointeeOf(pointer.getType()));
  if (auto tensor = dyn_cast<RankedTensorType>(pointer.getType())) {
    plan.bytes *= tensor.getNumElements();
    plan.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
  }
  Form form = m_tensors.formOf(pointer);
  plan.arg = form.linear ? form.arg : argumentOf(pointer);
  return plan;
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
bool AccessAnalysis::elementsDiffer(const Form &form, ArrayRef<int64_t> shape, int64_t bytes) {
  std::vector<std::pair<Wide, Wide>> dims; // smallest and largest distance of a step
  std::vector<int64_t> extents;
  SmallVector<size_t> order;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (shape[dim] == 1) {
      continue;
    }
    Interval range = m_scalars.rangeOf(form.coeff[dim]);
    if (range.lo <= 0 && range.hi >= 0) {
      return false;
    }
    Wide low = range.lo > 0 ? range.lo : -range.hi, high = range.lo > 0 ? range.hi : -range.lo;
    order.push_back(dims.size());
    dims.push_back({low, high});
    extents.push_back(shape[dim]);
  }
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return dims[a].first < dims[b].first; });
  Wide span = bytes;
  for (size_t dim : order) {
    if (dims[dim].first < span) {
      return false;
    }
    span += dims[dim].second * (extents[dim] - 1);
  }
  return true;
}

bool AccessAnalysis::makePieces(const Form &form, const MaskBounds &bounds, ArrayRef<int64_t> shape,
                                bool dropRepeats, AccessPlan &plan) {
  PlanPiece piece;
  piece.base = form.base;
  size_t real = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    real += shape[dim] > 1 && !form.coeff[dim].isZero();
    bool repeats = dropRepeats && shape[dim] > 1 && form.coeff[dim].isZero() &&
                   !(form.wrap && form.wrap->dim == dim);
    Poly lower(0), upper(shape[dim]);
    for (const Poly &bound : bounds.lower[dim]) {
      lower = m_scalars.max(lower, bound);
    }
    for (const Poly &bound : bounds.upper[dim]) {
      upper = m_scalars.min(upper, bound);
    }
    if (repeats) {
      plan.shape[dim] = 1;
      bool whole = lower.isZero() && upper == Poly(shape[dim]);
      plan.select |= !whole;
      // One element stands for all: it is needed if any lane is in the box.
      if (!whole) {
        upper = m_scalars.ifNegative(lower - upper, Poly(1), Poly(0));
        lower = Poly(0);
      } else {
        upper = Poly(1);
      }
    }
    piece.strides.push_back(form.coeff[dim]);
    piece.lower.push_back(lower);
    piece.upper.push_back(upper);
  }
  if (m_context.device && real > static_cast<size_t>(m_context.device->fi.maxRank)) {
    plan.reason = "more dimensions than a descriptor holds";
    return false;
  }
  bool bad = false;
  for (const std::vector<Poly> *list : {&piece.strides, &piece.lower, &piece.upper}) {
    bad |= llvm::any_of(*list, [](const Poly &poly) { return poly.bad; });
  }
  if (bad || piece.base.bad) {
    plan.reason = "bounds are too large";
    return false;
  }
  plan.pieces = {piece};
  if (form.wrap) {
    unsigned dim = form.wrap->dim;
    PlanPiece second = piece;
    second.base = piece.base + form.wrap->delta;
    second.lower[dim] = m_scalars.max(piece.lower[dim], form.wrap->threshold);
    plan.pieces[0].upper[dim] = m_scalars.min(piece.upper[dim], form.wrap->threshold);
    plan.pieces.push_back(second);
  }
  return true;
}

AccessPlan AccessAnalysis::plan(tt::LoadOp load) {
  AccessPlan plan = start(load.getPtr());
  auto type = dyn_cast<RankedTensorType>(load.getPtr().getType());
  if (!type) {
    plan.rung = Rung::Uniform;
    return plan;
  }
  ArrayRef<int64_t> shape = type.getShape();
  int64_t bytes = bytesOf(pointeeOf(type));
  if (m_context.options.scalarRungOnly) {
    plan.reason = "the scalar rung is asked for";
    return plan;
  }
  Form form = m_tensors.formOf(load.getPtr());
  if (!form.linear) {
    plan.reason = form.why;
    return plan;
  }
  if (load.getIsVolatile()) {
    plan.reason = "volatile";
    return plan;
  }
  MaskBounds bounds;
  bounds.lower.resize(shape.size());
  bounds.upper.resize(shape.size());
  if (load.getMask()) {
    bounds = m_tensors.boundsOf(load.getMask(), shape);
  }
  if (bounds.discrete) {
    // The box alone may be read only if it touches nothing outside the buffer.
    if (!staysInBuffer(form, shape, bytes)) {
      plan.reason = bounds.why;
      return plan;
    }
    plan.select = true;
  }
  bool uniform = form.isUniform();
  if (uniform && !bounds.discrete && !load.getMask()) {
    plan.pieces = {PlanPiece{form.base, {}, {}, {}}};
    plan.rung = Rung::Uniform;
    return plan;
  }
  SmallVector<int64_t> whole(plan.shape);
  if (!makePieces(form, bounds, shape, /*dropRepeats=*/true, plan)) {
    plan.shape = whole;
    plan.select = false;
    return plan;
  }
  // A pad that is no constant is put in by a selection.
  DenseElementsAttr pad;
  if (load.getOther() && !(matchPattern(load.getOther(), m_Constant(&pad)) && pad.isSplat())) {
    plan.select = true;
  }
  plan.rung = plan.pieces.size() == 2 ? Rung::Wrap : Rung::Dma;
  plan.reason = plan.pieces.size() == 2 ? "index wraps round a modulus" : "";
  return plan;
}

AccessPlan AccessAnalysis::plan(tt::StoreOp store) {
  AccessPlan plan = start(store.getPtr());
  auto type = dyn_cast<RankedTensorType>(store.getPtr().getType());
  if (!type) {
    plan.rung = Rung::Uniform;
    return plan;
  }
  ArrayRef<int64_t> shape = type.getShape();
  if (m_context.options.scalarRungOnly) {
    plan.reason = "the scalar rung is asked for";
    return plan;
  }
  Form form = m_tensors.formOf(store.getPtr());
  if (!form.linear || form.wrap) {
    plan.reason = form.linear ? "store index wraps round a modulus" : form.why;
    return plan;
  }
  MaskBounds bounds;
  bounds.lower.resize(shape.size());
  bounds.upper.resize(shape.size());
  if (store.getMask()) {
    bounds = m_tensors.boundsOf(store.getMask(), shape);
  }
  if (bounds.discrete) {
    plan.reason = bounds.why;
    return plan;
  }
  if (!elementsDiffer(form, shape, bytesOf(pointeeOf(type)))) {
    plan.reason = "elements of the tile may share an address";
    return plan;
  }
  if (!makePieces(form, bounds, shape, /*dropRepeats=*/false, plan)) {
    return plan;
  }
  plan.rung = Rung::Dma;
  return plan;
}

} // namespace charonia::tile
