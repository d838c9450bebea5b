// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads the PEs of a row or a column share: their descriptors are evaluated for the program
// ids that the PEs start with. A wrong guess costs time only: the machine serves unequal reads
// apart.
#include "Tokens.h"

#include "charonia/Dialect/PE/ScalarEvaluator.h"
#include "charonia/Support/PassContext.h"
#include "charonia/program/Program.h"

using namespace mlir;

namespace charonia::pe {
void markBroadcasts(ProgramOp program, const arch::DeviceModel &device,
                    compiler::PassContext &context) {
  if (!context.launch.grid) {
    return;
  }
  std::array<int64_t, 3> grid = *context.launch.grid;
  program::PidMapping mapping;
  program.walk([&](PidLoopOp loop) {
    mapping.kind = static_cast<program::PidMapping::Kind>(loop.getMapping());
  });
  int64_t total = grid[0] * grid[1] * grid[2], pes = device.grid.numPes();
  if (mapping.kind == program::PidMapping::Kind::List || total < pes) {
    return; // PEs without work would only be waited for
  }
  std::vector<ScalarEvaluator> evaluators;
  for (int64_t pe = 0; pe < pes; ++pe) {
    int64_t pid = program::mapPid(mapping, 0, pe, pes, total);
    evaluators.emplace_back(
        context.launch,
        std::array<int64_t, 3>{pid % grid[0], pid / grid[0] % grid[1], pid / grid[0] / grid[1]});
  }
  program.walk([&](FiLoadOp load) {
    if (!load->getParentOfType<scf::ForOp>()) {
      return;
    }
    bool sameRow = true, sameColumn = true;
    for (Value operand : load->getOperands()) {
      if (isa<CbType>(operand.getType())) {
        continue;
      }
      for (int64_t pe = 0; pe < pes && (sameRow || sameColumn); ++pe) {
        auto mine = evaluators[pe](operand);
        int64_t first = pe / device.grid.columns * device.grid.columns;
        sameRow &= mine && mine == evaluators[first](operand);
        sameColumn &= mine && mine == evaluators[pe % device.grid.columns](operand);
      }
    }
    if (sameRow || sameColumn) {
      load->setAttr(kBroadcastAttr, StringAttr::get(load.getContext(), sameRow ? "row" : "col"));
      context.remarks.add("pe-schedule", "broadcast", load,
                          sameRow ? "read once for a row" : "read once for a column",
                          "all its PEs ask for the same box");
    }
  });
}

} // namespace charonia::pe
