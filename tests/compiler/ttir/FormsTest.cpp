// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the forms of forms.txt: each is read, verified, printed and read again; those that compute
// give the values that the file says, or the message that says why they cannot be run.
#include "Forms.h"

#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Target/TtirReader.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace charonia::compiler {
namespace {

using launch::ElementType;
using testing::HasSubstr;

constexpr int kElements = 64;

std::string firstMessage(const std::vector<Diagnostic> &diagnostics) {
  return diagnostics.empty() ? "no message" : diagnostics.front().message;
}

/// The lines of a file without indentation, comments and blank lines, with the names of values and
/// blocks in the order in which they come.
std::vector<std::string> normalised(const std::string &text) {
  std::map<std::string, std::string> names;
  std::vector<std::string> lines(1);
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (c == '\n') {
      while (!lines.back().empty() && lines.back().back() == ' ') {
        lines.back().pop_back();
      }
      if (!lines.back().empty()) {
        lines.emplace_back();
      }
      if (text.compare(i + 1, 7, "tt.func") == 0 || text.compare(i + 1, 9, "  tt.func") == 0) {
        names.clear(); // each function has names of its own
      }
      ++i;
    } else if (c == '"') {
      size_t end = i + 1;
      while (end < text.size() && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
      }
      lines.back() += text.substr(i, end + 1 - i);
      i = end + 1;
    } else if (text.compare(i, 2, "//") == 0) {
      i = text.find('\n', i);
    } else if (c == '%' || c == '^') {
      size_t end = i + 1;
      while (end < text.size() && (std::isalnum(text[end]) || text[end] == '_' ||
                                   (text[end] == '-' && text.compare(end, 2, "->") != 0))) {
        ++end;
      }
      std::string &name = names[text.substr(i, end - i)];
      name = name.empty() ? std::string(1, c) + std::to_string(names.size()) : name;
      lines.back() += name;
      i = end;
    } else {
      if (c != ' ' || !lines.back().empty()) {
        lines.back() += c;
      }
      ++i;
    }
  }
  if (lines.back().empty()) {
    lines.pop_back();
  }
  return lines;
}

TEST(Forms, AreReadVerifiedPrintedAndReadTheSame) {
  size_t count = 0;
  for (const Form &form : allForms().forms) {
    if (!form.error.empty()) {
      continue;
    }
    SCOPED_TRACE(form.title());
    ++count;
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    std::string text = allForms().file(form);
    auto module = readTtir(context, text, "k.ttir", Limits(), diagnostics);
    if (!module) {
      ADD_FAILURE() << firstMessage(diagnostics);
      continue;
    }
    for (const Diagnostic &diagnostic : diagnostics) {
      EXPECT_NE(diagnostic.severity, Severity::Error) << diagnostic.message;
    }
    for (bool locations : {false, true}) {
      std::string once = printTtir(*module, locations);
      auto again = readTtir(context, once, "k.ttir", Limits(), diagnostics);
      ASSERT_TRUE(again) << firstMessage(diagnostics) << "\n" << once;
      EXPECT_EQ(once, printTtir(*again, locations));
    }
    if (!form.reads) {
      // Our print begins with `module {`, where the form may have none.
      std::vector<std::string> given = normalised(text),
                               printed = normalised(printTtir(*module, false));
      if (given.front().rfind("module", 0) != 0) {
        given.insert(given.begin(), "module {");
        given.push_back("}");
      }
      EXPECT_EQ(given, printed);
    }
  }
  EXPECT_GT(count, 400u);
}

TEST(Forms, ThatCannotBeReadGiveAPlaceAndAReason) {
  size_t count = 0;
  for (const Form &form : allForms().forms) {
    if (form.error.empty()) {
      continue;
    }
    SCOPED_TRACE(form.title());
    ++count;
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(readTtir(context, allForms().file(form), "k.ttir", Limits(), diagnostics));
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_THAT(diagnostics.front().message, HasSubstr(form.error));
    EXPECT_EQ(diagnostics.front().range.file, "k.ttir");
    EXPECT_EQ(diagnostics.front().range.beginLine, form.errorLine);
    EXPECT_EQ(diagnostics.front().range.beginColumn, form.errorColumn);
  }
  EXPECT_GT(count, 10u);
}

/// Runs a form on the buffers that the prelude's names stand for.
class FormRun {
public:
  FormRun(const Form &form, const FormValue *store) {
    launch::Launch launch;
    auto add = [&](const char *name, ElementType type, bool ramp) {
      launch::Argument argument;
      argument.kind = launch::Argument::Kind::Pointer;
      argument.name = name;
      argument.type = type;
      argument.elements = kElements;
      argument.values.emplace();
      for (int i = 0; i < kElements; ++i) {
        argument.values->push_back(ramp ? i : 0);
      }
      launch.args.push_back(argument);
    };
    add("x", ElementType::F32, true);
    add("i", ElementType::I32, true);
    add("o", ElementType::F32, false);
    add("r", ElementType::I32, false);
    add("fs", ElementType::F32, false);
    add("ns", ElementType::I32, false);
    launch.cases.emplace_back();
    auto device = arch::loadDevice(arch::defaultDevicePath());
    auto image = launch::MemoryImage::create(launch, 0, **device);
    m_memory = std::move(*image);
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    auto module = readTtir(context, allForms().file(form, store), "k.ttir", Limits(), diagnostics);
    if (!module) {
      return;
    }
    std::vector<uint64_t> args;
    for (const launch::Buffer &buffer : m_memory->buffers()) {
      args.push_back(buffer.address);
    }
    ReferenceRun run = interpret(*module, "k", args, {1, 1, 1}, *m_memory, Limits(), {});
    ok = run.ok;
    diagnostics = run.diagnostics;
  }

  double stored(const FormValue &value, size_t index) const {
    bool number = value.type.find("f") != std::string::npos;
    const launch::Buffer &buffer = m_memory->buffers()[number ? 4 : 5];
    uint64_t bits = numerics::loadElement(buffer.type, m_memory->contents(buffer).data(),
                                          static_cast<int64_t>(index));
    return number ? numerics::toDouble(buffer.type, bits) : static_cast<int32_t>(bits);
  }

  bool ok = false;
  std::vector<Diagnostic> diagnostics;

private:
  std::optional<launch::MemoryImage> m_memory;
};

bool agree(const FormValue &value, double wanted, double got) {
  if (std::isnan(wanted) || std::isinf(wanted)) {
    return std::isnan(wanted) ? std::isnan(got) : got == wanted;
  }
  return value.nearly ? std::abs(got - wanted) <= 1e-6 * std::max(1.0, std::abs(wanted))
                      : static_cast<float>(got) == static_cast<float>(wanted);
}

TEST(Forms, ComputeTheValuesThatTheFileSays) {
  size_t count = 0;
  for (const Form &form : allForms().forms) {
    if (form.library) {
      continue;
    }
    for (const FormValue &value : form.values) {
      SCOPED_TRACE(form.title() + " " + value.value);
      ++count;
      FormRun run(form, &value);
      if (!run.ok) {
        ADD_FAILURE() << firstMessage(run.diagnostics);
        continue;
      }
      for (size_t i = 0; i < value.elements.size(); ++i) {
        double got = run.stored(value, i);
        if (!agree(value, value.elements[i], got)) {
          ADD_FAILURE() << "element " << i << " is " << got << ", not " << value.elements[i];
          break;
        }
      }
    }
  }
  EXPECT_GT(count, 300u);
}

TEST(Forms, ThatCannotBeRunSayWhyAndWhere) {
  size_t count = 0;
  for (const Form &form : allForms().forms) {
    if (form.refused.empty()) {
      continue;
    }
    SCOPED_TRACE(form.title());
    ++count;
    FormRun run(form, nullptr);
    EXPECT_FALSE(run.ok);
    ASSERT_FALSE(run.diagnostics.empty());
    EXPECT_THAT(run.diagnostics.front().message, HasSubstr(form.refused));
    EXPECT_EQ(run.diagnostics.front().range.file, "k.ttir");
    EXPECT_GT(run.diagnostics.front().range.beginLine, allForms().prelude.size() + 1);
  }
  EXPECT_GT(count, 10u);
}

/// Pieces that are taken out, doubled or put in the place of another: words, strings, punctuation.
std::vector<std::string> pieces(const std::string &text) {
  std::vector<std::string> result;
  for (size_t i = 0; i < text.size();) {
    size_t end = i + 1;
    if (text[i] == '"') {
      while (end < text.size() && text[end] != '"') {
        ++end;
      }
      end = std::min(end + 1, text.size());
    } else {
      auto isWord = [](char c) { return std::isalnum(c) || c == '_' || c == '.'; };
      while (isWord(text[i]) && end < text.size() && isWord(text[end])) {
        ++end;
      }
    }
    result.push_back(text.substr(i, end - i));
    i = end;
  }
  return result;
}

std::string joined(const std::vector<std::string> &list) {
  std::string text;
  for (const std::string &piece : list) {
    text += piece;
  }
  return text;
}

TEST(Forms, SpoiledGiveAMessageWithAPlaceOrAreStillWholeIr) {
  uint32_t random = 12345;
  auto next = [&](size_t below) {
    random = random * 1664525 + 1013904223;
    return static_cast<size_t>(random >> 8) % below;
  };
  size_t refused = 0, taken = 0;
  for (const Form &form : allForms().forms) {
    SCOPED_TRACE(form.title());
    std::vector<std::string> whole = pieces(allForms().file(form));
    // Behind the prelude, which is the same for all.
    size_t from = form.whole ? 0 : whole.size() - std::min(whole.size(), 40 + whole.size() / 20);
    for (int round = 0; round < 12; ++round) {
      std::vector<std::string> spoiled = whole;
      size_t at = from + next(spoiled.size() - from), other = next(spoiled.size());
      switch (round % 4) {
      case 0:
        spoiled.erase(spoiled.begin() + static_cast<ptrdiff_t>(at));
        break;
      case 1:
        spoiled[at] = whole[other];
        break;
      case 2:
        spoiled.insert(spoiled.begin() + static_cast<ptrdiff_t>(at), whole[other]);
        break;
      default:
        spoiled.resize(at);
      }
      std::string text = joined(spoiled);
      mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
      std::vector<Diagnostic> diagnostics;
      auto module = readTtir(context, text, "k.ttir", Limits(), diagnostics);
      if (!module) {
        ++refused;
        ASSERT_FALSE(diagnostics.empty()) << text;
        EXPECT_FALSE(diagnostics.front().message.empty()) << text;
        EXPECT_NE(diagnostics.front().range.beginLine, 0u) << diagnostics.front().message << "\n"
                                                           << text;
        continue;
      }
      ++taken;
      std::string once = printTtir(*module, true);
      auto again = readTtir(context, once, "k.ttir", Limits(), diagnostics);
      ASSERT_TRUE(again) << diagnostics.back().message << "\n" << text << "\n" << once;
    }
  }
  EXPECT_GT(refused, 3000u);
  EXPECT_GT(taken, 100u);
}

TEST(Forms, ShowEveryOpOfTheDialect) {
  std::set<std::string> shown;
  for (const Form &form : allForms().forms) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::vector<Diagnostic> diagnostics;
    if (auto module = readTtir(context, allForms().file(form), "k.ttir", Limits(), diagnostics)) {
      module->walk([&](mlir::Operation *op) { shown.insert(op->getName().getStringRef().str()); });
    }
  }
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  std::vector<Diagnostic> diagnostics;
  auto module = readTtir(context, "tt.func @k() {\n tt.return\n}", "k.ttir", {}, diagnostics);
  for (mlir::RegisteredOperationName name : context.getRegisteredOperations()) {
    if (name.getDialectNamespace() == "tt") {
      EXPECT_TRUE(shown.count(name.getStringRef().str())) << name.getStringRef().str();
    }
  }
}

} // namespace
} // namespace charonia::compiler
