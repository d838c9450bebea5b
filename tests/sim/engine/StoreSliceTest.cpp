// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of a tile that stays in its slot: what is stored, what remains, what it costs.
#include "ProgramBuilder.h"

#include <fmt/format.h>

namespace charonia::sim::test {
namespace {

constexpr auto F = ElementType::F32;

/// Keeps a tile of `rows` x 4 elements 0, 1, 2, ... of argument 0 in a buffer, stores 2 x 2
/// elements of argument 1 into it from (`row`, 1) on, every other row and column, and stores the
/// tile to argument 2.
struct Kept {
  arch::DeviceModel d = device();
  Memory memory;
  tl::expected<SimResult, SimError> result = tl::make_unexpected(SimError{});

  Kept(int64_t rows, int64_t row)
      : memory(d, {{F, rows * 4}, {F, 4, launch::Place::Sram, 100}, {F, rows * 4}}) {
    ProgramBuilder b;
    const std::vector<int64_t> shape{rows, 4};
    uint32_t whole = b.cb("whole", shape, F, 1, Unit::FiRead, {Unit::Core1});
    uint32_t part = b.cb("part", {2, 2}, F, 1, Unit::FiRead, {Unit::Core1});
    uint32_t kept = b.cb("kept", shape, F, 1, Unit::Core1, {});
    b.p.cbs[kept].resident = true;
    uint32_t out = b.cb("out", shape, F, 1, Unit::Core1, {Unit::FiWrite});
    Tile copy, insert;
    copy.store(0, copy.load(0, F, shape));
    uint32_t x = insert.load(0, F, {2, 2}), at = insert.value(ElementType::I32, {}),
             none = insert.value(ElementType::I32, {}), tile = insert.value(F, shape);
    insert.add(TileOp::Splat, {at}, {}).index = 0;
    insert.add(TileOp::Constant, {none}, {});
    TileInst &store = insert.add(TileOp::StoreSlice, {tile}, {x, at, none});
    store.permutation = {0, 1};
    store.strides = {2, 2};
    b.core0.issue(b.load(whole, Operand::of(b.core0.argument(0)), {16, 4}));
    b.core0.issue(b.load(part, Operand::of(b.core0.argument(1)), {8, 4}));
    b.core1.issue(b.vector(copy.code, {{whole, 0, 0, 1}}, {{kept, 0, 0, 0}}));
    uint32_t group = b.vector(insert.code, {{part, 0, 0, 1}}, {{kept, 0, 0, 0}});
    b.p.commands[group].scalarInputs = {Operand::constant(row)};
    b.core1.issue(group);
    b.core1.issue(b.vector(copy.code, {{kept, 0, 0, 0}}, {{out, 1, 0, 1}}));
    b.core0.issue(b.store(out, 0, Operand::of(b.core0.argument(2)), {16, 4}));
    result = simulateOn(d, b.p, memory);
  }

  /// Cycles of the vector core's second group.
  uint64_t cycles() const {
    const auto &commands = result->trace->commands;
    std::vector<uint64_t> all;
    for (size_t i = 0; i < commands.size(); ++i) {
      if (commands.unit[i] == static_cast<uint8_t>(Unit::Core1)) {
        all.push_back(commands.ended[i] - commands.started[i]);
      }
    }
    return all.at(1);
  }
};

TEST(StoreSlice, LeavesTheRestOfTheSlot) {
  Kept kept(4, 1);
  ASSERT_TRUE(kept.result.has_value()) << kept.result.error().message;
  for (int64_t i = 0; i < 16; ++i) {
    const int64_t r = i / 4, c = i % 4;
    const bool inPart = r % 2 == 1 && c % 2 == 1;
    EXPECT_EQ(kept.memory.get(2, i), static_cast<double>(inPart ? 100 * (r / 2 * 2 + c / 2) : i))
        << i;
  }
}

TEST(StoreSlice, CostsThePartWhateverTheTile) {
  Kept little(4, 1), large(512, 1);
  ASSERT_TRUE(little.result.has_value() && large.result.has_value());
  EXPECT_EQ(little.cycles(), large.cycles());
}

TEST(StoreSlice, APartThatLeavesTheTileFailsTheRun) {
  for (int64_t row : {int64_t{2}, int64_t{-1}}) {
    Kept kept(4, row);
    ASSERT_FALSE(kept.result.has_value()) << row;
    EXPECT_EQ(kept.result.error().code, "out-of-bounds");
    EXPECT_EQ(
        kept.result.error().message,
        fmt::format("a slice of 2 elements in steps of 2 from {} leaves the 4 of its tile", row));
  }
}

} // namespace
} // namespace charonia::sim::test
