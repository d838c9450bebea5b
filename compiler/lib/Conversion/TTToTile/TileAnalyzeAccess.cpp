// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-analyze-access: what the access analysis found, as attributes and rows.
#include "LoadReuse.h"

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/compiler/MappingSummary.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILEANALYZEACCESS
#include "charonia/Conversion/TTToTile/Passes.h.inc"

namespace {

class TileAnalyzeAccess : public impl::TileAnalyzeAccessBase<TileAnalyzeAccess> {
public:
  TileAnalyzeAccess() = default;
  explicit TileAnalyzeAccess(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-analyze-access");
    context.accesses.clear();
    getOperation()->walk([&](tt::FuncOp kernel) {
      if (kernel.isExternal() || !kernel.getBody().hasOneBlock()) {
        return;
      }
      AccessAnalysis analysis(kernel, context);
      LoadReuse reuse(kernel, analysis, context);
      kernel.walk([&](Operation *op) {
        if (auto load = dyn_cast<tt::LoadOp>(op); load && isPlain(load.getPtr())) {
          record(kernel, op, "load", analysis.plan(load), analysis, context);
          if (const SharedLoad *shared = reuse.of(load)) {
            share(load, *shared, analysis, context);
          } else {
            recordCosts(op, analysis.plan(load), context);
          }
        } else if (auto store = dyn_cast<tt::StoreOp>(op); store && isPlain(store.getPtr())) {
          record(kernel, op, "store", analysis.plan(store), analysis, context);
          recordCosts(op, analysis.plan(store), context);
        } else if (isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op)) {
          record(kernel, op, "atomic", analysis.plan(op, op->getOperand(0)), analysis, context);
        }
      });
      for (const RefusedReuse &refused : reuse.refused()) {
        tt::LoadOp load = refused.load;
        context.remarks.add("tile-analyze-access", "reuse-refused", load,
                            "overlaps the load" + lineOf(refused.other) + " and is made again",
                            refused.why);
      }
    });
  }

private:
  /// " of line n"; nothing where no line is known.
  static std::string lineOf(tt::LoadOp load) {
    compiler::SourceRange range = compiler::sourceRangeOf(load->getLoc());
    return range.valid() ? " of line " + std::to_string(range.beginLine) : "";
  }

  /// Says of a load that was recorded what load it is a part of.
  static void share(tt::LoadOp load, const SharedLoad &shared, const AccessAnalysis &analysis,
                    compiler::PassContext &context) {
    compiler::AccessRow &row = context.accesses.back();
    tt::LoadOp first = shared.parts.front().load;
    if (load != first) {
      std::string at;
      for (int64_t offset : shared.partOf(load).offsets) {
        at += (at.empty() ? "" : ", ") + std::to_string(offset);
      }
      row.reason = "shares the load" + lineOf(first);
      row.descriptor = "part from [" + at + "]";
      row.descriptors = 0;
      return;
    }
    AccessPlan whole;
    whole.shape = shared.shape;
    whole.pieces = {shared.piece};
    row.descriptor = analysis.descriptorOf(whole);
    row.alignment = analysis.alignmentOf(whole);
    std::string lines;
    for (const SharedLoad::Part &part : shared.parts) {
      compiler::SourceRange range = compiler::sourceRangeOf(part.load->getLoc());
      lines += (lines.empty() ? "" : ", ") + std::to_string(range.beginLine);
    }
    const double apart = static_cast<double>(shared.bytesApart);
    const double bytes = static_cast<double>(shared.bytes);
    std::vector<std::pair<std::string, double>> numbers = {{"bytes apart", apart},
                                                           {"bytes", bytes}};
    if (context.device) {
      const arch::FabricInterface &fi = context.device->fi;
      double commands = static_cast<double>(shared.parts.size() - 1) * fi.setup;
      numbers.emplace_back("cycles saved", commands + (apart - bytes) / fi.readBytesPerCycle);
    }
    context.remarks.add("tile-analyze-access", "reuse", first,
                        std::to_string(shared.parts.size()) + " loads that overlap are made once",
                        "lines " + lines + ": boxes of one shape, whole steps apart; " +
                            std::to_string(shared.bytesApart) + " bytes of tiles become " +
                            std::to_string(shared.bytes),
                        std::move(numbers));
  }

  /// A pointer or a tensor of pointers, not a block pointer.
  static bool isPlain(Value pointer) {
    auto type = dyn_cast<tt::PointerType>(pointer.getType());
    return !type || type.getPointeeType().isIntOrFloat() ||
           isa<tt::PointerType>(type.getPointeeType());
  }

  /// What the access costs on its rung, and on the others that would be legal.
  static void recordCosts(Operation *op, const AccessPlan &plan, compiler::PassContext &context) {
    std::string text;
    std::vector<std::pair<std::string, double>> numbers;
    for (const AccessCost &cost : plan.costs) {
      text += (text.empty() ? "" : "; ") + cost.text();
      numbers.emplace_back(stringifyRung(cost.rung).str(), cost.cycles);
    }
    if (!numbers.empty()) {
      context.remarks.add("tile-analyze-access", compiler::kAccessCost, op, text, "",
                          std::move(numbers));
    }
  }

  void record(tt::FuncOp kernel, Operation *op, const char *kind, const AccessPlan &plan,
              const AccessAnalysis &analysis, compiler::PassContext &context) {
    op->setAttr("tile.access",
                AccessAttr::get(&getContext(), plan.rung, plan.reason, plan.arg, plan.bytes));
    compiler::AccessRow row;
    row.op = compiler::getOpId(op);
    row.range = compiler::sourceRangeOf(op->getLoc());
    if (plan.arg >= 0) {
      // Behind the arguments are the pointers that lie in structures.
      bool isArgument = static_cast<unsigned>(plan.arg) < kernel.getNumArguments();
      row.argument = isArgument ? compiler::sourceNameOf(kernel.getArgument(plan.arg).getLoc())
                                : context.launch.args[plan.arg].name;
    }
    row.kind = kind;
    row.rung = stringifyRung(plan.rung).str();
    row.reason = plan.reason;
    row.bytesPerTile = plan.bytes;
    row.descriptor = analysis.descriptorOf(plan);
    row.descriptors = static_cast<int64_t>(plan.pieces.size()) + (plan.boxed ? 1 : 0);
    row.alignment = analysis.alignmentOf(plan);
    for (const auto &[rung, why] : plan.better) {
      row.betterRungs.emplace_back(stringifyRung(rung).str(), why);
    }
    if (!plan.checks.empty()) {
      context.remarks.add("tile-analyze-access", "check", op,
                          "the kernel stops if the index of this " + row.kind + " wraps round",
                          "index arithmetic may leave its type as far as ranges tell");
    }
    if (!plan.reason.empty()) {
      context.remarks.add("tile-analyze-access", "access", op,
                          std::string(kind) + " on rung " + row.rung, plan.reason,
                          {{"bytes", static_cast<double>(plan.bytes)}});
    }
    context.accesses.push_back(std::move(row));
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileAnalyzeAccess(compiler::PassContext *context) {
  return std::make_unique<TileAnalyzeAccess>(context);
}

} // namespace charonia::tile
