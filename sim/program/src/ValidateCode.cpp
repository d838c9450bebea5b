// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of the scalar bytecode of the two cores, and typing of functions.
#include "EnumNames.h"
#include "FnTyping.h"
#include "Validator.h"

#include <map>

namespace charonia::program {
namespace {

class CodeChecker {
public:
  CodeChecker(const Program &program, Findings &found) : m_program(program), m_found(found) {}

  void run() {
    for (int core = 0; core < 2; ++core) {
      Findings::Scope scope(m_found, fmt::format("core{}", core));
      checkCore(m_program.cores[core], core);
    }
  }

private:
  void checkCore(const CoreProgram &core, int number) {
    m_registers = core.numRegs;
    m_found.require(core.numRegs <= kMaxRegisters, "numRegs", "more than {} registers",
                    kMaxRegisters);
    for (size_t i = 0; i < core.inits.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("inits[{}]", i));
      const RegisterInit &init = core.inits[i];
      checkRegister("reg", init.reg);
      m_found.require(init.kind != RegisterInit::Kind::Argument ||
                          init.index < m_program.parameters.size(),
                      "index", "there is no parameter {}", init.index);
    }
    for (size_t i = 0; i < core.code.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("code[{}]", i));
      checkInstr(core.code[i], core.code.size(), number);
    }
    if (!core.code.empty()) {
      const Opcode last = core.code.back().op;
      m_found.require(last == Opcode::Halt || last == Opcode::Jump, "code",
                      "the last instruction must be halt or jump, not {}", enumName(last));
    }
  }

  void checkRegister(const char *member, Reg reg) {
    m_found.require(reg < m_registers, member, "r{} of {} registers", reg, m_registers);
  }

  void checkText(const Instr &instr) {
    m_found.require(instr.target < m_program.texts.size(), "target", "there is no text {}",
                    instr.target);
  }

  void checkInstr(const Instr &instr, size_t codeSize, int core) {
    m_found.require(instr.opId == kNone || instr.opId < m_program.opFrames.size(), "opId",
                    "there is no op {}", instr.opId);
    switch (instr.op) {
    case Opcode::Const:
      return checkRegister("dst", instr.dst);
    case Opcode::Move:
    case Opcode::MapPid:
    case Opcode::LoadGlobal:
      checkRegister("dst", instr.dst);
      return checkRegister("a", instr.a);
    case Opcode::StoreGlobal:
      checkRegister("a", instr.a);
      return checkRegister("b", instr.b);
    case Opcode::Compute:
      return checkCompute(instr);
    case Opcode::BranchZero:
      checkRegister("a", instr.a);
      [[fallthrough]];
    case Opcode::Jump:
      m_found.require(instr.target < codeSize, "target", "instruction {} of {}", instr.target,
                      codeSize);
      return;
    case Opcode::AtomicRmw:
      m_found.require(instr.imm >= 0 && isEnumerator(static_cast<AtomicOp>(instr.imm)) &&
                          instr.imm <= int64_t(AtomicOp::Exchange),
                      "imm", "there is no atomic operation {}", instr.imm);
      checkRegister("dst", instr.dst);
      checkRegister("a", instr.a);
      return checkRegister("b", instr.b);
    case Opcode::AtomicCas:
      checkRegister("dst", instr.dst);
      checkRegister("a", instr.a);
      checkRegister("b", instr.b);
      return checkRegister("c", instr.c);
    case Opcode::Issue:
      return checkIssue(instr, core);
    case Opcode::WaitUnit:
      m_found.require(instr.imm >= 0 && instr.imm < int64_t{arch::kNumUnits}, "imm",
                      "there is no unit {}", instr.imm);
      return;
    case Opcode::Assert:
      checkRegister("a", instr.a);
      return checkText(instr);
    case Opcode::Print:
      checkText(instr);
      m_found.require(instr.imm >= 0 && instr.imm <= 2, "imm", "{} values; 0 to 2 are printed",
                      instr.imm);
      if (instr.imm >= 1) {
        checkRegister("a", instr.a);
      }
      if (instr.imm >= 2) {
        checkRegister("b", instr.b);
      }
      return;
    case Opcode::Barrier:
    case Opcode::Halt:
      return;
    }
  }

  void checkCompute(const Instr &instr) {
    checkRegister("dst", instr.dst);
    const Reg registers[] = {instr.a, instr.b, instr.c};
    const char *names[] = {"a", "b", "c"};
    for (unsigned i = 0; i < operandsOf(instr.fn); ++i) {
      checkRegister(names[i], registers[i]);
    }
    std::string problem = checkFnTypes(instr.fn, instr.in, instr.out);
    m_found.require(problem.empty(), "fn", "{}", problem);
  }

  void checkIssue(const Instr &instr, int core) {
    if (!m_found.require(instr.target < m_program.commands.size(), "target",
                         "there is no command {}", instr.target)) {
      return;
    }
    const Unit unit = m_program.commands[instr.target].unit;
    if (unit == Unit::Core0 || unit == Unit::Core1) {
      m_found.require(unit == (core == 0 ? Unit::Core0 : Unit::Core1), "target",
                      "work of {} is issued by core {}", enumName(unit), core);
      return;
    }
    const auto [issuer, first] = m_issuers.emplace(unit, core);
    m_found.require(issuer->second == core, "target",
                    "{} gets commands from both cores; a queue has one issuing core",
                    enumName(unit));
  }

  const Program &m_program;
  Findings &m_found;
  uint32_t m_registers = 0;
  std::map<Unit, int> m_issuers;
};

} // namespace

void checkCode(const Program &program, Findings &found) { CodeChecker(program, found).run(); }

} // namespace charonia::program
