// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hand-written programs for the tests of the simulator: buffers, commands and core code by name.
#pragma once

#include "charonia/sim/Simulator.h"

#include <cstring>
#include <gtest/gtest.h>

namespace charonia::sim::test {

using arch::Unit;
using numerics::ElementType;
using numerics::Fn;
using program::CbRead;
using program::CbWrite;
using program::Command;
using program::CommandKind;
using program::Instr;
using program::Opcode;
using program::Operand;
using program::Reg;
using program::TileInst;
using program::TileOp;

/// The default machine with a grid of rows x columns.
inline arch::DeviceModel device(int rows = 1, int columns = 1) {
  auto loaded = arch::loadDevice(arch::defaultDevicePath());
  EXPECT_TRUE(loaded.has_value());
  arch::DeviceModel model = **loaded;
  model.grid.rows = rows;
  model.grid.columns = columns;
  return model;
}

/// Writes the code of one core.
class CoreCode {
public:
  explicit CoreCode(program::CoreProgram &core) : m_core(core) {}

  Reg reg() { return m_core.numRegs++; }
  Reg init(program::RegisterInit::Kind kind, uint32_t index = 0) {
    Reg r = reg();
    m_core.inits.push_back({kind, index, r});
    return r;
  }
  Reg argument(uint32_t index) { return init(program::RegisterInit::Kind::Argument, index); }
  Reg constant(int64_t value) {
    Reg r = reg();
    Instr &i = add(Opcode::Const);
    i.dst = r;
    i.imm = value;
    return r;
  }
  void compute(Fn fn, Reg dst, Reg a, Reg b, ElementType out = ElementType::I64) {
    Instr &i = add(Opcode::Compute);
    i.fn = fn;
    i.dst = dst;
    i.a = a;
    i.b = b;
    i.out = out;
  }
  void issue(uint32_t command) { add(Opcode::Issue).target = command; }
  void wait(Unit unit) { add(Opcode::WaitUnit).imm = static_cast<int64_t>(unit); }
  void barrier() { add(Opcode::Barrier); }
  void halt() { add(Opcode::Halt); }
  Instr &add(Opcode op) {
    m_core.code.push_back({});
    m_core.code.back().op = op;
    return m_core.code.back();
  }
  uint32_t here() const { return static_cast<uint32_t>(m_core.code.size()); }

  /// for (counter = 0; counter < count; ++counter) body(counter)
  template <typename Body>
  void loop(int64_t count, Body body) {
    Reg counter = constant(0), one = constant(1), end = constant(count), more = reg();
    uint32_t top = here();
    compute(Fn::CmpSlt, more, counter, end, ElementType::I1);
    uint32_t exit = here();
    add(Opcode::BranchZero).a = more;
    m_core.code.back().in = ElementType::I1;
    body(counter);
    compute(Fn::AddI, counter, counter, one);
    add(Opcode::Jump).target = top;
    m_core.code[exit].target = here();
  }

private:
  program::CoreProgram &m_core;
};

/// A tile program under construction.
class Tile {
public:
  uint32_t value(ElementType type, std::vector<int64_t> shape) {
    code.values.push_back({type, std::move(shape)});
    return static_cast<uint32_t>(code.values.size() - 1);
  }
  TileInst &add(TileOp op, std::vector<uint32_t> results, std::vector<uint32_t> operands) {
    TileInst inst;
    inst.op = op;
    inst.results = std::move(results);
    inst.operands = std::move(operands);
    code.insts.push_back(std::move(inst));
    return code.insts.back();
  }
  uint32_t load(uint32_t index, ElementType type, std::vector<int64_t> shape) {
    uint32_t v = value(type, std::move(shape));
    add(TileOp::LoadCb, {v}, {}).index = index;
    return v;
  }
  void store(uint32_t index, uint32_t v) { add(TileOp::StoreCb, {}, {v}).index = index; }
  uint32_t fn(Fn f, ElementType type, std::vector<int64_t> shape, std::vector<uint32_t> operands) {
    uint32_t v = value(type, std::move(shape));
    add(TileOp::Elementwise, {v}, std::move(operands)).fn = f;
    return v;
  }
  uint32_t constant(ElementType type, std::vector<int64_t> shape, uint64_t bits) {
    uint32_t v = value(type, std::move(shape));
    add(TileOp::Constant, {v}, {}).imm = static_cast<int64_t>(bits);
    return v;
  }
  program::TileProgram code;
};

/// A combining body of one value.
inline program::TileProgram combiner(Fn fn, ElementType type) {
  Tile t;
  uint32_t l = t.value(type, {}), r = t.value(type, {}), o = t.fn(fn, type, {}, {l, r});
  t.code.inputs = {l, r};
  t.code.outputs = {o};
  return t.code;
}

class ProgramBuilder {
public:
  program::Program p;
  CoreCode core0{p.cores[0]}, core1{p.cores[1]};

  ProgramBuilder() {
    p.kernel = "test";
    p.frames.push_back({"test.py", 7, 1, "kernel", program::kNone});
  }
  ProgramBuilder(const ProgramBuilder &) = delete;

  uint32_t cb(const std::string &name, std::vector<int64_t> shape, ElementType type, int depth,
              Unit producer, std::vector<Unit> readers) {
    program::CircularBuffer b;
    b.name = name;
    b.shape = std::move(shape);
    b.type = type;
    b.depth = depth;
    b.producer = producer;
    b.readers = std::move(readers);
    int64_t bytes = numerics::byteSize(type);
    for (int64_t d : b.shape) {
      bytes *= d;
    }
    b.slotBytes = (bytes + 31) / 32 * 32;
    b.base = m_ls;
    m_ls += b.slotBytes * depth;
    p.lsBytes = m_ls;
    p.cbs.push_back(std::move(b));
    return static_cast<uint32_t>(p.cbs.size() - 1);
  }
  uint32_t accumulator(const std::string &name, std::vector<int64_t> shape, ElementType type,
                       int depth, std::vector<Unit> readers) {
    uint32_t index = cb(name, std::move(shape), type, depth, Unit::Dpe, std::move(readers));
    program::CircularBuffer &b = p.cbs[index];
    m_ls -= b.slotBytes * depth;
    b.space = program::CbSpace::ReBanks;
    b.base = m_bank;
    b.slotBytes = (b.slotBytes + 8191) / 8192 * 8192;
    m_bank += b.slotBytes / 8192 * depth;
    return index;
  }
  uint32_t command(Command c) {
    c.frame = 0;
    p.commands.push_back(std::move(c));
    return static_cast<uint32_t>(p.commands.size() - 1);
  }
  /// A load of a whole tile, `pitch` bytes between rows, into a new slot.
  uint32_t load(uint32_t cb, Operand base, std::vector<int64_t> strides) {
    Command c = dma(cb, base, std::move(strides));
    c.unit = Unit::FiRead;
    c.kind = CommandKind::FiLoad;
    c.writes = {{cb, 1, 0, 1}};
    return command(std::move(c));
  }
  uint32_t store(uint32_t cb, uint32_t reader, Operand base, std::vector<int64_t> strides) {
    Command c = dma(cb, base, std::move(strides));
    c.unit = Unit::FiWrite;
    c.kind = CommandKind::FiStore;
    c.reads = {{cb, reader, 0, 1}};
    return command(std::move(c));
  }
  /// A copy of a tile through the layout unit.
  uint32_t move(uint32_t from, uint32_t to, std::vector<int64_t> permutation = {}) {
    Command c;
    c.unit = Unit::Mlu;
    c.kind = CommandKind::MluMove;
    c.reads = {{from, 0, 0, 1}};
    c.writes = {{to, 1, 0, 1}};
    c.permutation = std::move(permutation);
    return command(std::move(c));
  }
  uint32_t vector(program::TileProgram tile, std::vector<CbRead> reads,
                  std::vector<CbWrite> writes) {
    Command c;
    c.unit = Unit::Core1;
    c.kind = CommandKind::VectorGroup;
    c.reads = std::move(reads);
    c.writes = std::move(writes);
    c.tileProgram = this->tile(std::move(tile));
    return command(std::move(c));
  }
  uint32_t tile(program::TileProgram tile) {
    p.tilePrograms.push_back(std::move(tile));
    return static_cast<uint32_t>(p.tilePrograms.size() - 1);
  }

private:
  Command dma(uint32_t cb, Operand base, std::vector<int64_t> strides) {
    Command c;
    program::DmaDescriptor d;
    d.base = base;
    for (size_t i = 0; i < strides.size(); ++i) {
      d.strides.push_back(Operand::constant(strides[i]));
      d.lower.push_back(Operand::constant(0));
      d.upper.push_back(Operand::constant(p.cbs[cb].shape[i]));
    }
    c.dma = d;
    return c;
  }

  int64_t m_ls = 0, m_bank = 0;
};

/// One pointer argument of a run.
struct BufferSpec {
  ElementType type = ElementType::F32;
  int64_t elements = 0;
  launch::Place place = launch::Place::Sram;
  double scale = 1; ///< element i starts as scale * (i mod 1021)
};

inline double fillValue(const BufferSpec &spec, int64_t i) {
  return spec.scale * static_cast<double>(i % 1021);
}

/// Memory with the given buffers, and their addresses as arguments.
struct Memory {
  launch::MemoryImage image;
  std::vector<uint64_t> arguments;

  Memory(const arch::DeviceModel &device, const std::vector<BufferSpec> &specs)
      : image(make(device, specs)) {
    for (size_t b = 0; b < specs.size(); ++b) {
      const launch::Buffer &buffer = image.buffers()[b];
      arguments.push_back(buffer.address);
      for (int64_t i = 0; i < specs[b].elements; ++i) {
        set(b, i, fillValue(specs[b], i));
      }
    }
  }
  std::byte *data(size_t b) {
    return image.data(image.buffers()[b].address, image.buffers()[b].bytes);
  }
  void set(size_t b, int64_t i, double value) {
    ElementType type = image.buffers()[b].type;
    uint64_t bits = numerics::isFloat(type) ? numerics::fromDouble(type, value)
                                            : static_cast<uint64_t>(static_cast<int64_t>(value));
    numerics::storeElement(type, data(b), i, bits);
  }
  double get(size_t b, int64_t i) {
    ElementType type = image.buffers()[b].type;
    uint64_t bits = numerics::loadElement(type, data(b), i);
    if (numerics::isFloat(type)) {
      return numerics::toDouble(type, bits);
    }
    unsigned shift = 64 - 8 * numerics::byteSize(type);
    return static_cast<double>(static_cast<int64_t>(bits << shift) >> shift);
  }

private:
  static launch::MemoryImage make(const arch::DeviceModel &device,
                                  const std::vector<BufferSpec> &specs) {
    launch::Launch l;
    for (const BufferSpec &spec : specs) {
      launch::Argument a;
      a.kind = launch::Argument::Kind::Pointer;
      a.name = "p" + std::to_string(l.args.size());
      a.type = spec.type;
      a.elements = spec.elements;
      a.place = spec.place;
      l.args.push_back(std::move(a));
    }
    l.cases.emplace_back();
    auto image = launch::MemoryImage::create(l, 0, device);
    EXPECT_TRUE(image.has_value());
    return image ? std::move(*image) : launch::MemoryImage();
  }
};

inline tl::expected<SimResult, SimError> simulateOn(const arch::DeviceModel &device,
                                                    const program::Program &program, Memory &memory,
                                                    const SimOptions &options = {},
                                                    std::array<int64_t, 3> grid = {1, 1, 1}) {
  SimInput input{&program, &device, grid, memory.arguments};
  return simulate(input, memory.image, options);
}

/// Fails the test with the error's text if there is no result.
inline SimResult runOn(const arch::DeviceModel &device, const program::Program &program,
                       Memory &memory, const SimOptions &options = {},
                       std::array<int64_t, 3> grid = {1, 1, 1}) {
  auto result = simulateOn(device, program, memory, options, grid);
  if (!result) {
    std::string text = result.error().code + ": " + result.error().message;
    for (const std::string &note : result.error().notes) {
      text += "\n" + note;
    }
    ADD_FAILURE() << text;
    static const auto kEmpty = std::make_shared<const simdata::Trace>();
    return SimResult{kEmpty, nullptr, {}, {}};
  }
  return std::move(*result);
}

/// Start cycles of the rows of one unit of one PE.
inline std::vector<uint64_t> starts(const simdata::Trace &trace, int pe, Unit unit) {
  std::vector<uint64_t> result;
  for (size_t i = 0; i < trace.commands.size(); ++i) {
    if (trace.commands.pe[i] == pe && trace.commands.unit[i] == static_cast<uint8_t>(unit)) {
      result.push_back(trace.commands.started[i]);
    }
  }
  return result;
}

/// Every unit's classes sum to the makespan.
inline void expectAccountsClose(const simdata::Trace &trace) {
  for (size_t pe = 0; pe < trace.pes.size(); ++pe) {
    for (size_t unit = 0; unit < arch::kNumUnits; ++unit) {
      uint64_t sum = 0;
      for (uint64_t cycles : trace.pes[pe].units[unit].cycles) {
        sum += cycles;
      }
      ASSERT_EQ(sum, trace.makespan) << "pe " << pe << " unit " << unit;
    }
  }
}

} // namespace charonia::sim::test
