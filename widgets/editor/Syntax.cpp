// SPDX-License-Identifier: GPL-3.0-or-later
// Line scanners for Triton and MLIR. The word tables below are the whole grammar that they know.
#include "widgets/editor/Syntax.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace charonia::ui {

namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 35> kPythonKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

constexpr std::array<std::string_view, 92> kTritonNames = {"abs",
                                                           "advance",
                                                           "arange",
                                                           "argmax",
                                                           "argmin",
                                                           "associative_scan",
                                                           "assume",
                                                           "atomic_add",
                                                           "atomic_and",
                                                           "atomic_cas",
                                                           "atomic_max",
                                                           "atomic_min",
                                                           "atomic_or",
                                                           "atomic_xchg",
                                                           "atomic_xor",
                                                           "barrier",
                                                           "bitcast",
                                                           "broadcast",
                                                           "broadcast_to",
                                                           "cast",
                                                           "cat",
                                                           "cdiv",
                                                           "ceil",
                                                           "clamp",
                                                           "constexpr",
                                                           "cos",
                                                           "cumprod",
                                                           "cumsum",
                                                           "debug_barrier",
                                                           "device_assert",
                                                           "device_print",
                                                           "div_rn",
                                                           "dot",
                                                           "dot_scaled",
                                                           "dtype",
                                                           "erf",
                                                           "exp",
                                                           "exp2",
                                                           "expand_dims",
                                                           "extract_slice",
                                                           "fdiv",
                                                           "flip",
                                                           "floor",
                                                           "fma",
                                                           "full",
                                                           "full_like",
                                                           "gather",
                                                           "get_pe_col",
                                                           "get_pe_id",
                                                           "get_pe_row",
                                                           "histogram",
                                                           "insert_slice",
                                                           "interleave",
                                                           "join",
                                                           "load",
                                                           "log",
                                                           "log2",
                                                           "make_block_ptr",
                                                           "make_tensor_descriptor",
                                                           "max",
                                                           "max_constancy",
                                                           "max_contiguous",
                                                           "maximum",
                                                           "min",
                                                           "minimum",
                                                           "multiple_of",
                                                           "num_pes",
                                                           "num_programs",
                                                           "permute",
                                                           "philox",
                                                           "program_id",
                                                           "rand",
                                                           "rand4x",
                                                           "randint",
                                                           "randn",
                                                           "range",
                                                           "re_reduce",
                                                           "reduce",
                                                           "reshape",
                                                           "rsqrt",
                                                           "sigmoid",
                                                           "sin",
                                                           "softmax",
                                                           "sort",
                                                           "split",
                                                           "sqrt",
                                                           "sqrt_rn",
                                                           "static_assert",
                                                           "static_print",
                                                           "static_range",
                                                           "store",
                                                           "sum"};

constexpr std::array<std::string_view, 22> kTritonTypes = {"bfloat16",
                                                           "block_type",
                                                           "float16",
                                                           "float32",
                                                           "float64",
                                                           "float8e4b15",
                                                           "float8e4nv",
                                                           "float8e5",
                                                           "int1",
                                                           "int16",
                                                           "int32",
                                                           "int64",
                                                           "int8",
                                                           "pi32_t",
                                                           "pointer_type",
                                                           "tensor",
                                                           "tensor_descriptor",
                                                           "tuple",
                                                           "uint16",
                                                           "uint32",
                                                           "uint64",
                                                           "uint8"};

constexpr std::array<std::string_view, 27> kMlirKeywords = {
    "attributes", "boundary", "cond",   "dense", "do",        "else",   "evict_first",
    "false",      "for",      "from",   "in",    "iter_args", "lhs",    "loc",
    "module",     "none",     "nested", "other", "private",   "public", "reduce",
    "region",     "step",     "to",     "true",  "where",     "while"};

template <size_t N>
bool contains(const std::array<std::string_view, N> &table, std::string_view word) {
  return std::find(table.begin(), table.end(), word) != table.end();
}

bool isWordStart(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}
bool isWord(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)); }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

/// Writes styles for one line.
class Scanner {
public:
  Scanner(std::string_view line, std::string &styles) : m_line(line), m_styles(styles) {
    m_styles.assign(line.size(), static_cast<char>(Style::Default));
  }

  bool atEnd() const { return m_pos >= m_line.size(); }
  char peek(size_t ahead = 0) const {
    return m_pos + ahead < m_line.size() ? m_line[m_pos + ahead] : '\0';
  }
  bool startsWith(std::string_view text) const {
    return m_line.substr(std::min(m_pos, m_line.size())).starts_with(text);
  }
  size_t pos() const { return m_pos; }
  void skip(size_t n = 1) { m_pos += n; }

  void take(size_t n, Style style) {
    const size_t end = std::min(m_pos + n, m_line.size());
    std::fill(m_styles.begin() + static_cast<std::ptrdiff_t>(m_pos),
              m_styles.begin() + static_cast<std::ptrdiff_t>(end), static_cast<char>(style));
    m_pos = end;
  }
  void takeRest(Style style) { take(m_line.size() - m_pos, style); }

  template <typename Predicate>
  std::string_view word(Predicate predicate, size_t from = 0) const {
    size_t n = from;
    while (m_pos + n < m_line.size() && predicate(m_line[m_pos + n])) {
      ++n;
    }
    return m_line.substr(m_pos, n);
  }

  /// A quoted string on this line, from the quote on.
  void takeString(char quote) {
    size_t n = 1;
    while (m_pos + n < m_line.size() && m_line[m_pos + n] != quote && m_line[m_pos + n] != '\n') {
      n += m_line[m_pos + n] == '\\' ? 2 : 1;
    }
    take(n + 1, Style::String);
  }

  void takeNumber() {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    size_t n = 0;
    for (char previous = 0; m_pos + n < m_line.size(); ++n) {
      const char c = m_line[m_pos + n];
      const bool exponentSign =
          !hex && (c == '+' || c == '-') && (previous == 'e' || previous == 'E');
      if (!isWord(c) && c != '.' && !exponentSign) {
        break;
      }
      previous = c;
    }
    take(std::max<size_t>(n, 1), Style::Number);
  }

private:
  std::string_view m_line;
  std::string &m_styles;
  size_t m_pos = 0;
};

/// Styles up to the end of an open triple-quoted string.
LineState finishTriple(Scanner &scan, LineState state) {
  const std::string_view quotes = state == LineState::InSingleTriple ? "'''" : "\"\"\"";
  while (!scan.atEnd()) {
    if (scan.startsWith(quotes)) {
      scan.take(3, Style::String);
      return LineState::Normal;
    }
    scan.take(scan.peek() == '\\' ? 2 : 1, Style::String);
  }
  return state;
}

Style pythonWordStyle(std::string_view word, bool afterDot) {
  if (!afterDot && contains(kPythonKeywords, word)) {
    return Style::Keyword;
  }
  if (contains(kTritonTypes, word) && afterDot) {
    return Style::Type;
  }
  if (contains(kTritonNames, word) &&
      (afterDot || word == "range" || word == "min" || word == "max")) {
    return Style::Builtin;
  }
  if (word == "tl" || word == "triton" || word == "mtia") {
    return Style::Type;
  }
  return Style::Default;
}

LineState styleTriton(Scanner &scan, LineState state) {
  if (state != LineState::Normal) {
    state = finishTriple(scan, state);
  }
  char previous = 0;
  while (!scan.atEnd()) {
    const char c = scan.peek();
    if (c == '#') {
      scan.takeRest(Style::Comment);
    } else if (scan.startsWith("'''") || scan.startsWith("\"\"\"")) {
      const LineState open = c == '\'' ? LineState::InSingleTriple : LineState::InDoubleTriple;
      scan.take(3, Style::String);
      state = finishTriple(scan, open);
    } else if (c == '"' || c == '\'') {
      scan.takeString(c);
    } else if (c == '@') {
      scan.take(1 + scan.word([](char x) { return isWord(x) || x == '.'; }, 1).size() - 1,
                Style::Decorator);
    } else if (isDigit(c) || (c == '.' && isDigit(scan.peek(1)) && !isWord(previous))) {
      scan.takeNumber();
    } else if (isWordStart(c)) {
      const std::string_view word = scan.word(isWord);
      scan.take(word.size(), pythonWordStyle(word, previous == '.'));
    } else {
      scan.skip();
    }
    if (!std::isspace(static_cast<unsigned char>(c))) {
      previous = c;
    }
  }
  return state;
}

bool isMlirType(std::string_view word) {
  if (word == "index" || word == "tensor" || word == "memref" || word == "vector" ||
      word == "bf16" || word == "tuple" || word == "ptr") {
    return true;
  }
  const size_t digits = word.starts_with("si") || word.starts_with("ui") ? 2 : 1;
  return word.size() > digits && (word[0] == 'i' || word[0] == 'f' || digits == 2) &&
         std::all_of(word.begin() + static_cast<std::ptrdiff_t>(digits), word.end(), isDigit);
}

Style mlirWordStyle(std::string_view word) {
  if (word.find('.') != std::string_view::npos) {
    return Style::Operation;
  }
  if (isMlirType(word)) {
    return Style::Type;
  }
  return contains(kMlirKeywords, word) ? Style::Keyword : Style::Default;
}

void styleMlir(Scanner &scan) {
  const auto wordOrDot = [](char x) { return isWord(x) || x == '.' || x == '$'; };
  while (!scan.atEnd()) {
    const char c = scan.peek();
    if (scan.startsWith("//")) {
      scan.takeRest(Style::Comment);
    } else if (c == '"') {
      scan.takeString('"');
    } else if (c == '%' || c == '^') {
      scan.take(scan.word(
                        [](char x) {
                          return isWord(x) || x == '.' || x == '$' || x == '-' || x == '#' ||
                                 x == ':';
                        },
                        1)
                    .size(),
                Style::Value);
    } else if (c == '#' || c == '@') {
      scan.take(scan.word(wordOrDot, 1).size(), Style::Attribute);
    } else if (c == '!') {
      scan.take(scan.word(wordOrDot, 1).size(), Style::Type);
    } else if (isDigit(c)) {
      // A shape such as 128x64xf16: digits, then the element type as a word of its own.
      const std::string_view number = scan.word([](char x) { return isDigit(x) || x == 'x'; });
      if (number.find('x') != std::string_view::npos && !number.starts_with("0x")) {
        scan.take(number.size(), Style::Number);
      } else {
        scan.takeNumber();
      }
    } else if (isWordStart(c)) {
      const std::string_view word = scan.word(wordOrDot);
      scan.take(word.size(), mlirWordStyle(word));
    } else {
      scan.skip();
    }
  }
}

} // namespace

LineState styleLine(Language language, std::string_view line, LineState state,
                    std::string &styles) {
  Scanner scan(line, styles);
  switch (language) {
  case Language::Triton:
    return styleTriton(scan, state);
  case Language::Mlir:
    styleMlir(scan);
    return LineState::Normal;
  case Language::Plain:
    break;
  }
  return LineState::Normal;
}

} // namespace charonia::ui
