// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `pe`: registration, types, attributes and the command interface.
#include "charonia/Dialect/PE/PE.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;

#include "charonia/Dialect/PE/PEDialect.cpp.inc"
#include "charonia/Dialect/PE/PEEnums.cpp.inc"
#include "charonia/Dialect/PE/PEInterfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "charonia/Dialect/PE/PETypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "charonia/Dialect/PE/PEAttrs.cpp.inc"

namespace charonia::pe {

void PEDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "charonia/Dialect/PE/PETypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "charonia/Dialect/PE/PEAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "charonia/Dialect/PE/PEOps.cpp.inc"
      >();
}

int64_t CbType::getTileBytes() const { return tileBytes(getTile()); }

int64_t tileBytes(RankedTensorType tile) {
  return tile.getNumElements() * ((tile.getElementTypeBitWidth() + 7) / 8);
}

ProgramOp findProgram(Operation *module) {
  ProgramOp found;
  module->walk([&](ProgramOp program) {
    found = program;
    return WalkResult::interrupt();
  });
  return found;
}

CbAllocOp allocOf(Value cb) { return cb.getDefiningOp<CbAllocOp>(); }

static LogicalResult verifyRead(CommandOpInterface command, Value cb, unsigned index) {
  CbAllocOp alloc = allocOf(cb);
  if (!alloc) {
    return command->emitOpError("reads a buffer that no pe.cb.alloc defines");
  }
  Unit unit = command.getCommandUnit();
  if (alloc.getResident()) {
    return alloc.getProducer() == unit ? success()
                                       : command->emitOpError("touches the resident buffer '")
                                             << alloc.getName() << "' of another unit";
  }
  if (alloc.readerIndex(unit) < 0) {
    return command->emitOpError() << stringifyUnit(unit) << " is not a reader of '"
                                  << alloc.getName() << "'";
  }
  ArrayRef<int32_t> counters = command.getReadCounters();
  if (!counters.empty() && (counters[2 * index] < 0 || counters[2 * index + 1] < 0)) {
    return command->emitOpError("offset and pop of a read must not be negative");
  }
  return success();
}

static LogicalResult verifyWrite(CommandOpInterface command, Value cb, unsigned index) {
  CbAllocOp alloc = allocOf(cb);
  if (!alloc) {
    return command->emitOpError("writes a buffer that no pe.cb.alloc defines");
  }
  if (alloc.getProducer() != command.getCommandUnit()) {
    return command->emitOpError() << stringifyUnit(command.getCommandUnit())
                                  << " is not the producer of '" << alloc.getName() << "'";
  }
  ArrayRef<int32_t> counters = command.getWriteCounters();
  if (!counters.empty() && (counters[3 * index] < 0 || counters[3 * index + 2] < 0)) {
    return command->emitOpError("reserve and push of a write must not be negative");
  }
  return success();
}

LogicalResult verifyCommand(Operation *op) {
  auto command = cast<CommandOpInterface>(op);
  size_t reads = command.getCbReads().size(), writes = command.getCbWrites().size();
  size_t readCounters = command.getReadCounters().size(),
         writeCounters = command.getWriteCounters().size();
  bool synced = op->hasAttr("readSync") || op->hasAttr("writeSync");
  if (synced && (readCounters != 2 * reads || writeCounters != 3 * writes)) {
    return op->emitOpError(
        "needs 2 numbers of readSync for each read and 3 of writeSync for each write");
  }
  for (auto [index, cb] : llvm::enumerate(command.getCbReads())) {
    if (failed(verifyRead(command, cb, index))) {
      return failure();
    }
  }
  for (auto [index, cb] : llvm::enumerate(command.getCbWrites())) {
    if (failed(verifyWrite(command, cb, index))) {
      return failure();
    }
  }
  return success();
}

} // namespace charonia::pe
