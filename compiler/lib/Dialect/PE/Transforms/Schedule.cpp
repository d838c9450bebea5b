// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass pe-schedule: the order in which commands are issued within a block.
#include "FullBlocks.h"
#include "Tokens.h"

#include "charonia/Dialect/PE/Effects.h"
#include "charonia/Dialect/PE/Transforms/Passes.h"

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_PESCHEDULE
#include "charonia/Dialect/PE/Transforms/Passes.h.inc"

namespace {

using Ops = SmallVector<Operation *>;

/// Nothing moves across these: they order everything, or have commands inside.
bool isFence(Operation *op) {
  bool control = op->getNumRegions() != 0 && !isa<VecGroupOp, SeComputeOp>(op);
  bool scalarEffect = !isa<CommandOpInterface>(op) && !accessesOf(op).empty();
  return control || scalarEffect || isa<WaitUnitOp, BarrierOp, CbAllocOp>(op) ||
         op->hasTrait<OpTrait::IsTerminator>();
}

/// Producers of tiles first, so that what is far from the end of the chain starts early.
int priorityOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, int>(op)
      .Case([](FiLoadOp) { return 1; })
      .Case([](MluMoveOp) { return 2; })
      .Case([](DpeMmaOp) { return 3; })
      .Case<ReDrainOp, ReReduceOp, SeComputeOp, CbUpdateOp>([](auto) { return 4; })
      .Case([](VecGroupOp) { return 5; })
      .Case([](FiStoreOp) { return 6; })
      .Default([](Operation *) { return 0; });
}

/// True if `later` has to stay behind `earlier`.
bool depends(Operation *earlier, Operation *later) {
  if (llvm::any_of(later->getOperands(),
                   [&](Value value) { return value.getDefiningOp() == earlier; })) {
    return true;
  }
  auto a = dyn_cast<CommandOpInterface>(earlier), b = dyn_cast<CommandOpInterface>(later);
  if (!a || !b) {
    return false;
  }
  auto touches = [](CommandOpInterface op, Value cb, bool write) {
    return llvm::is_contained(op.getCbWrites(), cb) ||
           (!write && llvm::is_contained(op.getCbReads(), cb));
  };
  bool sameUnit = a.getCommandUnit() == b.getCommandUnit();
  for (Value cb : llvm::concat<Value>(SmallVector<Value>(a.getCbReads()),
                                      SmallVector<Value>(a.getCbWrites()))) {
    bool writes = touches(a, cb, true) || touches(b, cb, true);
    if (touches(b, cb, false) && (writes || sameUnit)) {
      return true;
    }
  }
  return ordered(accessesOf(earlier), accessesOf(later));
}

/// The order of a run of operations without a fence: by priority as soon as what they depend on is
/// placed.
Ops scheduled(const Ops &run) {
  SmallVector<SmallVector<unsigned>> after(run.size());
  SmallVector<unsigned> waiting(run.size(), 0);
  for (unsigned later = 0; later < run.size(); ++later) {
    for (unsigned earlier = 0; earlier < later; ++earlier) {
      if (depends(run[earlier], run[later])) {
        after[earlier].push_back(later);
        waiting[later] += 1;
      }
    }
  }
  Ops order;
  SmallVector<bool> placed(run.size(), false);
  while (order.size() < run.size()) {
    unsigned best = run.size();
    for (unsigned i = 0; i < run.size(); ++i) {
      if (!placed[i] && waiting[i] == 0 &&
          (best == run.size() || priorityOf(run[i]) < priorityOf(run[best]))) {
        best = i;
      }
    }
    placed[best] = true;
    order.push_back(run[best]);
    for (unsigned later : after[best]) {
      waiting[later] -= 1;
    }
  }
  return order;
}

Ops scheduledBlock(Block &block) {
  Ops order, run;
  for (Operation &op : block) {
    if (!isFence(&op)) {
      run.push_back(&op);
      continue;
    }
    llvm::append_range(order, scheduled(run));
    run.clear();
    order.push_back(&op);
  }
  return order;
}

void arrange(Block &block, const Ops &order) {
  for (Operation *op : order) {
    op->moveBefore(&block, block.end());
  }
}

struct SchedulePass : impl::PeScheduleBase<SchedulePass> {
  explicit SchedulePass(compiler::PassContext *context) : m_context(context) {}
  SchedulePass(const SchedulePass &other)
      : impl::PeScheduleBase<SchedulePass>(other), m_context(other.m_context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](ProgramOp program) {
      if (!context.device) {
        program.emitError("no hardware description is known");
        return signalPassFailure();
      }
      markBroadcasts(program, *context.device, context);
      schedule(program, context);
      splitFullBlocks(program, *context.device, context);
    });
  }

  /// Cycles with depth 2 everywhere, which is what sizing will afford where it matters.
  static int64_t cycles(ProgramOp program, const arch::DeviceModel &device) {
    Tokens tokens = unroll(program, device, {});
    for (scheduling::BufferModel &buffer : tokens.program.buffers) {
      buffer.depth = buffer.resident ? 1 : std::min(2, buffer.maxDepth);
    }
    scheduling::Evaluation result = scheduling::evaluate(tokens.program);
    return result.live ? result.makespan : std::numeric_limits<int64_t>::max();
  }

  static void schedule(ProgramOp program, compiler::PassContext &context) {
    SmallVector<Block *> blocks;
    program.walk([&](Operation *op) {
      if (isa<PidLoopOp, scf::ForOp, scf::IfOp, scf::WhileOp>(op)) {
        for (Region &region : op->getRegions()) {
          for (Block &block : region) {
            blocks.push_back(&block);
          }
        }
      }
    });
    int64_t before = cycles(program, *context.device), first = before;
    unsigned changed = 0;
    for (Block *block : blocks) {
      Ops old;
      for (Operation &op : *block) {
        old.push_back(&op);
      }
      Ops order = scheduledBlock(*block);
      if (order == old) {
        continue;
      }
      arrange(*block, order);
      int64_t after = cycles(program, *context.device);
      if (after > before) {
        arrange(*block, old);
        continue;
      }
      before = after;
      changed += 1;
    }
    context.remarks.add("pe-schedule", "schedule", program,
                        changed ? "commands reordered" : "program order kept",
                        "token machine with estimated durations",
                        {{"blocks_changed", static_cast<double>(changed)},
                         {"cycles_before", static_cast<double>(first)},
                         {"cycles", static_cast<double>(before)}});
  }

  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createPeSchedulePass(compiler::PassContext *context) {
  return std::make_unique<SchedulePass>(context);
}

} // namespace charonia::pe
