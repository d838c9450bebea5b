// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IR of constructs: ops, types, attributes and structure.
#include "EmitHelper.h"

#include <gmock/gmock.h>

using namespace charonia::frontend::test;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The IR of a kernel body; fails the test on a diagnostic.
std::string irOf(const std::string &parameters, const std::string &body,
                 const std::string &arguments, const std::string &constants = "",
                 bool locations = false) {
  Emitted emitted = emit(kernel(parameters, body), arguments, constants, locations);
  EXPECT_FALSE(emitted.ir.empty()) << emitted.diagnostic(0);
  return emitted.ir;
}

} // namespace

TEST(Emit, VectorAdd) {
  std::string ir =
      irOf("x, y, out, n, B: tl.constexpr",
           "pid = tl.program_id(0)\noffs = pid * B + tl.arange(0, B)\nmask = offs < n\n"
           "a = tl.load(x + offs, mask=mask, other=0.0)\nb = tl.load(y + offs, "
           "mask=mask)\ntl.store(out + offs, a + b, mask=mask)",
           "x:*fp32 y:*fp32 out:*fp32 n:i32=1000", "B=64");
  EXPECT_THAT(ir, HasSubstr("tt.func public @k(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
                            "%arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, "
                            "%arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) "
                            "attributes {noinline = false}"));
  EXPECT_THAT(ir, HasSubstr("tt.get_program_id x : i32"));
  EXPECT_THAT(ir, HasSubstr("tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>"));
  EXPECT_THAT(ir, HasSubstr("arith.cmpi slt"));
  EXPECT_THAT(ir, HasSubstr("dense<0.000000e+00> : tensor<64xf32>"));
  EXPECT_THAT(ir, HasSubstr("arith.addf"));
  EXPECT_THAT(ir, HasSubstr("tt.store"));
}

TEST(Emit, DivisibilityFollowsTheValue) {
  EXPECT_THAT(irOf("n", "pass", "n:i32=32"), HasSubstr("%arg0: i32 {tt.divisibility = 16 : i32}"));
  EXPECT_THAT(irOf("n", "pass", "n:i32=33"), HasSubstr("%arg0: i32)"));
}

TEST(Emit, LocationsAreOneBasedWithVariableNames) {
  std::string ir = irOf("x", "pid = tl.program_id(0)\nv = tl.load(x + pid)\ntl.store(x, v)",
                        "x:*fp32", "", true);
  EXPECT_THAT(ir, HasSubstr("loc(\"t.py\":6:11)"));
  EXPECT_THAT(ir, HasSubstr("loc(\"pid\"("));
  EXPECT_THAT(ir, HasSubstr("loc(\"v\"("));
}

TEST(Emit, CompileTimeArithmeticFloors) {
  std::string ir = irOf(
      "x, B: tl.constexpr",
      "C: tl.constexpr = -7 // B\nD: tl.constexpr = -7 % B\ntl.store(x, C)\ntl.store(x + 1, D)",
      "x:*i32", "B=2");
  EXPECT_THAT(ir, HasSubstr("arith.constant -4 : i32"));
  EXPECT_THAT(ir, HasSubstr("arith.constant 1 : i32"));
}

TEST(Emit, RunTimeDivisionTruncates) {
  std::string ir = irOf("x, n", "tl.store(x, n // 3)\ntl.store(x, n % 3)", "x:*i32 n:i32=5");
  EXPECT_THAT(ir, HasSubstr("arith.divsi"));
  EXPECT_THAT(ir, HasSubstr("arith.remsi"));
}

TEST(Emit, UnsignedOperandsUseUnsignedOps) {
  std::string ir =
      irOf("x, n", "tl.store(x, n // 3)\ntl.store(x, n >> 1)\nif n > 4:\n    tl.store(x, n)",
           "x:*u32 n:u32=5");
  EXPECT_THAT(ir, HasSubstr("arith.divui"));
  EXPECT_THAT(ir, HasSubstr("arith.shrui"));
  EXPECT_THAT(ir, HasSubstr("arith.cmpi ugt"));
}

TEST(Emit, IntegerDivisionBySlashIsFloat) {
  EXPECT_THAT(irOf("x, n", "tl.store(x, n / 3)", "x:*fp32 n:i32=5"), HasSubstr("arith.divf"));
}

TEST(Emit, HalfPrecisionDividesInFloat32) {
  std::string ir = irOf("x", "v = tl.load(x)\ntl.store(x, v / v)", "x:*fp16");
  EXPECT_THAT(ir, HasSubstr("arith.extf"));
  EXPECT_THAT(ir, HasSubstr("arith.divf %"));
  EXPECT_THAT(ir, HasSubstr("arith.truncf"));
}

TEST(Emit, NumbersDoNotWidenTensors) {
  std::string ir = irOf("x", "v = tl.load(x)\ntl.store(x, v * 2.0 + 1)", "x:*fp16");
  EXPECT_THAT(ir, HasSubstr("arith.mulf %0, %cst : f16"));
  EXPECT_THAT(ir, Not(HasSubstr("f32")));
}

TEST(Emit, BooleansLieInBytes) {
  std::string ir = irOf("x", "v = tl.load(x)\ntl.store(x, v)", "x:*i1");
  EXPECT_THAT(ir, HasSubstr("tt.bitcast %arg0 : !tt.ptr<i1> -> !tt.ptr<i8>"));
  EXPECT_THAT(ir, HasSubstr("arith.cmpi ne"));
  EXPECT_THAT(ir, HasSubstr("arith.extui"));
}

TEST(Emit, BroadcastingAddsLeadingDimensions) {
  std::string ir = irOf("x",
                        "a = tl.arange(0, 4)[:, None] + tl.arange(0, 8)[None, :]\ntl.store(x + a, "
                        "a + tl.arange(0, 8))",
                        "x:*i32");
  EXPECT_THAT(ir, HasSubstr("tt.expand_dims"));
  EXPECT_THAT(ir, HasSubstr("tensor<4x1xi32> -> tensor<4x8xi32>"));
}

TEST(Emit, ForCarriesOnlyWhatChanges) {
  std::string ir = irOf("x, n",
                        "acc = 0.0\nscale = 2.0\nfor i in range(0, n):\n    acc += tl.load(x + i) "
                        "* scale\n    scale = scale\ntl.store(x, acc)",
                        "x:*fp32 n:i32=5");
  EXPECT_THAT(ir, HasSubstr("iter_args(%arg3 = %cst) -> (f32)"));
}

TEST(Emit, NestedLoopsCarryThroughBoth) {
  std::string ir = irOf(
      "x, n",
      "acc = 0\nfor i in range(n):\n    for j in range(i):\n        acc += j\ntl.store(x, acc)",
      "x:*i32 n:i32=5");
  size_t first = ir.find("iter_args");
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(ir.find("iter_args", first + 1), std::string::npos);
}

TEST(Emit, NegativeStepCountsDown) {
  std::string ir = irOf("x", "for i in range(10, 0, -3):\n    tl.store(x + i, i)", "x:*i32");
  EXPECT_THAT(ir, HasSubstr("scf.for"));
  EXPECT_THAT(ir, HasSubstr("arith.subi"));
}

TEST(Emit, LoopOptionsBecomeAttributes) {
  EXPECT_THAT(
      irOf("x, n",
           "for i in tl.range(0, n, num_stages=3, loop_unroll_factor=2):\n    tl.store(x + i, i)",
           "x:*i32 n:i32=5"),
      HasSubstr("{tt.loop_unroll_factor = 2 : i32, tt.num_stages = 3 : i32}"));
}

TEST(Emit, StaticRangeUnrolls) {
  std::string ir = irOf("x", "for i in tl.static_range(3):\n    tl.store(x + i, i)", "x:*i32");
  EXPECT_THAT(ir, Not(HasSubstr("scf.for")));
  EXPECT_THAT(ir, HasSubstr("arith.constant 2 : i32"));
}

TEST(Emit, WhileKeepsItsVariables) {
  std::string ir =
      irOf("x, n", "i = 0\nwhile i < n:\n    tl.store(x + i, i)\n    i += 1", "x:*i32 n:i32=5");
  EXPECT_THAT(ir, HasSubstr("scf.while (%arg2 = %c0_i32) : (i32) -> i32"));
  EXPECT_THAT(ir, HasSubstr("scf.condition"));
}

TEST(Emit, IfMergesWhatBothBranchesAssign) {
  std::string ir =
      irOf("x, n", "a = 1\nif n > 2:\n    a = 2\n    b = 3\nelse:\n    b = 4\ntl.store(x, a + b)",
           "x:*i32 n:i32=5");
  EXPECT_THAT(ir, HasSubstr("scf.if %0 -> (i32, i32)"));
}

TEST(Emit, ConstexprIfTakesOneBranch) {
  std::string ir =
      irOf("x, F: tl.constexpr", "if F:\n    tl.store(x, 1)\nelse:\n    undefined_name()", "x:*i32",
           "F=True");
  EXPECT_THAT(ir, Not(HasSubstr("scf.if")));
}

TEST(Emit, EarlyReturnBranches) {
  std::string ir = irOf("x, n", "if n == 0:\n    return\ntl.store(x, n)", "x:*i32 n:i32=5");
  EXPECT_THAT(ir, HasSubstr("cf.cond_br"));
  EXPECT_THAT(ir, HasSubstr("tt.return"));
}

TEST(Emit, HelpersBecomePrivateFunctions) {
  std::string text = "import triton\nimport triton.language as tl\n\n@triton.jit\ndef twice(a, s: "
                     "tl.constexpr = 2):\n    return a * s, a\n\n"
                     "@triton.jit\ndef k(x):\n    v = tl.load(x)\n    a, b = twice(v)\n    c, d = "
                     "twice(a, s=3)\n    e, f = twice(b)\n    tl.store(x, c + d + e + f)\n";
  Emitted emitted = emit(text, "x:*fp32");
  ASSERT_FALSE(emitted.ir.empty()) << emitted.diagnostic(0);
  size_t count = 0;
  for (size_t at = emitted.ir.find("tt.func private"); at != std::string::npos;
       at = emitted.ir.find("tt.func private", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 2u); // one per value of s
  EXPECT_THAT(emitted.ir, HasSubstr("(f32) -> (f32, f32)"));
}

TEST(Emit, DotWithAccumulator) {
  std::string ir = irOf("x",
                        "a = tl.full([16, 32], 1.0, tl.float16)\nb = tl.full([32, 16], 1.0, "
                        "tl.float16)\nacc = tl.zeros([16, 16], tl.float32)\n"
                        "acc = tl.dot(a, b, acc, input_precision='ieee')\ntl.store(x + "
                        "tl.arange(0, 16)[:, None] + tl.arange(0, 16)[None, :], acc)",
                        "x:*fp32");
  EXPECT_THAT(ir, HasSubstr("tt.dot"));
  EXPECT_THAT(ir, HasSubstr("tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>"));
}

TEST(Emit, ReductionsCallTheirCombineFunction) {
  std::string ir =
      irOf("x",
           "v = tl.load(x + tl.arange(0, 64))\ntl.store(x, tl.sum(v, axis=0))\ntl.store(x, "
           "tl.max(v))\nm, i = tl.max(v, 0, return_indices=True)\ntl.store(x, i)",
           "x:*fp32");
  EXPECT_THAT(ir, HasSubstr("\"tt.reduce\"(%"));
  EXPECT_THAT(ir, HasSubstr("tt.reduce.return"));
  EXPECT_THAT(ir, HasSubstr("(tensor<64xf32>, tensor<64xi32>) -> (f32, i32)"));
  EXPECT_THAT(ir, HasSubstr("arith.maxnumf"));
}

TEST(Emit, KeepDimsRestoresTheRank) {
  EXPECT_THAT(irOf("x",
                   "v = tl.zeros([4, 8], tl.float32)\ns = tl.sum(v, 1, "
                   "keep_dims=True)\ntl.static_assert(s.shape[0] == 4 and s.shape[1] == "
                   "1)\ntl.store(x + tl.arange(0, 4)[:, None], s)",
                   "x:*fp32"),
              HasSubstr("tensor<4x1xf32>"));
}

TEST(Emit, ScansKeepTheShape) {
  EXPECT_THAT(
      irOf("x", "i = tl.arange(0, 8)\ntl.store(x + i, tl.cumsum(i, 0, reverse=True))", "x:*i32"),
      HasSubstr("\"tt.scan\""));
}

TEST(Emit, AtomicsCarryOrderAndScope) {
  EXPECT_THAT(irOf("x", "tl.atomic_add(x + tl.arange(0, 8), 1.0, sem='relaxed')", "x:*fp32"),
              HasSubstr("tt.atomic_rmw fadd, relaxed, gpu"));
  EXPECT_THAT(irOf("x", "tl.atomic_cas(x, 0, 1)", "x:*i32"),
              HasSubstr("tt.atomic_cas acq_rel, gpu"));
}

TEST(Emit, LibdeviceBecomesExternElementwise) {
  std::string text = "import triton\nimport triton.language as tl\nfrom triton.language.extra "
                     "import libdevice\n\n@triton.jit\ndef k(x):\n"
                     "    v = tl.load(x)\n    tl.store(x, libdevice.tanh(v))\n    tl.store(x, "
                     "tl.exp(v) + tl.math.sqrt(v))\n";
  Emitted emitted = emit(text, "x:*fp32");
  EXPECT_THAT(emitted.ir, HasSubstr("symbol = \"__nv_tanhf\"")) << emitted.diagnostic(0);
  EXPECT_THAT(emitted.ir, HasSubstr("math.exp"));
  EXPECT_THAT(emitted.ir, HasSubstr("math.sqrt"));
}

TEST(Emit, ShapeFunctions) {
  std::string ir = irOf("x",
                        "a = tl.reshape(tl.arange(0, 32), [4, 8])\nb = tl.trans(a)\nc = tl.join(a, "
                        "a)\nd, e = tl.split(c)\n"
                        "f = tl.expand_dims(d, [0, 3])\ng = tl.permute(f, 3, 2, 1, "
                        "0)\ntl.static_assert(g.shape[1] == 8)\ntl.store(x + b, b.T.T)",
                        "x:*i32");
  for (const char *op : {"tt.reshape", "tt.trans", "tt.join", "tt.split", "tt.expand_dims"}) {
    EXPECT_THAT(ir, HasSubstr(op));
  }
}

TEST(Emit, PhiloxUsesMulhi) {
  EXPECT_THAT(
      irOf("x, s", "i = tl.arange(0, 8)\ntl.store(x + i, tl.rand(s, i))", "x:*fp32 s:i32=5"),
      HasSubstr("tt.mulhiui"));
}

TEST(Emit, SortAndTopk) {
  std::string ir =
      irOf("x",
           "i = tl.arange(0, 8)\nv = tl.load(x + i)\ntl.store(x + i, tl.sort(v))\ntl.store(x + "
           "tl.arange(0, 2), tl.topk(v, 2))\ntl.store(x + i, tl.flip(v))",
           "x:*fp32");
  EXPECT_THAT(ir, HasSubstr("tt.gather"));
}

TEST(Emit, BlockPointersBecomeAddressesAndMasks) {
  std::string ir =
      irOf("x, n",
           "p = tl.make_block_ptr(x, shape=[n, n], strides=[n, 1], offsets=[0, 0], block_shape=[4, "
           "8], order=[1, 0])\n"
           "for i in range(0, n, 8):\n    v = tl.load(p, boundary_check=(0, 1), "
           "padding_option='zero')\n    tl.store(p, v + 1)\n    p = tl.advance(p, [0, 8])",
           "x:*fp32 n:i32=20");
  EXPECT_THAT(ir, HasSubstr("scf.for"));
  EXPECT_THAT(ir, HasSubstr("tt.load"));
  EXPECT_THAT(ir, HasSubstr("arith.andi"));
}

TEST(Emit, DescriptorsBecomeAddressesAndMasks) {
  std::string ir = irOf("x, n",
                        "d = tl.make_tensor_descriptor(x, shape=[n, n], strides=[n, 1], "
                        "block_shape=[4, 8])\nv = d.load([4, 0])\nd.store([0, 8], v)",
                        "x:*fp16 n:i32=20");
  EXPECT_THAT(ir, HasSubstr("tt.store"));
}

TEST(Emit, TernaryOnTensorsIsAnIf) {
  EXPECT_THAT(irOf("x, n", "v = 1 if n > 2 else n\ntl.store(x, v)", "x:*i32 n:i32=5"),
              HasSubstr("scf.if"));
}

TEST(Emit, LongSumsAreShallow) {
  std::string sum = "n";
  for (int i = 0; i < 900; ++i) {
    sum += " + n";
  }
  EXPECT_THAT(irOf("x, n", "tl.store(x, " + sum + ")", "x:*i32 n:i32=5"), HasSubstr("arith.addi"));
}

TEST(Emit, DtypesAreValues) {
  std::string ir = irOf("x, D: tl.constexpr",
                        "v = tl.load(x).to(D)\ntl.static_assert(v.dtype == tl.float16)\nT = "
                        "x.dtype.element_ty\ntl.store(x, v.to(T))",
                        "x:*fp32", "D=fp16");
  EXPECT_THAT(ir, HasSubstr("arith.truncf"));
}
