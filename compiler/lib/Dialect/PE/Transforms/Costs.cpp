// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimated durations of commands from the hardware description. Only schedules and depths hang on
// them, never correctness; the simulator has its own, finer model.
#include "Tokens.h"

#include "charonia/Support/MemoryCosts.h"
#include "charonia/Target/TileProgram.h"

using namespace mlir;

namespace charonia::pe {
namespace {

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

RankedTensorType tileOf(Value cb) { return cast<CbType>(cb.getType()).getTile(); }

/// Elements of the box between constant bounds; a bound that is not constant counts as the tile's.
template <typename Op>
std::pair<int64_t, int64_t> rowsAndColumns(Op op) {
  RankedTensorType tile = op.getTile();
  int64_t rows = 1, columns = 1;
  for (int64_t d = 0; d < tile.getRank(); ++d) {
    int64_t lower = op.getStaticLower()[d], upper = op.getStaticUpper()[d];
    lower = ShapedType::isDynamic(lower) ? 0 : std::max<int64_t>(lower, 0);
    upper = ShapedType::isDynamic(upper) ? tile.getDimSize(d) : std::min(upper, tile.getDimSize(d));
    int64_t extent = std::max<int64_t>(upper - lower, 0);
    (d + 1 == tile.getRank() ? columns : rows) *= extent;
  }
  return {rows, columns};
}

template <typename Op>
CommandCost dmaCost(Op op, double portBytes, const arch::DeviceModel &device) {
  auto [rows, columns] = rowsAndColumns(op);
  int64_t elementBytes =
      tileBytes(op.getTile()) / std::max<int64_t>(1, op.getTile().getNumElements());
  ArrayRef<int64_t> strides = op.getStaticStrides();
  bool dense = strides.empty() || strides.back() == elementBytes;
  int64_t pieces = dense ? rows : rows * columns;
  int64_t pieceBytes = dense ? columns * elementBytes : elementBytes;
  const double port =
      compiler::portCycles(static_cast<double>(pieces), static_cast<double>(pieceBytes), portBytes);
  const double shared =
      static_cast<double>(rows * columns * elementBytes) / compiler::sramShare(device);
  return {static_cast<int64_t>(std::max({1.0, port, shared})),
          device.fi.setup + static_cast<int64_t>(compiler::memoryLatency(device))};
}

/// As the simulator charges it, for whole tiles, and what it asks of memory by element.
CommandCost groupCost(VecGroupOp group, const arch::DeviceModel &device) {
  double cycles = 1;
  if (auto plan = group->getAttrOfType<DictionaryAttr>(kPlanAttr)) {
    auto known = plan.getAs<IntegerAttr>("cycles");
    cycles = known ? static_cast<double>(known.getInt()) : 1;
  } else if (auto made = planGroup(group, device); succeeded(made)) {
    cycles = static_cast<double>(made->cycles);
  }
  for (Operation &op : group.getBody().front().without_terminator()) {
    if (isa<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op)) {
      auto tensor = dyn_cast<RankedTensorType>(op.getOperand(0).getType());
      cycles += compiler::elementCycles(static_cast<double>(tensor ? tensor.getNumElements() : 1),
                                        isa<tile::ScatterOp>(op), device);
    }
  }
  return {static_cast<int64_t>(cycles), 0};
}

} // namespace

CommandCost costOf(Operation *op, const arch::DeviceModel &device) {
  return llvm::TypeSwitch<Operation *, CommandCost>(op)
      .Case([&](FiLoadOp load) { return dmaCost(load, device.fi.readBytesPerCycle, device); })
      .Case([&](FiStoreOp store) { return dmaCost(store, device.fi.writeBytesPerCycle, device); })
      .Case([&](DpeMmaOp mma) -> CommandCost {
        if (!mma.getMultiply()) {
          return {1, 1};
        }
        RankedTensorType a = tileOf(mma.getReads()[0]), acc = tileOf(mma.getWrites()[0]);
        int64_t k = a.getNumElements() / std::max<int64_t>(1, acc.getDimSize(0));
        int64_t macs =
            a.getElementTypeBitWidth() <= 8 ? device.dpe.macsPerCycle8 : device.dpe.macsPerCycle16;
        int64_t preload = mma.getInit() ? tileBytes(acc) / device.ls.portBytes : 0;
        // An operand that is not contiguous along K passes the layout unit on its way.
        RankedTensorType b = tileOf(mma.getReads()[1]);
        int64_t turned =
            (mma.getTransposeA() ? tileBytes(a) : 0) + (mma.getTransposeB() ? 0 : tileBytes(b));
        auto layout = static_cast<int64_t>(static_cast<double>(turned) / device.mlu.bytesPerCycle);
        int64_t product = ceilDiv(acc.getNumElements() * k, macs);
        return {preload + std::max(product, layout), device.dpe.refillCycles + device.dpe.latency};
      })
      .Case([&](ReDrainOp drain) -> CommandCost {
        return {
            ceilDiv(tileOf(drain.getReads()[0]).getNumElements(), device.re.drainToLsFp32PerCycle),
            device.ls.unitLatency};
      })
      .Case([&](ReReduceOp reduce) -> CommandCost {
        const int64_t length = reduce.getAxis() == "row" ? device.grid.columns : device.grid.rows;
        return {ceilDiv(tileBytes(tileOf(reduce.getReads()[0])), device.noc.reductionBytesPerCycle),
                (length - 1) * device.noc.reductionHopLatency + 2 * device.ls.unitLatency};
      })
      .Case([&](MluMoveOp move) -> CommandCost {
        return {static_cast<int64_t>(
                    std::ceil(static_cast<double>(tileBytes(tileOf(move.getWrites()[0]))) /
                              device.mlu.bytesPerCycle)),
                device.mlu.blockLatency};
      })
      .Case([&](SeComputeOp se) -> CommandCost {
        int64_t elements = 1;
        for (Value cb : se.getWrites()) {
          elements = std::max(elements, tileOf(cb).getNumElements());
        }
        return {ceilDiv(elements, device.se.elementsPerCycle), device.se.latency};
      })
      .Case([&](VecGroupOp group) { return groupCost(group, device); })
      .Default([](Operation *) { return CommandCost{0, 0}; });
}

int64_t slotBytesOf(CbAllocOp alloc, const arch::DeviceModel &device) {
  int64_t alignment = device.ls.alignment;
  return ceilDiv(tileBytes(alloc.getTile()), alignment) * alignment;
}

int64_t banksOf(CbAllocOp alloc, const arch::DeviceModel &device) {
  RankedTensorType tile = alloc.getTile();
  return ceilDiv(tile.getDimSize(0), device.re.bankRows) *
         ceilDiv(tile.getDimSize(1), device.re.bankColumns);
}

int64_t scratchBytesOf(VecGroupOp group, const arch::DeviceModel &device) {
  if (auto plan = group->getAttrOfType<DictionaryAttr>(kPlanAttr)) {
    auto known = plan.getAs<IntegerAttr>("scratch");
    return known ? known.getInt() : 0;
  }
  auto made = planGroup(group, device);
  return succeeded(made) ? made->plan.scratchBytes : 0;
}

int64_t scratchBytesOf(ProgramOp program, const arch::DeviceModel &device) {
  int64_t most = 0;
  program.walk([&](VecGroupOp group) { most = std::max(most, scratchBytesOf(group, device)); });
  return most;
}

std::string describe(Operation *command) {
  std::string text = command->getName().stripDialect().str();
  auto names = [&](const char *word, OperandRange cbs) {
    for (auto [index, cb] : llvm::enumerate(cbs)) {
      CbAllocOp alloc = allocOf(cb);
      text += (index == 0 ? std::string(" ") + word + " '" : std::string("', '")) +
              (alloc ? alloc.getName().str() : "?");
    }
    text += cbs.empty() ? "" : "'";
  };
  if (auto op = dyn_cast<CommandOpInterface>(command)) {
    names("reading", op.getCbReads());
    names("writing", op.getCbWrites());
  }
  return text;
}

} // namespace charonia::pe
