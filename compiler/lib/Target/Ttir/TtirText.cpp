// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites Triton IR text token by token, leaving strings and comments alone.
#include "TtirText.h"

#include "TtirLexer.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace charonia::compiler {

namespace {

using llvm::StringRef;
using Token = TtirToken;

constexpr StringRef kAssume = "llvm.intr.assume";

/// Text as long as `text` but blank; line ends stay.
std::string blankOf(StringRef text) {
  std::string result = text.str();
  std::replace_if(result.begin(), result.end(), [](char c) { return c != '\n'; }, ' ');
  return result;
}

/// Place of the byte `at` of `text`.
TextPlace placeOf(StringRef text, size_t at) {
  StringRef before = text.take_front(at);
  size_t lineStart = before.rfind('\n') == StringRef::npos ? 0 : before.rfind('\n') + 1;
  return {static_cast<uint32_t>(before.count('\n') + 1), static_cast<uint32_t>(at - lineStart + 1)};
}

/// Collects the replacements. Each method that takes a lexer looks ahead from the token after the
/// op's name and changes nothing unless the text has the form that it knows.
class Rewriter {
public:
  explicit Rewriter(StringRef text) : m_text(text), m_lexer(text) {}

  ReadableText run() {
    for (Token token = m_lexer.next(); token.kind != Token::Kind::End; token = m_lexer.next()) {
      if (token.kind == Token::Kind::Word) {
        rewriteOp(token, m_lexer.ahead());
      } else if (token.isString()) {
        rewriteString(token, m_lexer.ahead());
      }
    }
    return apply();
  }

private:
  struct Change {
    StringRef piece;
    std::string by;
    size_t index;
  };

  void replace(StringRef piece, std::string by) {
    m_changes.push_back({piece, std::move(by), m_changes.size()});
  }
  void blank(Token first, Token last) {
    StringRef piece(first.text.data(),
                    static_cast<size_t>(last.text.data() + last.text.size() - first.text.data()));
    replace(piece, blankOf(piece));
  }
  void insertBefore(Token token, StringRef what) { replace(token.text.take_front(0), what.str()); }
  void insertAfter(Token token, StringRef what) {
    replace(token.text.substr(token.text.size()), what.str());
  }
  void refuse(Token token, std::string message) {
    if (!m_problems.empty()) {
      return; // one is enough, and placing each in a long text takes time
    }
    size_t at = static_cast<size_t>(token.text.data() - m_text.data());
    m_problems.push_back({placeOf(m_text, at), std::move(message)});
  }

  void rewriteOp(Token op, TtirLexer lexer) {
    StringRef name = op.text;
    if (name == kAssume) {
      rewriteAssume(op, lexer);
    } else if (name == "ttg.barrier") {
      rewriteBarrier(op, lexer);
    } else if (name == "llvm.mlir.undef" || name == "llvm.mlir.poison") {
      replace(name, "ub.poison" + std::string(name.size() - 9, ' '));
    } else if (name == "tt.reshape") {
      rewriteReshape(lexer);
    } else if (name == "tt.assert") {
      rewriteAssert(lexer);
    } else if (name == "tt.dot_scaled") {
      rewriteDotScaled(lexer);
    } else if (name == "scf.for") {
      if (Token word = lexer.next(); word.is("unsigned")) {
        refuse(word, "loops that compare unsigned are not supported; upstream's front end makes "
                     "none");
      }
    } else if (name == "cf.cond_br") {
      rewriteBranch(lexer);
    } else if (name == "gpu.barrier") {
      blankCall(lexer, "memfence", '[', ']');
    } else if (name.starts_with("arith.")) {
      rewriteHints(name, lexer);
    }
  }

  /// Blanks `word` and its brackets if they come next.
  void blankCall(TtirLexer lexer, StringRef word, char open, char close) {
    Token first = lexer.next();
    if (!first.is(word)) {
      return;
    }
    if (std::optional<StringRef> piece = lexer.bracketed(open, close)) {
      replace(first.text, blankOf(first.text));
      replace(*piece, blankOf(*piece));
    }
  }
  void blankIfThere(std::optional<StringRef> piece) {
    if (piece) {
      replace(*piece, blankOf(*piece));
    }
  }

  /// `llvm.intr.assume %c [bundles] : i1 {attributes}` to the generic form.
  void rewriteAssume(Token op, TtirLexer lexer) {
    Token value = lexer.next();
    if (!value.isValue()) {
      return;
    }
    std::optional<StringRef> bundles = lexer.bracketed('[', ']');
    if (!lexer.take(':')) {
      return;
    }
    Token type = lexer.next();
    if (!type.is("i1")) {
      return;
    }
    std::optional<StringRef> attributes = lexer.bracketed('{', '}');
    replace(op.text, "\"llvm.intr.assume\"");
    insertBefore(value, "(");
    std::string before = ") ";
    if (attributes) {
      before += attributes->str();
      std::replace(before.begin(), before.end(), '\n', ' ');
      replace(*attributes, blankOf(*attributes));
    }
    insertAfter(value, before);
    blankIfThere(bundles);
    replace(type.text, "(i1) -> ()");
  }

  /// `ttg.barrier local|global_read` to `gpu.barrier`.
  void rewriteBarrier(Token op, TtirLexer lexer) {
    replace(op.text, "gpu.barrier");
    auto isSpace = [](Token token) {
      return token.kind == Token::Kind::Word &&
             llvm::StringSwitch<bool>(token.text)
                 .Cases("none", "local", "global_read", "global_write", "tensor_read", true)
                 .Cases("tensor_write", "all", true)
                 .Default(false);
    };
    if (!isSpace(lexer.peek())) {
      return;
    }
    Token first = lexer.next(), last = first;
    while (lexer.take('|') && isSpace(lexer.peek())) {
      last = lexer.next();
    }
    blank(first, last);
  }

  /// Triton 3.1's `tt.reshape %x {allow_reorder = true} : ...` to the keyword form.
  void rewriteReshape(TtirLexer lexer) {
    Token value = lexer.next();
    if (!value.isValue() || !lexer.take('{')) {
      return;
    }
    for (Token token = lexer.next(); !token.is('}'); token = lexer.next()) {
      if (token.kind == Token::Kind::End || token.is('{')) {
        return;
      }
      Token flag;
      if (!token.is("allow_reorder") || !lexer.take('=') ||
          !((flag = lexer.next()).is("true") || flag.is("false"))) {
        continue;
      }
      Token comma = lexer.peek();
      blank(token, lexer.take(',') ? comma : flag);
      if (flag.is("true")) {
        insertAfter(value, " allow_reorder");
      }
      return;
    }
  }

  /// Triton 3.1's `tt.assert %c, "message", "file", "function", 12 : i1`: blanks what follows the
  /// message.
  void rewriteAssert(TtirLexer lexer) {
    if (!lexer.next().isValue() || !lexer.take(',') || !lexer.next().isString()) {
      return;
    }
    Token comma = lexer.peek();
    if (!lexer.take(',')) {
      return;
    }
    Token file = lexer.next();
    bool comma2 = lexer.take(',');
    Token function = lexer.next();
    bool comma3 = lexer.take(',');
    Token line = lexer.next();
    if (file.isString() && comma2 && function.isString() && comma3 && line.isNumber()) {
      blank(comma, line);
    }
  }

  /// Triton 3.2's scales between commas to the keyword form; a missing fastMath is false.
  void rewriteDotScaled(TtirLexer lexer) {
    llvm::SmallVector<Token> values, commas;
    bool keyword = false;
    for (Token token = lexer.next(); !token.is("lhs"); token = lexer.next()) {
      if (token.isValue()) {
        values.push_back(token);
      } else if (token.is(',')) {
        commas.push_back(token);
      } else if (token.is("scale")) {
        keyword = true;
      } else {
        return;
      }
    }
    if (!keyword && (values.size() == 4 || values.size() == 5) &&
        commas.size() + 1 == values.size()) {
      replace(commas[0].text, " scale");
      if (values.size() == 5) {
        replace(commas[2].text, " scale");
      }
    }
    bool formed = lexer.take('=') && lexer.next().kind == Token::Kind::Word &&
                  lexer.next().is("rhs") && lexer.take('=');
    Token format = lexer.next();
    if (!formed || format.kind != Token::Kind::Word) {
      return;
    }
    Token open = lexer.peek();
    if (!lexer.take('{')) {
      insertAfter(format, " {fastMath = false}");
      return;
    }
    for (Token token = lexer.next(); !token.is('}'); token = lexer.next()) {
      if (token.is("fastMath") || token.kind == Token::Kind::End) {
        return;
      }
    }
    insertAfter(open, "fastMath = false, ");
  }

  /// `cf.cond_br %c weights([1, 2]), ...`: a hint.
  void rewriteBranch(TtirLexer lexer) {
    if (!lexer.next().isValue()) {
      return;
    }
    blankCall(lexer, "weights", '(', ')');
  }

  /// `arith.extui %x nneg : ...`, `arith.shrui %a, %b exact : ...`, `arith.trunci %x
  /// overflow<nsw>`: promises that nothing here uses.
  void rewriteHints(StringRef op, TtirLexer lexer) {
    if (!lexer.next().isValue()) {
      return;
    }
    if (lexer.take(',') && !lexer.next().isValue()) {
      return;
    }
    Token word = lexer.peek();
    if (word.is("nneg") || word.is("exact") || word.is("disjoint")) {
      blank(word, word);
    } else if (op == "arith.trunci") {
      blankCall(lexer, "overflow", '<', '>');
    }
  }

  /// `"file":3:4 to 5:6` and `"file":3:4 to :6` of locations: blanks the end. The generic form of
  /// an assumption loses its properties, which count bundles.
  void rewriteString(Token string, TtirLexer lexer) {
    if (string.text == "\"llvm.intr.assume\"") {
      if (lexer.take('(') && lexer.next().isValue() && lexer.take(')')) {
        blankIfThere(lexer.bracketed('<', '>'));
      }
      return;
    }
    if (!lexer.take(':') || !lexer.next().isNumber() || !lexer.take(':') ||
        !lexer.next().isNumber()) {
      return;
    }
    Token to = lexer.next();
    if (!to.is("to")) {
      return;
    }
    if (lexer.peek().isNumber()) {
      (void)lexer.next();
    }
    if (!lexer.take(':')) {
      return;
    }
    if (Token column = lexer.next(); column.isNumber()) {
      blank(to, column);
    }
  }

  ReadableText apply() {
    // By place; what was said first stands first where places are equal.
    std::sort(m_changes.begin(), m_changes.end(), [](const Change &a, const Change &b) {
      return std::pair(a.piece.data(), a.index) < std::pair(b.piece.data(), b.index);
    });
    ReadableText result;
    result.problems = std::move(m_problems);
    result.text.reserve(m_text.size() + 16 * m_changes.size());
    size_t done = 0;
    for (const Change &change : m_changes) {
      size_t at = static_cast<size_t>(change.piece.data() - m_text.data());
      if (at < done) {
        continue; // inside what is replaced already
      }
      result.text += m_text.slice(done, at);
      result.edits.push_back({at, change.piece.size(), result.text.size(), change.by.size()});
      result.text += change.by;
      done = at + change.piece.size();
    }
    result.text += m_text.substr(done);
    return result;
  }

  StringRef m_text;
  TtirLexer m_lexer;
  std::vector<Change> m_changes;
  std::vector<TextProblem> m_problems;
};

/// True if the text may hold any form that Rewriter knows; most texts hold none.
bool mayNeedRewriting(StringRef text) {
  for (StringRef word : {"llvm.intr.assume", "ttg.barrier", "llvm.mlir.undef", "llvm.mlir.poison",
                         "allow_reorder =", "tt.assert", "tt.dot_scaled", "unsigned", "weights",
                         "memfence", "nneg", "exact", "disjoint", "overflow"}) {
    if (text.contains(word)) {
      return true;
    }
  }
  // The end of a location: ` to 5:6` or ` to :6`.
  for (size_t at = text.find(" to "); at != StringRef::npos; at = text.find(" to ", at + 4)) {
    StringRef rest = text.substr(at + 4);
    if (rest.starts_with(":") || (!rest.empty() && llvm::isDigit(rest.front()))) {
      return true;
    }
  }
  return false;
}

} // namespace

TextPlace ReadableText::placeIn(StringRef original, TextPlace place) const {
  if (edits.empty() || place.line == 0 || place.column == 0) {
    return place;
  }
  size_t start = 0;
  for (uint32_t line = 1; line < place.line; ++line) {
    start = text.find('\n', start);
    if (start == std::string::npos) {
      return place;
    }
    ++start;
  }
  size_t at = start + place.column - 1;
  auto after = std::upper_bound(edits.begin(), edits.end(), at,
                                [](size_t value, const Edit &edit) { return value < edit.to; });
  if (after != edits.begin()) {
    const Edit &edit = *std::prev(after);
    at = at < edit.to + edit.toSize ? edit.from
                                    : at - edit.to - edit.toSize + edit.from + edit.fromSize;
  }
  return placeOf(original, std::min(at, original.size()));
}

TextPlace findDeepNesting(StringRef text, uint32_t limit) {
  uint32_t depth = 0, minuses = 0, line = 1;
  size_t lineStart = 0;
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    if (c == '"') {
      i = skipString(text, i);
      continue;
    }
    if (c == '/' && text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    bool compare = (c == '<' || c == '>') && i + 1 < text.size() && text[i + 1] == '=';
    if (c == '\n') {
      ++line;
      lineStart = i + 1;
    } else if (c == '(' || c == '[' || c == '{' || (c == '<' && !compare)) {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && !arrow && !compare)) {
      depth -= depth > 0;
    }
    minuses = c == '-' ? minuses + 1 : llvm::isSpace(c) ? minuses : 0;
    if (depth > limit || minuses > limit) {
      return {line, static_cast<uint32_t>(i - lineStart + 1)};
    }
    ++i;
  }
  return {};
}

ReadableText toReadable(StringRef text) {
  if (!mayNeedRewriting(text)) {
    return {text.str(), {}, {}};
  }
  return Rewriter(text).run();
}

std::string toTritonText(StringRef text) {
  constexpr StringRef generic = "\"llvm.intr.assume\"(";
  constexpr StringRef type = " : (i1) -> ()";
  std::string result;
  result.reserve(text.size());
  while (true) {
    size_t at = text.find(generic);
    if (at == StringRef::npos) {
      return result + text.str();
    }
    StringRef rest = text.substr(at + generic.size());
    StringRef value = rest.take_until([](char c) { return c == ')'; });
    rest = rest.substr(std::min(value.size() + 1, rest.size()));
    size_t end = rest.find(type);
    size_t lineEnd = rest.find('\n');
    result += text.take_front(at).str();
    if (end == StringRef::npos || end > lineEnd) {
      result += (generic + value + ")").str();
    } else {
      result += (kAssume + " " + value + " : i1" + rest.take_front(end)).str();
      rest = rest.substr(end + type.size());
    }
    text = rest;
  }
}

} // namespace charonia::compiler
