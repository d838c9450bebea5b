// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimated cycles of accesses to global memory from the hardware description: for choosing between
// forms of an access and for schedules. Never correctness; the simulator has its own, finer model.
#pragma once

#include "charonia/arch/DeviceModel.h"

namespace charonia::compiler {

/// Bytes a cycle that one PE gets of the shared memory while all of them ask.
double sramShare(const arch::DeviceModel &device);

/// Cycles from a request to its data where nothing waits, for a PE far from the edge.
double memoryLatency(const arch::DeviceModel &device);

/// Cycles that `pieces` runs of `pieceBytes` each take at a port of `portBytes` a cycle.
double portCycles(double pieces, double pieceBytes, double portBytes);

/// What the commands of one access move together.
struct TransferShape {
  double commands = 1;
  double pieces = 1;    ///< runs without a gap in local memory and in global memory
  double rows = 1;      ///< runs without a gap in global memory
  double bytes = 0;     ///< asked for
  bool indexed = false; ///< the places of the rows come from a list in local memory
};

/// Cycles that the DMA engine, and the core that gives it its commands, are taken by a transfer;
/// without the latency, which other transfers fill. `scalarCycles`: what the core computes for the
/// commands.
double transferCycles(const TransferShape &shape, double portBytes, double scalarCycles,
                      const arch::DeviceModel &device);

/// Cycles of `elements` accesses past the DMA engine, one element each.
double elementCycles(double elements, bool isStore, const arch::DeviceModel &device);

/// Cycles of the vector core that takes `elements` out of a tile in local memory by index.
double takingCycles(double elements, const arch::DeviceModel &device);

/// Cycles of the vector core for an operation on integers of `bits` bits; division is slow.
double integerCycles(double elements, unsigned bits, bool divides, const arch::DeviceModel &device);

/// Cycles from a result of the vector core to the command that it is for.
double handoverCycles(const arch::DeviceModel &device);

} // namespace charonia::compiler
