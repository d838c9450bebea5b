// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of the rungs on which an access may stand, the one that is estimated to take the fewest cycles.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

#include "charonia/Support/MemoryCosts.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace charonia::tile {
namespace {

double classCost(const arch::DeviceModel &device, const char *costClass) {
  auto it = device.scalar.cost.find(costClass);
  return it == device.scalar.cost.end() ? 1.0 : it->second;
}

/// Adds up what the scalar core computes for the polynomials of a plan; what several share, once.
class ScalarWork {
public:
  ScalarWork(const ScalarForms &scalars, const arch::DeviceModel &device)
      : m_scalars(scalars), m_add(classCost(device, "alu")), m_multiply(classCost(device, "mul")),
        m_divide(classCost(device, "div")) {}

  void add(const Poly &poly) {
    for (const auto &[symbols, factor] : poly.terms) {
      if (symbols.empty()) {
        continue; // an immediate
      }
      const size_t products = symbols.size() - (factor == 1 ? 1 : 0);
      cycles += m_add + static_cast<double>(products) * m_multiply;
      for (Symbol symbol : symbols) {
        see(symbol);
      }
    }
  }

  double cycles = 0;

private:
  void see(Symbol symbol) {
    const SymbolInfo &info = m_scalars.info(symbol);
    if (info.kind == SymbolInfo::Kind::Value || !m_seen.insert(symbol).second) {
      return;
    }
    const bool divides =
        info.kind == SymbolInfo::Kind::FloorDiv || info.kind == SymbolInfo::Kind::Mod;
    cycles += divides ? m_divide : m_add;
    add(info.a);
    add(info.b);
    add(info.c);
  }

  const ScalarForms &m_scalars;
  double m_add, m_multiply, m_divide;
  llvm::DenseSet<Symbol> m_seen;
};

/// Cycles of the vector core for one operation on integer tiles; 0 for what is no work.
double operationCycles(Operation *op, RankedTensorType type, const arch::DeviceModel &device) {
  const unsigned bits =
      pointeeOf(type) ? 64 : std::max(8u, type.getElementType().getIntOrFloatBitWidth());
  const auto elements = static_cast<double>(type.getNumElements());
  if (!isa<arith::ArithDialect, tt::TTDialect>(op->getDialect()) || isa<arith::ConstantOp>(op)) {
    return 0;
  }
  if (isa<tt::TTDialect>(op->getDialect()) && !isa<tt::AddPtrOp>(op)) {
    return 0; // views
  }
  const bool divides = isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
  return compiler::integerCycles(elements, bits, divides, device);
}

/// Cycles of the vector core to compute integer tiles from what does not vary. What others take as
/// well is shared between all that take it.
double indexCycles(ArrayRef<Value> values, const arch::DeviceModel &device) {
  constexpr size_t kMostSteps = 1000; // of a walk over all paths
  double cycles = 0;
  SmallVector<std::pair<Value, double>> pending;
  for (Value value : values) {
    pending.emplace_back(value, 1.0);
  }
  for (size_t step = 0; !pending.empty() && step < kMostSteps; ++step) {
    auto [value, share] = pending.pop_back_val();
    Operation *op = value.getDefiningOp();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    const bool isIndex = type && (type.getElementType().isInteger() || pointeeOf(type));
    if (!op || !isIndex || op->getNumRegions() != 0 || isa<tt::LoadOp, tt::SplatOp>(op)) {
      continue;
    }
    const auto uses = std::distance(value.use_begin(), value.use_end());
    share /= static_cast<double>(std::max<std::ptrdiff_t>(1, uses));
    cycles += share * operationCycles(op, type, device);
    for (Value operand : op->getOperands()) {
      pending.emplace_back(operand, share);
    }
  }
  return cycles;
}

/// One dimension of a box.
struct Extent {
  int64_t shape;  ///< of the tile in local memory
  int64_t extent; ///< of the box
  int64_t stride; ///< 0: not known
};

/// Elements of a run without a gap in local memory and in global memory.
int64_t localRun(ArrayRef<Extent> dims, int64_t bytes) {
  int64_t run = 1, local = 1;
  for (const Extent &dim : llvm::reverse(dims)) {
    if (dim.extent > 1 && (dim.stride != run * bytes || local != run)) {
      break;
    }
    run *= dim.extent;
    local *= dim.shape;
  }
  return run;
}

/// Elements of a run without a gap in global memory.
int64_t globalRun(ArrayRef<Extent> dims, int64_t bytes) {
  int64_t run = 1;
  for (size_t round = 0; round < dims.size(); ++round) {
    const Extent *next = llvm::find_if(
        dims, [&](const Extent &dim) { return dim.extent > 1 && dim.stride == run * bytes; });
    if (next == dims.end()) {
      break;
    }
    run *= next->extent;
  }
  return run;
}

std::string grouped(double cycles) {
  // Two digits say enough of an estimate.
  double unit = 1;
  while (cycles / unit >= 100) {
    unit *= 10;
  }
  std::string text = std::to_string(static_cast<int64_t>(std::round(cycles / unit) * unit));
  for (size_t at = text.size(); at > 3; at -= 3) {
    text.insert(at - 3, ",");
  }
  return text;
}

} // namespace

std::string AccessCost::what() const {
  switch (rung) {
  case Rung::Rows:
    return "rows at computed places";
  case Rung::Strided:
  case Rung::Indexed:
    return "a dense box";
  case Rung::Gather:
    return "single elements";
  default:
    return descriptors == 1 ? "one descriptor" : std::to_string(descriptors) + " descriptors";
  }
}

std::string AccessCost::text() const { return what() + " about " + grouped(cycles) + " cycles"; }

/// What the descriptors or the rows of a plan move.
double AccessAnalysis::movedCycles(const AccessPlan &plan, int64_t bytes, bool isStore) const {
  const arch::DeviceModel &device = *m_context.device;
  const PlanPiece &first = plan.pieces.front();
  SmallVector<Extent> dims;
  int64_t lanes = 1, rows = 1;
  for (auto [dim, extent] : llvm::enumerate(plan.shape)) {
    // What the mask leaves of the dimension in all pieces together, as far as ranges tell.
    Wide lower = extent, upper = 0;
    for (const PlanPiece &piece : plan.pieces) {
      lower = std::min(lower, m_scalars.rangeOf(piece.lower[dim]).lo);
      upper = std::max(upper, m_scalars.rangeOf(piece.upper[dim]).hi);
    }
    const auto count = static_cast<int64_t>(std::clamp<Wide>(upper - lower, 1, extent));
    lanes *= count;
    const bool isRow = plan.rows && plan.rows->dim == dim;
    rows = isRow ? count : rows;
    const Poly &stride = first.strides[dim];
    dims.push_back({extent, isRow ? 1 : count, stride.isConstant() ? stride.constant() : 0});
  }
  const auto commands = static_cast<int64_t>(plan.pieces.size());
  compiler::TransferShape shape;
  shape.commands = static_cast<double>(commands);
  shape.indexed = plan.rows.has_value();
  shape.bytes = static_cast<double>(lanes * bytes);
  shape.pieces = static_cast<double>(std::max({lanes / localRun(dims, bytes), rows, commands}));
  shape.rows = static_cast<double>(std::max({lanes / globalRun(dims, bytes), rows, commands}));
  ScalarWork scalar(m_scalars, device);
  for (const PlanPiece &piece : plan.pieces) {
    scalar.add(piece.base);
    for (const std::vector<Poly> *list : {&piece.strides, &piece.lower, &piece.upper}) {
      llvm::for_each(*list, [&](const Poly &poly) { scalar.add(poly); });
    }
  }
  double cycles = compiler::transferCycles(
      shape, isStore ? device.fi.writeBytesPerCycle : device.fi.readBytesPerCycle, scalar.cycles,
      device);
  if (plan.rows) {
    // The vector core computes the list, and the DMA engine waits for it.
    SmallVector<Value> values;
    for (const RowTerm &term : plan.rows->terms) {
      values.push_back(term.value);
    }
    cycles += indexCycles(values, device) + compiler::handoverCycles(device);
  }
  return cycles;
}

double AccessAnalysis::cyclesOf(const AccessPlan &plan, Value pointer, bool isStore) const {
  const int64_t bytes = bytesOf(pointeeOf(pointer.getType()));
  const int64_t elements = plan.bytes / std::max<int64_t>(1, bytes);
  const arch::DeviceModel &device = *m_context.device;
  if (plan.boxed) {
    compiler::TransferShape shape;
    shape.bytes = static_cast<double>(plan.boxed->elements * bytes);
    // Bytes to elements, and where the mask is on; the address falls out against that of the box.
    constexpr double kIndexOperations = 2;
    const double index = kIndexOperations * compiler::integerCycles(static_cast<double>(elements),
                                                                    64, /*divides=*/false, device) +
                         indexCycles(pointer, device);
    // The next box comes while elements are taken from one; it is handed over, and the tile again.
    return std::max(compiler::transferCycles(shape, device.fi.readBytesPerCycle, 0, device),
                    compiler::takingCycles(static_cast<double>(elements), device) + index) +
           2 * compiler::handoverCycles(device);
  }
  return plan.pieces.empty()
             ? compiler::elementCycles(static_cast<double>(elements), isStore, device) +
                   indexCycles(pointer, device)
             : movedCycles(plan, bytes, isStore);
}

/// A worse rung must be estimated to take less than this part of the better one's cycles: estimates
/// leave out what else the units do.
constexpr double kClearlyCheaper = 0.95;

/// `legal`: plans that may be made, the best rung first; of about equals the better is taken.
AccessPlan AccessAnalysis::cheapest(std::vector<AccessPlan> legal, Value pointer,
                                    bool isStore) const {
  if (!m_context.device) {
    return std::move(legal.front());
  }
  std::vector<AccessCost> costs;
  for (const AccessPlan &plan : legal) {
    costs.push_back({plan.rung, static_cast<int64_t>(plan.pieces.size()),
                     std::ceil(cyclesOf(plan, pointer, isStore))});
  }
  size_t chosen = 0;
  for (size_t i = 1; i < costs.size(); ++i) {
    chosen = costs[i].cycles < kClearlyCheaper * costs[chosen].cycles ? i : chosen;
  }
  AccessPlan result = std::move(legal[chosen]);
  for (size_t better = 0; better < chosen; ++better) {
    const std::string why =
        "about " + grouped(costs[better].cycles) + " cycles, " + costs[chosen].text();
    for (auto &[rung, reason] : result.better) {
      if (rung == costs[better].rung) {
        reason = why;
      }
    }
    if (costs[better].rung == Rung::Dma || costs[better].rung == Rung::Wrap) {
      result.reason = costs[better].what() + " would take longer";
    }
  }
  const auto taken = costs.begin() + static_cast<std::ptrdiff_t>(chosen);
  std::rotate(costs.begin(), taken, taken + 1);
  result.costs = std::move(costs);
  return result;
}

/// The rungs in their order, those that are no choice with the condition that fails.
AccessPlan AccessAnalysis::choose(Operation *op, Value pointer, Value mask, AccessPlan box) {
  auto load = dyn_cast<tt::LoadOp>(op);
  if (!isa<RankedTensorType>(pointer.getType()) || m_context.options.scalarRungOnly ||
      (load && load.getIsVolatile()) || box.rung == Rung::Uniform) {
    return box;
  }
  std::vector<AccessPlan> legal;
  AccessPlan apart = start(pointer);
  apart.arg = box.arg;
  apart.reason = box.reason;
  apart.better = {{Rung::Dma, box.reason}};
  if (box.rung == Rung::Wrap) {
    box.better = apart.better;
  }
  if (box.rung != Rung::Gather) {
    legal.push_back(box);
    if (op->hasAttr(kDirectionOfSource)) { // only a descriptor can be read once for several PEs
      return cheapest(std::move(legal), pointer, !load);
    }
  }
  if (box.rung != Rung::Dma) {
    apart.better.push_back({Rung::Wrap, box.reason});
  }
  AccessPlan rows = apart;
  std::string why;
  if (planRows(pointer, mask, /*store=*/!load, rows, why)) {
    rows.select |= load && load.getOther() && !constantPad(load);
    legal.push_back(std::move(rows));
  }
  apart.better.push_back({Rung::Rows, why});
  if (load) {
    AccessPlan taken = apart;
    if (planTaking(load, taken, apart)) {
      legal.push_back(std::move(taken));
    }
  } else {
    apart.better.push_back({Rung::Strided, "stores have no such form"});
    apart.better.push_back({Rung::Indexed, "stores have no such form"});
  }
  legal.push_back(std::move(apart));
  return cheapest(std::move(legal), pointer, !load);
}

} // namespace charonia::tile
