// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops, control flow, checks and limits of the interpreter on small kernels.
#include "charonia/Interpreter/Interpreter.h"

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Interpreter/Decoder.h"
#include "charonia/Target/TtirReader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace charonia::compiler {
namespace {

using launch::ElementType;
using testing::ElementsAre;
using testing::HasSubstr;

/// One kernel over the buffers x (f32: 0 1 2 ... 63), i (i32: the same) and o (zeros).
class Interpreter : public testing::Test {
protected:
  ReferenceRun run;
  std::optional<launch::MemoryImage> memory;
  Limits limits;
  std::array<int64_t, 3> grid{1, 1, 1};
  std::stop_source stop;

  static launch::Argument buffer(const char *name, ElementType type, bool ramp) {
    launch::Argument argument;
    argument.kind = launch::Argument::Kind::Pointer;
    argument.name = name;
    argument.type = type;
    argument.elements = 64;
    argument.values.emplace();
    for (int i = 0; i < 64; ++i) {
      argument.values->push_back(ramp ? i : 0);
    }
    return argument;
  }

  /// Runs `body` with %x : !tt.ptr<f32>, %i : !tt.ptr<i32>, %o : !tt.ptr<out>, %r = 0 .. 15, and
  /// the tiles %xp, %ip, %op of pointers to the first 16 elements. The body's first line is
  /// line 10.
  void interpretBody(const std::string &body, ElementType out = ElementType::F32,
                     const std::string &helpers = "") {
    launch::Launch launch;
    launch.args = {buffer("x", ElementType::F32, true), buffer("i", ElementType::I32, true),
                   buffer("o", out, false)};
    launch.cases.emplace_back();
    auto device = arch::loadDevice(arch::defaultDevicePath());
    ASSERT_TRUE(device);
    auto image = launch::MemoryImage::create(launch, 0, **device);
    ASSERT_TRUE(image) << image.error().front().message;
    memory = std::move(*image);
    std::string type = numerics::name(out);
    std::string text = "tt.func public @k(%x: !tt.ptr<f32>, %i: !tt.ptr<i32>, %o: !tt.ptr<OUT>) {\n"
                       "  %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>\n"
                       "  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>\n"
                       "  %is = tt.splat %i : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>\n"
                       "  %os = tt.splat %o : !tt.ptr<OUT> -> tensor<16x!tt.ptr<OUT>>\n"
                       "  %xp = tt.addptr %xs, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>\n"
                       "  %ip = tt.addptr %is, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>\n"
                       "  %op = tt.addptr %os, %r : tensor<16x!tt.ptr<OUT>>, tensor<16xi32>\n" +
                       body + "\n  tt.return\n}\n" + helpers;
    for (size_t at = text.find("OUT"); at != std::string::npos; at = text.find("OUT")) {
      text.replace(at, 3, type);
    }
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    auto module = readTtir(context, text, "k.ttir", Limits(), diagnostics);
    ASSERT_TRUE(module) << diagnostics.front().message << " at line "
                        << diagnostics.front().range.beginLine;
    std::vector<uint64_t> args;
    for (const launch::Buffer &b : memory->buffers()) {
      args.push_back(b.address);
    }
    run = interpret(*module, "k", args, grid, *memory, limits, stop.get_token());
  }

  /// The first elements of o.
  std::vector<double> out(int64_t count) const {
    EXPECT_TRUE(run.ok) << (run.diagnostics.empty() ? "" : run.diagnostics.front().message);
    const launch::Buffer &buffer = memory->buffers()[2];
    std::vector<double> result;
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = numerics::loadElement(buffer.type, memory->contents(buffer).data(), i);
      result.push_back(numerics::isFloat(buffer.type) ? numerics::toDouble(buffer.type, bits)
                                                      : static_cast<int32_t>(bits));
    }
    return result;
  }
  std::string firstError() const {
    return run.ok || run.diagnostics.empty() ? "" : run.diagnostics.front().message;
  }
};

TEST_F(Interpreter, LoadsComputesAndStores) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<16xf32>
  tt.store %op, %w : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(out(4), ElementsAre(0, 2, 4, 6));
}

TEST_F(Interpreter, MaskedOffLanesReadZeroWithoutOtherAndAreNotStored) {
  interpretBody(R"(
  %two = arith.constant dense<2> : tensor<16xi32>
  %four = arith.constant dense<4> : tensor<16xi32>
  %m = arith.cmpi slt, %r, %two : tensor<16xi32>
  %n = arith.cmpi slt, %r, %four : tensor<16xi32>
  %one = arith.constant dense<1.0> : tensor<16xf32>
  %v = tt.load %xp, %m : tensor<16x!tt.ptr<f32>>
  %w = arith.addf %v, %one : tensor<16xf32>
  tt.store %op, %w, %n : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(out(5), ElementsAre(1, 2, 1, 1, 0));
}

TEST_F(Interpreter, MaskedOffLanesGiveOther) {
  interpretBody(R"(
  %two = arith.constant dense<2> : tensor<16xi32>
  %m = arith.cmpi slt, %r, %two : tensor<16xi32>
  %seven = arith.constant dense<7.0> : tensor<16xf32>
  %v = tt.load %xp, %m, %seven : tensor<16x!tt.ptr<f32>>
  tt.store %op, %v : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(out(4), ElementsAre(0, 1, 7, 7));
}

TEST_F(Interpreter, ReducesInTheOrderOfTheNumericsLibrary) {
  // A difference shows the order.
  interpretBody(R"(
  %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %b, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %c: f32):
    %d = arith.subf %a, %c : f32
    tt.reduce.return %d : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %o, %s : !tt.ptr<f32>)");
  float values[64];
  for (int i = 0; i < 64; ++i) {
    values[i] = static_cast<float>(i);
  }
  numerics::reduceInOrder(64, values, [](void *context, int64_t left, int64_t right) {
    static_cast<float *>(context)[left] -= static_cast<float *>(context)[right];
  });
  EXPECT_THAT(out(1), ElementsAre(values[0]));
}

TEST_F(Interpreter, ReducesTheMiddleAxisOfThree) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %t = tt.reshape %v : tensor<16xf32> -> tensor<2x4x2xf32>
  %s = "tt.reduce"(%t) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %d = arith.addf %a, %b : f32
    tt.reduce.return %d : f32
  }) : (tensor<2x4x2xf32>) -> tensor<2x2xf32>
  %f = tt.reshape %s : tensor<2x2xf32> -> tensor<4xf32>
  %q = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %p = tt.splat %o : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %d = tt.addptr %p, %q : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  tt.store %d, %f : tensor<4x!tt.ptr<f32>>)");
  EXPECT_THAT(out(4), ElementsAre(12, 16, 44, 48));
}

TEST_F(Interpreter, ReducesTwoOperandsTogether) {
  interpretBody(R"(
  %v = tt.load %ip : tensor<16x!tt.ptr<i32>>
  %seven = arith.constant dense<7> : tensor<16xi32>
  %sixteen = arith.constant dense<16> : tensor<16xi32>
  %k = arith.muli %v, %seven : tensor<16xi32>
  %mod = arith.remsi %k, %sixteen : tensor<16xi32>
  %s:2 = "tt.reduce"(%mod, %r) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
    %g = arith.cmpi sgt, %a, %b : i32
    %m = arith.select %g, %a, %b : i32
    %n = arith.select %g, %ai, %bi : i32
    tt.reduce.return %m, %n : i32, i32
  }) : (tensor<16xi32>, tensor<16xi32>) -> (i32, i32)
  tt.store %o, %s#1 : !tt.ptr<i32>)",
                ElementType::I32);
  EXPECT_THAT(out(1), ElementsAre(9)); // 7 * 9 = 63 = 15 mod 16
}

TEST_F(Interpreter, ARegionMayExchangeItsArguments) {
  interpretBody(R"(
  %s:2 = "tt.reduce"(%r, %r) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
    tt.reduce.return %bi, %b : i32, i32
  }) : (tensor<16xi32>, tensor<16xi32>) -> (i32, i32)
  tt.store %o, %s#0 : !tt.ptr<i32>)",
                ElementType::I32);
  EXPECT_THAT(out(1), ElementsAre(15));
}

TEST_F(Interpreter, ReductionRegionsMayCallAndBranch) {
  interpretBody(R"(
  %v = tt.load %ip : tensor<16x!tt.ptr<i32>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %m = tt.call @max(%a, %b) : (i32, i32) -> i32
    tt.reduce.return %m : i32
  }) : (tensor<16xi32>) -> i32
  tt.store %o, %s : !tt.ptr<i32>)",
                ElementType::I32, R"(
tt.func private @max(%a: i32, %b: i32) -> i32 {
  %g = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %g, ^bb1, ^bb2
^bb1:
  tt.return %a : i32
^bb2:
  tt.return %b : i32
}
)");
  EXPECT_THAT(out(1), ElementsAre(15));
}

TEST_F(Interpreter, ScansForwardsAndBackwards) {
  for (bool reverse : {false, true}) {
    interpretBody(std::string(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = )") +
                  (reverse ? "true" : "false") + R"(}> ({
  ^bb0(%a: f32, %b: f32):
    %d = arith.addf %a, %b : f32
    tt.scan.return %d : f32
  }) : (tensor<16xf32>) -> tensor<16xf32>
  tt.store %op, %s : tensor<16x!tt.ptr<f32>>)");
    EXPECT_THAT(out(3), reverse ? ElementsAre(120, 120, 119) : ElementsAre(0, 1, 3));
  }
}

TEST_F(Interpreter, LoopsCarryValuesThatSwap) {
  interpretBody(R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %l:2 = scf.for %k = %c0 to %c5 step %c1 iter_args(%a = %c0, %b = %c1) -> (i32, i32) : i32 {
    %s = arith.addi %a, %b : i32
    scf.yield %b, %s : i32, i32
  }
  %w:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %l#0, %b = %l#1) -> (i32, i32) : i32 {
    scf.yield %b, %a : i32, i32
  }
  tt.store %o, %w#0 : !tt.ptr<i32>)",
                ElementType::I32);
  EXPECT_THAT(out(1), ElementsAre(8));
}

TEST_F(Interpreter, WhileLoopsAndIfs) {
  interpretBody(R"(
  %c1 = arith.constant 1 : i32
  %c100 = arith.constant 100 : i32
  %l = scf.while (%a = %c1) : (i32) -> i32 {
    %go = arith.cmpi slt, %a, %c100 : i32
    scf.condition(%go) %a : i32
  } do {
  ^bb0(%a: i32):
    %d = arith.addi %a, %a : i32
    scf.yield %d : i32
  }
  %big = arith.cmpi sgt, %l, %c100 : i32
  %f = scf.if %big -> (i32) {
    scf.yield %l : i32
  } else {
    scf.yield %c1 : i32
  }
  tt.store %o, %f : !tt.ptr<i32>)",
                ElementType::I32);
  EXPECT_THAT(out(1), ElementsAre(128));
}

TEST_F(Interpreter, ShapesJoinSplitTransposeAndConcatenate) {
  interpretBody(R"(
  %q = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %h = arith.constant dense<100> : tensor<8xi32>
  %t = arith.addi %q, %h : tensor<8xi32>
  %j = tt.join %q, %t : tensor<8xi32> -> tensor<8x2xi32>
  %u = tt.trans %j {order = array<i32: 1, 0>} : tensor<8x2xi32> -> tensor<2x8xi32>
  %b = tt.trans %u {order = array<i32: 1, 0>} : tensor<2x8xi32> -> tensor<8x2xi32>
  %l, %m = tt.split %b : tensor<8x2xi32> -> tensor<8xi32>
  %c = tt.cat %m, %l : tensor<8xi32> -> tensor<16xi32>
  tt.store %op, %c : tensor<16x!tt.ptr<i32>>)",
                ElementType::I32);
  EXPECT_THAT(out(10), ElementsAre(100, 101, 102, 103, 104, 105, 106, 107, 0, 1));
}

TEST_F(Interpreter, DotAddsToItsAccumulator) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %a = tt.reshape %v : tensor<16xf32> -> tensor<4x4xf32>
  %c = arith.constant dense<1.0> : tensor<4x4xf32>
  %d = tt.dot %a, %a, %c : tensor<4x4xf32> * tensor<4x4xf32> -> tensor<4x4xf32>
  %f = tt.reshape %d : tensor<4x4xf32> -> tensor<16xf32>
  tt.store %op, %f : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(out(2), ElementsAre(57, 63));
}

TEST_F(Interpreter, AtomicsAddAndCompare) {
  interpretBody(R"(
  %one = arith.constant dense<1> : tensor<16xi32>
  %t = arith.constant dense<true> : tensor<16xi1>
  %old = tt.atomic_rmw add, acq_rel, gpu, %os, %one, %t : (tensor<16x!tt.ptr<i32>>, tensor<16xi32>, tensor<16xi1>) -> tensor<16xi32>
  %q = tt.addptr %op, %one : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
  tt.store %q, %old : tensor<16x!tt.ptr<i32>>
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c9 = arith.constant 9 : i32
  %p = tt.addptr %o, %c2 : !tt.ptr<i32>, i32
  %was = tt.atomic_cas acq_rel, gpu, %p, %c1, %c9 : (!tt.ptr<i32>, i32, i32) -> i32
  %not = tt.atomic_cas acq_rel, gpu, %p, %c1, %c2 : (!tt.ptr<i32>, i32, i32) -> i32)",
                ElementType::I32);
  EXPECT_THAT(out(4), ElementsAre(16, 0, 9, 2));
}

TEST_F(Interpreter, BuffersOfFloatAtomicsAreNamed) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %os, %v : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) -> tensor<16xf32>)");
  EXPECT_THAT(out(1), ElementsAre(120));
  EXPECT_THAT(run.atomicArguments, ElementsAre("o"));
}

TEST_F(Interpreter, BlockPointersCheckTheDimensionsThatTheyAreTold) {
  interpretBody(R"(
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %c1 = arith.constant 1 : i64
  %z = arith.constant 0 : i32
  %n = arith.constant 2 : i32
  %b = tt.make_tensor_ptr %x, [%c3, %c4], [%c4, %c1], [%z, %z] {order = array<i32: 1, 0>} : <tensor<2x4xf32>>
  %a = tt.advance %b, [%n, %z] : <tensor<2x4xf32>>
  %v = tt.load %a {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2x4xf32>>
  %d = tt.make_tensor_ptr %o, [%c3, %c4], [%c4, %c1], [%z, %z] {order = array<i32: 1, 0>} : <tensor<2x4xf32>>
  tt.store %d, %v : !tt.ptr<tensor<2x4xf32>>)");
  EXPECT_THAT(out(6), ElementsAre(8, 9, 10, 11, 0, 0));
}

TEST_F(Interpreter, DescriptorsLoadAndStoreInsideTheTensor) {
  interpretBody(R"(
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %s4 = arith.constant 4 : i64
  %s1 = arith.constant 1 : i64
  %n = arith.constant 2 : i32
  %z = arith.constant 0 : i32
  %d = tt.make_tensor_descriptor %x, [%c3, %c4], [%s4, %s1] : <f32>, <tensor<2x4xf32>>
  %v = tt.descriptor_load %d[%n, %z] : !tt.tensordesc<tensor<2x4xf32>> -> tensor<2x4xf32>
  %e = tt.make_tensor_descriptor %o, [%c3, %c4], [%s4, %s1] : <f32>, <tensor<2x4xf32>>
  tt.descriptor_store %e[%z, %n], %v : !tt.tensordesc<tensor<2x4xf32>>, tensor<2x4xf32>)");
  EXPECT_THAT(out(8), ElementsAre(0, 0, 8, 9, 0, 0, 0, 0));
}

TEST_F(Interpreter, HistogramsGathersAndMaps) {
  interpretBody(R"(
  %four = arith.constant dense<4> : tensor<16xi32>
  %m = arith.remsi %r, %four : tensor<16xi32>
  %h = tt.histogram %m : tensor<16xi32> -> tensor<16xi32>
  %g = tt.gather %h[%m] {axis = 0 : i32} : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  %y = "tt.map_elementwise"(%g, %r) <{pack = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %s = arith.cmpi slt, %b, %a : i32
    cf.cond_br %s, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %a : i32
  ^bb2:
    tt.map_elementwise.return %b : i32
  }) : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi32>
  tt.store %op, %y : tensor<16x!tt.ptr<i32>>)",
                ElementType::I32);
  EXPECT_THAT(out(6), ElementsAre(4, 4, 4, 4, 4, 5));
}

TEST_F(Interpreter, SlicesComeOutAndGoIn) {
  interpretBody(R"(
  %a = tt.reshape %r : tensor<16xi32> -> tensor<4x4xi32>
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %z = arith.constant 0 : i32
  %s = mtia.extract_slice %a[%c1, %z] {strides = array<i32: 1, 2>} : tensor<4x4xi32> -> tensor<2x2xi32>
  %t = mtia.insert_slice %s into %a[%z, %c2] {strides = array<i32: 1, 1>} : tensor<2x2xi32> into tensor<4x4xi32>
  %f = tt.reshape %t : tensor<4x4xi32> -> tensor<16xi32>
  tt.store %op, %f : tensor<16x!tt.ptr<i32>>)",
                ElementType::I32);
  EXPECT_THAT(out(8), ElementsAre(0, 1, 4, 6, 4, 5, 8, 10));
}

TEST_F(Interpreter, LibraryFunctionsAreKnownByTheirSymbols) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %y = tt.extern_elementwise %v {libname = "", libpath = "", pure = true, symbol = "__nv_sqrtf"} : (tensor<16xf32>) -> tensor<16xf32>
  tt.store %op, %y : tensor<16x!tt.ptr<f32>>)");
  EXPECT_EQ(out(10)[9], 3);
}

TEST_F(Interpreter, EveryProgramRuns) {
  grid = {2, 3, 2};
  interpretBody(R"(
  %px = tt.get_program_id x : i32
  %py = tt.get_program_id y : i32
  %pz = tt.get_program_id z : i32
  %nx = tt.get_num_programs x : i32
  %ny = tt.get_num_programs y : i32
  %a = arith.muli %pz, %ny : i32
  %b = arith.addi %a, %py : i32
  %c = arith.muli %b, %nx : i32
  %d = arith.addi %c, %px : i32
  %p = tt.addptr %o, %d : !tt.ptr<i32>, i32
  tt.store %p, %d : !tt.ptr<i32>)",
                ElementType::I32);
  EXPECT_THAT(out(13), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0));
}

TEST_F(Interpreter, AnAccessOutsideNamesBufferLaneAndPlace) {
  interpretBody(R"(
  %far = arith.constant dense<60> : tensor<16xi32>
  %p = tt.addptr %xp, %far : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  %v = tt.load %p : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(firstError(), HasSubstr("x[64]"));
  EXPECT_THAT(firstError(), HasSubstr("lane 4"));
  EXPECT_EQ(run.diagnostics.front().range.beginLine, 12u);
}

TEST_F(Interpreter, AFailedAssertionEndsTheRun) {
  interpretBody(R"(
  %c = arith.constant false
  tt.assert %c, "index out of range" : i1)");
  EXPECT_THAT(firstError(), HasSubstr("index out of range"));
}

TEST_F(Interpreter, PrintsTheProgramAndTheValue) {
  interpretBody(R"(
  %c = arith.constant -3 : i32
  tt.print " c: " {hex = false, isSigned = array<i32: 1>} : %c : i32)");
  ASSERT_TRUE(run.ok);
  EXPECT_THAT(run.printed, ElementsAre("pid (0, 0, 0) c: -3"));
}

TEST_F(Interpreter, EndlessLoopsMeetTheStepLimit) {
  limits.interpreterSteps = 100'000;
  interpretBody(R"(
  %t = arith.constant true
  scf.while : () -> () {
    scf.condition(%t)
  } do {
    scf.yield
  })");
  EXPECT_THAT(firstError(), HasSubstr("more steps than the limit of 100000"));
}

TEST_F(Interpreter, StopsWhenAsked) {
  stop.request_stop();
  interpretBody(R"(
  %t = arith.constant true
  scf.while : () -> () {
    scf.condition(%t)
  } do {
    scf.yield
  })");
  EXPECT_THAT(firstError(), HasSubstr("cancelled"));
}

TEST_F(Interpreter, RecursionIsRefused) {
  interpretBody("  tt.call @f() : () -> ()", ElementType::F32, R"(
tt.func private @f() {
  tt.call @f() : () -> ()
  tt.return
}
)");
  EXPECT_THAT(firstError(), HasSubstr("recursive"));
}

TEST_F(Interpreter, OpsWithoutMeaningAreRefusedWithTheirPlace) {
  interpretBody(R"(
  %v = tt.load %xp : tensor<16x!tt.ptr<f32>>
  %y = tt.elementwise_inline_asm "mov" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %v : tensor<16xf32> -> tensor<16xf32>
  tt.store %op, %y : tensor<16x!tt.ptr<f32>>)");
  EXPECT_THAT(firstError(), HasSubstr("tt.elementwise_inline_asm"));
  EXPECT_EQ(run.diagnostics.front().range.beginLine, 11u);
}

TEST_F(Interpreter, RunsEveryOperationOfTheTileLevel) {
  interpretBody(""); // the first run registers what the interpreter knows
  mlir::MLIRContext context;
  context.loadDialect<tile::TileDialect>();
  size_t found = 0;
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    llvm::StringRef text = name.getStringRef();
    if (!text.consume_front("tile.") || text == "kernel" || text == "return" || text == "yield") {
      continue; // these are walked through
    }
    ++found;
    EXPECT_NE(interp::findDecoder(name.getStringRef()), nullptr) << name.getStringRef().str();
  }
  EXPECT_GT(found, 20u);
}

} // namespace
} // namespace charonia::compiler
