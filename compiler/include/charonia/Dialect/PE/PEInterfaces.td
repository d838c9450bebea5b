// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of the commands of the dialect `pe`.
#ifndef CHARONIA_DIALECT_PE_INTERFACES
#define CHARONIA_DIALECT_PE_INTERFACES

include "mlir/IR/OpBase.td"

def PE_CommandInterface : OpInterface<"CommandOpInterface"> {
  let cppNamespace = "::charonia::pe";
  let description = [{
    An entry of a unit's in-order queue: the buffers it reads and writes, and what it does to their
    counters. Before `pe-insert-sync` the counters' attributes are absent.
  }];
  let methods = [
    InterfaceMethod<"The unit whose queue the command goes into.", "::charonia::pe::Unit", "getCommandUnit">,
    InterfaceMethod<"Buffers read, in operand order.", "::mlir::OperandRange", "getCbReads", (ins), [{ return $_op.getReads(); }]>,
    InterfaceMethod<"Buffers written, in operand order.", "::mlir::OperandRange", "getCbWrites", (ins), [{ return $_op.getWrites(); }]>,
    InterfaceMethod<"Offset and pop of each read: 2 numbers each; empty before pe-insert-sync.", "::llvm::ArrayRef<int32_t>",
      "getReadCounters", (ins), [{ return $_op.getReadSync().value_or(::llvm::ArrayRef<int32_t>()); }]>,
    InterfaceMethod<"Reserve, offset and push of each write: 3 numbers each.", "::llvm::ArrayRef<int32_t>",
      "getWriteCounters", (ins), [{ return $_op.getWriteSync().value_or(::llvm::ArrayRef<int32_t>()); }]>,
    InterfaceMethod<"Sets both lists of counters.", "void", "setCounters",
      (ins "::llvm::ArrayRef<int32_t>":$reads, "::llvm::ArrayRef<int32_t>":$writes),
      [{ $_op.setReadSync(reads); $_op.setWriteSync(writes); }]>,
  ];
  let verify = [{ return ::charonia::pe::verifyCommand($_op); }];
}

#endif
