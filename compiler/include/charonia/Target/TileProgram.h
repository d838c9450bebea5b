// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of a group as tile program: what the vector core or the SIMD engine computes.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/program/VectorPlan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace charonia::pe {

/// Where tile programs go, and how their instructions name the operation they come from.
struct TilePrograms {
  std::vector<program::TileProgram> &list;
  llvm::function_ref<program::OpId(mlir::Operation *)> opId;
};

/// Adds the body of a group, and before it those of its reductions and scans; returns its index.
/// The first `reads` arguments are tiles of buffers, the first `writes` yielded values go to
/// buffers; so do tensors among the others, as before `tile-to-pe`, after the buffers.
mlir::FailureOr<uint32_t> emitTileProgram(const TilePrograms &out, mlir::Block &body,
                                          unsigned reads, unsigned writes);

/// How the vector core does a group.
struct GroupPlan {
  std::vector<program::TileProgram> programs; ///< the last one is the group's; its passes are set
  program::VectorPlan plan;
  uint64_t cycles = 0;                   ///< for whole tiles
  std::vector<mlir::Operation *> origin; ///< by instruction: the operation of the body, or null
  const program::TileProgram &tile() const { return programs.back(); }
};

/// Plans `group`, before or after `tile-to-pe`. Fails without a message if its body has no form in
/// a tile program; whoever emits it says why.
mlir::FailureOr<GroupPlan> planGroup(VecGroupOp group, const arch::DeviceModel &device);

/// Tiles read and written by `group` that lie in one slot.
std::vector<program::SharedSlot> sharedSlots(VecGroupOp group);

/// What `tile-to-pe` found out about a group: a dictionary of `passes`, and for each pass `live`
/// and `lmul`; `cycles` for whole tiles; the bytes `reread`, `spilled` and of `scratch`.
inline constexpr llvm::StringLiteral kPlanAttr = "pe.plan";

} // namespace charonia::pe
