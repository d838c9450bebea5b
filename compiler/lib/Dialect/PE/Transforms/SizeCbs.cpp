// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes pe-size-cbs (depths), pe-expand and pe-check-live, which ask the token machine.
#include "Tokens.h"

#include "charonia/Dialect/PE/Transforms/Passes.h"
#include "charonia/Scheduling/Sizing.h"
#include "charonia/Support/IdentityLoc.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_PESIZECBS
#define GEN_PASS_DEF_PEEXPAND
#define GEN_PASS_DEF_PECHECKLIVE
#include "charonia/Dialect/PE/Transforms/Passes.h.inc"

namespace {

int64_t budgetOf(ProgramOp program, const arch::DeviceModel &device) {
  return device.ls.bytes - device.ls.reservedBytes - scratchBytesOf(program, device);
}

constexpr size_t kShownBuffers = 12;

/// The buffers in local memory, largest first.
SmallVector<CbAllocOp> buffersBySize(ProgramOp program, const arch::DeviceModel &device) {
  SmallVector<CbAllocOp> allocs;
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    if (alloc.getSpace() == Space::Ls) {
      allocs.push_back(alloc);
    }
  }
  llvm::sort(allocs, [&](CbAllocOp a, CbAllocOp b) {
    int64_t left = slotBytesOf(a, device) * a.getDepth(),
            right = slotBytesOf(b, device) * b.getDepth();
    return left != right ? left > right : a->isBeforeInBlock(b);
  });
  return allocs;
}

/// The shape and type of a buffer's tile: "[128, 64] f16".
std::string tileText(CbAllocOp alloc) {
  RankedTensorType tile = alloc.getTile();
  std::string text = "[";
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(tile.getShape(), out);
  out << "] " << tile.getElementType();
  return text;
}

LogicalResult reportOverflow(ProgramOp program, int64_t bytes, const arch::DeviceModel &device) {
  int64_t available = device.ls.bytes - device.ls.reservedBytes;
  int64_t scratch = scratchBytesOf(program, device), needed = bytes + scratch;
  SmallVector<CbAllocOp> allocs = buffersBySize(program, device);
  // Where the largest tile is made is where a smaller block helps most.
  Location place = program.getLoc();
  if (!allocs.empty() && !compiler::sourceFramesOf(allocs.front().getLoc()).empty()) {
    place = allocs.front().getLoc();
  }
  int64_t parts = std::max<int64_t>(2, (needed + available - 1) / std::max<int64_t>(1, available));
  InFlightDiagnostic error = emitError(place)
                             << "KC0301: the tiles of this kernel need " << needed
                             << " bytes of local memory, but a PE has " << available
                             << "; use blocks with at most 1/" << llvm::PowerOf2Ceil(parts)
                             << " of the elements. Bytes per circular buffer, largest first:";
  int64_t others = 0;
  for (size_t i = 0; i < allocs.size(); ++i) {
    int64_t slot = slotBytesOf(allocs[i], device), total = slot * allocs[i].getDepth();
    if (i >= kShownBuffers) {
      others += total;
      continue;
    }
    error.attachNote(allocs[i].getLoc())
        << llvm::formatv("'{0}', {1}: {2} B = {3} x {4} B", allocs[i].getName(),
                         tileText(allocs[i]), total, allocs[i].getDepth(), slot)
               .str();
  }
  if (others != 0) {
    error.attachNote(place) << allocs.size() - kShownBuffers << " more: " << others << " B";
  }
  if (scratch != 0) {
    error.attachNote(place) << "intermediate values of vector groups: " << scratch << " B";
  }
  return error;
}

LogicalResult reportDeadlock(ProgramOp program, const Tokens &tokens,
                             const std::vector<scheduling::Blocked> &blocked) {
  InFlightDiagnostic error = program.emitError("KC0304: the program blocks for ever");
  for (const scheduling::Blocked &entry : blocked) {
    Operation *op = entry.source < tokens.commands.size() ? tokens.commands[entry.source]
                                                          : program.getOperation();
    std::string why = "a queue that does not move";
    if (entry.buffer != ~0u) {
      why = (entry.forSpace ? "room in '" : "a tile in '") +
            tokens.program.buffers[entry.buffer].name + "'";
    }
    error.attachNote(op->getLoc()) << describe(op) << " waits for " << why;
  }
  return error;
}

//===-- pe-size-cbs
//-----------------------------------------------------------------------------===//

class Sizer {
public:
  Sizer(ProgramOp program, compiler::PassContext &context)
      : m_program(program), m_context(context), m_device(*context.device) {}

  LogicalResult run() {
    UnrollOptions options;
    Tokens tokens = unroll(m_program, m_device, options);
    int64_t budget = budgetOf(m_program, m_device);
    if (m_context.options.cbDepth > 0) {
      fixed(tokens, budget);
      return success();
    }
    scheduling::SizingResult result = scheduling::sizeBuffers(tokens.program, budget);
    for (auto [alloc, depth] : llvm::zip(tokens.buffers, result.depths)) {
      alloc.setDepth(depth);
    }
    if (!result.live) {
      return reportDeadlock(m_program, tokens, result.blocked);
    }
    if (!result.fits) {
      return reportOverflow(m_program, result.bytes, m_device);
    }
    addSlack(tokens, budget);
    remark(tokens, result);
    return success();
  }

private:
  /// Slots that keep the matrix engine or a core fed while a load of a loop takes as long as the
  /// path to memory: one in use, one arriving, and those that the latency covers. More commands
  /// than a queue holds cannot be under way.
  int64_t slotsInFlight(CbAllocOp alloc) {
    int64_t slots = 0;
    for (Operation *user : alloc->getUsers()) {
      if (isa<FiLoadOp>(user) && user->getParentOfType<scf::ForOp>()) {
        CommandCost cost = costOf(user, m_device);
        int64_t covered = (cost.latency + cost.busy - 1) / std::max<int64_t>(1, cost.busy);
        slots = std::max(slots, std::min<int64_t>(2 + covered, m_device.cp.queueDepth));
      }
    }
    return alloc.getProducer() == Unit::FiRead ? slots : 0;
  }

  /// Loads in loops share the memory system with all other PEs, so their latency varies: where
  /// local memory is left, they get enough slots to ride over that, each buffer in turn.
  void addSlack(Tokens &tokens, int64_t budget) {
    int64_t bytes = 0;
    std::vector<int64_t> wanted;
    for (auto [alloc, model] : llvm::zip(tokens.buffers, tokens.program.buffers)) {
      bytes += static_cast<int64_t>(alloc.getDepth()) * model.slotBytes;
      wanted.push_back(slotsInFlight(alloc));
    }
    int64_t most = wanted.empty() ? 0 : *llvm::max_element(wanted);
    for (int64_t depth = 2; depth <= most; ++depth) {
      for (auto [alloc, model, slots] : llvm::zip(tokens.buffers, tokens.program.buffers, wanted)) {
        if (depth <= slots && static_cast<int64_t>(alloc.getDepth()) < depth &&
            bytes + model.slotBytes <= budget) {
          alloc.setDepth(static_cast<int32_t>(depth));
          bytes += model.slotBytes;
        }
      }
    }
  }

  /// The same depth everywhere, as far as it fits.
  void fixed(Tokens &tokens, int64_t budget) {
    int64_t bytes = 0;
    for (CbAllocOp alloc : tokens.buffers) {
      bytes += alloc.getSpace() == Space::Ls ? slotBytesOf(alloc, m_device) : 0;
    }
    for (auto [index, alloc] : llvm::enumerate(tokens.buffers)) {
      int64_t slot = tokens.program.buffers[index].slotBytes;
      int32_t depth = 1,
              most = std::min(m_context.options.cbDepth, tokens.program.buffers[index].maxDepth);
      while (!alloc.getResident() && depth < most && bytes + slot <= budget) {
        depth += 1;
        bytes += slot;
      }
      alloc.setDepth(depth);
    }
  }

  void remark(const Tokens &tokens, const scheduling::SizingResult &result) {
    for (const scheduling::SizingStep &step : result.log) {
      static constexpr const char *kWhy[] = {
          "needed for progress", "its room was on the critical path",
          "together with another buffer its room was on the critical path",
          "the last slot gained nothing"};
      CbAllocOp alloc = tokens.buffers[step.buffer];
      m_context.remarks.add("pe-size-cbs", "cb-depth", alloc,
                            ("'" + alloc.getName() + "' gets depth " + Twine(step.depth)).str(),
                            kWhy[static_cast<int>(step.why)],
                            {{"cycles", static_cast<double>(step.makespan)},
                             {"bytes", static_cast<double>(step.bytes)}});
    }
    m_context.remarks.add("pe-size-cbs", "cb-depth", m_program, "depths chosen",
                          "token machine with estimated durations",
                          {{"cycles_at_floor", static_cast<double>(result.floorMakespan)},
                           {"cycles", static_cast<double>(result.makespan)},
                           {"bytes", static_cast<double>(result.bytes)}});
  }

  ProgramOp m_program;
  compiler::PassContext &m_context;
  const arch::DeviceModel &m_device;
};

struct SizeCbsPass : impl::PeSizeCbsBase<SizeCbsPass> {
  explicit SizeCbsPass(compiler::PassContext *context) : m_context(context) {}
  SizeCbsPass(const SizeCbsPass &other)
      : impl::PeSizeCbsBase<SizeCbsPass>(other), m_context(other.m_context) {}
  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](ProgramOp program) {
      if (!context.device) {
        program.emitError("no hardware description is known");
        signalPassFailure();
      } else if (failed(Sizer(program, context).run())) {
        signalPassFailure();
      }
    });
  }
  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

//===-- pe-expand
//-------------------------------------------------------------------------------===//

struct ExpandPass : impl::PeExpandBase<ExpandPass> {
  explicit ExpandPass(compiler::PassContext *context) : m_context(context) {}
  ExpandPass(const ExpandPass &other)
      : impl::PeExpandBase<ExpandPass>(other), m_context(other.m_context) {}
  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->getParentOfType<ProgramOp>()) {
        context.remarks.add(
            "pe-expand", "expand", loop, "loop left as it is",
            "its commands are ordered within one iteration; overlap comes from buffer depth");
      }
    });
    markAllAnalysesPreserved();
  }
  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

//===-- pe-check-live
//---------------------------------------------------------------------------===//

struct CheckLivePass : impl::PeCheckLiveBase<CheckLivePass> {
  explicit CheckLivePass(compiler::PassContext *context) : m_context(context) {}
  CheckLivePass(const CheckLivePass &other)
      : impl::PeCheckLiveBase<CheckLivePass>(other), m_context(other.m_context) {}
  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    getOperation().walk([&](ProgramOp program) {
      if (!context.device || failed(check(program, *context.device))) {
        signalPassFailure();
      }
    });
    markAllAnalysesPreserved();
  }

  static LogicalResult check(ProgramOp program, const arch::DeviceModel &device) {
    int32_t deepest = 1;
    for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
      deepest = std::max(deepest, static_cast<int32_t>(alloc.getDepth()));
    }
    UnrollOptions options;
    options.timed = false;
    options.pidRounds = deepest + 2;
    options.innerTrips = deepest + 2;
    options.outerTrips = 2;
    options.maxSteps = 20000;
    Tokens tokens = unroll(program, device, options);
    scheduling::Evaluation result = scheduling::evaluate(tokens.program);
    return result.live ? success() : reportDeadlock(program, tokens, result.blocked);
  }
  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createPeSizeCbsPass(compiler::PassContext *context) {
  return std::make_unique<SizeCbsPass>(context);
}
std::unique_ptr<Pass> createPeExpandPass(compiler::PassContext *context) {
  return std::make_unique<ExpandPass>(context);
}
std::unique_ptr<Pass> createPeCheckLivePass(compiler::PassContext *context) {
  return std::make_unique<CheckLivePass>(context);
}

} // namespace charonia::pe
