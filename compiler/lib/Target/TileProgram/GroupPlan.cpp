// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of groups from their IR: the planner works on tile programs.
#include "charonia/Target/TileProgram.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace charonia::pe {

std::vector<program::SharedSlot> sharedSlots(VecGroupOp group) {
  std::vector<program::SharedSlot> slots;
  for (auto [r, read] : llvm::enumerate(group.getReads())) {
    for (auto [w, write] : llvm::enumerate(group.getWrites())) {
      if (read == write) {
        slots.push_back({static_cast<uint32_t>(r), static_cast<uint32_t>(w)});
      }
    }
  }
  return slots;
}

FailureOr<GroupPlan> planGroup(VecGroupOp group, const arch::DeviceModel &device) {
  // Whoever translates the group for good reports what is wrong with it.
  ScopedDiagnosticHandler silent(group.getContext(), [](Diagnostic &) { return success(); });
  GroupPlan result;
  std::vector<Operation *> seen;
  auto opId = [&](Operation *op) {
    seen.push_back(op);
    return static_cast<program::OpId>(seen.size() - 1);
  };
  auto index = emitTileProgram({result.programs, opId}, group.getBody().front(),
                               group.getReads().size(), group.getWrites().size());
  if (failed(index)) {
    return failure();
  }
  program::TileProgram &tile = result.programs.back();
  for (const program::TileInst &inst : tile.insts) {
    Operation *op = seen[inst.opId];
    result.origin.push_back(op == group ? nullptr : op);
  }
  result.plan = program::planVector(device, result.programs, tile, sharedSlots(group));
  tile.passes = result.plan.passes;
  result.cycles = program::vectorCycles(device, result.programs, tile, tile.passes);
  return result;
}

} // namespace charonia::pe
