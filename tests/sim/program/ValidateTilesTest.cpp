// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Typing of tile programs: one good and one bad instruction of each kind.
#include "SampleProgram.h"

#include <gmock/gmock.h>

using namespace charonia::program;
using namespace charonia::program::test;

namespace {

using Shape = std::vector<int64_t>;

TileValue f32(Shape shape) { return {ElementType::F32, std::move(shape)}; }
TileValue f16(Shape shape) { return {ElementType::F16, std::move(shape)}; }
TileValue i1(Shape shape) { return {ElementType::I1, std::move(shape)}; }
TileValue i32(Shape shape) { return {ElementType::I32, std::move(shape)}; }
TileValue i64(Shape shape) { return {ElementType::I64, std::move(shape)}; }

/// What is wrong with one instruction whose operands are constants.
std::string problem(TileInst inst, std::vector<TileValue> operands,
                    std::vector<TileValue> results) {
  Program p;
  p.opFrames = {kNone, kNone};
  p.opNames = {"", ""};
  TileProgram sum;
  sum.values.resize(3);
  sum.inputs = {0, 1};
  sum.outputs = {2};
  sum.insts = {test::inst(TileOp::Elementwise, {2}, {0, 1})};
  sum.insts[0].fn = Fn::AddF;
  TileProgram tile;
  inst.operands.clear();
  inst.results.clear();
  for (TileValue &value : operands) {
    const TileId id = static_cast<TileId>(tile.values.size());
    tile.values.push_back(value);
    tile.insts.push_back(test::inst(TileOp::Constant, {id}));
    inst.operands.push_back(id);
  }
  for (TileValue &value : results) {
    inst.results.push_back(static_cast<TileId>(tile.values.size()));
    tile.values.push_back(value);
  }
  tile.insts.push_back(inst);
  p.tilePrograms = {sum, tile};
  const auto errors = validate(p);
  return errors.empty() ? "" : errors[0].message;
}

TileInst of(TileOp op) { return inst(op, {}); }
TileInst call(Fn fn) {
  TileInst i = of(TileOp::Elementwise);
  i.fn = fn;
  return i;
}
TileInst along(TileOp op, int axis, uint32_t body = kNone) {
  TileInst i = of(op);
  i.axis = axis;
  i.body = body;
  return i;
}
TileInst with(TileOp op, Shape permutation) {
  TileInst i = of(op);
  i.permutation = std::move(permutation);
  return i;
}

TEST(TileTyping, Elementwise) {
  EXPECT_EQ(problem(call(Fn::AddF), {f32({4, 8}), f32({4, 8})}, {f32({4, 8})}), "");
  EXPECT_EQ(problem(call(Fn::AddF), {f32({4, 1}), f32({})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(call(Fn::AddF), {f32({4, 8}), f16({4, 8})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(call(Fn::AddF), {f32({4, 2}), f32({4, 8})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(call(Fn::AddI), {f32({4}), f32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(call(Fn::AddF), {f32({4})}, {f32({4})}), "");
  EXPECT_EQ(problem(call(Fn::CmpOlt), {f32({4}), f32({4})}, {i1({4})}), "");
  EXPECT_NE(problem(call(Fn::CmpOlt), {f32({4}), f32({4})}, {f32({4})}), "");
  EXPECT_EQ(problem(call(Fn::Select), {i1({4}), f32({4}), f32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(call(Fn::Select), {f32({4}), f32({4}), f32({4})}, {f32({4})}), "");
}

TEST(TileTyping, Casts) {
  EXPECT_EQ(problem(call(Fn::ExtSI), {i32({4})}, {i64({4})}), "");
  EXPECT_NE(problem(call(Fn::ExtSI), {i64({4})}, {i32({4})}), "");
  EXPECT_EQ(problem(call(Fn::SIToFP), {i32({4})}, {f16({4})}), "");
  EXPECT_NE(problem(call(Fn::SIToFP), {f32({4})}, {f16({4})}), "");
  EXPECT_EQ(problem(call(Fn::Bitcast), {i32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(call(Fn::Bitcast), {i32({4})}, {f16({4})}), "");
  EXPECT_NE(problem(call(Fn::FPToSI), {i32({4})}, {i32({4})}), "");
}

TEST(TileTyping, Views) {
  EXPECT_EQ(problem(of(TileOp::Broadcast), {f32({4, 1})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(of(TileOp::Broadcast), {f32({4, 2})}, {f32({4, 8})}), "");
  EXPECT_EQ(problem(of(TileOp::Reshape), {f32({4, 8})}, {f32({32})}), "");
  EXPECT_NE(problem(of(TileOp::Reshape), {f32({4, 8})}, {f32({31})}), "");
  EXPECT_EQ(problem(with(TileOp::Permute, {2, 0, 1}), {f32({2, 3, 4})}, {f32({4, 2, 3})}), "");
  EXPECT_NE(problem(with(TileOp::Permute, {2, 0, 1}), {f32({2, 3, 4})}, {f32({3, 4, 2})}), "");
  EXPECT_NE(problem(with(TileOp::Permute, {0, 0, 1}), {f32({2, 3, 4})}, {f32({2, 2, 3})}), "");
  EXPECT_EQ(problem(along(TileOp::Iota, 1), {}, {i32({4, 8})}), "");
  EXPECT_NE(problem(along(TileOp::Iota, 2), {}, {i32({4, 8})}), "");
  EXPECT_NE(problem(along(TileOp::Iota, 0), {}, {f32({4, 8})}), "");
}

TEST(TileTyping, JoinSplitCat) {
  EXPECT_EQ(problem(of(TileOp::Join), {f32({4}), f32({4})}, {f32({4, 2})}), "");
  EXPECT_NE(problem(of(TileOp::Join), {f32({4}), f16({4})}, {f32({4, 2})}), "");
  EXPECT_EQ(problem(of(TileOp::SplitLeft), {f32({4, 2})}, {f32({4})}), "");
  EXPECT_NE(problem(of(TileOp::SplitRight), {f32({4, 3})}, {f32({4})}), "");
  EXPECT_NE(problem(of(TileOp::SplitRight), {f32({})}, {f32({})}), "");
  EXPECT_EQ(problem(of(TileOp::Cat), {f32({4, 2}), f32({3, 2})}, {f32({7, 2})}), "");
  EXPECT_NE(problem(of(TileOp::Cat), {f32({4, 2}), f32({3, 3})}, {f32({7, 2})}), "");
  EXPECT_NE(problem(of(TileOp::Cat), {f32({4}), f32({3})}, {f32({8})}), "");
}

TEST(TileTyping, Reductions) {
  EXPECT_EQ(problem(along(TileOp::Reduce, 1, 0), {f32({4, 8})}, {f32({4})}), "");
  EXPECT_NE(problem(along(TileOp::Reduce, 1, 0), {f32({4, 8})}, {f32({8})}), "");
  EXPECT_NE(problem(along(TileOp::Reduce, 2, 0), {f32({4, 8})}, {f32({4})}), "");
  EXPECT_NE(problem(along(TileOp::Reduce, 1, 9), {f32({4, 8})}, {f32({4})}), "");
  EXPECT_NE(problem(along(TileOp::Reduce, 1, 1), {f32({4, 8})}, {f32({4})}), "") << "itself";
  EXPECT_NE(problem(along(TileOp::Reduce, 1, 0), {f16({4, 8})}, {f16({4})}), "") << "body is f32";
  EXPECT_NE(problem(along(TileOp::Reduce, 1, 0), {f32({4, 8}), f32({4, 8})}, {f32({4}), f32({4})}),
            "");
  EXPECT_EQ(problem(along(TileOp::Scan, 0, 0), {f32({4, 8})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(along(TileOp::Scan, 0, 0), {f32({4, 8})}, {f32({8})}), "");
}

TEST(TileTyping, DotGatherHistogram) {
  EXPECT_EQ(problem(of(TileOp::Dot), {f16({4, 8}), f16({8, 2}), f32({4, 2})}, {f32({4, 2})}), "");
  EXPECT_EQ(
      problem(of(TileOp::Dot), {f32({3, 4, 8}), f32({3, 8, 2}), f32({3, 4, 2})}, {f32({3, 4, 2})}),
      "");
  EXPECT_NE(problem(of(TileOp::Dot), {f16({4, 8}), f16({7, 2}), f32({4, 2})}, {f32({4, 2})}), "");
  EXPECT_NE(problem(of(TileOp::Dot), {f16({4, 8}), f16({8, 2}), f16({4, 2})}, {f16({4, 2})}), "");
  EXPECT_EQ(problem(along(TileOp::GatherIndex, 0), {f32({9, 4}), i32({5, 4})}, {f32({5, 4})}), "");
  EXPECT_NE(problem(along(TileOp::GatherIndex, 0), {f32({9, 4}), i32({5, 6})}, {f32({5, 6})}), "");
  EXPECT_NE(problem(along(TileOp::GatherIndex, 0), {f32({9}), f32({5})}, {f32({5})}), "");
  EXPECT_EQ(problem(of(TileOp::Histogram), {i32({64}), i1({64})}, {i32({8})}), "");
  EXPECT_NE(problem(of(TileOp::Histogram), {f32({64})}, {i32({8})}), "");
}

TEST(TileTyping, Memory) {
  EXPECT_EQ(problem(of(TileOp::LoadGlobal), {i64({4}), i1({4}), f32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(of(TileOp::LoadGlobal), {i32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(of(TileOp::LoadGlobal), {i64({4}), i32({4})}, {f32({4})}), "");
  EXPECT_NE(problem(of(TileOp::LoadGlobal), {i64({4}), i1({4}), f16({4})}, {f32({4})}), "");
  EXPECT_EQ(problem(of(TileOp::StoreGlobal), {i64({4}), f32({4}), i1({4})}, {}), "");
  EXPECT_NE(problem(of(TileOp::StoreGlobal), {i64({4}), f32({8})}, {}), "");
  TileInst add = of(TileOp::AtomicRmw);
  add.atomic = AtomicOp::FAdd;
  EXPECT_EQ(problem(add, {i64({4}), f32({4})}, {f32({4})}), "");
  EXPECT_EQ(problem(add, {i64({4}), f32({4})}, {}), "");
  EXPECT_NE(problem(add, {i64({4}), i32({4})}, {i32({4})}), "");
  EXPECT_EQ(problem(of(TileOp::AtomicCas), {i64({4}), i32({4}), i32({4})}, {i32({4})}), "");
  EXPECT_NE(problem(of(TileOp::AtomicCas), {i64({4}), i32({4}), i64({4})}, {i32({4})}), "");
}

TEST(TileTyping, ScalarsAndSlices) {
  EXPECT_EQ(problem(of(TileOp::ToScalar), {f32({1, 1})}, {}), "");
  EXPECT_NE(problem(of(TileOp::ToScalar), {f32({2})}, {}), "");
  EXPECT_EQ(problem(of(TileOp::Assert), {i1({4})}, {}), "");
  EXPECT_NE(problem(of(TileOp::Assert), {f32({4})}, {}), "");
  EXPECT_EQ(problem(with(TileOp::SliceExtract, {2, 0}), {f32({4, 8})}, {f32({2, 8})}), "");
  EXPECT_NE(problem(with(TileOp::SliceExtract, {3, 0}), {f32({4, 8})}, {f32({2, 8})}), "");
  EXPECT_NE(problem(with(TileOp::SliceExtract, {-1, 0}), {f32({4, 8})}, {f32({2, 8})}), "");
  EXPECT_EQ(problem(with(TileOp::SliceInsert, {2, 0}), {f32({4, 8}), f32({2, 8})}, {f32({4, 8})}),
            "");
  EXPECT_NE(
      problem(with(TileOp::SliceInsert, {INT64_MAX, 0}), {f32({4, 8}), f32({2, 8})}, {f32({4, 8})}),
      "");
  EXPECT_EQ(problem(with(TileOp::StoreSlice, {2, 0}), {f32({2, 8})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(with(TileOp::StoreSlice, {3, 0}), {f32({2, 8})}, {f32({4, 8})}), "");
  EXPECT_NE(problem(with(TileOp::StoreSlice, {2, 0}), {f16({2, 8})}, {f32({4, 8})}), "");
}

TEST(TileTyping, ValuesAreDefinedOnceBeforeUse) {
  Program p = sampleProgram();
  std::swap(p.tilePrograms[kSeTile].insts[0], p.tilePrograms[kSeTile].insts[1]);
  EXPECT_EQ(validate(p).at(0).message, "value 0 is used before it is defined");
  p = sampleProgram();
  p.tilePrograms[kSeTile].insts[1].results = {0};
  EXPECT_EQ(validate(p).at(0).message, "value 0 is defined twice");
  p = sampleProgram();
  p.tilePrograms[kSeTile].insts[1].results = {12};
  EXPECT_EQ(validate(p).at(0).message, "there is no value 12");
}

TEST(TileTyping, PassesNameInstructionsAndValuesThatExist) {
  auto problemOf = [](auto change) {
    Program p = sampleProgram();
    change(p.tilePrograms[kVectorTile].passes[1]);
    const auto errors = validate(p);
    return errors.empty() ? "" : errors[0].path + ": " + errors[0].message;
  };
  const std::string at = "tilePrograms[2].passes[1].";
  EXPECT_EQ(problemOf([](VectorPass &) {}), "");
  EXPECT_EQ(problemOf([](VectorPass &pass) { pass.insts.push_back(9); }),
            at + "insts: there is no instruction 9");
  EXPECT_EQ(problemOf([](VectorPass &pass) { pass.insts = {5, 4}; }), at + "insts: not ascending");
  EXPECT_EQ(problemOf([](VectorPass &pass) { pass.loads = {6}; }),
            at + "values: there is no value 6");
  EXPECT_EQ(problemOf([](VectorPass &pass) { pass.live = -1; }), at + "live: must not be negative");
  for (int32_t lmul : {0, 3, 16}) {
    EXPECT_EQ(problemOf([&](VectorPass &pass) { pass.lmul = lmul; }),
              at + "lmul: must be a power of two up to 8");
  }
}

} // namespace
