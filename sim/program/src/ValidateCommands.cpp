// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of commands: units, buffers, descriptors, tile programs and registers.
#include "EnumNames.h"
#include "FnTyping.h"
#include "Validator.h"

#include <algorithm>

namespace charonia::program {
namespace {

class CommandChecker {
public:
  CommandChecker(const Program &program, const arch::DeviceModel *device, Findings &found)
      : m_program(program), m_device(device), m_found(found), m_registers(program.commands.size()) {
    // A command reads registers of the cores that issue it.
    for (const CoreProgram &core : program.cores) {
      for (const Instr &instr : core.code) {
        if (instr.op == Opcode::Issue && instr.target < m_registers.size()) {
          auto &limit = m_registers[instr.target];
          limit = std::min(limit.value_or(core.numRegs), core.numRegs);
        }
      }
    }
  }

  void run() {
    for (size_t i = 0; i < m_program.commands.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("commands[{}]", i));
      m_command = &m_program.commands[i];
      m_limit = m_registers[i];
      checkCommand();
    }
  }

private:
  void checkCommand() {
    const Command &c = *m_command;
    m_found.require(fits(c.kind, c.unit), "unit", "{} is no work of {}", enumName(c.kind),
                    enumName(c.unit));
    m_found.require(c.op == kNone || c.op < m_program.opFrames.size(), "op", "there is no op {}",
                    c.op);
    m_found.require(c.frame == kNone || c.frame < m_program.frames.size(), "frame",
                    "there is no frame {}", c.frame);
    m_sound = true;
    for (size_t i = 0; i < c.reads.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("reads[{}]", i));
      m_sound &= checkRead(c.reads[i]);
    }
    for (size_t i = 0; i < c.writes.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("writes[{}]", i));
      m_sound &= checkWrite(c.writes[i]);
    }
    checkOperands("extents", c.extents);
    checkOperands("scalarInputs", c.scalarInputs);
    m_found.require(c.scalarOutputs.empty() || c.kind == CommandKind::VectorGroup, "scalarOutputs",
                    "only a vector group gives scalars");
    for (Reg reg : c.scalarOutputs) {
      checkRegister("scalarOutputs", reg);
    }
    checkDma();
    checkTileProgram();
    checkKind();
  }

  static bool fits(CommandKind kind, Unit unit) {
    switch (kind) {
    case CommandKind::FiLoad:
      return unit == Unit::FiRead;
    case CommandKind::FiStore:
      return unit == Unit::FiWrite;
    case CommandKind::DpeMma:
      return unit == Unit::Dpe;
    case CommandKind::ReDrain:
    case CommandKind::ReNetwork:
      return unit == Unit::Re;
    case CommandKind::SeCompute:
      return unit == Unit::Se;
    case CommandKind::MluMove:
      return unit == Unit::Mlu;
    case CommandKind::VectorGroup:
      return unit == Unit::Core1;
    case CommandKind::CbUpdate:
      return true;
    }
    return false;
  }

  bool checkRead(const CbRead &read) {
    if (!m_found.require(read.cb < m_program.cbs.size(), "cb", "there is no buffer {}", read.cb)) {
      return false;
    }
    const CircularBuffer &cb = m_program.cbs[read.cb];
    if (cb.resident) {
      return m_found.require(cb.producer == m_command->unit, "cb",
                             "{} touches the resident buffer {} of {}", enumName(m_command->unit),
                             cb.name, enumName(cb.producer));
    }
    if (m_found.require(read.reader < cb.readers.size(), "reader", "{} of {} readers", read.reader,
                        cb.readers.size())) {
      m_found.require(cb.readers[read.reader] == m_command->unit, "reader",
                      "reader {} of {} is {}, not {}", read.reader, cb.name,
                      enumName(cb.readers[read.reader]), enumName(m_command->unit));
    }
    // An update only moves pointers; others also name a slot.
    const int64_t needed =
        m_command->kind == CommandKind::CbUpdate ? read.pop : int64_t{read.offset} + 1;
    m_found.require(read.offset >= 0 && needed <= cb.depth, "offset", "slot {} of a depth of {}",
                    read.offset, cb.depth);
    m_found.require(read.pop >= 0 && read.pop <= cb.depth, "pop", "{} of a depth of {}", read.pop,
                    cb.depth);
    return true;
  }

  bool checkWrite(const CbWrite &write) {
    if (!m_found.require(write.cb < m_program.cbs.size(), "cb", "there is no buffer {}",
                         write.cb)) {
      return false;
    }
    const CircularBuffer &cb = m_program.cbs[write.cb];
    m_found.require(cb.producer == m_command->unit, "cb", "{} is produced by {}, not {}", cb.name,
                    enumName(cb.producer), enumName(m_command->unit));
    if (cb.resident) {
      return true;
    }
    m_found.require(write.reserve >= 0 && write.reserve <= cb.depth, "reserve",
                    "{} of a depth of {}", write.reserve, cb.depth);
    m_found.require(write.push >= 0 && write.push <= cb.depth, "push", "{} of a depth of {}",
                    write.push, cb.depth);
    if (m_command->kind != CommandKind::CbUpdate) {
      m_found.require(write.offset < write.reserve && write.offset >= -cb.depth, "offset",
                      "slot {} is not reserved ({} slots are)", write.offset, write.reserve);
      m_found.require(write.offset >= 0 || write.reserve == 0, "offset",
                      "{} is negative while slots are reserved", write.offset);
    }
    return true;
  }

  void checkRegister(const std::string &member, Reg reg) {
    if (m_limit) {
      m_found.require(reg < *m_limit, member, "r{} of the issuing core's {} registers", reg,
                      *m_limit);
    }
  }

  void checkOperands(const char *member, const std::vector<Operand> &operands) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].isReg) {
        checkRegister(fmt::format("{}[{}]", member, i), operands[i].reg);
      }
    }
  }

  const CircularBuffer &readBuffer(size_t i) const { return m_program.cbs[m_command->reads[i].cb]; }
  const CircularBuffer &writtenBuffer(size_t i) const {
    return m_program.cbs[m_command->writes[i].cb];
  }

  void checkDma() {
    const Command &c = *m_command;
    const bool moves = c.kind == CommandKind::FiLoad || c.kind == CommandKind::FiStore;
    if (!m_found.require(moves == c.dma.has_value(), "dma", "{} {} a descriptor", enumName(c.kind),
                         moves ? "needs" : "has no") ||
        !c.dma) {
      return;
    }
    Findings::Scope scope(m_found, "dma");
    const DmaDescriptor &dma = *c.dma;
    if (dma.base.isReg) {
      checkRegister("base", dma.base.reg);
    }
    checkOperands("strides", dma.strides);
    checkOperands("lower", dma.lower);
    checkOperands("upper", dma.upper);
    m_found.require(dma.arg == -1 ||
                        (dma.arg >= 0 && size_t(dma.arg) < m_program.parameters.size() &&
                         m_program.parameters[size_t(dma.arg)].isPointer),
                    "arg", "{} is no pointer parameter", dma.arg);
    m_found.require(dma.broadcast == BroadcastGroup::None || c.kind == CommandKind::FiLoad,
                    "broadcast", "only loads are broadcast");
    m_found.require(dma.rowDim == -1 || dma.broadcast == BroadcastGroup::None, "broadcast",
                    "an indexed descriptor is not broadcast");
  }

  void checkBox(const CircularBuffer &cb) {
    const DmaDescriptor &dma = *m_command->dma;
    const size_t rank = cb.shape.size();
    m_found.require(dma.strides.size() == rank && dma.lower.size() == rank &&
                        dma.upper.size() == rank,
                    "dma", "{} strides, {} lower and {} upper bounds for {} dimensions",
                    dma.strides.size(), dma.lower.size(), dma.upper.size(), rank);
    const auto longer =
        std::count_if(cb.shape.begin(), cb.shape.end(), [](int64_t extent) { return extent > 1; });
    if (m_device) {
      m_found.require(longer <= m_device->fi.maxRank, "dma",
                      "{} dimensions; a descriptor has at most {}", longer, m_device->fi.maxRank);
    }
    m_found.require(cb.space == CbSpace::Ls, "dma", "{} is not in local memory", cb.name);
  }

  /// Reads that an indexed descriptor has behind `first` others: the offsets, and the mask if any.
  size_t rowReads(size_t first) const {
    const Command &c = *m_command;
    if (!c.dma || c.dma->rowDim < 0) {
      return 0;
    }
    return c.reads.size() == first + 2 ? 2 : 1;
  }

  void checkRows(const CircularBuffer &tile, size_t first) {
    const int32_t rowDim = m_command->dma->rowDim;
    if (rowDim == -1 || !m_found.require(rowDim >= 0 && size_t(rowDim) < tile.shape.size(),
                                         "dma.rowDim", "the tile has no dimension {}", rowDim)) {
      return;
    }
    for (size_t i = first; i < m_command->reads.size(); ++i) {
      const CircularBuffer &list = readBuffer(i);
      const ElementType type = i == first ? ElementType::I64 : ElementType::I1;
      m_found.require(list.type == type && elementsOf(list.shape) == tile.shape[size_t(rowDim)] &&
                          list.space == CbSpace::Ls,
                      fmt::format("reads[{}]", i), "{} must hold {} of type {}", list.name,
                      tile.shape[size_t(rowDim)], enumName(type));
    }
  }

  void checkTileProgram() {
    const Command &c = *m_command;
    const bool computes = c.kind == CommandKind::SeCompute || c.kind == CommandKind::VectorGroup;
    if (!computes) {
      m_found.require(c.tileProgram == kNone, "tileProgram", "{} has none", enumName(c.kind));
      return;
    }
    if (!m_found.require(c.tileProgram < m_program.tilePrograms.size(), "tileProgram",
                         "there is no tile program {}", c.tileProgram)) {
      return;
    }
    const TileProgram &tile = m_program.tilePrograms[c.tileProgram];
    m_found.require(tile.inputs.empty(), "tileProgram", "{} is a combining body", c.tileProgram);
    for (size_t i = 0; i < tile.insts.size(); ++i) {
      Findings::Scope scope(m_found, fmt::format("tileProgram.insts[{}]", i));
      checkUse(tile, tile.insts[i]);
    }
  }

  /// What an instruction of the tile program takes from the command.
  void checkUse(const TileProgram &tile, const TileInst &inst) {
    const Command &c = *m_command;
    switch (inst.op) {
    case TileOp::LoadCb:
      if (m_found.require(inst.index < c.reads.size(), "index", "{} of {} reads", inst.index,
                          c.reads.size()) &&
          m_sound && !inst.results.empty()) {
        checkTile(tile, inst.results[0], readBuffer(inst.index));
      }
      return;
    case TileOp::StoreCb:
    case TileOp::StoreSlice:
      if (m_found.require(inst.index < c.writes.size(), "index", "{} of {} writes", inst.index,
                          c.writes.size()) &&
          m_sound && !inst.operands.empty()) {
        const bool part = inst.op == TileOp::StoreSlice && !inst.results.empty();
        checkTile(tile, part ? inst.results[0] : inst.operands[0], writtenBuffer(inst.index));
      }
      return;
    case TileOp::Splat:
      m_found.require(inst.index < c.scalarInputs.size(), "index", "{} of {} scalar inputs",
                      inst.index, c.scalarInputs.size());
      return;
    case TileOp::ToScalar:
      m_found.require(inst.index < c.scalarOutputs.size(), "index", "{} of {} scalar outputs",
                      inst.index, c.scalarOutputs.size());
      return;
    case TileOp::LoadGlobal:
    case TileOp::StoreGlobal:
    case TileOp::AtomicRmw:
    case TileOp::AtomicCas:
    case TileOp::Assert:
    case TileOp::Print:
      m_found.require(c.kind == CommandKind::VectorGroup, "op", "{} cannot {}", enumName(c.unit),
                      enumName(inst.op));
      return;
    default:
      return;
    }
  }

  /// Slots are densely packed, so that a value of any shape with as many elements may fill one.
  void checkTile(const TileProgram &tile, TileId id, const CircularBuffer &cb) {
    if (id < tile.values.size()) {
      const TileValue &value = tile.values[id];
      m_found.require(value.type == cb.type && elementsOf(value.shape) == elementsOf(cb.shape), "",
                      "the value is {}, the tile of {} {}", shown(value.type, value.shape), cb.name,
                      shown(cb.type, cb.shape));
    }
  }

  bool requireCounts(size_t reads, size_t writes) {
    const Command &c = *m_command;
    return m_found.require(c.reads.size() == reads && c.writes.size() == writes, "",
                           "{} has {} reads and {} writes, not {} and {}", enumName(c.kind), reads,
                           writes, c.reads.size(), c.writes.size()) &&
           m_sound;
  }

  void checkKind() {
    switch (m_command->kind) {
    case CommandKind::FiLoad:
      if (requireCounts(rowReads(0), 1) && m_command->dma) {
        checkBox(writtenBuffer(0));
        checkRows(writtenBuffer(0), 0);
      }
      return;
    case CommandKind::FiStore:
      if (requireCounts(1 + rowReads(1), 0) && m_command->dma) {
        checkBox(readBuffer(0));
        checkRows(readBuffer(0), 1);
      }
      return;
    case CommandKind::DpeMma:
      return checkMma();
    case CommandKind::ReDrain:
      return checkDrain();
    case CommandKind::ReNetwork:
      return checkNetwork();
    case CommandKind::MluMove:
      return checkMove();
    default:
      return;
    }
  }

  void checkNetwork() {
    const Command &c = *m_command;
    m_found.require(c.networkGroup != BroadcastGroup::None, "networkGroup",
                    "must be row or column");
    m_found.require(c.networkRoot >= 0, "networkRoot", "{} is no position", c.networkRoot);
    if (m_device && c.networkGroup != BroadcastGroup::None) {
      const int length =
          c.networkGroup == BroadcastGroup::Row ? m_device->grid.columns : m_device->grid.rows;
      m_found.require(c.networkRoot < length, "networkRoot", "{} of {} PEs", c.networkRoot, length);
    }
    if (!requireCounts(1, 1)) {
      return;
    }
    const CircularBuffer &from = readBuffer(0), &to = writtenBuffer(0);
    m_found.require(from.space == CbSpace::Ls && to.space == CbSpace::Ls, "",
                    "tiles of the network lie in local memory");
    m_found.require(from.type == to.type && elementsOf(from.shape) == elementsOf(to.shape), "",
                    "reduces {} to {}", shown(from.type, from.shape), shown(to.type, to.shape));
    const bool known = static_cast<unsigned>(c.networkFn) < numerics::kNumFns;
    m_found.require(known && numerics::info(c.networkFn).operands == 2 &&
                        checkFnTypes(c.networkFn, from.type, from.type).empty(),
                    "networkFn", "no function of two tiles of {}", shown(from.type, from.shape));
  }

  void checkDrain() {
    if (!requireCounts(1, 1)) {
      return;
    }
    const CircularBuffer &from = readBuffer(0), &to = writtenBuffer(0);
    m_found.require(from.space == CbSpace::ReBanks && to.space == CbSpace::Ls, "",
                    "drains {} to {}", from.name, to.name);
    m_found.require(from.type == to.type && elementsOf(from.shape) == elementsOf(to.shape), "",
                    "drains {} to {}", shown(from.type, from.shape), shown(to.type, to.shape));
  }

  void checkMove() {
    if (!requireCounts(1, 1)) {
      return;
    }
    const CircularBuffer &from = readBuffer(0), &to = writtenBuffer(0);
    m_found.require(from.space == CbSpace::Ls && to.space == CbSpace::Ls, "",
                    "{} and {} must be in local memory", from.name, to.name);
    if (!m_found.require(isPermutation(m_command->permutation, from.shape.size()), "permutation",
                         "not one of {} dimensions", from.shape.size())) {
      return;
    }
    std::vector<int64_t> permuted;
    for (int64_t dimension : m_command->permutation) {
      permuted.push_back(from.shape[size_t(dimension)]);
    }
    const std::vector<Operand> &offsets = m_command->scalarInputs;
    if (offsets.empty()) {
      m_found.require(to.type == from.type && to.shape == permuted, "", "moves {} to {}, not {}",
                      shown(from.type, from.shape), shown(to.type, to.shape),
                      shown(from.type, permuted));
      return;
    }
    if (!m_found.require(offsets.size() == from.shape.size(), "scalarInputs",
                         "{} offsets for {} dimensions", offsets.size(), from.shape.size())) {
      return;
    }
    bool fits = to.type == from.type && to.shape.size() == permuted.size();
    for (size_t d = 0; fits && d < permuted.size(); ++d) {
      fits = to.shape[d] <= permuted[d];
    }
    m_found.require(fits, "", "{} is no part of {}", shown(to.type, to.shape),
                    shown(from.type, permuted));
  }

  void checkMma() {
    const Command &c = *m_command;
    const size_t reads = (c.hasOperands ? 2 : 0) + (c.hasInit ? 1 : 0);
    if (!requireCounts(reads, 1)) {
      return;
    }
    const CircularBuffer &acc = writtenBuffer(0);
    m_found.require(acc.space == CbSpace::ReBanks, "writes[0].cb",
                    "{} is not in the accumulator banks", acc.name);
    const size_t rank = acc.shape.size();
    m_found.require(c.extents.empty() || c.extents.size() == rank + 1, "extents",
                    "{} extents for an accumulator of rank {}", c.extents.size(), rank);
    if (c.hasInit) {
      const CircularBuffer &init = readBuffer(reads - 1);
      m_found.require(init.type == acc.type && elementsOf(init.shape) == elementsOf(acc.shape), "",
                      "preloads {} into {}", shown(init.type, init.shape),
                      shown(acc.type, acc.shape));
    }
    if (c.hasOperands) {
      checkProduct(readBuffer(0), readBuffer(1), acc);
    }
  }

  void checkProduct(const CircularBuffer &a, const CircularBuffer &b, const CircularBuffer &acc) {
    const Command &c = *m_command;
    const size_t rank = acc.shape.size();
    const bool types =
        a.type == b.type &&
        (a.type == ElementType::I8 ? acc.type == ElementType::I32
                                   : (a.type == ElementType::F16 || a.type == ElementType::BF16) &&
                                         acc.type == ElementType::F32);
    bool shapes = (rank == 2 || rank == 3) && a.shape.size() == rank && b.shape.size() == rank;
    if (shapes) {
      const size_t row = rank - 2, column = rank - 1;
      const size_t aM = c.transposeA ? column : row, aK = c.transposeA ? row : column;
      const size_t bK = c.transposeB ? column : row, bN = c.transposeB ? row : column;
      shapes = a.shape[aM] == acc.shape[row] && b.shape[bN] == acc.shape[column] &&
               a.shape[aK] == b.shape[bK] &&
               (rank == 2 || (a.shape[0] == acc.shape[0] && b.shape[0] == acc.shape[0]));
    }
    m_found.require(types && shapes, "", "{}{} times {}{} into {}", shown(a.type, a.shape),
                    c.transposeA ? " transposed" : "", shown(b.type, b.shape),
                    c.transposeB ? " transposed" : "", shown(acc.type, acc.shape));
  }

  const Program &m_program;
  const arch::DeviceModel *m_device;
  Findings &m_found;
  std::vector<std::optional<uint32_t>> m_registers; ///< by command, of the cores that issue it
  const Command *m_command = nullptr;
  std::optional<uint32_t> m_limit;
  bool m_sound = true; ///< the buffers that the command names exist
};

} // namespace

void checkCommands(const Program &program, const arch::DeviceModel *device, Findings &found) {
  CommandChecker(program, device, found).run();
}

} // namespace charonia::program
