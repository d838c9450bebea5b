// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cores.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::sim {

using numerics::ElementType;
using numerics::Fn;
using program::Instr;
using program::kNone;
using program::Opcode;
using program::Operand;

namespace {

constexpr uint64_t kLookEvery = 4096; ///< instructions between looks at clock and stop token

bool isI64(const Instr &instr) {
  return instr.in == ElementType::I64 && instr.out == ElementType::I64;
}

/// The few functions that loops and addresses are made of, without a call.
inline uint64_t compute(const Instr &instr, const uint64_t *regs) {
  uint64_t a = regs[instr.a];
  if (isI64(instr)) {
    switch (instr.fn) {
    case Fn::AddI:
      return a + regs[instr.b];
    case Fn::SubI:
      return a - regs[instr.b];
    case Fn::MulI:
      return a * regs[instr.b];
    default:
      break;
    }
  }
  int operands = numerics::info(instr.fn).operands;
  uint64_t b = operands > 1 ? regs[instr.b] : 0, c = operands > 2 ? regs[instr.c] : 0;
  return numerics::evaluate(instr.fn, instr.in, instr.out, a, b, c);
}

} // namespace

Interpreter::Interpreter(const Plan &plan, const SimInput &input, GlobalAccess &memory,
                         uint64_t &steps, uint64_t maxSteps, std::vector<std::string> &printed)
    : m_plan(plan), m_program(*plan.program), m_input(input), m_memory(memory), m_steps(steps),
      m_maxSteps(maxSteps), m_printed(printed) {
  m_cores.resize(static_cast<size_t>(plan.device->grid.numPes()) * 2);
  for (uint32_t i = 0; i < m_cores.size(); ++i) {
    startRegisters(i);
  }
}

void Interpreter::startRegisters(uint32_t index) {
  Core &core = m_cores[index];
  const program::CoreProgram &code = m_program.cores[index % 2];
  core.regs.assign(std::max<size_t>(1, code.numRegs), 0);
  core.taken.assign(code.code.size(), 0);
  std::fill(std::begin(core.lastOfUnit), std::end(core.lastOfUnit), kNone);
  const arch::Grid &grid = m_plan.device->grid;
  uint64_t pe = index / 2, columns = static_cast<uint64_t>(grid.columns);
  for (const program::RegisterInit &init : code.inits) {
    using Kind = program::RegisterInit::Kind;
    uint64_t value = 0;
    switch (init.kind) {
    case Kind::Argument:
      value = m_input.arguments[init.index];
      break;
    case Kind::PeId:
      value = pe;
      break;
    case Kind::PeRow:
      value = pe / columns;
      break;
    case Kind::PeColumn:
      value = pe % columns;
      break;
    case Kind::NumPes:
      value = static_cast<uint64_t>(grid.numPes());
      break;
    case Kind::GridX:
      value = static_cast<uint64_t>(m_input.grid[0]);
      break;
    case Kind::GridY:
      value = static_cast<uint64_t>(m_input.grid[1]);
      break;
    case Kind::GridZ:
      value = static_cast<uint64_t>(m_input.grid[2]);
      break;
    case Kind::TotalPids:
      value = static_cast<uint64_t>(m_input.grid[0] * m_input.grid[1] * m_input.grid[2]);
      break;
    }
    core.regs[init.reg] = value;
  }
}

void Interpreter::fail(Step &step, const char *code, std::string message, uint32_t core,
                       const Instr &instr) {
  step.kind = Step::Kind::Fail;
  error = SimError{code, std::move(message), static_cast<int>(core / 2), 0, frameOf(instr), {}};
}

program::FrameId Interpreter::frameOf(const Instr &instr) const {
  return instr.opId < m_program.opFrames.size() ? m_program.opFrames[instr.opId] : kNone;
}

/// Resolved operands in the order of StreamEntry::values, then the scalar inputs.
bool Interpreter::resolve(const Core &core, uint32_t index, std::vector<int64_t> &values) const {
  const program::Command &command = *m_plan.commands[index].command;
  values.clear();
  auto add = [&](const Operand &operand) {
    values.push_back(operand.isReg ? static_cast<int64_t>(core.regs[operand.reg]) : operand.imm);
  };
  if (command.dma) {
    add(command.dma->base);
    for (const auto *list : {&command.dma->strides, &command.dma->lower, &command.dma->upper}) {
      for (const Operand &operand : *list) {
        add(operand);
      }
    }
  }
  for (const auto *list : {&command.extents, &command.scalarInputs}) {
    for (const Operand &operand : *list) {
      add(operand);
    }
  }
  return true;
}

void Interpreter::print(uint32_t index, const Instr &instr) {
  std::string line = fmt::format("pe {}: {}", index / 2, m_program.texts[instr.target]);
  const Core &core = m_cores[index];
  for (int i = 0; i < std::min<int64_t>(instr.imm, 2); ++i) {
    uint64_t bits = core.regs[i == 0 ? instr.a : instr.b];
    if (numerics::isFloat(instr.in)) {
      line += fmt::format(" {}", numerics::toDouble(instr.in, bits));
    } else {
      unsigned shift = 64 - 8 * numerics::byteSize(instr.in);
      line += fmt::format(" {}", static_cast<int64_t>(bits << shift) >> shift);
    }
  }
  m_printed.push_back(std::move(line));
}

void Interpreter::next(uint32_t index, Step &step, std::vector<int64_t> &values) {
  Core &core = m_cores[index];
  const int which = static_cast<int>(index % 2);
  const std::vector<Instr> &code = m_program.cores[which].code;
  const uint64_t *cost = m_plan.scalarCost[which].data();
  const arch::CommandProcessor &cp = m_plan.device->cp;
  uint64_t *regs = core.regs.data();
  uint64_t cycles = 0;
  step = Step{};
  for (;;) {
    if (core.pc >= code.size()) {
      break; // falls off the end: halts
    }
    const Instr &instr = code[core.pc];
    if (++m_steps >= m_nextLook) {
      m_nextLook = std::min(m_steps + kLookEvery, std::max(m_maxSteps, m_steps) + 1);
      if (interrupted()) { // whoever asked knows why
        step.kind = Step::Kind::Fail;
        interruptedAt = kNone; // a jump has no place of its own: that of what stands before it
        for (size_t pc = core.pc + 1; pc-- > 0 && interruptedAt == kNone;) {
          interruptedAt = frameOf(code[pc]);
        }
        return;
      }
    }
    cycles += cost[core.pc];
    ++core.pc;
    switch (instr.op) {
    case Opcode::Const:
      regs[instr.dst] = static_cast<uint64_t>(instr.imm);
      continue;
    case Opcode::Move:
      regs[instr.dst] = regs[instr.a];
      continue;
    case Opcode::Compute:
      regs[instr.dst] = compute(instr, regs);
      continue;
    case Opcode::Jump:
      core.pc = instr.target;
      continue;
    case Opcode::BranchZero: {
      bool taken = lowBits(regs[instr.a], instr.in) == 0;
      uint8_t &last = core.taken[core.pc - 1];
      if (taken != (last != 0)) { // predicts what the branch did last
        cycles += static_cast<uint64_t>(m_plan.device->scalar.mispredict);
        last = taken;
      }
      core.pc = taken ? instr.target : core.pc;
      continue;
    }
    case Opcode::MapPid: {
      const auto &grid = m_input.grid;
      int64_t pid =
          program::mapPid(m_program.mapping, static_cast<int64_t>(regs[instr.a]), index / 2,
                          m_plan.device->grid.numPes(), grid[0] * grid[1] * grid[2]);
      core.pid = pid;
      core.round = static_cast<int64_t>(regs[instr.a]);
      regs[instr.dst] = static_cast<uint64_t>(pid);
      step.pids += pid >= 0;
      continue;
    }
    case Opcode::Assert:
      if (lowBits(regs[instr.a], instr.in) == 0) {
        fail(step, "assert", m_program.texts[instr.target], index, instr);
        return;
      }
      continue;
    case Opcode::Print:
      core.seen.limit = 0;
      print(index, instr);
      continue;
    case Opcode::LoadGlobal:
    case Opcode::StoreGlobal:
    case Opcode::AtomicRmw:
    case Opcode::AtomicCas:
      step.kind = Step::Kind::Memory;
      step.access = instr.op == Opcode::LoadGlobal    ? AccessKind::Load
                    : instr.op == Opcode::StoreGlobal ? AccessKind::Store
                                                      : AccessKind::Atomic;
      step.address = regs[instr.a];
      step.bytes = numerics::byteSize(instr.op == Opcode::LoadGlobal ? instr.out : instr.in);
      core.pending = &instr;
      break;
    case Opcode::Issue: {
      const CommandPlan &plan = m_plan.commands[instr.target];
      step.kind = plan.onCore ? Step::Kind::Local : Step::Kind::Command;
      step.command = instr.target;
      resolve(core, instr.target, values);
      if (!plan.onCore) {
        uint32_t &last = core.lastOfUnit[unitIndex(plan.command->unit)];
        int writes = last == instr.target ? cp.registerWritesAutoIncrement : cp.registerWrites;
        last = instr.target;
        step.issueCycles = static_cast<uint64_t>(writes * cp.registerWrite + cp.issue);
      }
      break;
    }
    case Opcode::WaitUnit:
      step.kind = Step::Kind::Wait;
      step.unit = static_cast<arch::Unit>(instr.imm);
      break;
    case Opcode::Barrier:
      step.kind = Step::Kind::Barrier;
      break;
    case Opcode::Halt:
      core.pc = static_cast<uint32_t>(code.size());
      break;
    }
    break;
  }
  if (step.kind != Step::Kind::Memory) {
    core.seen.limit = 0;
  }
  step.cycles = cycles;
}

bool Interpreter::repeats(uint32_t index, uint64_t version) {
  Core &core = m_cores[index];
  Seen &seen = core.seen;
  if (seen.limit > 0 && seen.version == version) {
    if (seen.pc == core.pc && seen.regs == core.regs) {
      return true;
    }
    if (++seen.accesses < seen.limit) {
      return false;
    }
  }
  seen.limit = seen.version == version ? std::max<uint64_t>(1, 2 * seen.limit) : 1;
  seen.accesses = 0;
  seen.version = version;
  seen.pc = core.pc;
  seen.regs = core.regs;
  return false;
}

Instance Interpreter::instance(uint32_t index) const {
  constexpr size_t kMostIds = 4;
  const Core &core = m_cores[index];
  Instance instance;
  instance.pid = core.pid;
  if (core.pending && core.pending->opId < m_program.opFrames.size()) {
    instance.frame = m_program.opFrames[core.pending->opId];
  }
  const auto &grid = m_input.grid;
  const int64_t pids = grid[0] * grid[1] * grid[2];
  for (int64_t round = core.round + 1; core.pid >= 0 && round <= pids; ++round) {
    int64_t pid =
        program::mapPid(m_program.mapping, round, index / 2, m_plan.device->grid.numPes(), pids);
    if (pid < 0) {
      break;
    }
    if (instance.later.size() < kMostIds) {
      instance.later.push_back(pid);
    }
    ++instance.laterCount;
  }
  return instance;
}

bool Interpreter::access(uint32_t index) {
  Core &core = m_cores[index];
  const Instr &instr = *core.pending;
  uint64_t *regs = core.regs.data();
  uint64_t address = regs[instr.a], bits = 0;
  bool ok = true;
  switch (instr.op) {
  case Opcode::LoadGlobal:
    ok = m_memory.load(address, instr.out, bits);
    break;
  case Opcode::StoreGlobal:
    ok = m_memory.store(address, instr.in, regs[instr.b]);
    break;
  case Opcode::AtomicRmw:
    ok = m_memory.atomic(address, instr.in, static_cast<program::AtomicOp>(instr.imm),
                         regs[instr.b], bits);
    break;
  default:
    ok = m_memory.compareAndSwap(address, instr.in, regs[instr.b], regs[instr.c], bits);
    break;
  }
  m_memory.log.clear();
  if (!ok) {
    Step ignored;
    fail(ignored, "out-of-bounds", m_memory.error, index, instr);
    return false;
  }
  if (instr.op != Opcode::StoreGlobal) {
    regs[instr.dst] = bits;
  }
  return true;
}

} // namespace charonia::sim
