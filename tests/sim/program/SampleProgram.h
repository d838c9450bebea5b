// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that uses every part of the format: matrix product with an accumulator, a drain through
// SE, a vector group with a reduction, a transposing move, stores, both cores.
#pragma once

#include "charonia/program/Serialize.h"

namespace charonia::program::test {

/// Ids of the sample's buffers and commands, for tests that break one.
enum Buffer : uint32_t { kA, kB, kBt, kAcc, kC, kSum, kState };
enum CommandId : uint32_t { kLoadA, kLoadB, kMove, kMma, kSe, kVector, kStore, kUpdate };
enum Tile : uint32_t { kCombine, kSeTile, kVectorTile };

inline CircularBuffer buffer(const char *name, int64_t base, ElementType type,
                             std::vector<int64_t> shape, int depth, Unit producer,
                             std::vector<Unit> readers) {
  CircularBuffer cb;
  cb.name = name;
  cb.base = base;
  cb.type = type;
  cb.slotBytes = numerics::byteSize(type);
  for (int64_t extent : shape) {
    cb.slotBytes *= extent;
  }
  cb.shape = std::move(shape);
  cb.depth = depth;
  cb.producer = producer;
  cb.readers = std::move(readers);
  cb.op = 0;
  return cb;
}

inline TileInst inst(TileOp op, std::vector<TileId> results, std::vector<TileId> operands = {}) {
  TileInst i;
  i.op = op;
  i.results = std::move(results);
  i.operands = std::move(operands);
  i.opId = 1;
  return i;
}

inline void addTilePrograms(Program &p) {
  TileProgram combine;
  combine.values.resize(3);
  combine.inputs = {0, 1};
  combine.outputs = {2};
  combine.insts = {inst(TileOp::Elementwise, {2}, {0, 1})};
  combine.insts[0].fn = Fn::AddF;

  TileProgram se; // c = f16(acc)
  se.values = {{ElementType::F32, {64, 32}}, {ElementType::F16, {64, 32}}};
  se.insts = {inst(TileOp::LoadCb, {0}), inst(TileOp::Elementwise, {1}, {0}),
              inst(TileOp::StoreCb, {}, {1})};
  se.insts[1].fn = Fn::TruncF;

  TileProgram vector; // sum over columns, scaled by a scalar; one scalar back
  vector.values = {{ElementType::F16, {64, 32}}, {ElementType::F32, {64, 32}},
                   {ElementType::F32, {64}},     {ElementType::F32, {64}},
                   {ElementType::F32, {64}},     {ElementType::F32, {}}};
  vector.insts = {inst(TileOp::LoadCb, {0}),
                  inst(TileOp::Elementwise, {1}, {0}),
                  inst(TileOp::Reduce, {2}, {1}),
                  inst(TileOp::Splat, {3}),
                  inst(TileOp::Elementwise, {4}, {2, 3}),
                  inst(TileOp::StoreCb, {}, {4}),
                  inst(TileOp::Reduce, {5}, {4}),
                  inst(TileOp::ToScalar, {}, {5}),
                  inst(TileOp::Print, {}, {5})};
  vector.insts[1].fn = Fn::ExtF;
  vector.insts[2].axis = 1;
  vector.insts[2].body = kCombine;
  vector.insts[4].fn = Fn::MulF;
  vector.insts[6].body = kCombine;
  vector.insts[8].text = "sum";
  vector.scratchBase = 40960;
  vector.scratchBytes = 1024;
  vector.passes.resize(2);
  vector.passes[0] = {{1, 2}, {0}, {2}, {}, 2, 8, true, true, false};
  vector.passes[1] = {{4, 5, 6}, {2}, {}, {2}, 1, 4, false, false, true};
  p.tilePrograms = {combine, se, vector};
}

inline Command load(uint32_t cb, int32_t arg) {
  Command c;
  c.unit = Unit::FiRead;
  c.kind = CommandKind::FiLoad;
  c.writes = {{cb, 1, 0, 1}};
  DmaDescriptor dma;
  dma.base = Operand::of(0);
  dma.strides = {Operand::of(1), Operand::constant(2)};
  dma.lower = {Operand::constant(0), Operand::constant(0)};
  dma.upper = {Operand::constant(64), Operand::of(2)};
  dma.padBits = -1;
  dma.broadcast = BroadcastGroup::Row;
  dma.arg = arg;
  c.dma = dma;
  c.op = 0;
  c.frame = 1;
  return c;
}

inline void addCommands(Program &p) {
  Command move;
  move.unit = Unit::Mlu;
  move.kind = CommandKind::MluMove;
  move.reads = {{kB, 0, 0, 1}};
  move.writes = {{kBt, 1, 0, 1}};
  move.permutation = {1, 0};

  Command mma;
  mma.unit = Unit::Dpe;
  mma.kind = CommandKind::DpeMma;
  mma.reads = {{kA, 0, 0, 1}, {kBt, 0, 0, 1}};
  mma.writes = {{kAcc, 1, 0, 1}};
  mma.transposeB = true;
  mma.extents = {Operand::constant(64), Operand::constant(32), Operand::of(2)};

  Command se;
  se.unit = Unit::Se;
  se.kind = CommandKind::SeCompute;
  se.reads = {{kAcc, 0, 0, 1}};
  se.writes = {{kC, 1, 0, 1}};
  se.tileProgram = kSeTile;

  Command vector;
  vector.unit = Unit::Core1;
  vector.kind = CommandKind::VectorGroup;
  vector.reads = {{kC, 0, 0, 0}};
  vector.writes = {{kSum, 1, 0, 1}};
  vector.tileProgram = kVectorTile;
  vector.scalarInputs = {Operand::constant(0x3f800000)};
  vector.scalarOutputs = {3};

  Command store = load(kC, 2);
  store.unit = Unit::FiWrite;
  store.kind = CommandKind::FiStore;
  store.writes.clear();
  store.reads = {{kC, 1, 0, 1}};
  store.dma->broadcast = BroadcastGroup::None;
  store.dma->padBits = 0;

  Command update;
  update.unit = Unit::Core1;
  update.kind = CommandKind::CbUpdate;
  update.reads = {{kC, 0, 0, 1}};

  p.commands = {load(kA, 0), load(kB, 1), move, mma, se, vector, store, update};
}

inline Instr instr(Opcode op, Reg dst = 0, Reg a = 0, int64_t imm = 0, uint32_t target = 0) {
  Instr i;
  i.op = op;
  i.dst = dst;
  i.a = a;
  i.imm = imm;
  i.target = target;
  return i;
}

inline void addCode(Program &p) {
  p.cores[0].numRegs = 6;
  p.cores[0].inits = {{RegisterInit::Kind::Argument, 0, 0}, {RegisterInit::Kind::TotalPids, 0, 4}};
  p.cores[0].code = {instr(Opcode::Const, 1, 0, 64),
                     instr(Opcode::MapPid, 5, 1),
                     instr(Opcode::BranchZero, 0, 5, 0, 9),
                     instr(Opcode::Issue, 0, 0, 0, kLoadA),
                     instr(Opcode::Issue, 0, 0, 0, kLoadB),
                     instr(Opcode::Issue, 0, 0, 0, kMove),
                     instr(Opcode::Issue, 0, 0, 0, kMma),
                     instr(Opcode::Issue, 0, 0, 0, kSe),
                     instr(Opcode::Jump, 0, 0, 0, 1),
                     instr(Opcode::Barrier),
                     instr(Opcode::Halt)};
  Instr add = instr(Opcode::Compute, 2, 1);
  add.b = 1;
  p.cores[1].numRegs = 4;
  p.cores[1].code = {add,
                     instr(Opcode::Issue, 0, 0, 0, kVector),
                     instr(Opcode::Issue, 0, 0, 0, kUpdate),
                     instr(Opcode::Issue, 0, 0, 0, kStore),
                     instr(Opcode::WaitUnit, 0, 0, int64_t(Unit::FiWrite)),
                     instr(Opcode::Assert, 0, 2, 0, 0),
                     instr(Opcode::Print, 0, 3, 1, 1),
                     instr(Opcode::Halt)};
  p.cores[1].code[6].in = ElementType::F32;
}

inline Program sampleProgram() {
  Program p;
  p.kernel = "matmul";
  p.parameters = {{"a_ptr", true, ElementType::F16, false},
                  {"b_ptr", true, ElementType::F16, false},
                  {"c_ptr", true, ElementType::F16, true},
                  {"scale", false, ElementType::F32, false}};
  p.cbs = {
      buffer("a", 0, ElementType::F16, {64, 32}, 2, Unit::FiRead, {Unit::Dpe}),
      buffer("b", 8192, ElementType::F16, {32, 32}, 2, Unit::FiRead, {Unit::Mlu}),
      buffer("bt", 12288, ElementType::F16, {32, 32}, 2, Unit::Mlu, {Unit::Dpe}),
      buffer("acc", 1, ElementType::F32, {64, 32}, 2, Unit::Dpe, {Unit::Se}),
      buffer("c", 16384, ElementType::F16, {64, 32}, 2, Unit::Se, {Unit::Core1, Unit::FiWrite}),
      buffer("sum", 24576, ElementType::F32, {64}, 1, Unit::Core1, {}),
      buffer("state", 24832, ElementType::F32, {64}, 1, Unit::Core1, {Unit::Core1})};
  p.cbs[kAcc].space = CbSpace::ReBanks;
  p.cbs[kState].resident = true;
  addTilePrograms(p);
  addCommands(p);
  addCode(p);
  p.mapping.kind = PidMapping::Kind::Zigzag;
  p.lsBytes = 41984;
  p.frames = {{"k.py", 3, 5, "matmul", kNone}, {"k.py", 9, 1, "helper", 0}};
  p.opFrames = {0, 1};
  p.opNames = {"tt.load", "tt.dot"};
  p.texts = {"must hold", "value"};
  return p;
}

inline CommandStream sampleStream() {
  CommandStream s;
  s.numPes = 1;
  s.entries.resize(2);
  StreamEntry scalar;
  scalar.cycles = 12;
  scalar.values = {7};
  StreamEntry command;
  command.kind = StreamEntry::Kind::Command;
  command.command = kLoadA;
  command.values = {4096, 128, 2, 0, 0, 64, 32};
  StreamEntry barrier;
  barrier.kind = StreamEntry::Kind::Barrier;
  s.entries[0] = {scalar, command, barrier};
  StreamEntry vector;
  vector.kind = StreamEntry::Kind::Vector;
  vector.command = kVector;
  vector.cycles = 99;
  vector.values = {1, 8192, 4, 64, 4};
  StreamEntry memory;
  memory.kind = StreamEntry::Kind::Memory;
  memory.address = int64_t{1} << 40;
  memory.bytes = 8;
  memory.values = {2};
  StreamEntry wait;
  wait.kind = StreamEntry::Kind::WaitUnit;
  wait.unit = Unit::Dpe;
  s.entries[1] = {vector, memory, wait};
  s.resident = {{4096, 65536}};
  return s;
}

} // namespace charonia::program::test
