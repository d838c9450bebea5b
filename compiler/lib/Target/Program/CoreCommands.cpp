// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that one core issues.
#include "CoreEmitter.h"

#include "charonia/Target/TileProgram.h"

using namespace mlir;

namespace charonia::pe {

using program::Command;
using program::CommandKind;
using program::Operand;

Operand CoreEmitter::operandOf(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (std::optional<uint64_t> bits = compiler::rawBitsOf(constant)) {
      return Operand::constant(static_cast<int64_t>(*bits));
    }
  }
  return Operand::of(of(value));
}

template <typename Op>
void CoreEmitter::fillDescriptor(Command &command, Op op) {
  program::DmaDescriptor dma;
  dma.base = operandOf(op.getBase());
  auto mix = [&](ArrayRef<int64_t> constants, OperandRange values) {
    std::vector<Operand> operands;
    size_t next = 0;
    for (int64_t entry : constants) {
      operands.push_back(ShapedType::isDynamic(entry) ? operandOf(values[next++])
                                                      : Operand::constant(entry));
    }
    return operands;
  };
  dma.strides = mix(op.getStaticStrides(), op.getStrides());
  dma.lower = mix(op.getStaticLower(), op.getLower());
  dma.upper = mix(op.getStaticUpper(), op.getUpper());
  // A pointer that was read from a structure is no parameter.
  const bool isParameter =
      op.getArg() < op->template getParentOfType<ProgramOp>().getNumArguments();
  dma.arg = isParameter ? static_cast<int32_t>(op.getArg()) : -1;
  if (IntegerAttr rowDim = op.getRowDimAttr()) {
    dma.rowDim = static_cast<int32_t>(rowDim.getInt());
  }
  command.dma = std::move(dma);
}

LogicalResult CoreEmitter::fillGroup(Command &command, Operation *op) {
  auto fill = [&](auto group) -> LogicalResult {
    auto opId = [&](Operation *inner) { return m_translation.opId(inner); };
    auto tileProgram =
        emitTileProgram({m_translation.out().tilePrograms, opId}, group.getBody().front(),
                        group.getReads().size(), group.getWrites().size());
    if (failed(tileProgram)) {
      return failure();
    }
    command.tileProgram = *tileProgram;
    if (auto scratch = group->template getAttrOfType<DenseI64ArrayAttr>(kScratchAttr)) {
      program::TileProgram &tile = m_translation.out().tilePrograms[*tileProgram];
      tile.scratchBase = scratch[0];
      tile.scratchBytes = scratch[1];
    }
    for (Value extent : group.getExtents()) {
      command.extents.push_back(operandOf(extent));
    }
    for (Value input : group.getInputs()) {
      command.scalarInputs.push_back(operandOf(input));
    }
    for (Value result : group->getResults()) {
      command.scalarOutputs.push_back(of(result));
    }
    return success();
  };
  if (auto group = dyn_cast<VecGroupOp>(op)) {
    if (failed(fill(group))) {
      return failure();
    }
    std::vector<program::TileProgram> &programs = m_translation.out().tilePrograms;
    program::TileProgram &tile = programs[command.tileProgram];
    tile.passes =
        program::planVector(m_translation.device(), programs, tile, sharedSlots(group)).passes;
    return success();
  }
  return fill(cast<SeComputeOp>(op));
}

LogicalResult CoreEmitter::emitCommand(CommandOpInterface op) {
  Command command;
  Unit unit = op.getCommandUnit();
  command.unit = static_cast<program::Unit>(unit);
  command.op = m_translation.opId(op);
  command.frame = m_translation.frameOf(op);
  if (op.getReadCounters().size() != 2 * op.getCbReads().size() ||
      op.getWriteCounters().size() != 3 * op.getCbWrites().size()) {
    return op->emitError("has no counters; run pe-insert-sync first");
  }
  for (auto [index, cb] : llvm::enumerate(op.getCbReads())) {
    CbAllocOp alloc = allocOf(cb);
    ArrayRef<int32_t> counters = op.getReadCounters().slice(2 * index, 2);
    auto reader = static_cast<uint32_t>(std::max(0, alloc.readerIndex(unit)));
    command.reads.push_back({m_cbs.lookup(alloc), reader, counters[0], counters[1]});
  }
  for (auto [index, cb] : llvm::enumerate(op.getCbWrites())) {
    ArrayRef<int32_t> counters = op.getWriteCounters().slice(3 * index, 3);
    command.writes.push_back({m_cbs.lookup(allocOf(cb)), counters[0], counters[1], counters[2]});
  }
  LogicalResult filled =
      llvm::TypeSwitch<Operation *, LogicalResult>(op)
          .Case([&](FiLoadOp load) {
            command.kind = CommandKind::FiLoad;
            fillDescriptor(command, load);
            command.dma->padBits = load.getPadBitsAttr().getInt();
            command.dma->keepRest = load.getKeep();
            if (auto group = load->getAttrOfType<StringAttr>(kBroadcastAttr)) {
              command.dma->broadcast =
                  group == "row" ? program::BroadcastGroup::Row : program::BroadcastGroup::Column;
            }
            return success();
          })
          .Case([&](FiStoreOp store) {
            command.kind = CommandKind::FiStore;
            fillDescriptor(command, store);
            return success();
          })
          .Case([&](DpeMmaOp mma) {
            command.kind = CommandKind::DpeMma;
            for (Value extent : mma.getExtents()) {
              command.extents.push_back(operandOf(extent));
            }
            command.hasOperands = mma.getMultiply();
            command.hasInit = mma.getInit();
            command.accumulate = mma.getAccumulate();
            command.transposeA = mma.getTransposeA();
            command.transposeB = mma.getTransposeB();
            return success();
          })
          .Case([&](ReDrainOp drain) {
            command.kind = CommandKind::ReDrain;
            for (Value extent : drain.getExtents()) {
              command.extents.push_back(operandOf(extent));
            }
            return success();
          })
          .Case([&](ReReduceOp reduce) {
            command.kind = CommandKind::ReNetwork;
            const bool isFloat = isa<FloatType>(
                cast<CbType>(reduce.getReads()[0].getType()).getTile().getElementType());
            using numerics::Fn;
            command.networkFn = reduce.getKind() == "add"   ? (isFloat ? Fn::AddF : Fn::AddI)
                                : reduce.getKind() == "max" ? (isFloat ? Fn::MaxNumF : Fn::MaxSI)
                                                            : (isFloat ? Fn::MinNumF : Fn::MinSI);
            command.networkGroup = reduce.getAxis() == "row" ? program::BroadcastGroup::Row
                                                             : program::BroadcastGroup::Column;
            command.networkRoot = static_cast<int32_t>(reduce.getRoot());
            return success();
          })
          .Case([&](MluMoveOp move) {
            command.kind = CommandKind::MluMove;
            command.permutation.assign(move.getPermutation().begin(), move.getPermutation().end());
            for (Value offset : move.getOffsets()) {
              command.scalarInputs.push_back(operandOf(offset));
            }
            return success();
          })
          .Case([&](CbUpdateOp) {
            command.kind = CommandKind::CbUpdate;
            return success();
          })
          .Case([&](VecGroupOp) {
            command.kind = CommandKind::VectorGroup;
            return fillGroup(command, op);
          })
          .Case([&](SeComputeOp) {
            command.kind = CommandKind::SeCompute;
            return fillGroup(command, op);
          })
          .Default([](Operation *other) {
            return other->emitError("is a command that the machine does not have");
          });
  if (failed(filled)) {
    return failure();
  }
  append(Opcode::Issue, op).target = static_cast<uint32_t>(m_translation.out().commands.size());
  m_translation.out().commands.push_back(std::move(command));
  return success();
}

} // namespace charonia::pe
