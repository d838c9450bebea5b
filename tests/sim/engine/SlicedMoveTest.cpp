// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tiles that the layout unit moves, and functions of SE, against values computed directly.
#include "ProgramBuilder.h"

#include <fmt/format.h>

namespace charonia::sim::test {
namespace {

constexpr int64_t kRows = 8, kColumns = 16, kPartRows = 3, kPartColumns = 4;

/// Moves the part at (`row`, 2) of a tile, turned if `turned`, to memory.
struct OnePart {
  arch::DeviceModel d = device();
  Memory memory{d, {{ElementType::F32, kRows *kColumns}, {ElementType::F32, 64}}};
  tl::expected<SimResult, SimError> result = tl::make_unexpected(SimError{});

  explicit OnePart(int64_t row, bool turned = false) {
    ProgramBuilder b;
    std::vector<int64_t> shape = {kPartRows, kPartColumns};
    if (turned) {
      std::swap(shape[0], shape[1]);
    }
    uint32_t in = b.cb("in", {kRows, kColumns}, ElementType::F32, 1, Unit::FiRead, {Unit::Mlu});
    uint32_t out = b.cb("out", shape, ElementType::F32, 1, Unit::Mlu, {Unit::FiWrite});
    b.core0.issue(b.load(in, Operand::of(b.core0.argument(0)), {kColumns * 4, 4}));
    uint32_t move =
        b.move(in, out, turned ? std::vector<int64_t>{1, 0} : std::vector<int64_t>{0, 1});
    b.p.commands[move].scalarInputs = {Operand::of(b.core0.constant(row)), Operand::constant(2)};
    b.core0.issue(move);
    b.core0.issue(b.store(out, 0, Operand::of(b.core0.argument(1)), {shape[1] * 4, 4}));
    result = simulateOn(d, b.p, memory);
  }
};

TEST(SlicedMove, TakesThePartAtItsOffsets) {
  OnePart part(5);
  ASSERT_TRUE(part.result.has_value()) << part.result.error().message;
  for (int64_t i = 0; i < kPartRows; ++i) {
    for (int64_t j = 0; j < kPartColumns; ++j) {
      EXPECT_EQ(part.memory.get(1, i * kPartColumns + j), (5 + i) * kColumns + 2 + j);
    }
  }
}

TEST(SlicedMove, OffsetsAreThoseOfTheTileThatIsTurned) {
  OnePart part(1, /*turned=*/true);
  ASSERT_TRUE(part.result.has_value()) << part.result.error().message;
  for (int64_t i = 0; i < kPartColumns; ++i) {
    for (int64_t j = 0; j < kPartRows; ++j) {
      EXPECT_EQ(part.memory.get(1, i * kPartRows + j), (1 + j) * kColumns + 2 + i);
    }
  }
}

TEST(SlicedMove, APartThatLeavesItsTileFailsTheRun) {
  for (int64_t row : {int64_t{6}, int64_t{-1}, INT64_MIN, INT64_MAX}) {
    OnePart part(row);
    ASSERT_FALSE(part.result.has_value()) << row;
    EXPECT_EQ(part.result.error().code, "out-of-bounds");
    EXPECT_EQ(part.result.error().message,
              fmt::format("a slice of 3 elements from {} leaves the 8 of its tile", row));
  }
}

/// A tile of 1024 elements through exp on SE.
tl::expected<SimResult, SimError> exponentials(const arch::DeviceModel &d) {
  Memory memory(d, {{ElementType::F32, 1024, launch::Place::Sram, 0.01}, {ElementType::F32, 1024}});
  ProgramBuilder b;
  std::vector<int64_t> shape = {1024};
  uint32_t in = b.cb("in", shape, ElementType::F32, 1, Unit::FiRead, {Unit::Se});
  uint32_t out = b.cb("out", shape, ElementType::F32, 1, Unit::Se, {Unit::FiWrite});
  Tile tile;
  tile.store(0, tile.fn(Fn::Exp, ElementType::F32, shape, {tile.load(0, ElementType::F32, shape)}));
  uint32_t compute = b.vector(tile.code, {{in, 0, 0, 1}}, {{out, 1, 0, 1}});
  b.p.commands[compute].unit = Unit::Se;
  b.p.commands[compute].kind = CommandKind::SeCompute;
  b.core0.issue(b.load(in, Operand::of(b.core0.argument(0)), {4}));
  b.core0.issue(compute);
  b.core0.issue(b.store(out, 0, Operand::of(b.core0.argument(1)), {4}));
  return simulateOn(d, b.p, memory);
}

TEST(SimdFunctions, TakeTheirRateBelowTheLanes) {
  arch::DeviceModel d = device();
  d.se.functions["exp"] = 4;
  auto fast = exponentials(d);
  d.se.functions["exp"] = 2;
  auto slow = exponentials(d);
  ASSERT_TRUE(fast && slow);
  EXPECT_EQ(slow->trace->makespan - fast->trace->makespan, 1024u / 2 - 1024u / 4);
}

TEST(SimdFunctions, AreRefusedWhereTheEngineHasNone) {
  arch::DeviceModel d = device();
  d.se.functions["exp"] = 0;
  auto result = exponentials(d);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, "bad-program");
}

} // namespace
} // namespace charonia::sim::test
