// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars of one core: arithmetic, memory, values of the machine.
#include "CoreEmitter.h"

using namespace mlir;

namespace charonia::pe {

using numerics::ElementType;
using numerics::Fn;
using program::RegisterInit;

LogicalResult CoreEmitter::emitScalar(Operation *op) {
  Attribute value;
  if (op->getNumResults() == 1 && matchPattern(op, m_Constant(&value))) {
    std::optional<uint64_t> bits = compiler::rawBitsOf(value);
    if (!bits) {
      return op->emitError("is a constant that the machine does not have");
    }
    Instr &instr = append(Opcode::Const, op);
    instr.dst = of(op->getResult(0));
    instr.imm = static_cast<int64_t>(*bits);
    return success();
  }
  std::optional<Fn> fn = compiler::fnOf(op);
  if (!fn || op->getNumResults() != 1) {
    return emitScalarMemory(op);
  }
  // The condition of a select comes first; its type is known.
  Value typed = *fn == Fn::Select ? op->getOperand(1) : op->getOperand(0);
  auto in = compiler::elementTypeOf(typed.getType()),
       out = compiler::elementTypeOf(op->getResult(0).getType());
  if (!in || !out) {
    return op->emitError("has a type that the machine does not have");
  }
  Reg regs[3] = {0, 0, 0};
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    regs[std::min<size_t>(index, 2)] = of(operand);
  }
  compute(op, *fn, *in, *out, of(op->getResult(0)), regs[0], regs[1], regs[2]);
  return success();
}

LogicalResult CoreEmitter::emitScalarMemory(Operation *op) {
  auto typeOf = [](Value value) {
    return compiler::elementTypeOf(value.getType()).value_or(ElementType::I64);
  };
  if (auto load = dyn_cast<tile::ScalarLoadOp>(op)) {
    Instr &instr = append(Opcode::LoadGlobal, op);
    instr.a = of(load.getAddress());
    instr.dst = of(load.getResult());
    instr.in = instr.out = typeOf(load.getResult());
    return success();
  }
  if (auto store = dyn_cast<tile::ScalarStoreOp>(op)) {
    Instr &instr = append(Opcode::StoreGlobal, op);
    instr.a = of(store.getAddress());
    instr.b = of(store.getValue());
    instr.in = instr.out = typeOf(store.getValue());
    return success();
  }
  if (auto atomic = dyn_cast<tile::AtomicRmwOp>(op)) {
    Reg result = of(atomic.getResult());
    uint32_t skip = 0;
    if (atomic.getMask()) {
      Instr &none = append(Opcode::Const, op);
      none.dst = result;
      skip = here();
      append(Opcode::BranchZero, op).a = of(atomic.getMask());
    }
    Instr &instr = append(Opcode::AtomicRmw, op);
    instr.dst = result;
    instr.a = of(atomic.getAddress());
    instr.b = of(atomic.getValue());
    instr.in = instr.out = typeOf(atomic.getValue());
    instr.imm = static_cast<int64_t>(atomic.getKind());
    if (atomic.getMask()) {
      m_code.code[skip].target = here();
    }
    return success();
  }
  if (auto atomic = dyn_cast<tile::AtomicCasOp>(op)) {
    Instr &instr = append(Opcode::AtomicCas, op);
    instr.dst = of(atomic.getResult());
    instr.a = of(atomic.getAddress());
    instr.b = of(atomic.getExpected());
    instr.c = of(atomic.getValue());
    instr.in = instr.out = typeOf(atomic.getValue());
    return success();
  }
  if (auto assertion = dyn_cast<tile::AssertOp>(op)) {
    Instr &instr = append(Opcode::Assert, op);
    instr.a = of(assertion.getCondition());
    instr.target = m_translation.text(assertion.getMessage());
    return success();
  }
  if (auto print = dyn_cast<tile::PrintOp>(op)) {
    // Two values a print; a longer list takes several.
    OperandRange values = print.getArgs();
    for (size_t i = 0; i == 0 || i < values.size(); i += 2) {
      Instr &instr = append(Opcode::Print, op);
      instr.target = m_translation.text(i == 0 ? print.getPrefix() : "");
      instr.imm = static_cast<int64_t>(std::min<size_t>(2, values.size() - i));
      if (i < values.size()) {
        instr.a = of(values[i]);
        instr.in = instr.out = typeOf(values[i]);
      }
      if (i + 1 < values.size()) {
        m_code.code.back().b = of(values[i + 1]);
      }
    }
    return success();
  }
  return emitMachineValue(op);
}

LogicalResult CoreEmitter::emitMachineValue(Operation *op) {
  using Kind = RegisterInit::Kind;
  std::optional<Kind> kind;
  if (auto count = dyn_cast<tile::NumProgramsOp>(op)) {
    static constexpr Kind kAxes[] = {Kind::GridX, Kind::GridY, Kind::GridZ};
    kind = kAxes[std::min<uint32_t>(count.getAxis(), 2)];
  } else {
    kind = llvm::StringSwitch<std::optional<Kind>>(op->getName().getStringRef())
               .Case("mtia.get_pe_id", Kind::PeId)
               .Case("mtia.get_pe_row", Kind::PeRow)
               .Case("mtia.get_pe_col", Kind::PeColumn)
               .Case("mtia.num_pes", Kind::NumPes)
               .Default(std::nullopt);
  }
  if (!kind) {
    return op->emitError("'") << op->getName() << "' has no form in a core's program";
  }
  auto out = compiler::elementTypeOf(op->getResult(0).getType());
  compute(op, Fn::TruncI, ElementType::I64, out.value_or(ElementType::I32), of(op->getResult(0)),
          machine(*kind));
  return success();
}

} // namespace charonia::pe
