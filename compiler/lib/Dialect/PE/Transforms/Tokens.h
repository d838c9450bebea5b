// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `pe.program` unrolled for a few rounds in the terms of the token machine.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Scheduling/Evaluator.h"
#include "charonia/Support/PassContext.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::pe {

/// How far to unroll.
struct UnrollOptions {
  int64_t pidRounds = 3;   ///< rounds of the loop over program ids
  int64_t innerTrips = 12; ///< at most, of a loop without loops inside
  int64_t outerTrips = 3;  ///< at most, of other loops
  size_t maxSteps = 6000;  ///< stops unrolling further rounds beyond this
  bool timed = true;       ///< false: every command takes one cycle
};

/// A program for the token machine, and what its numbers stand for.
struct Tokens {
  scheduling::TokenProgram program;
  std::vector<CbAllocOp> buffers;          ///< by buffer number
  std::vector<mlir::Operation *> commands; ///< by source number
};

Tokens unroll(ProgramOp program, const arch::DeviceModel &device, const UnrollOptions &options);

/// Estimated cycles of a command: `busy` that its unit is taken, `latency` until completion after
/// that.
struct CommandCost {
  int64_t busy = 1, latency = 0;
};
CommandCost costOf(mlir::Operation *command, const arch::DeviceModel &device);

/// Bytes of one slot: the tile, rounded up to the alignment; banks for an accumulator.
int64_t slotBytesOf(CbAllocOp alloc, const arch::DeviceModel &device);
int64_t banksOf(CbAllocOp alloc, const arch::DeviceModel &device);

/// Local memory that the largest group needs for values that live from pass to pass.
int64_t scratchBytesOf(VecGroupOp group, const arch::DeviceModel &device);
int64_t scratchBytesOf(ProgramOp program, const arch::DeviceModel &device);

/// Broadcast.cpp: marks the loads in loops that the PEs of a row or column share.
void markBroadcasts(ProgramOp program, const arch::DeviceModel &device,
                    compiler::PassContext &context);

/// "fi.load of 'a'" and so on, for messages.
std::string describe(mlir::Operation *command);

} // namespace charonia::pe
