// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Estimated durations of commands from the hardware description. Only schedules and depths hang on
// them, never correctness; the simulator has its own, finer model.
#include "Tokens.h"

#include "charonia/Support/FnTable.h"
#include "charonia/Support/MemoryCosts.h"

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

/// Vector instructions for one operation of a group: arithmetic, in registers' worth.
double vectorWork(Operation *op, const arch::DeviceModel &device) {
  Type type;
  for (Value operand : op->getOperands()) {
    if (auto tensor = dyn_cast<RankedTensorType>(operand.getType())) {
      auto known = dyn_cast_if_present<RankedTensorType>(type);
      if (!known || tensor.getNumElements() > known.getNumElements()) {
        type = tensor;
      }
    }
  }
  for (Type result : op->getResultTypes()) {
    if (auto tensor = dyn_cast<RankedTensorType>(result); tensor && !type) {
      type = tensor;
    }
  }
  auto tensor = dyn_cast_if_present<RankedTensorType>(type);
  if (!tensor || isa<tile::SplatOp, tile::IotaOp, tile::BroadcastOp, tile::ReshapeOp>(op) ||
      matchPattern(op, m_Constant())) {
    return 0;
  }
  int64_t bits = std::max<int64_t>(8, tensor.getElementTypeBitWidth());
  if (tensor.getElementType().isBF16()) {
    bits = 32;
  }
  double registers = std::ceil(static_cast<double>(tensor.getNumElements()) *
                               static_cast<double>(bits) / device.vector.vlenBits);
  if (auto fn = compiler::fnOf(op)) {
    auto it = device.vector.instructions.find(numerics::info(*fn).costClass);
    return registers * (it == device.vector.instructions.end() ? 1.0 : it->second);
  }
  if (auto dot = dyn_cast<tile::DotOp>(op)) {
    auto a = cast<RankedTensorType>(dot.getA().getType());
    return registers * static_cast<double>(a.getDimSize(a.getRank() - 1));
  }
  if (isa<tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(op)) {
    return compiler::elementCycles(static_cast<double>(tensor.getNumElements()),
                                   isa<tile::ScatterOp>(op), device);
  }
  if (isa<tile::ReduceOp, tile::ScanOp>(op)) {
    return registers + device.vector.reductionBase;
  }
  return registers;
}

CommandCost groupCost(Operation *group, Block &body, const arch::DeviceModel &device) {
  double arithmetic = 0;
  for (Operation &op : body.without_terminator()) {
    arithmetic += vectorWork(&op, device);
  }
  auto command = cast<CommandOpInterface>(group);
  double bytesRead = 0, bytesWritten = 0;
  for (Value cb : command.getCbReads()) {
    bytesRead += static_cast<double>(tileBytes(tileOf(cb)));
  }
  for (Value cb : command.getCbWrites()) {
    bytesWritten += static_cast<double>(tileBytes(tileOf(cb)));
  }
  double memory = (bytesRead + bytesWritten) / device.ls.portBytes;
  return {static_cast<int64_t>(std::max({1.0, arithmetic, memory})), device.vector.loadLatency};
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
                    std::ceil(static_cast<double>(tileBytes(tileOf(move.getReads()[0]))) /
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
      .Case([&](VecGroupOp group) { return groupCost(group, group.getBody().front(), device); })
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

/// Values of a group that are made before a reduction (or another operation that needs whole tiles)
/// and used after it do not fit into registers; they live in scratch meanwhile.
int64_t scratchBytesOf(VecGroupOp group, const arch::DeviceModel &device) {
  Block &body = group.getBody().front();
  llvm::DenseMap<Operation *, int64_t> position;
  SmallVector<int64_t> barriers;
  int64_t next = 0;
  for (Operation &op : body) {
    position[&op] = next++;
    if (isa<tile::ReduceOp, tile::ScanOp, tile::DotOp, tile::PermuteOp, tile::GatherIndexOp,
            tile::HistogramOp>(op)) {
      barriers.push_back(position[&op]);
    }
  }
  int64_t most = 0;
  for (int64_t barrier : barriers) {
    int64_t live = 0;
    for (Operation &op : body) {
      if (position[&op] >= barrier || isa<tile::SplatOp, tile::IotaOp, tile::BroadcastOp>(op) ||
          matchPattern(&op, m_Constant())) {
        continue;
      }
      for (Value result : op.getResults()) {
        auto tile = dyn_cast<RankedTensorType>(result.getType());
        bool after = tile && llvm::any_of(result.getUsers(), [&](Operation *user) {
                       Operation *at = body.findAncestorOpInBlock(*user);
                       return at && position[at] > barrier;
                     });
        live += after ? tileBytes(tile) : 0;
      }
    }
    most = std::max(most, live);
  }
  // What fits into the register file needs no memory.
  int64_t registers = int64_t{device.vector.vlenBits} / 8 * device.vector.registers / 2;
  return most > registers ? ceilDiv(most, device.ls.alignment) * device.ls.alignment : 0;
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
