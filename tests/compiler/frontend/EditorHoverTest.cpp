// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hover: documentation without a run, types and values with one, guessed where no launch tells.
#include "EditorHelper.h"
#include "EmitHelper.h"

#include <gmock/gmock.h>

namespace charonia::frontend::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The hover's text at the mark, with the types of a run of kernel `k`.
std::string hoverAt(const std::string &marked, const std::string &arguments = "",
                    const std::string &constants = "") {
  Marked place(marked);
  launch::Launch launch = makeLaunch(arguments, constants);
  bool given = !arguments.empty() || !constants.empty();
  compiler::TypeAnalysis types =
      compiler::analyzeTypes(place.text, "kernel.py", given ? &launch : nullptr);
  auto hover = place.file().hover(place.at, &types);
  return hover ? compiler::hoverText(*hover) : "none";
}

const std::string kHead = kImports + "@triton.jit\ndef k(x_ptr, n, BLOCK: tl.constexpr):\n";

TEST(EditorHover, TypesOfVariablesAndParameters) {
  std::string body = kHead + "    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n    w = v + n\n";
  auto at = [&](const std::string &line) {
    return hoverAt(body + line, "x_ptr:*fp16 n:i32=5", "BLOCK=32");
  };
  EXPECT_EQ(at("    u = |v\n"), "variable v: fp16[32]");
  EXPECT_EQ(at("    u = |w\n"), "variable w: fp16[32]");
  EXPECT_EQ(at("    u = |x_ptr\n"), "parameter x_ptr: *fp16");
  EXPECT_EQ(at("    u = |n\n"), "parameter n: i32");
  EXPECT_EQ(at("    u = |BLOCK\n"), "constexpr BLOCK = 32");
  EXPECT_EQ(at("    |u = v > 0\n"), "variable u: i1[32]");
}

TEST(EditorHover, TypesOfExpressions) {
  std::string body = kHead + "    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n";
  auto at = [&](const std::string &line) {
    return hoverAt(body + line, "x_ptr:*fp16 n:i32=5", "BLOCK=32");
  };
  EXPECT_EQ(at("    u = v |+ v * n\n"), "expression: fp16[32]");
  EXPECT_EQ(at("    u = v[:|, None]\n"), "expression: fp16[32, 1]");
  EXPECT_EQ(at("    u = (BLOCK |* 2)\n"), "expression = 64");
  EXPECT_EQ(at("    u = v.|shape[0]\n"),
            "attribute v.shape = (32,)\nThe extents, a compile-time tuple.");
  EXPECT_EQ(at("    u = x_ptr + tl.arange(0, BLOCK)|[:, None]\n"), "expression: i32[32, 1]");
}

TEST(EditorHover, DocumentationOfTheLanguage) {
  EXPECT_THAT(hoverAt(kHead + "    v = tl.|load(x_ptr)\n"),
              StartsWith("tl.load(pointer, mask=None, other=None"));
  EXPECT_THAT(hoverAt(kHead + "    v = tl.|load(x_ptr)\n"), HasSubstr("\nReads from memory"));
  EXPECT_THAT(hoverAt(kHead + "    v = n.|to(tl.float32)\n"),
              StartsWith("n.to(dtype, fp_downcast_rounding=None, bitcast=False)\nConverts"));
  EXPECT_EQ(hoverAt(kHead + "    v = n.to(tl.|float32)\n"),
            "type tl.float32\nIEEE float of 32 bits; the type of float literals.");
  EXPECT_THAT(hoverAt(kHead + "    v = tl.math.|exp(n)\n"), StartsWith("tl.math.exp(x)\ne to the"));
  EXPECT_THAT(hoverAt(kHead + "    v = tl.|sum(n)\n"), StartsWith("tl.sum(input, axis=None,"));
  EXPECT_THAT(hoverAt("import triton\n@triton.|jit\ndef f():\n    pass\n"),
              HasSubstr("Makes a function a kernel"));
  EXPECT_THAT(hoverAt("from triton.language.extra import libdevice\nlibdevice.|tanh(x)\n"),
              StartsWith("libdevice.tanh(x)\nHyperbolic"));
  EXPECT_EQ(hoverAt("import triton.language as |tl\n"),
            "module tl\nThe language of kernels; usually imported as tl.");
}

TEST(EditorHover, ArgumentNamesOfACall) {
  EXPECT_EQ(hoverAt(kHead + "    v = tl.load(x_ptr, |mask=True)\n"),
            "parameter mask\nParameter of tl.load: mask=None");
}

TEST(EditorHover, FunctionsOfTheFileWithTheirDocstring) {
  EXPECT_EQ(hoverAt("def f(a, b=2):\n    '''Adds.\n\n    Twice.'''\n    return a\n\n|f(1)\n"),
            "f(a, b=2)\nAdds.\n\nTwice.");
}

TEST(EditorHover, FunctionCalledSeveralTimes) {
  std::string text = kImports + "@triton.jit\ndef twice(v):\n    w = v + v\n    return |w\n\n"
                                "@triton.jit\ndef k(x_ptr, n, BLOCK: tl.constexpr):\n"
                                "    a = tl.load(x_ptr + tl.arange(0, BLOCK))\n    b = twice(a)\n"
                                "    c = twice(a.to(tl.int16))\n    d = twice(a)\n";
  EXPECT_EQ(hoverAt(text, "x_ptr:*fp32 n:i32=5", "BLOCK=8"), "variable w: fp32[8] | i16[8]");
}

TEST(EditorHover, UnrolledLoopShowsSomeValues) {
  std::string text = kHead + "    for i in tl.static_range(100):\n        v = |i + n\n";
  EXPECT_EQ(hoverAt(text, "x_ptr:*fp32 n:i32=5", "BLOCK=8"),
            "variable i = 0 | 1 | 2 | 3 | 4 | 5 | ...");
}

TEST(EditorHover, LoopCarriedVariable) {
  std::string text = kHead + "    acc = tl.zeros([BLOCK], tl.float32)\n    for i in range(n):\n"
                             "        acc += i\n    tl.store(x_ptr, |acc)\n";
  EXPECT_EQ(hoverAt(text, "x_ptr:*fp32 n:i32=5", "BLOCK=8"), "variable acc: fp32[8]");
}

TEST(EditorHover, GuessedArgumentsWithoutALaunch) {
  std::string text =
      kHead + "    v = tl.load(x_ptr + tl.arange(0, BLOCK), mask=n > 0)\n    u = |v\n";
  EXPECT_EQ(hoverAt(text), "variable v: fp32[16] (arguments guessed)");
}

TEST(EditorHover, OtherKernelsThanTheLaunchsAreGuessed) {
  std::string text = kHead + "    pass\n\n@triton.jit\ndef other(p, B: tl.constexpr = 4):\n"
                             "    |v = tl.load(p + tl.arange(0, B))\n";
  EXPECT_EQ(hoverAt(text, "x_ptr:*fp16 n:i32=5", "BLOCK=32"),
            "variable v: fp32[4] (arguments guessed)");
}

TEST(EditorHover, InAFileWithErrors) {
  std::string body = kHead + "    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n    a = = 3\n"
                             "    w = |v\n    u = nothing + 1\n";
  EXPECT_EQ(hoverAt(body, "x_ptr:*fp16 n:i32=5", "BLOCK=32"), "variable v: fp16[32]");
}

TEST(EditorHover, OlderTypesOfLinesThatDidNotChange) {
  std::string old = kHead + "    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n    w = v\n";
  launch::Launch launch = makeLaunch("x_ptr:*fp16 n:i32=5", "BLOCK=32");
  compiler::TypeAnalysis types = compiler::analyzeTypes(old, "kernel.py", &launch);
  Marked place(kHead + "    # 새 줄\n    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n    q = (\n"
                       "    w = |v\n");
  auto hover = place.file().hover(place.at, &types);
  ASSERT_TRUE(hover);
  EXPECT_THAT(hover->types, ElementsAre("fp16[32]"));
}

TEST(EditorHover, NothingInCommentsTextsAndBlanks) {
  EXPECT_EQ(hoverAt("x = 1 # tl.|load\n"), "none");
  EXPECT_EQ(hoverAt("x = 'tl.|load'\n"), "none");
  EXPECT_EQ(hoverAt("x = 1\n  |   \n"), "none");
}

TEST(EditorHover, RangeIsTheNameInBytes) {
  Marked place("def f(한글):\r\n    return 한|글\r\n");
  auto hover = place.file().hover(place.at);
  ASSERT_TRUE(hover);
  EXPECT_EQ(show(hover->range), "2:12-2:18");
}

TEST(EditorHover, CompletionShowsTypesOfVariables) {
  Marked place(kHead + "    value = tl.load(x_ptr + tl.arange(0, BLOCK))\n    u = val|\n");
  launch::Launch launch = makeLaunch("x_ptr:*fp16 n:i32=5", "BLOCK=32");
  compiler::TypeAnalysis types = compiler::analyzeTypes(place.text, "kernel.py", &launch);
  compiler::Completion found = place.file().complete(place.at, &types);
  ASSERT_EQ(names(found), std::vector<std::string>{"value"});
  EXPECT_EQ(found.items[0].detail, "fp16[32]");
}

} // namespace
} // namespace charonia::frontend::test
