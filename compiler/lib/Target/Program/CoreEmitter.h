// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytecode of one core: control flow and scalars (CoreEmitter.cpp, CoreControl.cpp) and the
// commands that it issues (CoreCommands.cpp).
#pragma once

#include "Translation.h"

#include "charonia/Dialect/PE/CoreSlice.h"

#include "llvm/ADT/DenseMap.h"

namespace charonia::pe {

class CoreEmitter {
public:
  CoreEmitter(Translation &translation, ProgramOp source, int core);
  mlir::LogicalResult run();

private:
  using Instr = program::Instr;
  using Opcode = program::Opcode;
  using Reg = program::Reg;

  // Control flow.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitPidLoop(PidLoopOp loop);
  mlir::LogicalResult emitFor(mlir::scf::ForOp loop);
  mlir::LogicalResult emitIf(mlir::scf::IfOp branch);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp loop);
  /// Registers `to` get the values `from`, all at once; pairs whose target is not needed are left
  /// out.
  void moveAll(llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> fromAndTo);

  // Scalars.
  mlir::LogicalResult emitScalar(mlir::Operation *op);
  mlir::LogicalResult emitScalarMemory(mlir::Operation *op);
  mlir::LogicalResult emitMachineValue(mlir::Operation *op);

  // Commands.
  mlir::LogicalResult emitCommand(CommandOpInterface op);
  mlir::LogicalResult fillGroup(program::Command &command, mlir::Operation *op);
  template <typename Op>
  void fillDescriptor(program::Command &command, Op op);
  program::Operand operandOf(mlir::Value value);

  Instr &append(Opcode opcode, mlir::Operation *op);
  Instr &compute(mlir::Operation *op, numerics::Fn fn, numerics::ElementType in,
                 numerics::ElementType out, Reg dst, Reg a, Reg b = 0, Reg c = 0);
  Reg constant(mlir::Operation *op, int64_t value);
  Reg machine(program::RegisterInit::Kind kind, uint32_t index = 0);
  Reg fresh() { return m_code.numRegs++; }
  Reg of(mlir::Value value);
  uint32_t here() const { return static_cast<uint32_t>(m_code.code.size()); }

  Translation &m_translation;
  ProgramOp m_source;
  int m_core;
  CoreSlice m_slice;
  program::CoreProgram m_code;
  llvm::DenseMap<mlir::Value, Reg> m_regs;
  llvm::DenseMap<mlir::Operation *, uint32_t> m_cbs;
  std::map<std::pair<int, uint32_t>, Reg> m_machine;
};

} // namespace charonia::pe
