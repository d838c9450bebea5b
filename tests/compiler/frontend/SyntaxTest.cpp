// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source text to syntax tree: places, limits, recovery from syntax errors, list of kernels.
#include "charonia/Frontend/Source.h"

#include <gtest/gtest.h>

using namespace charonia::frontend;
namespace compiler = charonia::compiler;

namespace {

std::string repeat(const std::string &text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

void expectSingle(const ParsedSource &source, const char *code, uint32_t line, uint32_t column) {
  ASSERT_EQ(source.diagnostics.size(), 1u);
  EXPECT_EQ(source.diagnostics[0].code, code) << source.diagnostics[0].message;
  EXPECT_EQ(source.diagnostics[0].range.beginLine, line);
  EXPECT_EQ(source.diagnostics[0].range.beginColumn, column);
  EXPECT_FALSE(source.ok);
}

} // namespace

TEST(Syntax, PlacesAreOneBasedBytes) {
  auto source = parseSource("x = 1\n  \nπ = f(a.b, c=2)\n", "a.py");
  ASSERT_TRUE(source->ok);
  ASSERT_EQ(source->tree.body.size(), 2u);
  const Node &assign = *source->tree.body[1];
  ASSERT_EQ(assign.kind, NodeKind::Assign);
  EXPECT_EQ(assign.place.line, 3u);
  EXPECT_EQ(assign.place.column, 1u);
  const Node &call = *assign.first;
  ASSERT_EQ(call.kind, NodeKind::Call);
  EXPECT_EQ(call.place.column, 6u); // "π" has two bytes
  EXPECT_EQ(call.place.endColumn, 17u);
  ASSERT_EQ(call.keywords.size(), 1u);
  EXPECT_EQ(call.keywords[0]->name, "c");
}

TEST(Syntax, ConstantsKeepTheirKinds) {
  auto source =
      parseSource("a = -5, 2.5, 'é', None, True, 18446744073709551615, 1 << 200\n", "a.py");
  ASSERT_TRUE(source->ok);
  const Node &tuple = *source->tree.body[0]->first;
  ASSERT_EQ(tuple.items.size(), 7u);
  EXPECT_EQ(tuple.items[0]->op, Operator::USub);
  EXPECT_EQ(tuple.items[1]->constant.number, 2.5);
  EXPECT_EQ(tuple.items[2]->constant.text, "é");
  EXPECT_EQ(tuple.items[3]->constant.kind, ConstantLiteral::Kind::None);
  EXPECT_TRUE(tuple.items[4]->constant.boolean);
  EXPECT_TRUE(tuple.items[5]->constant.integer == (Integer(1) << 64) - 1);
}

TEST(Syntax, HugeIntegerIsMarked) {
  auto source = parseSource("a = 1" + repeat("0", 60) + "\n", "a.py");
  ASSERT_TRUE(source->ok);
  EXPECT_EQ(source->tree.body[0]->first->constant.kind, ConstantLiteral::Kind::BigInt);
}

TEST(Syntax, ByteOrderMarkAndCarriageReturns) {
  auto source =
      parseSource("\xEF\xBB\xBFx = 1\r\nif x:\r\n    y = (2 +\r\n         3)\r\n", "a.py");
  ASSERT_TRUE(source->ok);
  EXPECT_EQ(source->tree.body[1]->body[0]->place.line, 3u);
  EXPECT_EQ(source->lines[0], "x = 1");
}

TEST(Syntax, HundredThousandBracketsAreOneMessage) {
  auto source =
      parseSource("x = 1\ny = " + repeat("(", 100000) + repeat(")", 100000) + "\n", "a.py");
  expectSingle(*source, "KF0002", 2, 205);
}

TEST(Syntax, TwoHundredBracketsParse) {
  auto source = parseSource("y = " + repeat("(", 199) + "1" + repeat(")", 199) + "\n", "a.py");
  EXPECT_TRUE(source->ok);
}

TEST(Syntax, DeepIndentationIsOneMessage) {
  std::string text;
  for (int i = 0; i < 120; ++i) {
    text += std::string(static_cast<size_t>(i), ' ') + "if x:\n";
  }
  auto source = parseSource(text, "a.py");
  expectSingle(*source, "KF0002", 101, 101);
}

TEST(Syntax, LongChainsAreLimited) {
  expectSingle(*parseSource("y = 1" + repeat(" + 1", 1001) + "\n", "a.py"), "KF0003", 1, 4003);
  expectSingle(*parseSource("y = a" + repeat(".b", 1001) + "\n", "a.py"), "KF0003", 1, 2006);
  expectSingle(*parseSource("y = a" + repeat("()", 1001) + "\n", "a.py"), "KF0003", 1, 2006);
  EXPECT_EQ(parseSource("y = " + repeat("not ", 5000) + "a\n", "a.py")->diagnostics[0].code,
            "KF0003");
  EXPECT_EQ(
      parseSource("if a: pass\n" + repeat("elif a: pass\n", 1001), "a.py")->diagnostics[0].code,
      "KF0003");
}

TEST(Syntax, ChainsWithinTheLimitParse) {
  EXPECT_TRUE(parseSource("y = 1" + repeat(" + 1", 990) + "\n", "a.py")->ok);
  EXPECT_TRUE(parseSource("if a: pass\n" + repeat("elif a: pass\n", 400), "a.py")->ok);
  EXPECT_TRUE(parseSource("y = [" + repeat("a + 1, ", 3000) + "]\n", "a.py")->ok);
}

TEST(Syntax, ChainsInsideBracketsDoNotOverflow) {
  std::string text = "1";
  for (int i = 0; i < 150; ++i) {
    text = "(" + text + repeat("+1", 900) + ")";
  }
  auto source = parseSource("y = " + text + "\n", "a.py");
  EXPECT_FALSE(source->ok);
  ASSERT_FALSE(source->diagnostics.empty());
  EXPECT_EQ(source->diagnostics[0].code, "KF0002");
}

TEST(Syntax, BadBytesHaveAPlace) {
  expectSingle(*parseSource(std::string("x = 1\ny\0 = 2\n", 14), "a.py"), "KF0004", 2, 2);
  expectSingle(*parseSource("x = '\xff'\n", "a.py"), "KF0004", 1, 6);
  expectSingle(*parseSource("x = '\xed\xa0\x80'\n", "a.py"), "KF0004", 1, 6);
}

TEST(Syntax, TooLargeSourceIsRefused) {
  compiler::Limits limits;
  limits.sourceBytes = 10;
  auto source = parseSource("x = 1234567890\n", "large.py", limits);
  expectSingle(*source, "KF0001", 1, 1);
}

TEST(Syntax, SyntaxErrorHasItsPlace) {
  auto source = parseSource("x = 1\ny = 2 +\nz = 3\n", "a.py");
  expectSingle(*source, "KF0005", 2, 8);
  EXPECT_EQ(source->tree.body.size(), 3u);
}

TEST(Syntax, ColumnsOfErrorsAreBytes) {
  auto source = parseSource("x = 'éé' 3\n", "a.py");
  ASSERT_EQ(source->diagnostics.size(), 1u);
  EXPECT_EQ(source->diagnostics[0].range.beginColumn, 12u);
  EXPECT_EQ(source->diagnostics[0].range.endColumn, 13u);
}

TEST(Syntax, SeveralErrorsInOneRun) {
  auto source = parseSource(
      "def f():\n    x = 1 +\n    y = 2\ndef g(:\n    return 1\nz = = 3\nw = 4\n", "a.py");
  ASSERT_EQ(source->diagnostics.size(), 3u);
  EXPECT_EQ(source->diagnostics[0].range.beginLine, 2u);
  EXPECT_EQ(source->diagnostics[1].range.beginLine, 4u);
  EXPECT_EQ(source->diagnostics[2].range.beginLine, 6u);
  EXPECT_EQ(source->tree.body.back()->kind, NodeKind::Assign);
}

TEST(Syntax, UnclosedBracketDoesNotSwallowTheFile) {
  auto source = parseSource("x = f(1,\n      2\ndef g(a):\n    return a\n", "a.py");
  ASSERT_FALSE(source->diagnostics.empty());
  bool found = false;
  for (const Node *node : source->tree.body) {
    found = found || node->kind == NodeKind::FunctionDef;
  }
  EXPECT_TRUE(found);
}

TEST(Syntax, IndentationErrorsRecover) {
  auto source = parseSource("def f():\nx = 1\n   y = 2\ndef g():\n    return 3\n", "a.py");
  EXPECT_GE(source->diagnostics.size(), 2u);
  EXPECT_EQ(source->diagnostics[0].code, "KF0005");
  EXPECT_EQ(source->tree.body.back()->name, "g");
}

TEST(Syntax, SyntaxErrorsStopAfterTwenty) {
  auto source = parseSource(repeat("x = = 1\n", 50), "a.py");
  ASSERT_EQ(source->diagnostics.size(), 21u);
  EXPECT_EQ(source->diagnostics.back().code, "KF0006");
}

TEST(Syntax, ParsingIsCached) {
  std::string text = "cached = 1\n";
  EXPECT_EQ(parseSource(text, "a.py"), parseSource(text, "a.py"));
  EXPECT_NE(parseSource(text, "a.py"), parseSource(text, "b.py"));
}

TEST(ListKernels, ParametersAndGuesses) {
  const char *text = "import triton\nimport triton.language as tl\n\n"
                     "@triton.autotune(configs=[], key=['n'])\n@triton.jit\n"
                     "def add(x_ptr, out, n, eps=1e-5, BLOCK: tl.constexpr = 128):\n"
                     "    offs = tl.arange(0, BLOCK)\n"
                     "    p = x_ptr + offs\n"
                     "    v = tl.load(p, mask=offs < n)\n"
                     "    tl.store(out + offs, v)\n\n"
                     "def host(x):\n    pass\n";
  auto kernels = compiler::listKernels(text, "a.py");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "add");
  EXPECT_EQ(kernels[0].range.beginLine, 6u);
  ASSERT_EQ(kernels[0].parameters.size(), 5u);
  EXPECT_TRUE(kernels[0].parameters[0].usedAsPointer);
  EXPECT_TRUE(kernels[0].parameters[1].usedAsPointer);
  EXPECT_FALSE(kernels[0].parameters[2].usedAsPointer);
  EXPECT_EQ(kernels[0].parameters[3].defaultText, "1e-5");
  EXPECT_TRUE(kernels[0].parameters[4].constexprParameter);
  EXPECT_EQ(kernels[0].parameters[4].annotation, "tl.constexpr");
  EXPECT_EQ(kernels[0].parameters[4].defaultText, "128");
}

TEST(ListKernels, WorksOnBrokenSource) {
  std::vector<compiler::Diagnostic> diagnostics;
  auto kernels = compiler::listKernels(
      "@triton.jit\ndef a(x):\n    y = 1 +\n\n@triton.jit\ndef b(z):\n    w = (\n", "a.py",
      &diagnostics);
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[1].name, "b");
  EXPECT_EQ(diagnostics.size(), 2u);
}
