// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One linear walk over the text before any parser sees it: brackets, indents, chains, logical
// lines.
#include "charonia/Frontend/Source.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool isNameByte(char c) { return isNameStart(c) || (c >= '0' && c <= '9'); }

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Chains counted inside one bracket level of one logical line.
struct Level {
  uint32_t operators = 0; ///< operators since the last comma
  uint32_t postfix = 0;   ///< .name, [..] and (..) since the last operand began
};

class Scanner {
public:
  Scanner(std::string_view text, const std::string &file, const compiler::Limits &limits)
      : m_text(text), m_file(file), m_limits(limits) {}

  ScanResult run() {
    if (m_text.size() > m_limits.sourceBytes) {
      report(Code::SourceTooLarge,
             fmt::format("the source has {} bytes; the limit is {}", m_text.size(),
                         m_limits.sourceBytes),
             1, 1);
      return std::move(m_result);
    }
    if (!checkBytes()) {
      return std::move(m_result);
    }
    m_levels.push_back({});
    while (m_at < m_text.size() && m_result.diagnostics.empty()) {
      if (m_lineStart && m_levels.size() == 1 && !m_continued) {
        beginLine();
      } else {
        step();
      }
    }
    endLogicalLine(m_levels.size() > 1);
    return std::move(m_result);
  }

private:
  void report(Code code, std::string message, uint32_t line, uint32_t column) {
    if (m_result.diagnostics.empty()) {
      m_result.diagnostics.push_back(
          makeDiagnostic(code, std::move(message), m_file, {line, column, line, column + 1}));
    }
  }
  uint32_t column() const { return static_cast<uint32_t>(m_at - m_lineBegin + 1); }

  bool checkBytes();
  void beginLine();
  void step();
  void symbol();
  void numberOrOther(char c);
  void word();
  void string();
  void open();
  void close();
  void countOperator(uint32_t column);
  void countPostfix();
  void newline();
  void endLogicalLine(bool unclosed);
  void keyword(std::string_view text);

  std::string_view m_text;
  const std::string &m_file;
  const compiler::Limits &m_limits;
  ScanResult m_result;
  size_t m_at = 0, m_lineBegin = 0;
  uint32_t m_line = 1;
  bool m_lineStart = true, m_continued = false, m_inLogical = false, m_operand = false,
       m_firstWord = true;
  LogicalLine m_logical;
  std::vector<Level> m_levels;
  std::vector<uint32_t> m_indents{0};
  std::vector<uint32_t> m_elifs{0}; ///< per indent: length of the chain that is open
};

bool Scanner::checkBytes() {
  uint32_t line = 1;
  size_t begin = 0;
  for (size_t i = 0; i < m_text.size();) {
    auto byte = static_cast<unsigned char>(m_text[i]);
    size_t length = byte < 0x80                   ? 1
                    : byte >= 0xC2 && byte < 0xE0 ? 2
                    : (byte & 0xF0) == 0xE0       ? 3
                    : byte >= 0xF0 && byte < 0xF5 ? 4
                                                  : 0;
    bool good = length != 0 && byte != 0 && i + length <= m_text.size();
    for (size_t k = 1; good && k < length; ++k) {
      good = (static_cast<unsigned char>(m_text[i + k]) & 0xC0) == 0x80;
    }
    if (good && length == 3) {
      auto second = static_cast<unsigned char>(m_text[i + 1]);
      good = !(byte == 0xE0 && second < 0xA0) && !(byte == 0xED && second >= 0xA0);
    } else if (good && length == 4) {
      auto second = static_cast<unsigned char>(m_text[i + 1]);
      good = !(byte == 0xF0 && second < 0x90) && !(byte == 0xF4 && second >= 0x90);
    }
    if (!good) {
      std::string what =
          byte == 0 ? "a null byte" : fmt::format("byte 0x{:02x}, which is not UTF-8", byte);
      report(Code::BadEncoding, "the source contains " + what, line,
             static_cast<uint32_t>(i - begin + 1));
      return false;
    }
    if (byte == '\n') {
      ++line;
      begin = i + 1;
    }
    i += length;
  }
  return true;
}

void Scanner::beginLine() {
  uint32_t indent = 0;
  size_t first = m_at;
  while (m_at < m_text.size() &&
         (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\f')) {
    indent = m_text[m_at] == '\t' ? (indent / 8 + 1) * 8 : m_text[m_at] == '\f' ? 0 : indent + 1;
    ++m_at;
  }
  m_lineStart = false;
  if (m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '\r' ||
      m_text[m_at] == '#') {
    return; // blank
  }
  while (m_indents.size() > 1 && m_indents.back() > indent) {
    m_indents.pop_back();
    m_elifs.pop_back();
  }
  if (indent > m_indents.back()) {
    m_indents.push_back(indent);
    m_elifs.push_back(0);
    if (m_indents.size() - 1 > m_limits.sourceIndents) {
      report(Code::NestingTooDeep,
             fmt::format("indented {} levels deep; the limit is {}", m_indents.size() - 1,
                         m_limits.sourceIndents),
             m_line, column());
    }
  }
  m_logical = {};
  m_logical.first = m_line;
  m_logical.indent = static_cast<uint32_t>(m_at - first);
  m_inLogical = true;
  m_firstWord = true;
  m_operand = false;
  m_levels.assign(1, {});
}

void Scanner::endLogicalLine(bool unclosed) {
  if (m_inLogical) {
    m_logical.last = m_line;
    m_logical.unclosed = unclosed;
    m_result.logicalLines.push_back(m_logical);
  }
  m_inLogical = false;
}

void Scanner::newline() {
  if (m_levels.size() == 1 && !m_continued) {
    endLogicalLine(false);
    m_levels.assign(1, {});
  }
  ++m_at;
  ++m_line;
  m_lineBegin = m_at;
  m_lineStart = m_levels.size() == 1 && !m_continued;
  m_continued = false;
}

void Scanner::countOperator(uint32_t column) {
  m_operand = false;
  m_levels.back().postfix = 0;
  if (++m_levels.back().operators > m_limits.sourceChain) {
    report(Code::ChainTooLong,
           fmt::format("a chain of more than {} operators", m_limits.sourceChain), m_line, column);
  }
}

void Scanner::countPostfix() {
  if (++m_levels.back().postfix > m_limits.sourceChain) {
    report(Code::ChainTooLong,
           fmt::format("a chain of more than {} attributes, calls or subscripts",
                       m_limits.sourceChain),
           m_line, column());
  }
}

void Scanner::open() {
  if (m_operand && m_text[m_at] != '{') {
    countPostfix();
  }
  m_levels.push_back({});
  m_operand = false;
  if (m_levels.size() - 1 > m_limits.sourceBrackets) {
    report(Code::NestingTooDeep,
           fmt::format("brackets nested {} deep; the limit is {}", m_levels.size() - 1,
                       m_limits.sourceBrackets),
           m_line, column());
  }
  ++m_at;
}

void Scanner::close() {
  if (m_levels.size() > 1) {
    m_levels.pop_back();
  }
  m_operand = true;
  ++m_at;
}

void Scanner::keyword(std::string_view text) {
  if (m_firstWord && m_levels.size() == 1) {
    m_logical.compound = isOneOf(text, {"def", "if", "elif", "else", "for", "while", "with",
                                        "class", "try", "except", "finally", "async", "match"});
    uint32_t &chain = m_elifs.back();
    chain = text == "elif" ? chain + 1 : text == "else" ? chain : 0;
    if (chain > m_limits.sourceChain) {
      report(Code::ChainTooLong,
             fmt::format("a chain of more than {} elif branches", m_limits.sourceChain), m_line,
             column());
    }
  }
  m_firstWord = false;
  if (isOneOf(text, {"and", "or", "not", "in", "is", "if", "else", "lambda", "await"})) {
    countOperator(column());
    return;
  }
  m_operand = !isOneOf(
      text, {"return", "yield", "assert", "del", "elif", "while", "for", "from", "import"});
  // The name after a dot continues a chain; another operand begins one.
  if (m_at == 0 || m_text[m_at - 1] != '.') {
    m_levels.back().postfix = 0;
  }
}

void Scanner::string() {
  char quote = m_text[m_at];
  bool triple = m_at + 2 < m_text.size() && m_text[m_at + 1] == quote && m_text[m_at + 2] == quote;
  m_at += triple ? 3 : 1;
  while (m_at < m_text.size()) {
    char c = m_text[m_at];
    if (c == '\\' && m_at + 1 < m_text.size() && m_text[m_at + 1] != '\n') {
      m_at += 2;
      continue;
    }
    if (c == '\n') {
      bool escaped = m_text[m_at - 1] == '\\';
      if (!triple && !escaped) {
        break; // unterminated: the parser says so
      }
      ++m_line;
      m_lineBegin = m_at + 1;
    }
    if (c == quote && (!triple || (m_at + 2 < m_text.size() && m_text[m_at + 1] == quote &&
                                   m_text[m_at + 2] == quote))) {
      m_at += triple ? 3 : 1;
      break;
    }
    ++m_at;
  }
  m_operand = true;
  m_firstWord = false;
}

void Scanner::word() {
  size_t begin = m_at;
  size_t end = m_at;
  while (end < m_text.size() && isNameByte(m_text[end])) {
    ++end;
  }
  if (end < m_text.size() && (m_text[end] == '"' || m_text[end] == '\'') && end - begin <= 2) {
    m_at = end; // a string prefix
    string();
    return;
  }
  keyword(m_text.substr(begin, end - begin));
  m_at = end;
}

void Scanner::step() {
  char c = m_text[m_at];
  if (isNameStart(c)) {
    word();
    return;
  }
  switch (c) {
  case '\n':
    newline();
    return;
  case '#':
    m_at = std::min(m_text.find('\n', m_at), m_text.size());
    return;
  case '\\':
    m_continued =
        m_at + 1 < m_text.size() && (m_text[m_at + 1] == '\n' || m_text[m_at + 1] == '\r');
    ++m_at;
    return;
  case '"':
  case '\'':
    string();
    return;
  case '(':
  case '[':
  case '{':
    open();
    return;
  case ')':
  case ']':
  case '}':
    close();
    return;
  case ',':
  case ';':
    m_levels.back() = {};
    m_operand = false;
    ++m_at;
    return;
  case '.':
    if (m_operand) {
      countPostfix();
    }
    ++m_at;
    return;
  default:
    if (std::string_view("+-*/%@&|^~<>=!").find(c) != std::string_view::npos) {
      symbol();
    } else {
      numberOrOther(c);
    }
  }
}

void Scanner::symbol() {
  countOperator(column());
  static constexpr std::array<std::string_view, 10> kPairs = {
      "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", "+="};
  bool pair = std::find(kPairs.begin(), kPairs.end(), m_text.substr(m_at, 2)) != kPairs.end();
  m_at += pair ? 2 : 1;
}

void Scanner::numberOrOther(char c) {
  if (c < '0' || c > '9') {
    ++m_at;
    return;
  }
  while (m_at < m_text.size() && (isNameByte(m_text[m_at]) || m_text[m_at] == '.')) {
    ++m_at;
  }
  m_operand = true;
  m_levels.back().postfix = 0;
}

} // namespace

ScanResult scanSource(std::string_view text, const std::string &file,
                      const compiler::Limits &limits) {
  return Scanner(text, file, limits).run();
}

} // namespace charonia::frontend
