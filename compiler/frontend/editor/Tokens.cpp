// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tolerant scanner: strings with prefixes, quotes in threes and f-string braces; comments; names.
#include "Tokens.h"

#include <algorithm>

namespace charonia::frontend::editor {
namespace {

bool isStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isWord(char c) { return isStart(c) || isDigit(c); }

class Tokenizer {
public:
  explicit Tokenizer(const std::vector<std::string> &lines) : m_lines(lines) {}

  std::vector<Token> run() {
    while (m_line < m_lines.size()) {
      step(m_lines[m_line].size(), false);
    }
    return std::move(m_tokens);
  }

private:
  const std::string &line() const { return m_lines[m_line]; }
  void add(Token::Kind kind, size_t begin, size_t end, bool inString) {
    Token token;
    token.kind = kind;
    token.inString = inString;
    token.place = {static_cast<uint32_t>(m_line + 1), static_cast<uint32_t>(begin + 1),
                   static_cast<uint32_t>(m_line + 1), static_cast<uint32_t>(end + 1)};
    token.text = std::string_view(line()).substr(begin, end - begin);
    m_tokens.push_back(token);
  }

  /// One token of the current line before `limit`, or the line's end.
  void step(size_t limit, bool inString) {
    if (m_at >= limit) {
      if (!inString) {
        ++m_line;
        m_at = 0;
      }
      return;
    }
    char c = line()[m_at];
    size_t begin = m_at;
    if (c == ' ' || c == '\t' || c == '\f' || c == '\r') {
      ++m_at;
    } else if (c == '#' && !inString) {
      m_at = limit;
      add(Token::Kind::Comment, begin, limit, inString);
    } else if (c == '"' || c == '\'') {
      string(begin, limit, inString);
    } else if (isStart(c)) {
      word(limit, inString);
    } else if (isDigit(c) || (c == '.' && begin + 1 < limit && isDigit(line()[begin + 1]))) {
      while (m_at < limit && (isWord(line()[m_at]) || line()[m_at] == '.' ||
                              ((line()[m_at] == '+' || line()[m_at] == '-') &&
                               (line()[m_at - 1] == 'e' || line()[m_at - 1] == 'E') &&
                               line().compare(begin, 2, "0x") != 0))) {
        ++m_at;
      }
      add(Token::Kind::Number, begin, m_at, inString);
    } else {
      ++m_at;
      add(Token::Kind::Symbol, begin, m_at, inString);
    }
  }

  void word(size_t limit, bool inString) {
    size_t begin = m_at;
    while (m_at < limit && isWord(line()[m_at])) {
      ++m_at;
    }
    bool quote = m_at < limit && (line()[m_at] == '"' || line()[m_at] == '\'');
    std::string_view text = std::string_view(line()).substr(begin, m_at - begin);
    bool prefix = text.size() <= 2 && text.find_first_not_of("rRbBuUfF") == std::string_view::npos;
    if (quote && prefix) {
      string(begin, limit, inString);
    } else {
      add(Token::Kind::Name, begin, m_at, inString);
    }
  }

  /// A string whose prefix begins at `begin` and whose quote is at m_at.
  void string(size_t begin, size_t limit, bool inString) {
    std::string_view prefix = std::string_view(line()).substr(begin, m_at - begin);
    bool formatted = prefix.find_first_of("fF") != std::string_view::npos;
    char quote = line()[m_at];
    bool three = m_at + 2 < limit && line()[m_at + 1] == quote && line()[m_at + 2] == quote;
    Token token;
    token.kind = Token::Kind::String;
    token.inString = inString;
    token.closed = false;
    size_t firstLine = m_line;
    size_t at = m_at + (three ? 3 : 1), contentBegin = at;
    size_t current = m_line, end = 0;
    while (true) {
      const std::string &text = m_lines[current];
      size_t stop = inString ? limit : text.size();
      end = stop;
      while (at < stop) {
        if (text[at] == '\\') {
          at += 2;
        } else if (text[at] == quote &&
                   (!three || (at + 2 < stop && text[at + 1] == quote && text[at + 2] == quote))) {
          end = at;
          token.closed = true;
          break;
        } else {
          ++at;
        }
      }
      bool continued = three || (!text.empty() && stop > 0 && text[stop - 1] == '\\' && at > stop);
      if (token.closed || inString || !continued || current + 1 >= m_lines.size()) {
        break;
      }
      ++current;
      at = 0;
    }
    size_t after = std::min(end + (token.closed ? (three ? 3 : 1) : 0), m_lines[current].size());
    token.place = {static_cast<uint32_t>(firstLine + 1), static_cast<uint32_t>(begin + 1),
                   static_cast<uint32_t>(current + 1), static_cast<uint32_t>(after + 1)};
    token.text =
        std::string_view(m_lines[firstLine])
            .substr(begin, (current == firstLine ? after : m_lines[firstLine].size()) - begin);
    m_tokens.push_back(token);
    if (formatted && m_depth < kMaxDepth) {
      ++m_depth;
      braces(contentBegin, current, end);
      --m_depth;
    }
    m_line = current;
    m_at = after;
  }

  /// The tokens in the braces of an f-string whose content is [begin of m_line, end of `lastLine`).
  void braces(size_t begin, size_t lastLine, size_t end) {
    std::vector<Field> fields;
    m_at = begin;
    while (m_line <= lastLine) {
      size_t limit = m_line == lastLine ? std::min(end, line().size()) : line().size();
      while (m_at < limit) {
        formatted(limit, fields);
      }
      if (m_line == lastLine) {
        return;
      }
      ++m_line;
      m_at = 0;
    }
  }

  /// A replacement field that is open: its expression, or what follows the colon.
  struct Field {
    int brackets = 0;
    bool specification = false;
  };

  void formatted(size_t limit, std::vector<Field> &fields) {
    char c = line()[m_at];
    bool twice = m_at + 1 < limit && line()[m_at + 1] == c;
    if (fields.empty() || fields.back().specification) {
      bool literal = fields.empty() && twice && (c == '{' || c == '}');
      if (c == '{' && !literal) {
        fields.push_back({});
      } else if (c == '}' && !fields.empty()) {
        fields.pop_back();
      }
      m_at += literal ? 2 : 1;
      return;
    }
    Field &field = fields.back();
    bool outside = field.brackets == 0;
    if (c == '}' && outside) {
      fields.pop_back();
      ++m_at;
    } else if (c == ':' && outside) {
      field.specification = true;
      ++m_at;
    } else if (c == '!' && outside && !(m_at + 1 < limit && line()[m_at + 1] == '=')) {
      m_at += 2; // a conversion: !r
    } else {
      field.brackets += c == '(' || c == '[' || c == '{' ? 1 : 0;
      field.brackets -= (c == ')' || c == ']' || c == '}') && !outside ? 1 : 0;
      step(limit, true);
    }
  }

  static constexpr int kMaxDepth = 4;
  const std::vector<std::string> &m_lines;
  std::vector<Token> m_tokens;
  size_t m_line = 0, m_at = 0;
  int m_depth = 0;
};

} // namespace

std::vector<Token> tokenize(const std::vector<std::string> &lines) {
  return Tokenizer(lines).run();
}

const std::vector<std::string> &keywords() {
  static const std::vector<std::string> kWords = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return kWords;
}

bool isKeyword(std::string_view text) {
  return std::find(keywords().begin(), keywords().end(), text) != keywords().end();
}

bool isIdentifier(std::string_view text) {
  return !text.empty() && isStart(text.front()) && std::all_of(text.begin(), text.end(), isWord) &&
         !isKeyword(text);
}

bool contains(const Place &place, uint32_t line, uint32_t column, bool touching) {
  if (line < place.line || line > place.endLine) {
    return false;
  }
  return !(line == place.line && column < place.column) &&
         !(line == place.endLine &&
           (touching ? column > place.endColumn : column >= place.endColumn));
}

bool inText(const std::vector<Token> &tokens, uint32_t line, uint32_t column) {
  bool inside = false;
  for (const Token &token : tokens) {
    if (token.place.line > line) {
      break;
    }
    if (token.kind == Token::Kind::Comment) {
      inside = inside || (token.place.line == line && column > token.place.column);
    } else if (token.kind == Token::Kind::String) {
      bool first = token.place.line == line && column <= token.place.column;
      bool last =
          token.place.endLine == line &&
          (column > token.place.endColumn || (token.closed && column == token.place.endColumn));
      inside = inside || (line <= token.place.endLine && !first && !last);
    } else if (token.inString && contains(token.place, line, column, true)) {
      return false;
    }
  }
  return inside;
}

} // namespace charonia::frontend::editor
