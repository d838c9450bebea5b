// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parseSource: scan, parse, and on a syntax error blank the logical line and parse again, so that
// several errors are reported and what is whole can still be listed.
#include "charonia/Frontend/Source.h"

#include "PythonAst.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>

namespace charonia::frontend {
namespace {

constexpr int kMaxSyntaxErrors = 20;
constexpr size_t kCacheEntries = 8;

std::vector<std::string> splitLines(std::string_view text) {
  std::vector<std::string> lines;
  size_t begin = 0;
  while (begin <= text.size()) {
    size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (!line.empty() && line.back() == '\r') {
      line.remove_suffix(1);
    }
    lines.emplace_back(line);
    begin = end + 1;
  }
  return lines;
}

std::string joinLines(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines) {
    text += line;
    text += '\n';
  }
  return text;
}

size_t indentOf(const std::string &line) {
  size_t at = line.find_first_not_of(" \t");
  return at == std::string::npos ? line.size() : at;
}

bool blank(const std::string &line) {
  size_t at = line.find_first_not_of(" \t\f");
  return at == std::string::npos || line[at] == '#';
}

/// Repairs the text after a syntax error so that the rest can be parsed.
class Recovery {
public:
  explicit Recovery(std::vector<std::string> &lines) : m_lines(lines) {}

  /// False when the error cannot be removed.
  bool repair(const ParseError &error, const ScanResult &scan) {
    uint32_t line = std::min<uint32_t>(error.place.line, static_cast<uint32_t>(m_lines.size()));
    if (line == 0) {
      return false;
    }
    const LogicalLine *logical = find(scan, line);
    uint32_t first = logical ? logical->first : line;
    int attempt = m_attempts[first]++;
    if (attempt >= 2) {
      return false;
    }
    if (error.message.rfind("expected an indented block", 0) == 0 && logical && attempt == 0) {
      return addBody(scan, line);
    }
    bool dropped = attempt > 0 || error.message.find("unexpected indent") != std::string::npos ||
                   error.message.find("unindent") != std::string::npos;
    blankOut(first, lastLine(first, line, logical), dropped, logical && logical->compound);
    return true;
  }

private:
  static const LogicalLine *find(const ScanResult &scan, uint32_t line) {
    for (const LogicalLine &logical : scan.logicalLines) {
      if (logical.first <= line && line <= logical.last) {
        return &logical;
      }
    }
    return nullptr;
  }

  /// A bracket that never closes swallows the file: its line ends where a new statement seems to
  /// begin.
  uint32_t lastLine(uint32_t first, uint32_t line, const LogicalLine *logical) const {
    if (!logical) {
      return line;
    }
    if (!logical->unclosed) {
      return logical->last;
    }
    uint32_t last = first;
    while (last < logical->last && last < m_lines.size()) {
      const std::string &next = m_lines[last];
      if (!blank(next) && indentOf(next) <= indentOf(m_lines[first - 1])) {
        break;
      }
      ++last;
    }
    return std::max(last, first);
  }

  bool addBody(const ScanResult &scan, uint32_t line) {
    const LogicalLine *header = nullptr;
    for (const LogicalLine &logical : scan.logicalLines) {
      if (logical.last < line) {
        header = &logical;
      }
    }
    if (!header || header->last == 0 || header->last > m_lines.size()) {
      return false;
    }
    std::string &text = m_lines[header->last - 1];
    size_t comment = text.find('#');
    text = (comment == std::string::npos ? text : text.substr(0, comment)) + " pass";
    return true;
  }

  void blankOut(uint32_t first, uint32_t last, bool dropped, bool compound) {
    std::string indent = m_lines[first - 1].substr(0, indentOf(m_lines[first - 1]));
    bool hasBody = false;
    for (size_t next = last; next < m_lines.size(); ++next) {
      if (!blank(m_lines[next])) {
        hasBody = indentOf(m_lines[next]) > indent.size();
        break;
      }
    }
    for (uint32_t line = first; line <= last && line <= m_lines.size(); ++line) {
      m_lines[line - 1].clear();
    }
    if (!dropped || (compound && hasBody)) {
      m_lines[first - 1] = indent + (hasBody ? "if 1:" : "pass");
    }
  }

  std::vector<std::string> &m_lines;
  std::map<uint32_t, int> m_attempts;
};

void parseInto(ParsedSource &result, const compiler::Limits &limits) {
  std::string_view text = result.text;
  if (text.substr(0, 3) == "\xEF\xBB\xBF") {
    text.remove_prefix(3);
  }
  ScanResult scan = scanSource(text, result.file, limits);
  if (!scan.diagnostics.empty()) {
    result.diagnostics = std::move(scan.diagnostics);
    if (result.text.size() <= limits.sourceBytes) {
      result.lines = splitLines(text);
    }
    return;
  }
  result.lines = splitLines(text);
  std::vector<std::string> lines = result.lines;
  Recovery recovery(lines);
  for (int round = 0; round < kMaxSyntaxErrors; ++round) {
    std::string current = joinLines(lines);
    ParseError error;
    SyntaxTree tree;
    ParseStatus status = parsePython(current, result.file, tree, error);
    if (status == ParseStatus::Ok) {
      result.tree = std::move(tree);
      result.ok = result.diagnostics.empty();
      return;
    }
    if (status == ParseStatus::Unavailable) {
      result.diagnostics.push_back(makeDiagnostic(Code::ParserUnavailable,
                                                  "the Python 3.11 library could not be started",
                                                  result.file, {}));
      return;
    }
    bool deep = error.type == "RecursionError" || error.type == "MemoryError";
    result.diagnostics.push_back(
        makeDiagnostic(deep ? Code::NestingTooDeep : Code::SyntaxError,
                       deep ? "the source is nested too deeply for the parser" : error.message,
                       result.file, error.place));
    if (deep || !recovery.repair(error, scanSource(current, result.file, limits))) {
      return;
    }
  }
  result.diagnostics.push_back(makeDiagnostic(
      Code::TooManyErrors, fmt::format("stopped after {} syntax errors", kMaxSyntaxErrors),
      result.file, {}, compiler::Severity::Note));
  result.diagnostics.back().range = result.diagnostics[result.diagnostics.size() - 2].range;
}

std::mutex &cacheMutex() {
  static std::mutex mutex;
  return mutex;
}

} // namespace

ParsedSourceRef parseSource(const std::string &text, const std::string &file,
                            const compiler::Limits &limits) {
  static std::vector<ParsedSourceRef> cache; // most recent last
  auto same = [&](const ParsedSourceRef &entry) {
    return entry->file == file && entry->limits == limits && entry->text == text;
  };
  {
    std::lock_guard guard(cacheMutex());
    auto found = std::find_if(cache.begin(), cache.end(), same);
    if (found != cache.end()) {
      std::rotate(found, found + 1, cache.end());
      return cache.back();
    }
  }
  auto result = std::make_shared<ParsedSource>();
  result->file = file;
  result->text = text;
  result->limits = limits;
  parseInto(*result, limits);
  std::lock_guard guard(cacheMutex());
  if (cache.size() >= kCacheEntries) {
    cache.erase(cache.begin());
  }
  cache.push_back(result);
  return result;
}

const char *codeText(Code code) {
  static const char *const kCodes[] = {
#define CODE(identifier, code, title) code,
#include "charonia/Frontend/Codes.def"
  };
  return kCodes[static_cast<size_t>(code)];
}

const char *codeTitle(Code code) {
  static const char *const kTitles[] = {
#define CODE(identifier, code, title) title,
#include "charonia/Frontend/Codes.def"
  };
  return kTitles[static_cast<size_t>(code)];
}

std::vector<std::pair<std::string, std::string>> codeTable() {
  return {
#define CODE(identifier, code, title) {code, title},
#include "charonia/Frontend/Codes.def"
  };
}

compiler::Diagnostic makeDiagnostic(Code code, std::string message, const std::string &file,
                                    const Place &place, compiler::Severity severity) {
  compiler::Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = codeText(code);
  diagnostic.message = std::move(message);
  diagnostic.range = {file, place.line, place.column, place.endLine, place.endColumn};
  return diagnostic;
}

} // namespace charonia::frontend
