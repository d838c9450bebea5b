// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completion and signature help, also where the statement or the file is unfinished.
#include "EditorHelper.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace charonia::frontend::test {
namespace {

using compiler::SymbolKind;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kKernel = kImports + "@triton.jit\ndef k(x_ptr, n, BLOCK: tl.constexpr):\n"
                                       "    pid = tl.program_id(0)\n";

TEST(EditorCompletion, FunctionsOfTheLanguageAfterTl) {
  Marked place(kKernel + "    v = tl.lo|\n");
  compiler::Completion found = place.file().complete(place.at);
  EXPECT_THAT(names(found), ElementsAre("load", "load_tensor_descriptor", "log", "log2"));
  EXPECT_EQ(show(found.replace), "6:12-6:14");
  EXPECT_EQ(found.items[0].kind, SymbolKind::Function);
  EXPECT_THAT(found.items[0].detail, ::testing::StartsWith("tl.load(pointer, mask=None, other"));
  EXPECT_THAT(found.items[0].doc, ::testing::HasSubstr("memory"));
}

TEST(EditorCompletion, TypesAndModulesOfTl) {
  EXPECT_THAT(completions(kKernel + "    v = tl.float3|\n"), ElementsAre("float32"));
  EXPECT_THAT(completions(kKernel + "    v = tl.mat|\n"), ElementsAre("math"));
  EXPECT_THAT(completions(kKernel + "    v = tl.math.er|\n"), ElementsAre("erf"));
  EXPECT_THAT(completions(kKernel + "    v = tl.extra.libdevice.fast_e|\n"),
              ElementsAre("fast_exp10f", "fast_expf"));
}

TEST(EditorCompletion, LocalsParametersAndGlobals) {
  std::string text = "LIMIT = tl.constexpr(4)\n" + kKernel + "    product = pid * 2\n    p|\n";
  std::vector<std::string> found = completions(text);
  EXPECT_THAT(found, Contains("pid"));
  EXPECT_THAT(found, Contains("product"));
  EXPECT_THAT(found, Contains("pass"));
  EXPECT_LT(std::find(found.begin(), found.end(), "product"),
            std::find(found.begin(), found.end(), "pass")); // nearer ones first
  EXPECT_THAT(completions("LIMIT = tl.constexpr(4)\n" + kKernel + "    v = LIM|\n"),
              ElementsAre("LIMIT"));
}

TEST(EditorCompletion, NameBeingTypedIsNotOffered) {
  EXPECT_THAT(completions(kKernel + "    value = 1\n    valu|\n"), ElementsAre("value"));
}

TEST(EditorCompletion, LocalsOfOtherFunctionsAreNotOffered) {
  EXPECT_THAT(completions(kKernel + "\ndef other(quantity):\n    return q|\n"),
              ElementsAre("quantity"));
  EXPECT_THAT(completions(kKernel + "\n@triton.jit\ndef other(a):\n    return pi|\n"), IsEmpty());
}

TEST(EditorCompletion, InAFileWithSyntaxErrors) {
  std::string broken = kKernel + "    y = (1 +\n    z = = 3\n    total = pid\n    w = to|\n";
  EXPECT_THAT(completions(broken), Contains("total"));
  EXPECT_THAT(completions(kKernel + "    for = 3\n    v = tl.arang|"), ElementsAre("arange"));
}

TEST(EditorCompletion, ParametersOfAHeadThatCannotBeParsed) {
  std::string text = kImports + "def k(source_ptr, size:, extra\n    offset = 3\n    v = |\n";
  std::vector<std::string> found = completions(text);
  EXPECT_THAT(found, Contains("source_ptr"));
  EXPECT_THAT(found, Contains("offset"));
}

TEST(EditorCompletion, MethodsOfTensors) {
  std::string text = kKernel + "    v = tl.load(x_ptr + tl.arange(0, BLOCK))\n    w = v.";
  EXPECT_THAT(completions(text + "expand|\n"), ElementsAre("expand_dims"));
  EXPECT_THAT(completions(text + "dt|\n"), ElementsAre("dtype"));
  EXPECT_THAT(completions(text + "dtype.is_fp3|\n"), ElementsAre("is_fp32"));
  EXPECT_THAT(completions(text + "to(tl.float16).sum|\n"), ElementsAre("sum"));
}

TEST(EditorCompletion, MembersOfADescriptor) {
  std::string text =
      kKernel + "    d = tl.make_tensor_descriptor(x_ptr, [n], [1], [BLOCK])\n    d.";
  EXPECT_THAT(completions(text + "s|\n"), ElementsAre("scatter", "shape", "store", "strides"));
}

TEST(EditorCompletion, ArgumentNames) {
  EXPECT_THAT(completions(kKernel + "    v = tl.load(x_ptr, ma|\n"), Contains("mask="));
  EXPECT_THAT(completions(kKernel + "    v = tl.load(x_ptr, mask=n|\n"), Not(Contains("mask=")));
  EXPECT_THAT(completions("def f(first, second=2):\n    pass\n\nf(1, s|)\n"), Contains("second="));
}

TEST(EditorCompletion, NothingInCommentsAndTexts) {
  EXPECT_THAT(completions("# tl.lo|\n"), IsEmpty());
  EXPECT_THAT(completions("x = 'tl.lo|'\n"), IsEmpty());
  EXPECT_THAT(completions("\"\"\"\ntl.lo|\n\"\"\"\n"), IsEmpty());
  EXPECT_THAT(completions("x = 1.|\n"), IsEmpty());
}

TEST(EditorCompletion, InTheBracesOfAFormattedText) {
  EXPECT_THAT(completions("amount = 1\nx = f'{amou|}'\n"), ElementsAre("amount"));
}

TEST(EditorCompletion, AfterDefAndAsNothing) {
  EXPECT_THAT(completions("def l|\n"), IsEmpty());
  EXPECT_THAT(completions("import triton as t|\n"), IsEmpty());
}

TEST(EditorCompletion, Imports) {
  EXPECT_THAT(completions("import tri|\n"), ElementsAre("triton"));
  EXPECT_THAT(completions("import triton.lang|\n"), ElementsAre("language"));
  EXPECT_THAT(completions("from triton.language import prog|\n"), ElementsAre("program_id"));
  EXPECT_THAT(completions("from triton.language import (\n    load,\n    prog|\n"),
              ElementsAre("program_id"));
}

TEST(EditorCompletion, ColumnsAreBytesAndCarriageReturnsDoNotCount) {
  std::string text = "import triton.language as tl\r\ndef f():\r\n    a = '한글'; b = tl.aran|\r\n";
  Marked place(text);
  compiler::Completion found = place.file().complete(place.at);
  EXPECT_THAT(names(found), ElementsAre("arange"));
  EXPECT_EQ(show(found.replace), "3:26-3:30"); // each of the two syllables has three bytes
  EXPECT_THAT(completions("import triton.language as tl\r\n# 한글 주석\r\nx = tl.aran|\r\n"),
              ElementsAre("arange"));
}

TEST(EditorCompletion, FunctionsOfAnImportedFile) {
  auto folder = std::filesystem::temp_directory_path() / "charonia_editor_completion";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "helpers.py")
      << "def scale_rows(x, factor):\n    '''Scales.'''\n    return x\n";
  std::string text = "import helpers\nfrom helpers import sca\nhelpers.sca\n";
  compiler::EditorFile file(text, (folder / "kernel.py").string());
  for (compiler::TextPosition at : {compiler::TextPosition{2, 24}, {3, 12}}) {
    compiler::Completion found = file.complete(at);
    ASSERT_THAT(names(found), ElementsAre("scale_rows")) << at.line;
    EXPECT_EQ(found.items[0].detail, "scale_rows(x, factor)");
    EXPECT_EQ(found.items[0].doc, "Scales.");
  }
  std::filesystem::remove_all(folder);
}

std::string help(const std::string &marked) {
  Marked place(marked);
  auto found = place.file().signatureHelp(place.at);
  if (!found) {
    return "none";
  }
  std::string active = "-";
  if (found->active >= 0) {
    const auto &parameter = found->parameters[static_cast<size_t>(found->active)];
    active = found->label.substr(parameter.begin, parameter.end - parameter.begin);
  }
  return found->label + " > " + active;
}

TEST(EditorSignatureHelp, OfABuiltinByPosition) {
  EXPECT_EQ(help(kKernel + "    m = tl.where(pid > 0, |\n"), "tl.where(condition, x, y) > x");
  EXPECT_EQ(help(kKernel + "    m = tl.where(pid > 0, n, (1, |\n"),
            "tl.where(condition, x, y) > y");
  EXPECT_EQ(help(kKernel + "    m = tl.where(tl.abs(|pid), n, 1)\n"), "tl.abs(x) > x");
}

TEST(EditorSignatureHelp, ByName) {
  EXPECT_EQ(help(kKernel + "    m = tl.full([4], dtype=tl.|\n"),
            "tl.full(shape, value, dtype) > dtype");
}

TEST(EditorSignatureHelp, OfAFunctionOfTheFileAndOfTheLibrary) {
  EXPECT_EQ(help("def f(a, b: int = 2, *rest):\n    pass\n\nf(1, |)\n"),
            "f(a, b: int = 2, *rest) > b: int = 2");
  EXPECT_EQ(help("def f(a, *rest):\n    pass\n\nf(1, 2, 3, |)\n"), "f(a, *rest) > *rest");
  EXPECT_EQ(help(kKernel + "    s = tl.cdiv(n, |)\n"), "tl.cdiv(x, div) > div");
}

TEST(EditorSignatureHelp, OfAMethodWithoutItsReceiver) {
  EXPECT_EQ(help(kKernel + "    s = pid.to(|)\n"),
            "pid.to(dtype, fp_downcast_rounding=None, bitcast=False) > dtype");
}

TEST(EditorSignatureHelp, NoneOutsideACall) {
  EXPECT_EQ(help(kKernel + "    m = tl.where(1, 2, 3)|\n"), "none");
  EXPECT_EQ(help("def f(a, |b):\n    pass\n"), "none");
  EXPECT_EQ(help("x = (1, |2)\n"), "none");
  EXPECT_EQ(help("f(1,\ndef g():\n    return |1\n"), "none");
}

} // namespace
} // namespace charonia::frontend::test
