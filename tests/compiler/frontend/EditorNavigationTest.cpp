// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definition, references, rename, outline and folding.
#include "EditorHelper.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

namespace charonia::frontend::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> definitions(const std::string &marked) {
  Marked place(marked);
  std::vector<std::string> result;
  for (const compiler::SourceRange &range : place.file().definition(place.at)) {
    result.push_back(show(range));
  }
  return result;
}

std::vector<std::string> references(const std::string &marked) {
  Marked place(marked);
  std::vector<std::string> result;
  for (const compiler::Reference &reference : place.file().references(place.at)) {
    result.push_back(show(reference.range) + (reference.write ? " write" : ""));
  }
  return result;
}

TEST(EditorDefinition, OfALocalAndAParameter) {
  EXPECT_THAT(definitions("def f(a):\n    b = a\n    b = b + 1\n    return |b\n"),
              ElementsAre("2:5-2:6"));
  EXPECT_THAT(definitions("def f(a: int, b):\n    return |a\n"), ElementsAre("1:7-1:8"));
}

TEST(EditorDefinition, OnBothSidesOfABranch) {
  EXPECT_THAT(definitions("def f(n):\n    if n:\n        v = 1\n    else:\n        v = 2\n"
                          "    return |v\n"),
              ElementsAre("3:9-3:10", "5:9-5:10"));
}

TEST(EditorDefinition, OfAFunctionItsArgumentAndAGlobal) {
  EXPECT_THAT(definitions("LIMIT = 3\n\ndef   helper(x):\n    return x\n\nhelp|er(LIMIT)\n"),
              ElementsAre("3:7-3:13"));
  EXPECT_THAT(definitions("def g(a, size=3):\n    pass\n\ng(1, si|ze=2)\n"),
              ElementsAre("1:10-1:14"));
  EXPECT_THAT(definitions("LIMIT = 3\n\ndef f():\n    return LIM|IT\n"), ElementsAre("1:1-1:6"));
}

TEST(EditorDefinition, InTheLibrary) {
  std::vector<std::string> found = definitions(kImports + "y = tl.|sum(x)\n");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0], ::testing::StartsWith("<library>/standard.py "));
  auto text = compiler::libraryText("<library>/standard.py");
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, HasSubstr("def sum("));
  EXPECT_THAT(definitions(kImports + "y = tl.|load(x)\n"),
              IsEmpty()); // known to the emitter itself
}

TEST(EditorDefinition, InAnImportedFile) {
  auto folder = std::filesystem::temp_directory_path() / "charonia_editor_definition";
  std::filesystem::create_directories(folder / "pack");
  std::ofstream(folder / "pack" / "__init__.py") << "from .deep import inner\n";
  std::ofstream(folder / "pack" / "deep.py") << "# 한글\nRATE = 2\n\ndef inner(x):\n    return x\n";
  std::string text = "import pack.deep as deep\nfrom pack import inner\n"
                     "from pack.deep import *\ndeep.inner(1)\ninner(2)\nRATE\n";
  compiler::EditorFile file(text, (folder / "kernel.py").string());
  auto at = [&](uint32_t line, uint32_t column) {
    auto found = file.definition({line, column});
    return found.size() == 1 ? std::filesystem::path(found[0].file).filename().string() +
                                   show(found[0]).substr(found[0].file.size())
                             : std::to_string(found.size());
  };
  EXPECT_EQ(at(4, 7), "deep.py 4:5-4:10");
  EXPECT_EQ(at(5, 2), "deep.py 4:5-4:10");
  EXPECT_EQ(at(6, 1), "deep.py 2:1-2:5");
  EXPECT_EQ(at(4, 2), "deep.py 1:1-1:1");
  std::filesystem::remove_all(folder);
}

TEST(EditorReferences, OfALocalAreThoseOfItsFunction) {
  EXPECT_THAT(
      references("def f(a):\n    |v = a\n    v += 1\n    return v\n\ndef g(v):\n    return v\n"),
      ElementsAre("2:5-2:6 write", "3:5-3:6 write", "4:12-4:13"));
}

TEST(EditorReferences, InNestedScopesAndFormattedTexts) {
  EXPECT_THAT(references("def f(|v):\n    g = lambda x: x + v\n    h = [v for v in v]\n"
                         "    return f'{v} v {v + 1:>{v}}'\n"),
              ElementsAre("1:7-1:8 write", "2:23-2:24", "3:21-3:22", "4:15-4:16", "4:21-4:22",
                          "4:29-4:30"));
}

TEST(EditorReferences, OfAParameterIncludeArgumentNames) {
  EXPECT_THAT(references("def f(a, size):\n    return |size\n\nf(1, size=2)\nf[(1,)](1, size=3)\n"),
              ElementsAre("1:10-1:14 write", "2:12-2:16", "4:6-4:10", "5:12-5:16"));
}

TEST(EditorReferences, OfANameOfTheLanguage) {
  EXPECT_THAT(references(kImports + "a = tl.lo|ad(p)\nb = tl.load(q)\nc = x.load(r)\n"),
              ElementsAre("3:8-3:12", "4:8-4:12"));
}

std::string renamed(const std::string &marked, const std::string &name) {
  Marked place(marked);
  compiler::Rename rename = place.file().rename(place.at, name);
  return rename.refusal.empty() ? applied(place.text, rename.edits) : "refused: " + rename.refusal;
}

TEST(EditorRename, ALocalEverywhereInItsFunction) {
  EXPECT_EQ(
      renamed("def f(a):\n    |v = a  # v\n    v += 1\n    return g(v=v, w=x.v) + 'v'\n\nv = 1\n",
              "total"),
      "def f(a):\n    total = a  # v\n    total += 1\n    return g(v=total, w=x.v) + 'v'\n\nv = "
      "1\n");
}

TEST(EditorRename, KeepsKoreanCommentsAndLineEnds) {
  EXPECT_EQ(renamed("def f(a):\r\n    합 = a  # 합계\r\n    return |합\r\n", "sum_"),
            "def f(a):\r\n    sum_ = a  # 합계\r\n    return sum_\r\n");
}

TEST(EditorRename, AParameterWithItsDecoratorsAndCalls) {
  EXPECT_EQ(renamed(kImports +
                        "@triton.autotune(configs=[triton.Config({'B': 1})], key=['n'])\n"
                        "@triton.jit\ndef k(x, n, |B: tl.constexpr):\n    tl.arange(0, B)\n\n"
                        "k[(1,)](x, 3, B=4)\n",
                    "BLOCK"),
            kImports + "@triton.autotune(configs=[triton.Config({'BLOCK': 1})], key=['n'])\n"
                       "@triton.jit\ndef k(x, n, BLOCK: tl.constexpr):\n    tl.arange(0, BLOCK)\n\n"
                       "k[(1,)](x, 3, BLOCK=4)\n");
}

TEST(EditorRename, TellsWhatItDoesNotReach) {
  Marked place("def k(x, B):\n    return |B\n\ngrid = lambda m: m['B']\n");
  compiler::Rename rename = place.file().rename(place.at, "C");
  EXPECT_EQ(rename.refusal, "");
  EXPECT_THAT(rename.notes, ElementsAre("the text 'B' in line 4 is not changed",
                                        HasSubstr("launch files and other files")));
}

TEST(EditorRename, RefusalsSayWhy) {
  std::string text = "def f(a, b):\n    c = |a\n    return c\n";
  EXPECT_EQ(renamed(text, "1a"), "refused: `1a` cannot be a name");
  EXPECT_EQ(renamed(text, "for"), "refused: `for` is a word of Python");
  EXPECT_EQ(renamed(text, "a"), "refused: `a` has that name already");
  EXPECT_EQ(renamed(text, "c"), "refused: `c` is already a variable here, in line 2");
  EXPECT_EQ(renamed("def f(a):\n    b = |a\n    return len(b)\n", "len"),
            "refused: `len` already stands for something else in line 3");
  EXPECT_EQ(renamed("g = 1\n\ndef f(a):\n    return |a + g\n", "g"),
            "refused: `g` already stands for something else in line 4");
  EXPECT_EQ(renamed("def f(a):\n    return [|a + i for i in x]\n", "i"),
            "refused: `i` already stands for something else in line 2");
  EXPECT_EQ(renamed(kImports + "|tl.load(x)\n", "t"),
            "import triton\nimport triton.language as t\nt.load(x)\n");
  EXPECT_EQ(renamed(kImports + "|triton.jit\n", "t"),
            "refused: `triton` is the name of what is imported; import it `as` another name");
  EXPECT_EQ(renamed(kImports + "tl.|load(x)\n", "t"),
            "refused: `tl.load` is not defined in this file");
  EXPECT_EQ(renamed("def f(a):\n    return |a\n\nx = = 1\n", "b"),
            "refused: the file has a syntax error in line 4; uses of `a` might be missed");
  EXPECT_EQ(renamed("def f():\n    global a\n    |a = 1\n", "b"),
            "refused: `a` is declared global or nonlocal");
  EXPECT_EQ(renamed("x = 1 | 2\n", "b"), "refused: there is no name here");
}

void list(const std::vector<compiler::OutlineItem> &items, const std::string &indent,
          std::vector<std::string> &out) {
  for (const compiler::OutlineItem &item : items) {
    out.push_back(fmt::format("{}{} {}{} {}", indent, compiler::symbolKindName(item.kind),
                              item.name, item.detail, show(item.nameRange)));
    list(item.children, indent + "  ", out);
  }
}

std::vector<std::string> outlineOf(const std::string &text) {
  std::vector<std::string> lines;
  list(compiler::EditorFile(text, "kernel.py").outline(), "", lines);
  return lines;
}

TEST(EditorOutline, FunctionsClassesAndConstants) {
  EXPECT_THAT(outlineOf(kImports +
                        "LIMIT = 3\n@triton.jit\ndef k(x, B: tl.constexpr = 4):\n    y = x\n\n"
                        "class View:\n    size: int\n    def area(self):\n        pass\n"),
              ElementsAre("variable LIMIT 3:1-3:6", "kernel k(x, B: tl.constexpr = 4) 5:5-5:6",
                          "class View 8:7-8:11", "  variable size 9:5-9:9",
                          "  function area(self) 10:9-10:13"));
}

TEST(EditorOutline, OfWhatCanBeParsed) {
  EXPECT_THAT(outlineOf("def a():\n    x = = 1\n\ndef b(:\n    pass\n\ndef c():\n    pass\n"),
              ElementsAre("function a() 1:5-1:6", "function c() 7:5-7:6"));
}

std::vector<std::string> foldings(const std::string &text) {
  static const char *const kKinds[] = {"block", "brackets", "comment", "imports", "text"};
  std::vector<std::string> result;
  for (const compiler::FoldingRange &range : compiler::EditorFile(text, "kernel.py").folding()) {
    result.push_back(fmt::format("{}-{} {}", range.beginLine, range.endLine,
                                 kKinds[static_cast<size_t>(range.kind)]));
  }
  return result;
}

TEST(EditorFolding, BlocksBracketsCommentsImportsAndTexts) {
  EXPECT_THAT(
      foldings("import a\nimport b\n\n# one\n# two\ndef f(\n    a,\n):\n    '''x\n    y'''\n"
               "    if a:\n        b = [\n            1,\n        ]\n    else:\n        b = 2\n"
               "    return b\n"),
      ElementsAre("1-2 imports", "4-5 comment", "6-17 block", "9-10 text", "11-14 block",
                  "12-14 brackets", "15-16 block"));
}

TEST(EditorFolding, AlsoRoundASyntaxError) {
  EXPECT_THAT(foldings("def f():\r\n    x = = 1\r\n    y = 2\r\n\r\ndef g():\r\n    pass\r\n"),
              ElementsAre("1-3 block", "5-6 block"));
}

} // namespace
} // namespace charonia::frontend::test
