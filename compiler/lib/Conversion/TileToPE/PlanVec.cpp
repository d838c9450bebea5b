// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a group's plan says, as attribute and as words.
#include "PlanVec.h"

#include "charonia/Target/TileProgram.h"

using namespace mlir;

namespace charonia::pe {

std::string lineText(Operation *op) {
  std::vector<program::SourceFrame> frames = compiler::sourceFramesOf(op->getLoc());
  return frames.empty() ? "" : " (line " + std::to_string(frames.back().line) + ")";
}

/// "sum", "maximum" and so on by what the region of a reduction does.
static StringRef wordFor(Operation *reduction) {
  if (reduction->getNumResults() != 1) {
    return "reduction";
  }
  Operation &first = reduction->getRegion(0).front().front();
  return llvm::TypeSwitch<Operation *, StringRef>(&first)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return "sum"; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return "product"; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp, arith::MaxUIOp>(
          [](auto) { return "maximum"; })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp, arith::MinUIOp>(
          [](auto) { return "minimum"; })
      .Default([](Operation *) { return "reduction"; });
}

/// What a pass waits for: "the row's sum (line 12)".
static std::string waitText(Operation *op) {
  std::string text;
  if (auto reduce = dyn_cast_if_present<tile::ReduceOp>(op)) {
    auto tile = cast<RankedTensorType>(reduce->getOperand(0).getType());
    bool inner = llvm::all_of(tile.getShape().drop_front(reduce.getAxis() + 1),
                              [](int64_t extent) { return extent == 1; });
    text = (inner ? "the row's " : "the columns' ") + wordFor(op).str();
  } else {
    text = "values of another shape";
  }
  return op ? text + lineText(op) : text;
}

static std::string reasonOf(const GroupPlan &group, const arch::DeviceModel &device) {
  std::string reason;
  auto say = [&](const std::string &text) { reason += (reason.empty() ? "" : "; ") + text; };
  for (size_t p = 1; p < group.plan.passes.size(); ++p) {
    if (uint32_t waits = group.plan.waitsFor[p]; waits != program::kNone) {
      say("pass " + std::to_string(p + 1) + " needs " + waitText(group.origin[waits]));
    }
  }
  if (group.plan.live > program::vectorBound(device.vector)) {
    say(std::to_string(group.plan.live) + " live values exceed " +
        std::to_string(program::vectorBound(device.vector)));
  }
  return reason;
}

static void record(VecGroupOp group, const GroupPlan &made) {
  const program::VectorPlan &plan = made.plan;
  Builder builder(group.getContext());
  SmallVector<int32_t> live, lmul;
  for (const program::VectorPass &pass : plan.passes) {
    live.push_back(pass.live);
    lmul.push_back(pass.lmul);
  }
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI64IntegerAttr(value));
  };
  group->setAttr(
      kPlanAttr,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("live", builder.getDenseI32ArrayAttr(live)),
           builder.getNamedAttr("lmul", builder.getDenseI32ArrayAttr(lmul)),
           number("passes", static_cast<int64_t>(plan.passes.size())),
           number("cycles", static_cast<int64_t>(made.cycles)), number("reread", plan.rereadBytes),
           number("spilled", plan.spilledBytes), number("scratch", plan.scratchBytes)}));
}

static void tell(VecGroupOp group, const GroupPlan &made, const arch::DeviceModel &device,
                 compiler::PassContext &context) {
  const program::VectorPlan &plan = made.plan;
  int64_t ops = llvm::count_if(group.getBody().front().without_terminator(), [](Operation &op) {
    return !isa<tile::SplatOp, tile::BroadcastOp, tile::ReshapeOp>(op) &&
           !matchPattern(&op, m_Constant());
  });
  if (ops == 0) {
    return; // moves a tile
  }
  auto count = [](size_t n, StringRef one, StringRef many) {
    return std::to_string(n) + " " + (n == 1 ? one : many).str();
  };
  std::string message = count(static_cast<size_t>(ops), "operation", "operations") + " in " +
                        count(plan.passes.size(), "pass", "passes") + ", " +
                        count(static_cast<size_t>(plan.live), "live vector", "live vectors") +
                        ", LMUL " + std::to_string(plan.lmul);
  context.remarks.add("tile-to-pe", "vec-group", group, message, reasonOf(made, device),
                      {{"ops", static_cast<double>(ops)},
                       {"passes", static_cast<double>(plan.passes.size())},
                       {"live", static_cast<double>(plan.live)},
                       {"lmul", static_cast<double>(plan.lmul)},
                       {"cycles", static_cast<double>(made.cycles)},
                       {"bytes read again", static_cast<double>(plan.rereadBytes)},
                       {"bytes spilled", static_cast<double>(plan.spilledBytes)}});
}

/// Says of every part that goes into a tile whether the whole tile is written for it.
static void tellInserts(VecGroupOp group, const GroupPlan &made, compiler::PassContext &context) {
  const program::TileProgram &tile = made.tile();
  auto bytesOf = [&](program::TileId id) {
    const program::TileValue &value = tile.values[id];
    return static_cast<double>(value.elements() *
                               static_cast<int64_t>(numerics::byteSize(value.type)));
  };
  for (auto [index, inst] : llvm::enumerate(tile.insts)) {
    Operation *op = made.origin[index];
    if (op && inst.op == program::TileOp::StoreSlice) {
      context.remarks.add(
          "tile-to-pe", "insert-in-place", op, "only the part is stored, where the tile lies", "",
          {{"bytes", bytesOf(inst.operands[0])}, {"bytes of the tile", bytesOf(inst.results[0])}});
    } else if (op && inst.op == program::TileOp::SliceInsert) {
      const bool yields = op->hasOneUse() && isa<YieldOp>(*op->user_begin());
      context.remarks.add(
          "tile-to-pe", "insert-copied", op, "the whole tile is written",
          yields && group.getNumResults() == 0 ? "what it goes into lies in another buffer"
                                               : "other work takes the new tile at once",
          {{"bytes", bytesOf(inst.operands[1])}, {"bytes of the tile", bytesOf(inst.results[0])}});
    }
  }
}

void planGroups(ProgramOp program, const arch::DeviceModel &device,
                compiler::PassContext &context) {
  program.walk([&](VecGroupOp group) {
    if (auto made = planGroup(group, device); succeeded(made)) {
      record(group, *made);
      tell(group, *made, device, context);
      tellInserts(group, *made, context);
    }
  });
}

} // namespace charonia::pe
