// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-to-pe: runs the steps of the conversion on the kernel.
#include "Converter.h"
#include "Extents.h"
#include "MergeSteps.h"
#include "PlanVec.h"

#include "charonia/Conversion/TileToPE/Passes.h"

using namespace mlir;

namespace charonia::pe {

#define GEN_PASS_DEF_TILETOPE
#include "charonia/Conversion/TileToPE/Passes.h.inc"

LogicalResult Converter::run() {
  bool mapped = false;
  m_kernel.walk([&](tile::PidLoopOp) { mapped = true; });
  if (!mapped) {
    wrapInPidLoop();
  }
  mergeSteps(m_kernel, m_device, m_context);
  if (failed(convertDots()) || failed(convertCarried())) {
    return failure();
  }
  dropDead();
  chooseSimd();
  if (failed(convertStreams()) || failed(convertCommands())) {
    return failure();
  }
  convertKernel();
  return success();
}

namespace {

struct TileToPePass : impl::TileToPeBase<TileToPePass> {
  explicit TileToPePass(compiler::PassContext *context) : m_context(context) {}
  TileToPePass(const TileToPePass &other)
      : impl::TileToPeBase<TileToPePass>(other), m_context(other.m_context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    SmallVector<tile::KernelOp> kernels(getOperation().getOps<tile::KernelOp>());
    for (tile::KernelOp kernel : kernels) {
      if (!context.device) {
        kernel.emitError("no hardware description is known");
        return signalPassFailure();
      }
      if (failed(Converter(kernel, *context.device, context).run())) {
        return signalPassFailure();
      }
    }
    for (ProgramOp program : getOperation().getOps<ProgramOp>()) {
      shrinkCommands(program, context);
      if (context.device) {
        planGroups(program, *context.device, context);
      }
    }
  }

  compiler::PassContext *m_context;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileToPePass(compiler::PassContext *context) {
  return std::make_unique<TileToPePass>(context);
}

} // namespace charonia::pe
