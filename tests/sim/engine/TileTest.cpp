// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tile programs on the vector core and on SE, against values computed directly.
#include "ProgramBuilder.h"

#include <cmath>

namespace charonia::sim::test {
namespace {

/// Loads one tile of `in`, runs `tile` (reads 0 = in, writes 0 = out) and stores its result.
struct OneTile {
  arch::DeviceModel d = device();
  ProgramBuilder b;
  SimResult result;

  OneTile(Memory &memory, std::vector<int64_t> inShape, ElementType inType,
          std::vector<int64_t> outShape, ElementType outType, Tile &tile, bool simd = false) {
    Unit unit = simd ? Unit::Se : Unit::Core1;
    uint32_t in = b.cb("in", inShape, inType, 1, Unit::FiRead, {unit});
    uint32_t out = b.cb("out", outShape, outType, 1, unit, {Unit::FiWrite});
    auto strides = [](const std::vector<int64_t> &shape, ElementType type) {
      std::vector<int64_t> s(shape.size());
      int64_t stride = numerics::byteSize(type);
      for (size_t i = shape.size(); i-- > 0;) {
        s[i] = stride;
        stride *= shape[i];
      }
      return s;
    };
    Reg pin = b.core0.argument(0), pout = b.core0.argument(1);
    b.core0.issue(b.load(in, Operand::of(pin), strides(inShape, inType)));
    uint32_t compute = b.vector(tile.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}});
    if (simd) {
      b.p.commands[compute].unit = Unit::Se;
      b.p.commands[compute].kind = CommandKind::SeCompute;
      b.core0.issue(compute);
    } else {
      b.core1.issue(compute);
    }
    b.core0.issue(b.store(out, 0, Operand::of(pout), strides(outShape, outType)));
    result = runOn(d, b.p, memory);
    expectAccountsClose(*result.trace);
  }
};

TEST(Tile, ElementwiseChainMatchesTheLibrary) {
  arch::DeviceModel d = device();
  Memory memory(d, {{ElementType::F32, 1000, launch::Place::Sram, 0.01},
                    {ElementType::F32, 1000, launch::Place::Sram, 0}});
  Tile t;
  auto F = ElementType::F32;
  std::vector<int64_t> s{1000};
  uint32_t x = t.load(0, F, s);
  uint32_t two = t.constant(F, s, numerics::fromDouble(F, 2));
  uint32_t e = t.fn(Fn::Exp, F, s, {t.fn(Fn::NegF, F, s, {x})});
  t.store(0, t.fn(Fn::FmaF, F, s, {e, two, x}));
  OneTile run(memory, s, F, s, F, t);
  for (int64_t i = 0; i < 1000; ++i) {
    uint64_t bits = numerics::fromDouble(F, memory.get(0, i));
    uint64_t exp = numerics::evaluate(Fn::Exp, F, F, numerics::evaluate(Fn::NegF, F, F, bits));
    uint64_t want = numerics::evaluate(Fn::FmaF, F, F, exp, numerics::fromDouble(F, 2), bits);
    ASSERT_EQ(memory.get(1, i), numerics::toDouble(F, want)) << i;
  }
}

TEST(Tile, ReductionHasTheOneOrderOfTheLibrary) {
  // Values whose sum depends on the order; rows of an odd length.
  const int64_t rows = 5, columns = 37;
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, rows * columns}, {F, rows, launch::Place::Sram, 0}});
  for (int64_t i = 0; i < rows * columns; ++i) {
    memory.set(
        0, i, std::ldexp(1.0 + static_cast<double>(i % 13) / 7, static_cast<int>(i * 5 % 40) - 20));
  }
  Tile t;
  uint32_t x = t.load(0, F, {rows, columns}), sum = t.value(F, {rows});
  TileInst &reduce = t.add(TileOp::Reduce, {sum}, {x});
  reduce.axis = 1;
  reduce.body = 0;
  t.store(0, sum);
  struct Row {
    std::vector<uint64_t> v;
    static void combine(void *context, int64_t l, int64_t r) {
      auto &v = static_cast<Row *>(context)->v;
      v[static_cast<size_t>(l)] =
          numerics::evaluate(Fn::AddF, ElementType::F32, ElementType::F32,
                             v[static_cast<size_t>(l)], v[static_cast<size_t>(r)]);
    }
  };
  ProgramBuilder b;
  uint32_t in = b.cb("in", {rows, columns}, F, 1, Unit::FiRead, {Unit::Core1});
  uint32_t out = b.cb("out", {rows}, F, 1, Unit::Core1, {Unit::FiWrite});
  b.p.tilePrograms.push_back(combiner(Fn::AddF, F)); // body 0
  Reg pin = b.core0.argument(0), pout = b.core0.argument(1);
  b.core0.issue(b.load(in, Operand::of(pin), {columns * 4, 4}));
  b.core1.issue(b.vector(t.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}}));
  b.core0.issue(b.store(out, 0, Operand::of(pout), {4}));
  runOn(d, b.p, memory);
  for (int64_t r = 0; r < rows; ++r) {
    Row row;
    for (int64_t c = 0; c < columns; ++c) {
      row.v.push_back(numerics::fromDouble(F, memory.get(0, r * columns + c)));
    }
    numerics::reduceInOrder(columns, &row, &Row::combine);
    ASSERT_EQ(memory.get(1, r), numerics::toDouble(F, row.v[0])) << r;
  }
}

TEST(Tile, ScanRunsBothWays) {
  for (bool reverse : {false, true}) {
    arch::DeviceModel d = device();
    auto I = ElementType::I32;
    Memory memory(d, {{I, 64}, {I, 64, launch::Place::Sram, 0}});
    ProgramBuilder b;
    b.p.tilePrograms.push_back(combiner(Fn::AddI, I));
    uint32_t in = b.cb("in", {4, 16}, I, 1, Unit::FiRead, {Unit::Core1});
    uint32_t out = b.cb("out", {4, 16}, I, 1, Unit::Core1, {Unit::FiWrite});
    Tile t;
    uint32_t x = t.load(0, I, {4, 16}), y = t.value(I, {4, 16});
    TileInst &scan = t.add(TileOp::Scan, {y}, {x});
    scan.axis = 1;
    scan.body = 0;
    scan.reverse = reverse;
    t.store(0, y);
    Reg pin = b.core0.argument(0), pout = b.core0.argument(1);
    b.core0.issue(b.load(in, Operand::of(pin), {64, 4}));
    b.core1.issue(b.vector(t.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}}));
    b.core0.issue(b.store(out, 0, Operand::of(pout), {64, 4}));
    runOn(d, b.p, memory);
    for (int64_t r = 0; r < 4; ++r) {
      double sum = 0;
      for (int64_t i = 0; i < 16; ++i) {
        int64_t c = reverse ? 15 - i : i;
        sum += static_cast<double>(r * 16 + c);
        ASSERT_EQ(memory.get(1, r * 16 + c), sum) << r << "," << c << " reverse " << reverse;
      }
    }
  }
}

TEST(Tile, MovementOperations) {
  // out = permute(in)[1:3, 0:2] joined with its broadcast column
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 12}, {F, 8, launch::Place::Sram, 0}});
  Tile t;
  uint32_t x = t.load(0, F, {3, 4}), p = t.value(F, {4, 3}), s = t.value(F, {2, 2}),
           c = t.value(F, {2, 1}), w = t.value(F, {2, 2}), j = t.value(F, {2, 2, 2});
  t.add(TileOp::Permute, {p}, {x}).permutation = {1, 0};
  t.add(TileOp::SliceExtract, {s}, {p}).permutation = {1, 0};
  t.add(TileOp::SliceExtract, {c}, {p}).permutation = {1, 2};
  t.add(TileOp::Broadcast, {w}, {c});
  t.add(TileOp::Join, {j}, {s, w});
  t.store(0, j);
  OneTile run(memory, {3, 4}, F, {2, 2, 2}, F, t);
  // in[r][c] = 4 r + c; p[i][k] = 4 k + i; s[i][k] = 4 k + i + 1; w[i][k] = 8 + i + 1.
  const double expected[8] = {1, 9, 5, 9, 2, 10, 6, 10};
  for (int64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(memory.get(1, i), expected[i]) << i;
  }
}

TEST(Tile, SimdUnitRunsAtItsPorts) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 4096}, {F, 4096, launch::Place::Sram, 0}});
  Tile t;
  uint32_t x = t.load(0, F, {4096});
  t.store(0, t.fn(Fn::MulF, F, {4096}, {x, x}));
  OneTile run(memory, {4096}, F, {4096}, F, t, true);
  EXPECT_EQ(memory.get(1, 100), 10000.0);
  const auto &c = run.result.trace->commands;
  for (size_t i = 0; i < c.size(); ++i) {
    if (c.unit[i] == static_cast<uint8_t>(Unit::Se)) {
      EXPECT_EQ(c.ended[i] - c.started[i], 4096u / 16 + 20); // fp32 out: 16 a cycle
    }
  }
}

TEST(Tile, VectorGroupCostsItsPipesAndShrinksWithItsExtents) {
  auto cycles = [](int64_t extent) {
    arch::DeviceModel d = device();
    auto F = ElementType::F32;
    ProgramBuilder b;
    Memory memory(d, {{F, 4}});
    uint32_t x = b.cb("x", {64, 64}, F, 1, Unit::Core1, {});
    b.p.cbs[x].resident = true;
    Tile t;
    uint32_t v = t.load(0, F, {64, 64});
    for (int i = 0; i < 4; ++i) {
      v = t.fn(Fn::AddF, F, {64, 64}, {v, v});
    }
    t.store(0, v);
    uint32_t group = b.vector(t.code, {{x, 0, 0, 0}}, {{x, 0, 0, 0}});
    if (extent > 0) {
      b.p.commands[group].extents = {Operand::constant(extent), Operand::constant(64)};
    }
    b.core1.issue(group);
    SimResult r = runOn(d, b.p, memory);
    return r.trace->commands.ended[0] - r.trace->commands.started[0];
  };
  // 256 registers: four additions take 1024 cycles of the arithmetic pipe, load and store 512
  // beside.
  EXPECT_EQ(cycles(0), 4u * 256 + 6 + 5);
  EXPECT_EQ(cycles(16), 4u * 64 + 6 + 5);
}

/// A group that works on 3 of 4 rows and 5 of 8 columns, with what is left out poisoned.
SimResult runShrunk(Memory &memory, const Tile &tile, std::vector<int64_t> outShape) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  ProgramBuilder b;
  b.p.tilePrograms.push_back(combiner(Fn::AddF, F)); // body 0
  uint32_t in = b.cb("in", {4, 8}, F, 1, Unit::FiRead, {Unit::Core1});
  uint32_t out = b.cb("out", outShape, F, 1, Unit::Core1, {Unit::FiWrite});
  Reg pin = b.core0.argument(0), pout = b.core0.argument(1);
  b.core0.issue(b.load(in, Operand::of(pin), {32, 4}));
  uint32_t group = b.vector(tile.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}});
  b.p.commands[group].extents = {Operand::constant(3), Operand::constant(5)};
  b.core1.issue(group);
  b.core0.issue(
      b.store(out, 0, Operand::of(pout),
              outShape.size() == 2 ? std::vector<int64_t>{32, 4} : std::vector<int64_t>{4}));
  SimOptions options;
  options.poison = true;
  return runOn(d, b.p, memory, options);
}

TEST(Tile, PoisonShowsWhatACommandLeavesOut) {
  auto F = ElementType::F32;
  Memory memory(device(), {{F, 32}, {F, 32, launch::Place::Sram, 0}});
  Tile t;
  uint32_t x = t.load(0, F, {4, 8});
  t.store(0, t.fn(Fn::AddF, F, {4, 8}, {x, x}));
  runShrunk(memory, t, {4, 8});
  for (int64_t i = 0; i < 32; ++i) {
    const bool worked = i / 8 < 3 && i % 8 < 5;
    EXPECT_EQ(std::isnan(memory.get(1, i)), !worked) << i;
    if (worked) {
      EXPECT_EQ(memory.get(1, i), 2.0 * static_cast<double>(i));
    }
  }
}

TEST(Tile, PoisonedSumsStopAtTheirExtents) {
  auto F = ElementType::F32;
  Memory memory(device(), {{F, 32}, {F, 4, launch::Place::Sram, 0}});
  Tile t;
  uint32_t x = t.load(0, F, {4, 8}), doubled = t.fn(Fn::AddF, F, {4, 8}, {x, x});
  uint32_t sum = t.value(F, {4});
  TileInst &reduce = t.add(TileOp::Reduce, {sum}, {doubled});
  reduce.axis = 1;
  reduce.body = 0;
  t.store(0, sum);
  runShrunk(memory, t, {4});
  for (int64_t row = 0; row < 3; ++row) {
    EXPECT_EQ(memory.get(1, row), 2.0 * static_cast<double>(5 * 8 * row + 10)) << row;
  }
}

TEST(Tile, ResidentBufferCarriesAValueFromGroupToGroup) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32;
  Memory memory(d, {{F, 16}, {F, 16, launch::Place::Sram, 0}});
  ProgramBuilder b;
  uint32_t in = b.cb("in", {16}, F, 2, Unit::FiRead, {Unit::Core1});
  uint32_t sum = b.cb("sum", {16}, F, 1, Unit::Core1, {});
  b.p.cbs[sum].resident = true;
  uint32_t out = b.cb("out", {16}, F, 1, Unit::Core1, {Unit::FiWrite});
  Tile zero, add, last;
  zero.store(0, zero.constant(F, {16}, 0));
  uint32_t a = add.load(0, F, {16}), x = add.load(1, F, {16});
  add.store(0, add.fn(Fn::AddF, F, {16}, {a, x}));
  last.store(0, last.load(0, F, {16}));
  Reg pin = b.core0.argument(0), pout = b.core0.argument(1);
  uint32_t load = b.load(in, Operand::of(pin), {4});
  b.core0.loop(5, [&](Reg) { b.core0.issue(load); });
  b.core0.issue(b.store(out, 0, Operand::of(pout), {4}));
  b.core1.issue(b.vector(zero.code, {}, {{sum, 0, 0, 0}}));
  uint32_t step = b.vector(add.code, {{sum, 0, 0, 0}, {in, 0, 0, 1}}, {{sum, 0, 0, 0}});
  b.core1.loop(5, [&](Reg) { b.core1.issue(step); });
  b.core1.issue(b.vector(last.code, {{sum, 0, 0, 0}}, {{out, 1, 0, 1}}));
  runOn(d, b.p, memory);
  for (int64_t i = 0; i < 16; ++i) {
    ASSERT_EQ(memory.get(1, i), 5.0 * static_cast<double>(i));
  }
}

TEST(Tile, ScalarRungMovesElementsOneByOne) {
  arch::DeviceModel d = device();
  auto F = ElementType::F32, I = ElementType::I64;
  Memory memory(d, {{F, 32}, {F, 32, launch::Place::Sram, 0}});
  ProgramBuilder b;
  Tile t;
  uint32_t from = t.value(I, {32}), to = t.value(I, {32}), index = t.value(I, {32});
  t.add(TileOp::Splat, {from}, {}).index = 0;
  t.add(TileOp::Splat, {to}, {}).index = 1;
  t.add(TileOp::Iota, {index}, {}).imm = 0;
  uint32_t four = t.constant(I, {32}, 4);
  uint32_t offset = t.fn(Fn::MulI, I, {32}, {index, four});
  uint32_t source = t.fn(Fn::AddI, I, {32}, {from, offset});
  uint32_t target = t.fn(Fn::AddI, I, {32}, {to, offset});
  uint32_t limit = t.constant(I, {32}, 20);
  uint32_t mask = t.fn(Fn::CmpSlt, ElementType::I1, {32}, {index, limit});
  uint32_t other = t.constant(F, {32}, numerics::fromDouble(F, -5));
  uint32_t x = t.value(F, {32});
  t.add(TileOp::LoadGlobal, {x}, {source, mask, other});
  t.add(TileOp::StoreGlobal, {}, {target, x});
  uint32_t group = b.vector(t.code, {}, {});
  b.p.commands[group].scalarInputs = {Operand::of(b.core1.argument(0)),
                                      Operand::of(b.core1.argument(1))};
  b.core1.issue(group);
  SimResult r = runOn(d, b.p, memory);
  for (int64_t i = 0; i < 32; ++i) {
    ASSERT_EQ(memory.get(1, i), i < 20 ? static_cast<double>(i) : -5.0);
  }
  // 20 loads one after the other at 104, 32 stores four at a time, two instructions each.
  uint64_t cycles = r.trace->commands.ended[0] - r.trace->commands.started[0];
  EXPECT_GE(cycles, 20u * 104 + 32 * 104 / 4 + 52 * 2);
  EXPECT_LE(cycles, 20u * 104 + 32 * 104 / 4 + 52 * 2 + 60);
  EXPECT_EQ(r.trace->pes[0].scalarBytes, 52u * 4);
}

} // namespace
} // namespace charonia::sim::test
