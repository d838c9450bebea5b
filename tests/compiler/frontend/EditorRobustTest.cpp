// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every service at many places of many texts, whole, cut off anywhere and damaged: none crashes or
// hangs, and what it says lies in the text.
#include "ReadFile.h"

#include "EditorHelper.h"

#include "charonia/Frontend/Source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace charonia::frontend::test {
namespace {

namespace fs = std::filesystem;

/// Every Python file of the samples, the tests' kernels and the library, and some of the corpus.
std::vector<fs::path> files() {
  std::vector<fs::path> result;
  for (const char *folder : {"resources/samples", "resources/triton", "tests/kernels",
                             "tests/frontend/conformance", "tests/frontend/errors"}) {
    for (const auto &entry :
         fs::recursive_directory_iterator(fs::path(CHARONIA_SOURCE_DIR) / folder)) {
      if (entry.path().extension() == ".py") {
        result.push_back(entry.path());
      }
    }
  }
  std::vector<fs::path> corpus;
  if (std::string folder = CHARONIA_CORPUS_DIR; !folder.empty() && fs::exists(folder)) {
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".py") {
        corpus.push_back(entry.path());
      }
    }
  }
  std::sort(result.begin(), result.end());
  std::sort(corpus.begin(), corpus.end());
  for (size_t i = 0; i < corpus.size(); i += 97) {
    result.push_back(corpus[i]);
  }
  return result;
}

class Checker {
public:
  Checker(const std::string &text, const std::string &name)
      : m_source(parseSource(text, name)), m_file(text, name), m_name(name) {}

  void at(compiler::TextPosition at) {
    inside(m_file.complete(at).replace);
    if (auto hover = m_file.hover(at)) {
      inside(hover->range);
      compiler::hoverText(*hover);
    }
    if (auto help = m_file.signatureHelp(at)) {
      for (const auto &parameter : help->parameters) {
        EXPECT_LE(parameter.begin, parameter.end);
        EXPECT_LE(parameter.end, help->label.size());
      }
      EXPECT_LT(help->active, static_cast<int32_t>(help->parameters.size()));
    }
    for (const compiler::SourceRange &range : m_file.definition(at)) {
      if (range.file == m_name) {
        inside(range);
      }
    }
    std::vector<compiler::Reference> references = m_file.references(at);
    for (const compiler::Reference &reference : references) {
      inside(reference.range);
    }
    compiler::Rename rename = m_file.rename(at, "some_other_name");
    for (const compiler::TextEdit &edit : rename.edits) {
      inside(edit.range);
    }
  }

  void whole() {
    for (const compiler::FoldingRange &range : m_file.folding()) {
      EXPECT_LT(range.beginLine, range.endLine);
      EXPECT_LE(range.endLine, m_source->lines.size());
    }
    outline(m_file.outline());
  }

  const std::vector<std::string> &lines() const { return m_source->lines; }

private:
  void outline(const std::vector<compiler::OutlineItem> &items) {
    for (const compiler::OutlineItem &item : items) {
      inside(item.nameRange);
      outline(item.children);
    }
  }

  void inside(const compiler::SourceRange &range) {
    if (!range.valid()) {
      return;
    }
    bool good = range.beginLine <= range.endLine && range.endLine <= m_source->lines.size() &&
                range.beginColumn >= 1 &&
                range.beginColumn <= m_source->lines[range.beginLine - 1].size() + 1 &&
                range.endColumn >= 1 &&
                range.endColumn <= m_source->lines[range.endLine - 1].size() + 1;
    EXPECT_TRUE(good) << show(range) << " in " << m_name;
  }

  ParsedSourceRef m_source;
  compiler::EditorFile m_file;
  std::string m_name;
};

/// Asks at about `count` places, evenly spread, and at some that are not in the text.
void ask(const std::string &text, const std::string &name, size_t count) {
  Checker checker(text, name);
  checker.whole();
  size_t bytes = text.size() + 1, stride = std::max<size_t>(1, bytes / count), next = 0, seen = 0;
  for (uint32_t line = 1; line <= checker.lines().size(); ++line) {
    for (uint32_t column = 1; column <= checker.lines()[line - 1].size() + 1; ++column, ++seen) {
      if (seen >= next) {
        checker.at({line, column});
        next += stride;
      }
    }
  }
  for (compiler::TextPosition at :
       {compiler::TextPosition{0, 0}, {1, 0}, {1, 100000}, {100000, 1}, {UINT32_MAX, UINT32_MAX}}) {
    checker.at(at);
  }
}

TEST(EditorRobust, EveryByteOfSmallTexts) {
  for (const char *text : {"",
                           "\n",
                           "\r\n\r\n",
                           "(",
                           "x.",
                           ".",
                           "tl.",
                           "def",
                           "def f(",
                           "class",
                           "f'{x",
                           "f\"{a:{b",
                           "'''",
                           "\"\"\"a\nb",
                           "x = 'a\\\nb",
                           "import",
                           "from . import",
                           "from .. import a as",
                           "import a.b.c\na.b.c",
                           "lambda: (yield)",
                           "@\n",
                           "@a.b\n",
                           "if x:\n",
                           "\\",
                           "#",
                           "0x",
                           "f(a=, b=)",
                           "f(**x, *y)",
                           "x[1:2, ...]",
                           "match x:\n  case y: z\n",
                           "async def f(a): await a\n",
                           "def f(): global x; nonlocal y\n",
                           "\xEF\xBB\xBF"
                           "x = tl.load\n",
                           "try: pass\nexcept E as e: e\n",
                           "with a as b, c as (d, e): b\n",
                           "한글 = 1; 한글\n",
                           "x = 1\ry = x\n",
                           "\xff\xfe",
                           "a\0b",
                           "del x, y\n",
                           "[x for x in y for z in x if z]\n",
                           "{a: b for a, b in c}\n",
                           "print(f'{x!r:>{y}} {{z}} {w=}')\n",
                           "x: int\n",
                           "a = b = c, d = e\n"}) {
    ask(text, "small.py", 1000);
  }
}

TEST(EditorRobust, ManyPlacesOfManyFiles) {
  for (const fs::path &path : files()) {
    ask(charonia::test::readFile(path), path.string(), 60);
  }
}

TEST(EditorRobust, FilesCutOffAnywhere) {
  std::vector<fs::path> all = files();
  for (size_t i = 0; i < all.size(); i += 6) {
    std::string text = charonia::test::readFile(all[i]);
    for (size_t part = 1; part <= 8; ++part) {
      size_t size = text.size() * part / 9 + i % 7;
      ask(text.substr(0, size), all[i].string(), 5);
      Checker checker(text.substr(0, size), all[i].string());
      if (!checker.lines().empty()) { // where one types
        checker.at({static_cast<uint32_t>(checker.lines().size()),
                    static_cast<uint32_t>(checker.lines().back().size() + 1)});
      }
    }
  }
}

TEST(EditorRobust, DamagedTexts) {
  std::vector<fs::path> all = files();
  uint32_t random = 12345;
  auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (size_t i = 0; i < all.size(); i += 9) {
    std::string text = charonia::test::readFile(all[i]);
    for (int round = 0; round < 4 && !text.empty(); ++round) {
      static const std::string kBytes = "()[]{}'\"#\\\n\t .:=@,\xEA";
      text[next() % text.size()] = kBytes[next() % kBytes.size()];
      ask(text, all[i].string(), 12);
    }
  }
}

/// A rename may change no name's meaning: the new text has the same tree but for the name.
std::string shape(const Node *node, const std::string &from, const std::string &to) {
  if (!node) {
    return "-";
  }
  auto name = [&](const std::string &text) { return text == from ? to : text; };
  std::string result = std::to_string(static_cast<int>(node->kind)) + name(node->name) + "," +
                       name(node->text) + "," + name(node->constant.text) + "(";
  for (const Node *child : {node->first, node->second, node->third}) {
    result += shape(child, from, to);
  }
  for (const auto *group :
       {&node->items, &node->keywords, &node->body, &node->orelse, &node->decorators}) {
    result += "[";
    for (const Node *child : *group) {
      result += shape(child, from, to);
    }
    result += "]";
  }
  return result + ")";
}

TEST(EditorRobust, RenamedFilesKeepTheirTree) {
  size_t renamed = 0;
  for (const fs::path &path : files()) {
    std::string text = charonia::test::readFile(path);
    ParsedSourceRef source = parseSource(text, path.string());
    if (!source->ok || text.find('\r') != std::string::npos) {
      continue;
    }
    compiler::EditorFile file(text, path.string());
    for (uint32_t line = 3; line <= source->lines.size(); line += 5) {
      auto column = static_cast<uint32_t>(source->lines[line - 1].find_first_not_of(' ') + 1);
      compiler::Rename rename = file.rename({line, column}, "other_name_");
      if (!rename.refusal.empty()) {
        continue;
      }
      ++renamed;
      ASSERT_FALSE(rename.edits.empty());
      ParsedSourceRef after = parseSource(applied(text, rename.edits), path.string());
      ASSERT_TRUE(after->ok) << path << ":" << line;
      ASSERT_EQ(after->tree.body.size(), source->tree.body.size());
      for (size_t i = 0; i < source->tree.body.size(); ++i) {
        EXPECT_EQ(shape(after->tree.body[i], rename.name, "other_name_"),
                  shape(source->tree.body[i], rename.name, "other_name_"))
            << path << ":" << line;
      }
    }
  }
  EXPECT_GT(renamed, 50u);
}

} // namespace
} // namespace charonia::frontend::test
