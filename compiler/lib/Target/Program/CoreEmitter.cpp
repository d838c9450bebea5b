// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers and control flow of one core.
#include "CoreEmitter.h"

using namespace mlir;

namespace charonia::pe {

using numerics::ElementType;
using numerics::Fn;
using program::RegisterInit;

CoreEmitter::CoreEmitter(Translation &translation, ProgramOp source, int core)
    : m_translation(translation), m_source(source), m_core(core),
      m_slice(source, core, source.getSingleStream()) {
  uint32_t next = 0;
  for (CbAllocOp alloc : source.getBody().getOps<CbAllocOp>()) {
    m_cbs[alloc] = next++;
  }
}

program::Instr &CoreEmitter::append(Opcode opcode, Operation *op) {
  Instr instr;
  instr.op = opcode;
  instr.opId = op ? m_translation.opId(op) : program::kNone;
  m_code.code.push_back(instr);
  return m_code.code.back();
}

program::Instr &CoreEmitter::compute(Operation *op, Fn fn, ElementType in, ElementType out, Reg dst,
                                     Reg a, Reg b, Reg c) {
  Instr &instr = append(Opcode::Compute, op);
  instr.fn = fn;
  instr.in = in;
  instr.out = out;
  instr.dst = dst;
  instr.a = a;
  instr.b = b;
  instr.c = c;
  return instr;
}

program::Reg CoreEmitter::of(Value value) {
  auto [it, isNew] = m_regs.try_emplace(value, 0);
  if (isNew) {
    it->second = fresh();
  }
  return it->second;
}

program::Reg CoreEmitter::constant(Operation *op, int64_t value) {
  Reg reg = fresh();
  Instr &instr = append(Opcode::Const, op);
  instr.dst = reg;
  instr.imm = value;
  return reg;
}

program::Reg CoreEmitter::machine(RegisterInit::Kind kind, uint32_t index) {
  auto [it, isNew] = m_machine.try_emplace({static_cast<int>(kind), index}, 0);
  if (isNew) {
    it->second = fresh();
    m_code.inits.push_back({kind, index, it->second});
  }
  return it->second;
}

LogicalResult CoreEmitter::run() {
  for (BlockArgument argument : m_source.getArguments()) {
    if (m_slice.needs(argument)) {
      m_regs[argument] = machine(RegisterInit::Kind::Argument, argument.getArgNumber());
    }
  }
  if (failed(emitBlock(m_source.getBody().front()))) {
    return failure();
  }
  append(Opcode::Halt, nullptr);
  m_translation.out().cores[m_core] = std::move(m_code);
  return success();
}

LogicalResult CoreEmitter::emitBlock(Block &block) {
  for (Operation &op : block) {
    if (m_slice.needs(&op) && !op.hasTrait<OpTrait::IsTerminator>() && failed(emitOp(&op))) {
      return failure();
    }
  }
  return success();
}

LogicalResult CoreEmitter::emitOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](PidLoopOp loop) { return emitPidLoop(loop); })
      .Case([&](scf::ForOp loop) { return emitFor(loop); })
      .Case([&](scf::IfOp branch) { return emitIf(branch); })
      .Case([&](scf::WhileOp loop) { return emitWhile(loop); })
      .Case([&](CommandOpInterface command) { return emitCommand(command); })
      .Case([&](WaitUnitOp wait) {
        append(Opcode::WaitUnit, op).imm = static_cast<int64_t>(wait.getUnit());
        return success();
      })
      .Case([&](BarrierOp) {
        append(Opcode::Barrier, op);
        return success();
      })
      .Default([&](Operation *other) { return emitScalar(other); });
}

void CoreEmitter::moveAll(ArrayRef<std::pair<Value, Value>> fromAndTo) {
  SmallVector<std::pair<Reg, Reg>> moves;
  for (auto [from, to] : fromAndTo) {
    if (m_slice.needs(to) && of(from) != of(to)) {
      moves.push_back({of(from), of(to)});
    }
  }
  auto isTarget = [&](Reg reg) {
    return llvm::any_of(moves, [&](auto &move) { return move.second == reg; });
  };
  for (auto &[from, to] : moves) {
    if (isTarget(from)) { // would be overwritten before it is read
      Reg copy = fresh();
      Instr &instr = append(Opcode::Move, nullptr);
      instr.dst = copy;
      instr.a = from;
      from = copy;
    }
  }
  for (auto [from, to] : moves) {
    Instr &instr = append(Opcode::Move, nullptr);
    instr.dst = to;
    instr.a = from;
  }
}

LogicalResult CoreEmitter::emitPidLoop(PidLoopOp loop) {
  Operation *op = loop;
  Reg round = constant(op, 0), one = constant(op, 1), zero = constant(op, 0), pid = fresh(),
      more = fresh();
  uint32_t top = here();
  Instr &map = append(Opcode::MapPid, op);
  map.dst = pid;
  map.a = round;
  compute(op, Fn::CmpSge, ElementType::I64, ElementType::I1, more, pid, zero);
  uint32_t exit = here();
  append(Opcode::BranchZero, op).a = more;

  Block &body = loop.getBody().front();
  Reg gridX = machine(RegisterInit::Kind::GridX), gridY = machine(RegisterInit::Kind::GridY);
  Reg x = fresh(), rest = fresh(), y = fresh(), z = fresh();
  compute(op, Fn::RemSI, ElementType::I64, ElementType::I64, x, pid, gridX);
  compute(op, Fn::DivSI, ElementType::I64, ElementType::I64, rest, pid, gridX);
  compute(op, Fn::RemSI, ElementType::I64, ElementType::I64, y, rest, gridY);
  compute(op, Fn::DivSI, ElementType::I64, ElementType::I64, z, rest, gridY);
  for (auto [argument, reg] : llvm::zip(body.getArguments(), SmallVector<Reg>{x, y, z})) {
    if (m_slice.needs(argument)) {
      compute(op, Fn::TruncI, ElementType::I64, ElementType::I32, of(argument), reg);
    }
  }
  if (failed(emitBlock(body))) {
    return failure();
  }
  compute(op, Fn::AddI, ElementType::I64, ElementType::I64, round, round, one);
  append(Opcode::Jump, op).target = top;
  m_code.code[exit].target = here();
  return success();
}

LogicalResult CoreEmitter::emitFor(scf::ForOp loop) {
  ElementType type = *compiler::elementTypeOf(loop.getInductionVar().getType());
  Reg counter = of(loop.getInductionVar()), more = fresh();
  SmallVector<std::pair<Value, Value>> inits, nexts;
  for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (m_slice.needs(argument)) {
      inits.push_back({loop.getInitArgs()[index], argument});
      nexts.push_back({loop.getBody()->getTerminator()->getOperand(index), argument});
      m_regs[loop.getResult(index)] = of(argument);
    }
  }
  moveAll(inits);
  Instr &start = append(Opcode::Move, loop);
  start.dst = counter;
  start.a = of(loop.getLowerBound());
  uint32_t top = here();
  compute(loop, Fn::CmpSlt, type, ElementType::I1, more, counter, of(loop.getUpperBound()));
  uint32_t exit = here();
  append(Opcode::BranchZero, loop).a = more;
  if (failed(emitBlock(*loop.getBody()))) {
    return failure();
  }
  moveAll(nexts);
  compute(loop, Fn::AddI, type, type, counter, counter, of(loop.getStep()));
  append(Opcode::Jump, loop).target = top;
  m_code.code[exit].target = here();
  return success();
}

LogicalResult CoreEmitter::emitIf(scf::IfOp branch) {
  uint32_t test = here();
  append(Opcode::BranchZero, branch).a = of(branch.getCondition());
  auto arm = [&](Region &region) {
    if (region.empty()) {
      return success();
    }
    if (failed(emitBlock(region.front()))) {
      return failure();
    }
    SmallVector<std::pair<Value, Value>> results;
    for (auto [value, result] :
         llvm::zip(region.front().getTerminator()->getOperands(), branch->getResults())) {
      results.push_back({value, result});
    }
    moveAll(results);
    return success();
  };
  if (failed(arm(branch.getThenRegion()))) {
    return failure();
  }
  uint32_t end = here();
  append(Opcode::Jump, branch);
  m_code.code[test].target = here();
  if (failed(arm(branch.getElseRegion()))) {
    return failure();
  }
  m_code.code[end].target = here();
  return success();
}

LogicalResult CoreEmitter::emitWhile(scf::WhileOp loop) {
  auto condition = cast<scf::ConditionOp>(loop.getBeforeBody()->getTerminator());
  SmallVector<std::pair<Value, Value>> inits, forwarded, nexts;
  for (auto [init, argument, next] :
       llvm::zip(loop.getInits(), loop.getBeforeArguments(),
                 loop.getAfterBody()->getTerminator()->getOperands())) {
    inits.push_back({init, argument});
    nexts.push_back({next, argument});
  }
  for (auto [value, argument, result] :
       llvm::zip(condition.getArgs(), loop.getAfterArguments(), loop.getResults())) {
    forwarded.push_back({value, argument});
    forwarded.push_back({value, result});
  }
  moveAll(inits);
  uint32_t top = here();
  if (failed(emitBlock(*loop.getBeforeBody()))) {
    return failure();
  }
  // The condition may live in a register that the moves overwrite.
  Reg go = fresh();
  Instr &keep = append(Opcode::Move, loop);
  keep.dst = go;
  keep.a = of(condition.getCondition());
  moveAll(forwarded);
  uint32_t exit = here();
  append(Opcode::BranchZero, loop).a = go;
  if (failed(emitBlock(*loop.getAfterBody()))) {
    return failure();
  }
  moveAll(nexts);
  append(Opcode::Jump, loop).target = top;
  m_code.code[exit].target = here();
  return success();
}

LogicalResult emitCore(Translation &translation, ProgramOp source, int core) {
  return CoreEmitter(translation, source, core).run();
}

} // namespace charonia::pe
