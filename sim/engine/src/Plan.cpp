// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plan.h"

#include "charonia/program/SimdCost.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::sim {

using arch::Unit;
using numerics::byteSize;
using numerics::ElementType;
using program::CbSpace;
using program::CircularBuffer;
using program::Command;
using program::CommandKind;
using program::kNone;
using program::Opcode;
using program::Operand;

namespace {

constexpr uint32_t kMostRegisters = 1u << 20;

const char *kindName(CommandKind kind) {
  switch (kind) {
  case CommandKind::FiLoad:
    return "load";
  case CommandKind::FiStore:
    return "store";
  case CommandKind::DpeMma:
    return "mma";
  case CommandKind::ReDrain:
    return "drain";
  case CommandKind::ReNetwork:
    return "reduction network";
  case CommandKind::SeCompute:
    return "simd";
  case CommandKind::MluMove:
    return "layout";
  case CommandKind::VectorGroup:
    return "vector group";
  case CommandKind::CbUpdate:
    return "pointer update";
  }
  return "command";
}

class Planner {
public:
  explicit Planner(const SimInput &input)
      : m_input(input), m_program(*input.program), m_device(*input.device) {
    m_plan.program = input.program;
    m_plan.device = input.device;
    m_plan.bankBytes = int64_t{m_device.re.bankRows} * m_device.re.bankColumns * 4;
  }

  tl::expected<Plan, SimError> run() {
    bool ok = checkCbs() && checkCores() && planCommands();
    if (!ok) {
      return tl::make_unexpected(m_error);
    }
    return std::move(m_plan);
  }

private:
  bool wrong(std::string message, program::FrameId frame = kNone) {
    m_error = {"bad-program", std::move(message), -1, 0, frame, {}};
    return false;
  }

  bool checkCbs() {
    if (static_cast<int>(m_program.cbs.size()) > 0xffff) {
      return wrong("too many circular buffers");
    }
    for (const CircularBuffer &cb : m_program.cbs) {
      auto bad = [&](const char *what) {
        return wrong(fmt::format("buffer {}: {}", cb.name, what));
      };
      if (cb.depth < 1 || cb.depth > 0xffff || cb.slotBytes < 1 || cb.base < 0 ||
          (cb.resident && cb.depth != 1)) {
        return bad("impossible depth, slot size or base");
      }
      if (cb.shape.size() > static_cast<size_t>(kMaxRank)) {
        return bad("too many dimensions");
      }
      int64_t elements = 1;
      for (int64_t d : cb.shape) {
        if (d < 1 || d > cb.slotBytes || (elements *= d) > cb.slotBytes) {
          return bad("its tile does not fit into a slot");
        }
      }
      if (elements * byteSize(cb.type) > cb.slotBytes) {
        return bad("its tile does not fit into a slot");
      }
      bool ls = cb.space == CbSpace::Ls;
      int64_t space = ls ? m_device.ls.bytes : m_device.re.banks * m_plan.bankBytes;
      int64_t base =
          ls ? cb.base : (cb.base > m_device.re.banks ? space + 1 : cb.base * m_plan.bankBytes);
      if (cb.slotBytes > space || base > space || base + cb.slotBytes * cb.depth > space) {
        return bad(ls ? "lies outside local memory" : "lies outside the accumulator banks");
      }
      int64_t &used = ls ? m_plan.lsUsed : m_plan.banksUsed;
      used = std::max(used, base + cb.slotBytes * cb.depth);
      if (!cb.resident && cb.readers.size() > static_cast<size_t>(m_device.cb.readers)) {
        return bad("too many readers");
      }
    }
    return true;
  }

  bool checkCores() {
    for (int c = 0; c < 2; ++c) {
      const program::CoreProgram &core = m_program.cores[c];
      if (core.numRegs > kMostRegisters) {
        return wrong("too many registers");
      }
      for (const program::RegisterInit &init : core.inits) {
        if (init.reg >= core.numRegs || (init.kind == program::RegisterInit::Kind::Argument &&
                                         init.index >= m_input.arguments.size())) {
          return wrong("a register starts from an argument that is not there");
        }
      }
      for (size_t i = 0; i < core.code.size(); ++i) {
        if (!checkInstr(core, core.code[i])) {
          return wrong(fmt::format("core {}, instruction {}: {}", c, i, m_what));
        }
        m_plan.scalarCost[c].push_back(instrCost(core.code[i]));
      }
    }
    return true;
  }

  bool checkInstr(const program::CoreProgram &core, const program::Instr &instr) {
    auto regs = [&](std::initializer_list<program::Reg> list) {
      for (program::Reg reg : list) {
        if (reg >= core.numRegs) {
          m_what = "a register does not exist";
          return false;
        }
      }
      return true;
    };
    auto target = [&](size_t limit, const char *what) {
      m_what = what;
      return instr.target < limit;
    };
    switch (instr.op) {
    case Opcode::Const:
      return regs({instr.dst});
    case Opcode::Move:
    case Opcode::MapPid:
    case Opcode::LoadGlobal:
      return regs({instr.dst, instr.a});
    case Opcode::Compute: {
      if (static_cast<unsigned>(instr.fn) >= numerics::kNumFns) {
        m_what = "unknown function";
        return false;
      }
      int operands = numerics::info(instr.fn).operands;
      return regs({instr.dst, instr.a}) && (operands < 2 || regs({instr.b})) &&
             (operands < 3 || regs({instr.c}));
    }
    case Opcode::Jump:
      return target(core.code.size() + 1, "jumps outside the code");
    case Opcode::BranchZero:
      return regs({instr.a}) && target(core.code.size() + 1, "jumps outside the code");
    case Opcode::StoreGlobal:
      return regs({instr.a, instr.b});
    case Opcode::AtomicRmw:
      m_what = "unknown atomic operation";
      return instr.imm >= 0 && instr.imm <= static_cast<int64_t>(program::AtomicOp::Exchange) &&
             regs({instr.dst, instr.a, instr.b});
    case Opcode::AtomicCas:
      return regs({instr.dst, instr.a, instr.b, instr.c});
    case Opcode::Issue:
      return target(m_program.commands.size(), "issues a command that does not exist");
    case Opcode::WaitUnit:
      m_what = "waits for a unit that does not exist";
      return instr.imm >= 0 && instr.imm < static_cast<int64_t>(arch::kNumUnits);
    case Opcode::Assert:
      return regs({instr.a}) && target(m_program.texts.size(), "a text does not exist");
    case Opcode::Print:
      return (instr.imm < 1 || regs({instr.a})) && (instr.imm < 2 || regs({instr.b})) &&
             target(m_program.texts.size(), "a text does not exist");
    case Opcode::Barrier:
    case Opcode::Halt:
      return true;
    }
    m_what = "unknown instruction";
    return false;
  }

  /// Cycles of an instruction on a scalar core; what it waits for comes on top.
  uint64_t instrCost(const program::Instr &instr) const {
    const char *costClass = "alu";
    if (instr.op == Opcode::Halt) {
      return 0;
    }
    if (instr.op == Opcode::Compute) {
      costClass = numerics::info(instr.fn).costClass;
    } else if (instr.op == Opcode::MapPid) {
      costClass = "mul";
    } else if (instr.op == Opcode::Issue) {
      return 0; // the command processor's cost instead
    }
    auto found = m_device.scalar.cost.find(costClass);
    double cost = found == m_device.scalar.cost.end() ? 1 : found->second;
    return static_cast<uint64_t>(std::max(1.0, cost));
  }

  bool planCommands() {
    for (size_t i = 0; i < m_program.commands.size(); ++i) {
      const Command &command = m_program.commands[i];
      CommandPlan plan;
      plan.command = &command;
      if (!planCommand(command, plan)) {
        return wrong(
            fmt::format("command {}: {}", describe(m_program, static_cast<uint32_t>(i)), m_what),
            command.frame);
      }
      m_plan.commands.push_back(std::move(plan));
    }
    return checkOperands();
  }

  bool no(std::string what) {
    m_what = std::move(what);
    return false;
  }

  bool planCommand(const Command &command, CommandPlan &plan) {
    for (const program::CbRead &read : command.reads) {
      if (read.cb >= m_program.cbs.size()) {
        return no("reads a buffer that does not exist");
      }
      const CircularBuffer &cb = m_program.cbs[read.cb];
      if (!cb.resident && (read.reader >= cb.readers.size() || read.offset < 0 || read.pop < 0 ||
                           read.pop > cb.depth || read.offset >= cb.depth)) {
        return no("reads " + cb.name + " beyond its depth or as an unknown reader");
      }
      plan.gated |= !cb.resident;
      plan.lsBytes += static_cast<uint64_t>(elementsOf(cb) * byteSize(cb.type));
    }
    for (const program::CbWrite &write : command.writes) {
      if (write.cb >= m_program.cbs.size()) {
        return no("writes a buffer that does not exist");
      }
      const CircularBuffer &cb = m_program.cbs[write.cb];
      if (!cb.resident &&
          (write.reserve < 0 || write.push < 0 || write.reserve > cb.depth ||
           write.push > cb.depth || write.offset < -cb.depth ||
           (write.offset >= write.reserve && command.kind != CommandKind::CbUpdate))) {
        return no("writes " + cb.name + " outside what it reserves");
      }
      plan.gated |= !cb.resident;
      plan.lsBytes += static_cast<uint64_t>(elementsOf(cb) * byteSize(cb.type));
    }
    size_t rank = command.dma ? command.dma->strides.size() : 0;
    plan.dmaValues = command.dma ? 1 + 3 * rank : 0;
    plan.values = plan.dmaValues + command.extents.size();
    plan.onCore = command.unit == Unit::Core0 || command.unit == Unit::Core1;
    return planKind(command, plan);
  }

  bool needs(const Command &command, Unit unit, size_t reads, size_t writes) {
    if (command.unit != unit) {
      return no(fmt::format("is not for unit {}", arch::name(command.unit)));
    }
    if (command.reads.size() < reads || command.writes.size() < writes) {
      return no("names too few buffers");
    }
    return true;
  }

  bool planKind(const Command &command, CommandPlan &plan) {
    switch (command.kind) {
    case CommandKind::FiLoad:
      return needs(command, Unit::FiRead, 0, 1) && planDma(command, command.writes[0].cb) &&
             planRows(command, command.writes[0].cb, 0, plan);
    case CommandKind::FiStore:
      return needs(command, Unit::FiWrite, 1, 0) && planDma(command, command.reads[0].cb) &&
             planRows(command, command.reads[0].cb, 1, plan);
    case CommandKind::DpeMma:
      return needs(command, Unit::Dpe, 0, 1) && planMma(command, plan);
    case CommandKind::ReDrain: {
      if (!needs(command, Unit::Re, 1, 1)) {
        return false;
      }
      const CircularBuffer &from = m_program.cbs[command.reads[0].cb];
      const CircularBuffer &to = m_program.cbs[command.writes[0].cb];
      if (from.type != to.type || elementsOf(from) != elementsOf(to)) {
        return no("drains to a tile of another kind");
      }
      plan.cost = drainCost(m_device, elementsOf(from) * byteSize(from.type));
      return true;
    }
    case CommandKind::ReNetwork:
      return needs(command, Unit::Re, 1, 1) && planNetwork(command);
    case CommandKind::SeCompute:
      return needs(command, Unit::Se, 0, 0) && planTileProgram(command, plan);
    case CommandKind::MluMove:
      return needs(command, Unit::Mlu, 1, 1) && planMove(command, plan);
    case CommandKind::VectorGroup:
      return needs(command, Unit::Core1, 0, 0) && planTileProgram(command, plan);
    case CommandKind::CbUpdate:
      return true;
    }
    return no("is of an unknown kind");
  }

  bool planNetwork(const Command &command) {
    const CircularBuffer &from = m_program.cbs[command.reads[0].cb];
    const CircularBuffer &to = m_program.cbs[command.writes[0].cb];
    const bool row = command.networkGroup == program::BroadcastGroup::Row;
    if (command.networkGroup == program::BroadcastGroup::None || command.networkRoot < 0 ||
        command.networkRoot >= (row ? m_device.grid.columns : m_device.grid.rows)) {
      return no(
          fmt::format("its root {} is no PE of a {}", command.networkRoot, row ? "row" : "column"));
    }
    if (static_cast<unsigned>(command.networkFn) >= numerics::kNumFns ||
        numerics::info(command.networkFn).operands != 2 || from.type != to.type ||
        elementsOf(from) != elementsOf(to) || from.space != CbSpace::Ls ||
        to.space != CbSpace::Ls) {
      return no("combines tiles of another kind");
    }
    return true;
  }

  bool planDma(const Command &command, uint32_t cbIndex) {
    const CircularBuffer &cb = m_program.cbs[cbIndex];
    if (!command.dma || command.dma->strides.size() != cb.shape.size() ||
        command.dma->lower.size() != cb.shape.size() ||
        command.dma->upper.size() != cb.shape.size()) {
      return no("its descriptor has another rank than its tile");
    }
    if (cb.space != CbSpace::Ls) {
      return no("moves data between memory and the accumulator banks");
    }
    return true;
  }

  /// The row list of an indexed descriptor: reads from `first` on.
  bool planRows(const Command &command, uint32_t cbIndex, size_t first, CommandPlan &plan) {
    const int32_t rowDim = command.dma->rowDim;
    if (rowDim == -1) {
      return true;
    }
    const CircularBuffer &tile = m_program.cbs[cbIndex];
    const size_t reads = command.reads.size();
    if (rowDim < 0 || static_cast<size_t>(rowDim) >= tile.shape.size() || reads < first + 1 ||
        reads > first + 2 || command.dma->broadcast != program::BroadcastGroup::None) {
      return no("its row list does not fit its tile");
    }
    plan.rowDim = rowDim;
    plan.rowList = static_cast<int>(first);
    plan.rowCount = tile.shape[static_cast<size_t>(rowDim)];
    for (size_t i = first; i < reads; ++i) {
      const CircularBuffer &list = m_program.cbs[command.reads[i].cb];
      ElementType type = i == first ? ElementType::I64 : ElementType::I1;
      if (list.space != CbSpace::Ls || list.type != type || elementsOf(list) != plan.rowCount) {
        return no("its row list does not fit its tile");
      }
    }
    return true;
  }

  bool planMma(const Command &command, CommandPlan &plan) {
    const CircularBuffer &acc = m_program.cbs[command.writes[0].cb];
    if (command.reads.size() != (command.hasOperands ? 2u : 0u) + (command.hasInit ? 1u : 0u)) {
      return no("has another number of sources than its flags say");
    }
    if (byteSize(acc.type) != 4) {
      return no("accumulates in something other than 32 bits");
    }
    if (command.hasInit) {
      const CircularBuffer &init = m_program.cbs[command.reads.back().cb];
      if (init.type != acc.type || elementsOf(init) != elementsOf(acc)) {
        return no("starts from a tile of another kind");
      }
      plan.mma.initBytes = elementsOf(acc) * byteSize(acc.type);
    }
    if (command.hasOperands) {
      const CircularBuffer &a = m_program.cbs[command.reads[0].cb];
      const CircularBuffer &b = m_program.cbs[command.reads[1].cb];
      bool supported =
          a.type == b.type && ((a.type == ElementType::I8 && acc.type == ElementType::I32) ||
                               ((a.type == ElementType::F16 || a.type == ElementType::BF16) &&
                                acc.type == ElementType::F32));
      if (!supported) {
        return no(fmt::format("the matrix engine does not multiply {} by {} into {}",
                              numerics::name(a.type), numerics::name(b.type),
                              numerics::name(acc.type)));
      }
      size_t rank = a.shape.size();
      if (rank < 2 || rank > 3 || b.shape.size() != rank || acc.shape.size() != rank) {
        return no("its tiles are no matrices");
      }
      size_t o = rank - 2;
      MmaShape &mma = plan.mma;
      mma.batch = o ? a.shape[0] : 1;
      mma.m = a.shape[o + (command.transposeA ? 1 : 0)];
      mma.k = a.shape[o + (command.transposeA ? 0 : 1)];
      mma.n = b.shape[o + (command.transposeB ? 0 : 1)];
      int64_t k = b.shape[o + (command.transposeB ? 1 : 0)];
      mma.elementBytes = byteSize(a.type);
      mma.reorderBytes = (command.transposeA ? elementsOf(a) * byteSize(a.type) : 0) +
                         (command.transposeB ? 0 : elementsOf(b) * byteSize(b.type));
      if (k != mma.k || acc.shape[o] != mma.m || acc.shape[o + 1] != mma.n ||
          (o && (b.shape[0] != mma.batch || acc.shape[0] != mma.batch))) {
        return no("its matrices do not fit each other");
      }
    }
    size_t extents = command.extents.size();
    if (extents != 0 && extents != (plan.mma.batch > 1 ? 4u : 3u) && extents != 3u) {
      return no("its extents are not M, N, K");
    }
    plan.cost = mmaCost(m_device, plan.mma);
    return true;
  }

  bool planMove(const Command &command, CommandPlan &plan) {
    const CircularBuffer &from = m_program.cbs[command.reads[0].cb];
    const CircularBuffer &to = m_program.cbs[command.writes[0].cb];
    const size_t rank = from.shape.size();
    const bool part = !command.scalarInputs.empty();
    if (from.type != to.type || (!part && elementsOf(from) != elementsOf(to))) {
      return no("moves to a tile of another kind");
    }
    if (part && (command.scalarInputs.size() != rank || to.shape.size() != rank)) {
      return no("its offsets do not fit its tiles");
    }
    if (part || !command.permutation.empty()) {
      std::vector<bool> seen(rank, false);
      bool fits = (command.permutation.empty() || command.permutation.size() == rank) &&
                  to.shape.size() == rank;
      for (size_t d = 0; fits && d < rank; ++d) {
        int64_t p = command.permutation.empty() ? static_cast<int64_t>(d) : command.permutation[d];
        fits = p >= 0 && p < static_cast<int64_t>(rank) && !seen[p] &&
               (part ? to.shape[d] <= from.shape[p] : to.shape[d] == from.shape[p]);
        if (fits) {
          seen[p] = true;
        }
      }
      if (!fits) {
        return no("its permutation does not fit its tiles");
      }
    }
    plan.cost = layoutCost(m_device, elementsOf(to) * byteSize(to.type));
    return true;
  }

  bool planTileProgram(const Command &command, CommandPlan &plan) {
    auto tile = planTile(m_program, command.tileProgram);
    if (!tile) {
      return no(tile.error());
    }
    if (auto fits = checkUse(*tile, m_program, command); !fits) {
      return no(fits.error());
    }
    if (command.kind == CommandKind::SeCompute && tile->touchesGlobal) {
      return no("only the vector core accesses global memory by element");
    }
    if (command.kind == CommandKind::SeCompute) {
      for (const program::TileInst &inst : m_program.tilePrograms[command.tileProgram].insts) {
        const numerics::FnInfo &fn = numerics::info(inst.fn);
        if (inst.op == program::TileOp::Elementwise &&
            m_device.se.functions.contains(fn.costClass) &&
            program::simdFunctionRate(m_device, inst.fn) == 0) {
          return no(fmt::format("the engine of this device has no exact {}", fn.costClass));
        }
      }
    }
    plan.tile = static_cast<int>(m_plan.tiles.size());
    m_plan.tiles.push_back(std::move(*tile));
    plan.cost = m_plan.costOf(plan, {});
    return true;
  }

  /// Registers that commands read must exist on the cores that issue them.
  bool checkOperands() {
    for (int c = 0; c < 2; ++c) {
      for (const program::Instr &instr : m_program.cores[c].code) {
        if (instr.op != Opcode::Issue) {
          continue;
        }
        const Command &command = m_program.commands[instr.target];
        uint32_t limit = m_program.cores[c].numRegs;
        bool ok = true;
        auto check = [&](const Operand &operand) {
          ok = ok && (!operand.isReg || operand.reg < limit);
        };
        if (command.dma) {
          check(command.dma->base);
          for (const auto *list :
               {&command.dma->strides, &command.dma->lower, &command.dma->upper}) {
            std::for_each(list->begin(), list->end(), check);
          }
        }
        std::for_each(command.extents.begin(), command.extents.end(), check);
        std::for_each(command.scalarInputs.begin(), command.scalarInputs.end(), check);
        for (program::Reg reg : command.scalarOutputs) {
          ok = ok && reg < limit;
        }
        if (!ok) {
          return wrong(fmt::format("command {}: names a register that does not exist",
                                   describe(m_program, instr.target)),
                       command.frame);
        }
        bool vector = command.unit == Unit::Core1 || command.unit == Unit::Core0;
        if (vector && static_cast<int>(command.unit) != c) {
          return wrong(
              fmt::format("command {}: issued by core {}", describe(m_program, instr.target), c),
              command.frame);
        }
      }
    }
    return true;
  }

  const SimInput &m_input;
  const program::Program &m_program;
  const arch::DeviceModel &m_device;
  Plan m_plan;
  SimError m_error;
  std::string m_what;
};

} // namespace

UnitCost Plan::costOf(const CommandPlan &plan, std::span<const int64_t> extents) const {
  const Command &command = *plan.command;
  switch (command.kind) {
  case CommandKind::DpeMma: {
    if (extents.size() < 3) {
      return plan.cost.occupancy ? plan.cost : mmaCost(*device, plan.mma);
    }
    MmaShape shape = plan.mma;
    size_t o = extents.size() - 3;
    auto shrink = [](int64_t extent, int64_t whole) {
      return std::clamp<int64_t>(extent, 0, whole);
    };
    shape.batch = o ? shrink(extents[0], shape.batch) : shape.batch;
    shape.m = shrink(extents[o], shape.m);
    shape.n = shrink(extents[o + 1], shape.n);
    shape.k = shrink(extents[o + 2], shape.k);
    return mmaCost(*device, shape);
  }
  case CommandKind::SeCompute:
    return simdCost(*device, *program, command, extents);
  case CommandKind::VectorGroup:
    if (extents.empty() || !std::ranges::equal(extents, plan.lastExtents)) {
      plan.lastCost =
          vectorCost(*device, *program, program->tilePrograms[command.tileProgram], extents);
      plan.lastExtents.assign(extents.begin(), extents.end());
    }
    return plan.lastCost;
  case CommandKind::ReDrain:
  case CommandKind::MluMove: {
    if (extents.empty()) {
      return plan.cost;
    }
    const CircularBuffer &cb = program->cbs[command.reads[0].cb];
    int64_t bytes = effectiveElements(cb.shape, extents) * byteSize(cb.type);
    return command.kind == CommandKind::ReDrain ? drainCost(*device, bytes)
                                                : layoutCost(*device, bytes);
  }
  default:
    return plan.cost;
  }
}

tl::expected<Plan, SimError> makePlan(const SimInput &input) {
  if (!input.program || !input.device) {
    return tl::make_unexpected(
        SimError{"bad-program", "no program or no device", -1, 0, kNone, {}});
  }
  return Planner(input).run();
}

std::string placeOf(const program::Program &program, program::FrameId frame) {
  if (frame >= program.frames.size()) {
    return {};
  }
  return fmt::format("{}:{}", program.frames[frame].file, program.frames[frame].line);
}

std::string describe(const program::Program &program, uint32_t index) {
  const Command &command = program.commands[index];
  std::string text = fmt::format("{} {}", arch::name(command.unit), kindName(command.kind));
  uint32_t cb = !command.writes.empty()  ? command.writes[0].cb
                : !command.reads.empty() ? command.reads[0].cb
                                         : kNone;
  if (cb < program.cbs.size() && !program.cbs[cb].name.empty()) {
    text += " of " + program.cbs[cb].name;
  }
  std::string place = placeOf(program, command.frame);
  return place.empty() ? text : text + " (" + place + ")";
}

} // namespace charonia::sim
