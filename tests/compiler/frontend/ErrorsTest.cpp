// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong programs: code, place and words of the message.
#include "EmitHelper.h"

#include <gmock/gmock.h>

using namespace charonia::frontend::test;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

/// The only diagnostic of a kernel body (which begins at line 6, column 5).
std::string errorOf(const std::string &parameters, const std::string &body,
                    const std::string &arguments = "x:*fp32", const std::string &constants = "") {
  Emitted emitted = emit(kernel(parameters, body), arguments, constants);
  EXPECT_TRUE(emitted.ir.empty());
  EXPECT_EQ(emitted.diagnostics.size(), 1u) << emitted.diagnostic(0) << "\n"
                                            << emitted.diagnostic(1);
  return emitted.diagnostic(0);
}

} // namespace

TEST(Errors, UnknownFunctionHasANearMatch) {
  std::string error = errorOf("x", "v = tl.laod(x)\ntl.store(x, v)");
  EXPECT_THAT(error, StartsWith("KF0103 6:9 "));
  EXPECT_THAT(error, HasSubstr("did you mean `tl.load`?"));
}

TEST(Errors, NearMatchIsAFixOfTheNameAlone) {
  Emitted emitted = emit(kernel("x", "v = tl.laod(x)\ntl.store(x, v)"), "x:*fp32", "");
  ASSERT_EQ(emitted.diagnostics.size(), 1u);
  ASSERT_EQ(emitted.diagnostics[0].fixes.size(), 1u);
  const charonia::compiler::FixIt &fix = emitted.diagnostics[0].fixes[0];
  EXPECT_EQ(fix.text, "load");
  EXPECT_EQ(fix.range.beginLine, 6u);
  EXPECT_EQ(fix.range.beginColumn, 12u);
  EXPECT_EQ(fix.range.endColumn, 16u);
}

TEST(Errors, RunTimeSizeIsFixedAtTheParameter) {
  Emitted emitted =
      emit(kernel("x, B", "tl.store(x + tl.arange(0, B), 1.0)"), "x:*fp32 B:i32=64", "");
  ASSERT_EQ(emitted.diagnostics.size(), 1u);
  ASSERT_EQ(emitted.diagnostics[0].fixes.size(), 1u);
  const charonia::compiler::FixIt &fix = emitted.diagnostics[0].fixes[0];
  EXPECT_EQ(fix.text, ": tl.constexpr");
  EXPECT_EQ(fix.range.beginLine, 5u);
  EXPECT_EQ(fix.range.beginColumn, fix.range.endColumn);
}

TEST(Errors, LibraryCodeIsLastInTheChain) {
  Emitted emitted =
      emit(kernel("x", "a = tl.topk(tl.load(x + tl.arange(0, 8)), 3)\ntl.store(x, tl.sum(a))"),
           "x:*fp32", "");
  ASSERT_EQ(emitted.diagnostics.size(), 1u);
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0601 6:9 `tl.topk`: k must be a power of 2"));
  ASSERT_FALSE(emitted.diagnostics[0].notes.empty());
  EXPECT_THAT(emitted.diagnostics[0].notes.back().range.file, StartsWith("<library>"));
}

TEST(Errors, UndefinedNameHasANearMatch) {
  std::string error = errorOf("x", "value = 1\ntl.store(x, valeu)");
  EXPECT_THAT(error, StartsWith("KF0101 7:17 `valeu` is not defined; did you mean `value`?"));
}

TEST(Errors, ShapeMismatchNamesBothShapes) {
  std::string error =
      errorOf("x", "a = tl.arange(0, 64)\nb = tl.arange(0, 128)\nc = a + b\ntl.store(x + c, 1.0)");
  EXPECT_THAT(error, StartsWith("KF0303 8:9 "));
  EXPECT_THAT(error, HasSubstr("i32[64] and i32[128]"));
}

TEST(Errors, PointerDivision) {
  EXPECT_THAT(errorOf("x", "p = x / 2\ntl.store(p, 1.0)"),
              StartsWith("KF0302 6:9 `/` does not work on a pointer"));
}
TEST(Errors, PointerPlusFloat) {
  EXPECT_THAT(errorOf("x", "tl.store(x + 1.5, 1.0)"), StartsWith("KF0302 6:14 "));
}
TEST(Errors, PointerPlusPointer) {
  EXPECT_THAT(errorOf("x", "tl.store(x + x, 1.0)"), StartsWith("KF0302 6:14 two pointers"));
}
TEST(Errors, LoadThroughANumber) {
  EXPECT_THAT(errorOf("x", "tl.store(x, tl.load(3))"), StartsWith("KF0501 6:17 "));
}
TEST(Errors, OtherWithoutMask) {
  EXPECT_THAT(errorOf("x", "tl.store(x, tl.load(x, other=0.0))"), StartsWith("KF0502 6:17 "));
}
TEST(Errors, ArangeNeedsAPowerOfTwo) {
  EXPECT_THAT(errorOf("x", "i = tl.arange(0, 100)\ntl.store(x + i, 1.0)"),
              StartsWith("KF0304 6:9 "));
}
TEST(Errors, TileTooLarge) {
  EXPECT_THAT(errorOf("x", "v = tl.zeros([2048, 1024], tl.float32)\ntl.store(x, tl.sum(v))"),
              StartsWith("KF0304 6:9 "));
}

TEST(Errors, RunTimeShapeNeedsConstexpr) {
  std::string error =
      errorOf("x, n", "i = tl.arange(0, n)\ntl.store(x + i, 1.0)", "x:*fp32 n:i32=64");
  EXPECT_THAT(error, StartsWith("KF0202 6:22 "));
  EXPECT_THAT(error, HasSubstr("tl.constexpr"));
}

TEST(Errors, NotSupportedYetIsNamed) {
  EXPECT_THAT(errorOf("x", "tl.inline_asm_elementwise('mov', 'r', [x], tl.int32, True, 1)"),
              StartsWith("KF0106 6:5 `tl.inline_asm_elementwise` is not supported yet"));
}

TEST(Errors, SeveralErrorsWithoutCascade) {
  Emitted emitted = emit(kernel("x", "a = tl.foo(x)\nb = a + 1\nc = tl.load(b)\nd = "
                                     "undefined\ntl.store(x, c + d)\ntl.store(x, tl.arange(0, 3))"),
                         "x:*fp32");
  ASSERT_EQ(emitted.diagnostics.size(), 3u);
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0103 6:9 "));
  EXPECT_THAT(emitted.diagnostic(1), StartsWith("KF0101 9:9 "));
  EXPECT_THAT(emitted.diagnostic(2), StartsWith("KF0304 11:17 "));
}

TEST(Errors, ErrorsInBothBranchesAndLoops) {
  Emitted emitted = emit(kernel("x, n", "if n > 1:\n    tl.foo1()\nelse:\n    tl.foo2()\nfor i in "
                                        "range(n):\n    tl.foo3()\nwhile n > 1:\n    tl.foo4()"),
                         "x:*fp32 n:i32=3");
  EXPECT_EQ(emitted.diagnostics.size(), 4u);
}

TEST(Errors, ChainedComparison) {
  EXPECT_THAT(errorOf("x, n", "if 0 < n < 4:\n    tl.store(x, 1.0)", "x:*fp32 n:i32=3"),
              StartsWith("KF0107 6:8 "));
}
TEST(Errors, BreakIsNotPartOfTheLanguage) {
  EXPECT_THAT(errorOf("x, n", "for i in range(n):\n    break", "x:*fp32 n:i32=3"),
              StartsWith("KF0107 7:9 "));
}
TEST(Errors, LambdaIsNotPartOfTheLanguage) {
  EXPECT_THAT(errorOf("x", "f = lambda a: a"), HasSubstr("a lambda expression is not part of the language"));
}
TEST(Errors, TensorIndex) {
  EXPECT_THAT(errorOf("x", "i = tl.arange(0, 8)\ntl.store(x, i[0])"), StartsWith("KF0308 7:19 "));
}

TEST(Errors, LoopCarriedTypeChange) {
  std::string error = errorOf("x, n", "a = 0\nfor i in range(n):\n    a = a + 1.5\ntl.store(x, a)",
                              "x:*fp32 n:i32=3");
  EXPECT_THAT(error,
              StartsWith("KF0402 7:5 `a` is a scalar i32 before the loop and a scalar fp32"));
}

TEST(Errors, BranchesOfDifferentTypes) {
  EXPECT_THAT(errorOf("x, n", "if n > 1:\n    a = 1\nelse:\n    a = 1.5\ntl.store(x, a)",
                      "x:*fp32 n:i32=3"),
              StartsWith("KF0403 6:5 "));
}

TEST(Errors, ReturnInALoop) {
  EXPECT_THAT(errorOf("x, n", "for i in range(n):\n    return", "x:*fp32 n:i32=3"),
              StartsWith("KF0404 7:9 "));
}
TEST(Errors, BlockCondition) {
  EXPECT_THAT(errorOf("x", "if tl.arange(0, 8) > 2:\n    tl.store(x, 1.0)"),
              StartsWith("KF0401 6:8 "));
}
TEST(Errors, ConstexprReassigned) {
  EXPECT_THAT(errorOf("x, B: tl.constexpr", "B: tl.constexpr = 3", "x:*fp32", "B=2"),
              StartsWith("KF0406 6:5 "));
}
TEST(Errors, StaticAssert) {
  EXPECT_THAT(
      errorOf("x, B: tl.constexpr", "tl.static_assert(B > 4, 'B too small')", "x:*fp32", "B=2"),
      StartsWith("KF0601 6:5 static assertion failed: B too small"));
}
TEST(Errors, CompileTimeDivisionByZero) {
  EXPECT_THAT(errorOf("x, B: tl.constexpr", "tl.store(x, 1 // B)", "x:*fp32", "B=0"),
              StartsWith("KF0309 6:17 "));
}
TEST(Errors, ScalarOutOfRange) {
  EXPECT_THAT(errorOf("x, n", "tl.store(x, n + 300)", "x:*i8 n:i8=3"), StartsWith("KF0307 6:17 "));
}
TEST(Errors, DotShapes) {
  EXPECT_THAT(errorOf("x", "a = tl.zeros([16, 32], tl.float16)\nb = tl.zeros([16, 32], "
                           "tl.float16)\nc = tl.dot(a, b)"),
              StartsWith("KF0303 8:9 "));
}
TEST(Errors, MathNeedsFloat32) {
  EXPECT_THAT(errorOf("x", "tl.store(x, tl.exp(tl.load(x)))", "x:*fp16"),
              StartsWith("KF0305 6:17 "));
}
TEST(Errors, KeywordHasANearMatch) {
  EXPECT_THAT(errorOf("x", "v = tl.load(x, msak=True)"), HasSubstr("did you mean `mask`?"));
}
TEST(Errors, MissingArgument) {
  EXPECT_THAT(errorOf("x, n", "tl.store(x, n)"), StartsWith("KF0051 5:10 "));
}
TEST(Errors, MissingConstexpr) {
  EXPECT_THAT(errorOf("x, B: tl.constexpr", "tl.store(x, B)"),
              StartsWith("KF0051 5:10 the launch gives no value for the constexpr `B`"));
}

TEST(Errors, UnknownLaunchArgument) {
  EXPECT_THAT(emit(kernel("x", "pass"), "x:*fp32 z:i32=1").diagnostic(0),
              StartsWith("KF0052 5:1 "));
}

TEST(Errors, NoSuchKernel) {
  Emitted emitted = emit("import triton\n@triton.jit\ndef kk(x):\n    pass\n", "x:*fp32");
  EXPECT_THAT(emitted.diagnostic(0),
              StartsWith("KF0050 1:1 the source has no kernel `k`; it has `kk`"));
}

TEST(Errors, PlainGlobalIsExplained) {
  Emitted emitted =
      emit("import triton\nimport triton.language as tl\nN = 4\nM = "
           "tl.constexpr(5)\n@triton.jit\ndef k(x):\n    tl.store(x, M)\n    tl.store(x, N)\n",
           "x:*i32");
  ASSERT_EQ(emitted.diagnostics.size(), 1u);
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0102 8:17 "));
}

TEST(Errors, PlainFunctionIsExplained) {
  Emitted emitted = emit("import triton\nimport triton.language as tl\ndef f(a):\n    return "
                         "a\n@triton.jit\ndef k(x):\n    tl.store(x, f(1))\n",
                         "x:*i32");
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0054 7:17 "));
}

TEST(Errors, CallChainIsInTheNotes) {
  Emitted emitted = emit("import triton\nimport triton.language as tl\n@triton.jit\ndef f(a):\n    "
                         "return a / 2\n@triton.jit\ndef k(x):\n    tl.store(f(x), 1)\n",
                         "x:*i32");
  ASSERT_EQ(emitted.diagnostics.size(), 1u);
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0302 5:12 "));
  ASSERT_EQ(emitted.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(emitted.diagnostics[0].notes[0].range.beginLine, 8u);
}

TEST(Errors, LibraryErrorsAreShownAtTheCall) {
  Emitted emitted = emit(kernel("x", "v = tl.sum(3)"), "x:*fp32");
  ASSERT_FALSE(emitted.diagnostics.empty());
  EXPECT_EQ(emitted.diagnostics[0].range.file, "t.py");
  EXPECT_EQ(emitted.diagnostics[0].range.beginLine, 6u);
}

TEST(Errors, RecursionIsReported) {
  Emitted emitted = emit(
      "import triton\n@triton.jit\ndef f(a):\n    return f(a)\n@triton.jit\ndef k(x):\n    f(x)\n",
      "x:*i32");
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0204 4:12 "));
}

TEST(Errors, EndlessUnrollingIsReported) {
  EXPECT_THAT(errorOf("x", "for i in tl.static_range(1000000000):\n    tl.store(x, i)"),
              StartsWith("KF0407 6:5 "));
}

TEST(Errors, SyntaxErrorsStopEmission) {
  Emitted emitted = emit("import triton\n@triton.jit\ndef k(x):\n    y = = 1\n", "x:*i32");
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0005 4:9 "));
}

TEST(Errors, TorchFunctionsAreNamed) {
  Emitted emitted = emit("import torch\nimport triton\nimport triton.language as "
                         "tl\n@triton.jit\ndef k(x):\n    tl.store(x, torch.exp(1))\n",
                         "x:*fp32");
  EXPECT_THAT(emitted.diagnostic(0), HasSubstr("`torch.exp` is not available in a kernel"));
}

TEST(Errors, StaticPrintIsANote) {
  Emitted emitted = emit(kernel("x, B: tl.constexpr", "tl.static_print('B is', B)\ntl.store(x, B)"),
                         "x:*i32", "B=2");
  EXPECT_FALSE(emitted.ir.empty());
  EXPECT_THAT(emitted.diagnostic(0), StartsWith("KF0602 6:5 B is 2"));
}

TEST(Errors, LongRunTimeElifChainsAreLimited) {
  std::string body = "if n == 0:\n    tl.store(x, 0)\n";
  for (int i = 1; i < 300; ++i) {
    body += "elif n == " + std::to_string(i) + ":\n    tl.store(x, 1)\n";
  }
  EXPECT_THAT(errorOf("x, n", body, "x:*fp32 n:i32=3"), StartsWith("KF0002 "));
}
