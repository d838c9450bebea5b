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
namespace {

using Evaluators = std::vector<ScalarEvaluator>;

/// One evaluator for each PE, for the program id with which it starts.
Evaluators evaluatorsOf(const compiler::LaunchFacts &launch, const program::PidMapping &mapping,
                        std::array<int64_t, 3> grid, int64_t pes) {
  Evaluators evaluators;
  int64_t total = grid[0] * grid[1] * grid[2];
  for (int64_t pe = 0; pe < pes; ++pe) {
    int64_t pid = program::mapPid(mapping, 0, pe, pes, total);
    evaluators.emplace_back(launch, std::array<int64_t, 3>{pid % grid[0], pid / grid[0] % grid[1],
                                                           pid / grid[0] / grid[1]});
  }
  return evaluators;
}

/// Cycles for which the busiest slice of the SRAM serves all rows' or columns' first reads of
/// `load`, if they ask at once; nothing if the addresses are unknown.
std::optional<int64_t> sliceCycles(FiLoadOp load, Evaluators &evaluators,
                                   const arch::DeviceModel &device) {
  RankedTensorType tile = load.getTile();
  int64_t elementBytes = tileBytes(tile) / std::max<int64_t>(1, tile.getNumElements());
  if (tile.getRank() != 2 || load.getStaticStrides().size() != 2) {
    return std::nullopt;
  }
  bool row = load->getAttrOfType<StringAttr>(kBroadcastAttr) == "row";
  std::vector<int64_t> bytes(static_cast<size_t>(device.sram.slices), 0);
  for (int64_t group = 0, n = row ? device.grid.rows : device.grid.columns; group < n; ++group) {
    ScalarEvaluator &known = evaluators[row ? group * device.grid.columns : group];
    int64_t strides[2];
    size_t next = 0;
    for (int d : {0, 1}) {
      strides[d] = load.getStaticStrides()[d];
      if (ShapedType::isDynamic(strides[d])) {
        auto value = known(load.getStrides()[next++]);
        if (!value) {
          return std::nullopt;
        }
        strides[d] = static_cast<int64_t>(*value);
      }
    }
    auto base = known(load.getBase());
    int inner = strides[1] == elementBytes ? 1 : 0;
    if (!base || strides[inner] != elementBytes) {
      return std::nullopt;
    }
    auto interleave = static_cast<uint64_t>(device.sram.interleave);
    for (int64_t r = 0; r < tile.getDimSize(1 - inner); ++r) {
      uint64_t at = *base + static_cast<uint64_t>(r * strides[1 - inner]);
      uint64_t end = at + static_cast<uint64_t>(tile.getDimSize(inner) * elementBytes);
      while (at < end) {
        uint64_t border = std::min((at / interleave + 1) * interleave, end);
        bytes[at / interleave % bytes.size()] += static_cast<int64_t>(border - at);
        at = border;
      }
    }
  }
  return static_cast<int64_t>(static_cast<double>(*llvm::max_element(bytes)) /
                              device.sram.bytesPerCyclePerSlice);
}

/// The product of `loop` if its operands are broadcast along rows and columns, so that a column
/// that gets its operand late asks late for the other one, and its row's group breaks; and if the
/// engine's work hides a barrier in each step. Slices that must serve several columns cause that.
DpeMmaOp stepWorthKeeping(scf::ForOp loop, Evaluators &evaluators, ScalarEvaluator &uniform,
                          const arch::DeviceModel &device) {
  DpeMmaOp product;
  bool row = false, column = false, uneven = false;
  int64_t memory = device.barrierCycles();
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (auto mma = dyn_cast<DpeMmaOp>(op); mma && mma.getMultiply() && !product) {
      product = mma;
    } else if (auto load = dyn_cast<FiLoadOp>(op)) {
      auto group = load->getAttrOfType<StringAttr>(kBroadcastAttr);
      auto slices = group ? sliceCycles(load, evaluators, device) : std::nullopt;
      if (!slices) {
        return {};
      }
      (group == "row" ? row : column) = true;
      auto port = static_cast<int64_t>(static_cast<double>(tileBytes(load.getTile())) /
                                       device.fi.readBytesPerCycle);
      uneven |= *slices > port;
      memory += std::max(*slices, port) + device.fi.setup + device.sram.readLatency +
                device.noc.hopLatency * (device.grid.rows + device.grid.columns);
    } else if (isa<CommandOpInterface>(op) || op.getNumRegions()) {
      return {};
    }
  }
  bool same =
      uniform(loop.getLowerBound()) && uniform(loop.getUpperBound()) && uniform(loop.getStep());
  return product && row && column && uneven && same && costOf(product, device).busy >= memory
             ? product
             : DpeMmaOp();
}

/// Keeps the PEs in step where broadcasts would fall apart: in each step of such a loop, the
/// product waits until all PEs have their operands, and then all ask for the next ones at once.
/// Needs the same number of steps on all PEs, and no vector work, which would have to wait too; nor
/// may a PE wait for another by other means (atomics, loops on values from memory).
void keepInStep(ProgramOp program, Evaluators &evaluators, const arch::DeviceModel &device,
                compiler::PassContext &context) {
  bool apart = false;
  SmallVector<DpeMmaOp> products;
  ScalarEvaluator uniform(context.launch, std::nullopt);
  program.walk([&](Operation *op) {
    apart |= isa<VecGroupOp, BarrierOp, tile::AtomicRmwOp, tile::AtomicCasOp, scf::WhileOp>(op);
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && isa<PidLoopOp>(loop->getParentOp())) {
      if (DpeMmaOp product = stepWorthKeeping(loop, evaluators, uniform, device)) {
        products.push_back(product);
      }
    }
  });
  if (apart || products.empty()) {
    return;
  }
  for (DpeMmaOp product : products) {
    OpBuilder builder(product);
    // What arrives unevenly is asked for last, when the groups of the others have been served.
    SmallVector<std::pair<int64_t, FiLoadOp>> loads;
    for (FiLoadOp load : product->getBlock()->getOps<FiLoadOp>()) {
      loads.push_back({sliceCycles(load, evaluators, device).value_or(0), load});
    }
    llvm::stable_sort(loads, [](auto &a, auto &b) { return a.first < b.first; });
    for (auto &[cycles, load] : loads) {
      load->moveBefore(product);
    }
    for (Operation *op : {builder.create<WaitUnitOp>(product.getLoc(), Unit::FiRead).getOperation(),
                          builder.create<BarrierOp>(product.getLoc()).getOperation()}) {
      op->setLoc(compiler::freshLoc(product, &context.lineage, "keep-in-step"));
    }
    context.remarks.add("pe-schedule", "keep-in-step", product, "a barrier in every step",
                        "columns would get their operand one after the other, and ask apart");
  }
  program.setSingleStream(true);
}

} // namespace

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
  Evaluators evaluators = evaluatorsOf(context.launch, mapping, grid, pes);
  program.walk([&](FiLoadOp load) {
    if (!load->getParentOfType<scf::ForOp>() || load.getRowDimAttr() ||
        load->hasAttr(kBroadcastAttr)) {
      return; // read once a program, row by row, or asked for by the kernel
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
  if (total % pes == 0) {
    keepInStep(program, evaluators, device, context);
  }
}

} // namespace charonia::pe
