// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-map-units: units by the table UnitTable.def, for each loop as a whole.
#include "SplitDots.h"
#include "UnitCosts.h"
#include "UnitPlan.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILEMAPUNITS
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

/// Whether results must be exact: the policy that a kernel carries, else that of the options.
bool isStrict(KernelOp kernel, const compiler::PassContext &context) {
  auto policy = kernel->getAttrOfType<StringAttr>(kPolicyAttr);
  return (policy ? policy.getValue() : StringRef(context.options.policy)) == "strict";
}

/// Places the operations of one kernel.
class KernelPlacer {
public:
  KernelPlacer(KernelOp kernel, compiler::PassContext &context)
      : m_kernel(kernel), m_context(context), m_strict(isStrict(kernel, context)) {}

  void run() {
    std::optional<UnitPlan> plan;
    if (m_context.device) {
      plan.emplace(m_kernel, m_strict, m_context);
      plan->run();
      splitDots(*plan);
    }
    m_kernel->walk([&](Operation *op) {
      if (op == m_kernel || isUnplaced(op)) {
        return;
      }
      const UnitDecision *decision = plan ? plan->decisionFor(op) : nullptr;
      if (decision) {
        place(op, *decision);
      } else if (auto rows = rowsFor(op, m_context.device.get(), m_strict); !rows.empty()) {
        place(op, {rows.front(), {}});
      }
    });
  }

private:
  /// Products of fp32 matrices for which the matrix engine was chosen become products of parts.
  void splitDots(UnitPlan &plan) {
    SmallVector<DotOp> wide;
    m_kernel->walk([&](DotOp dot) {
      const UnitDecision *decision = plan.decisionFor(dot);
      if (decision && decision->row->unit == Unit::Dpe && isSplitDot(dot, m_context.device.get())) {
        wide.push_back(dot);
      }
    });
    DotSplitter splitter(m_context);
    for (DotOp dot : wide) {
      const unsigned parts = partsOf(dot);
      const arch::DeviceModel &device = *m_context.device;
      const SplitCycles cycles = splitCycles(dot, parts, device);
      const double alone = *unitCycles(dot, Unit::Vec, device);
      std::string reason = llvm::formatv(
          "{0} products of bf16 parts meet the precision that it asks for, {1}{2}; with operands "
          "cast to bf16 or fp16 it would take about {3} cycles a tile, without a cut on vec",
          productsOf(parts).size(), stringifyPrecision(dot.getPrecision()),
          plan.decisionFor(dot)->note, static_cast<int64_t>(*unitCycles(dot, Unit::Dpe, device)));
      plan.forget(dot);
      DotOp last = splitter.split(dot);
      m_context.remarks.add(
          "tile-map-units", "split", last, llvm::formatv("dot on dpe in {0} parts of bf16", parts),
          reason,
          {{"dpe", cycles.dpe}, {"vec, cutting", cycles.vecA + cycles.vecB}, {"vec alone", alone}});
    }
    for (PermuteOp permute : splitter.unused()) {
      plan.forget(permute);
      m_context.lineage.erase(compiler::getOpId(permute), "split");
      permute.erase();
    }
  }

  /// Tells what the op costs on its unit and on the others that could do it, and why not on those
  /// that could not: remarks of the kinds "placement" and "placement-refused".
  void remarkCosts(Operation *op, const UnitRow &chosen) {
    if (!m_context.device || !isOnTile(op) || isShape(op)) {
      return;
    }
    const arch::DeviceModel &device = *m_context.device;
    std::vector<std::pair<std::string, double>> costs;
    auto cyclesOn = [&](Unit unit) {
      return std::pair(stringifyUnit(unit).str(), unitCycles(op, unit, device).value_or(0));
    };
    llvm::SmallVector<Unit> seen;
    auto add = [&](Unit unit) {
      if (!llvm::is_contained(seen, unit)) {
        seen.push_back(unit);
        costs.push_back(cyclesOn(unit));
      }
    };
    add(chosen.unit);
    for (const UnitRow *row : rowsFor(op, &device, m_strict)) {
      add(row->unit);
    }
    for (const RefusedUnit &refused : refusedUnits(op, device, m_strict)) {
      m_context.remarks.add("tile-map-units", "placement-refused", op,
                            "not on " + stringifyUnit(refused.unit).str(), refused.reason,
                            {cyclesOn(refused.unit)});
    }
    if (!isa<LoadOp, StoreOp>(op)) {
      add(Unit::Vec);
    }
    add(Unit::Sca);
    std::string name = op->getName().getStringRef().str();
    m_context.remarks.add("tile-map-units", "placement", op,
                          name + " on " + stringifyUnit(chosen.unit).str(), chosen.reason.str(),
                          costs);
  }

  void place(Operation *op, const UnitDecision &decision) {
    const UnitRow &row = *decision.row;
    op->setAttr(kUnitAttr, UnitAttr::get(op->getContext(), row.unit));
    compiler::PlacementRow placement;
    placement.op = compiler::getOpId(op);
    placement.range = compiler::sourceRangeOf(op->getLoc());
    placement.opName = op->getName().getStringRef().str();
    placement.unit = stringifyUnit(row.unit).str();
    placement.reason = row.reason.str() + decision.note;
    remarkCosts(op, row);
    if (auto dot = dyn_cast<DotOp>(op)) {
      std::string gain = m_context.device && row.unit == Unit::Vec
                             ? gainOfCast(dot, *m_context.device, m_strict)
                             : std::string();
      m_context.remarks.add("tile-map-units", "unit", op, "dot on " + placement.unit,
                            placement.reason + gain);
    }
    m_context.placements.push_back(std::move(placement));
  }

  KernelOp m_kernel;
  compiler::PassContext &m_context;
  bool m_strict;
};

class TileMapUnits : public impl::TileMapUnitsBase<TileMapUnits> {
public:
  TileMapUnits() = default;
  explicit TileMapUnits(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-map-units");
    context.placements.clear();
    getOperation()->walk([&](KernelOp kernel) { KernelPlacer(kernel, context).run(); });
  }

private:
  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileMapUnits(compiler::PassContext *context) {
  return std::make_unique<TileMapUnits>(context);
}

} // namespace charonia::tile
