// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The middle of the ladder: rows at places that the kernel computes, by the indexed DMA.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

#include <numeric>

using namespace mlir;

namespace charonia::tile {

/// Sorts the parts of a mask into bounds and row masks; false with the reason if one is neither.
bool AccessAnalysis::sortMask(Value mask, ArrayRef<int64_t> shape, Bounds &bounds, RowList &rows,
                              std::string &why) {
  for (const MaskLeaf &leaf : m_rows.leavesOf(mask)) {
    MaskBounds part;
    m_tensors.addMask(leaf.value, shape, leaf.dims, part);
    Bounds trial = bounds;
    bool isBound =
        !part.discrete && part.checks.empty() && llvm::all_of(part.negative, [&](const Form &form) {
          return form.digits.empty() && !form.wrap && addBound(form, shape, trial);
        });
    if (isBound) {
      bounds = std::move(trial);
      continue;
    }
    llvm::SmallBitVector dims = m_rows.variesIn(leaf.value);
    if (dims.count() != 1 || leaf.dims[dims.find_first()] != static_cast<int>(rows.dim)) {
      why = (part.discrete ? part.why : "mask couples two dimensions") + ", and not by row";
      return false;
    }
    rows.masks.push_back({leaf.value, static_cast<unsigned>(dims.find_first())});
  }
  return true;
}

/// The dimension along which the rows of a form lie; false with the reason if there is none.
static bool rowDimension(const RowForm &form, ArrayRef<int64_t> shape, unsigned &dim,
                         std::string &why) {
  llvm::SmallBitVector dims(shape.size());
  for (const RowTerm &term : form.terms) {
    dims.set(term.dim);
  }
  if (dims.count() != 1) {
    why = dims.none() ? "no dimension has indices of its own"
                      : "two dimensions have indices of their own";
    return false;
  }
  dim = static_cast<unsigned>(dims.find_first());
  int64_t length = 1;
  for (size_t other = 0; other < shape.size(); ++other) {
    length *= other == dim || form.coeff[other].isZero() ? 1 : shape[other];
  }
  if (length == 1) {
    why = "a row would be a single element";
  }
  return length > 1;
}

/// The strides of one row, with the extents.
static std::vector<std::pair<Poly, int64_t>> stepsInRow(const RowForm &form,
                                                        ArrayRef<int64_t> shape, unsigned rowDim) {
  std::vector<std::pair<Poly, int64_t>> steps;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (dim != rowDim) {
      steps.emplace_back(form.coeff[dim], shape[dim]);
    }
  }
  return steps;
}

/// The box of the rows: bounds from the mask, dimensions that repeat once.
bool AccessAnalysis::makeRowPiece(const RowForm &form, const Bounds &bounds, bool dropRepeats,
                                  AccessPlan &plan) {
  PlanPiece piece;
  piece.base = form.base;
  size_t real = 0;
  for (size_t dim = 0; dim < plan.shape.size(); ++dim) {
    int64_t extent = plan.shape[dim];
    auto [lower, upper] = clipped(bounds, dim, extent);
    bool isRow = dim == plan.rows->dim;
    real += extent > 1 && (isRow || !form.coeff[dim].isZero());
    if (dropRepeats && extent > 1 && !isRow && form.coeff[dim].isZero()) {
      // One element stands for all; it is needed if any lane is in the box.
      bool whole = lower.isZero() && upper == Poly(extent);
      plan.select |= !whole;
      plan.shape[dim] = 1;
      upper = whole ? Poly(1) : m_scalars.ifNegative(lower - upper, Poly(1), Poly(0));
      lower = Poly(0);
    }
    if (form.coeff[dim].bad || lower.bad || upper.bad) {
      plan.reason = "bounds are too large";
      return false;
    }
    piece.strides.push_back(form.coeff[dim]);
    piece.lower.push_back(lower);
    piece.upper.push_back(upper);
  }
  if (piece.base.bad ||
      (m_context.device && real > static_cast<size_t>(m_context.device->fi.maxRank))) {
    plan.reason = "more dimensions than a descriptor holds";
    return false;
  }
  plan.pieces = {std::move(piece)};
  return true;
}

bool AccessAnalysis::planRows(Value pointer, Value mask, bool store, AccessPlan &plan,
                              std::string &why) {
  auto type = cast<RankedTensorType>(pointer.getType());
  ArrayRef<int64_t> shape = type.getShape();
  RowForm form = m_rows.formOf(pointer);
  if (!form.known) {
    why = form.why;
    return false;
  }
  RowList rows;
  if (!rowDimension(form, shape, rows.dim, why)) {
    return false;
  }
  if (store) {
    // Lanes of one address are stored in row-major order, which is row by row only if rows are
    // outermost.
    if (llvm::any_of(shape.take_front(rows.dim), [](int64_t extent) { return extent != 1; })) {
      why = "rows are not the outermost dimension of the store";
      return false;
    }
    if (!elementsDiffer(stepsInRow(form, shape, rows.dim), bytesOf(pointeeOf(type)))) {
      why = "elements of a row may share an address";
      return false;
    }
  }
  Bounds bounds(shape.size());
  if (mask && !sortMask(mask, shape, bounds, rows, why)) {
    return false;
  }
  rows.terms = form.terms;
  AccessPlan made = plan;
  made.rows = std::move(rows);
  made.tile = made.shape;
  if (!makeRowPiece(form, bounds, /*dropRepeats=*/!store, made)) {
    why = made.reason;
    return false;
  }
  made.rung = Rung::Rows;
  made.arg = form.arg >= 0 ? form.arg : plan.arg;
  plan = std::move(made);
  return true;
}

int64_t AccessAnalysis::alignmentOf(const AccessPlan &plan) const {
  int64_t granule = m_context.device ? m_context.device->fi.granule : 1, divisor = granule;
  for (const PlanPiece &piece : plan.pieces) {
    divisor = std::gcd(divisor, m_scalars.divisorOf(piece.base));
    for (auto [dim, stride] : llvm::enumerate(piece.strides)) {
      bool inner = dim + 1 == piece.strides.size();
      divisor = inner ? divisor : std::gcd(divisor, m_scalars.divisorOf(stride));
    }
  }
  if (plan.rows) {
    for (const RowTerm &term : plan.rows->terms) {
      divisor = std::gcd(divisor, m_scalars.divisorOf(term.scale));
    }
  }
  return plan.pieces.empty() ? 0 : divisor;
}

std::string AccessAnalysis::descriptorOf(const AccessPlan &plan) const {
  auto text = [](const Poly &poly) {
    return poly.isConstant() ? std::to_string(poly.constant()) : std::string("?");
  };
  if (plan.boxed) {
    return "box of " + std::to_string(plan.boxed->elements) + " elements, indexed in local memory";
  }
  if (plan.pieces.empty() || plan.pieces.front().strides.empty()) {
    return "";
  }
  std::string shape, strides;
  for (auto [dim, extent] : llvm::enumerate(plan.shape)) {
    shape += (dim ? " x " : "") + std::to_string(extent);
    bool listed = plan.rows && plan.rows->dim == dim;
    strides += (dim ? ", " : "") + (listed ? "list" : text(plan.pieces.front().strides[dim]));
  }
  std::string count = std::to_string(plan.pieces.size());
  std::string kind = plan.rows                ? "rows of "
                     : plan.pieces.size() > 1 ? count + " boxes of "
                                              : "box ";
  return kind + shape + ", strides " + strides;
}

} // namespace charonia::tile
