// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites Triton IR text line by line, leaving strings and comments alone.
#include "TtirText.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace charonia::compiler {

namespace {

using llvm::StringRef;

constexpr StringRef kAssume = "llvm.intr.assume";
constexpr StringRef kBarrier = "ttg.barrier";
constexpr StringRef kUndef = "llvm.mlir.undef";

/// The end of the string that begins at `text[at]`, or the end of its line.
size_t skipString(StringRef text, size_t at) {
  for (++at; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return std::min(at, text.size());
}

/// Position of `word` in `line` as a token outside strings and comments, or npos.
size_t findToken(StringRef line, StringRef word) {
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '"') {
      i = skipString(line, i);
    } else if (line.substr(i).starts_with("//")) {
      return StringRef::npos;
    } else if (line.substr(i).starts_with(word) &&
               (i == 0 ||
                !(llvm::isAlnum(line[i - 1]) || StringRef("_.%@#$").contains(line[i - 1])))) {
      return i;
    } else {
      ++i;
    }
  }
  return StringRef::npos;
}

/// Text as long as `text` but blank.
std::string blank(StringRef text) { return std::string(text.size(), ' '); }

/// `llvm.intr.assume %c {attrs} : i1` to the generic form.
std::string rewriteAssume(StringRef line, size_t at) {
  StringRef rest = line.substr(at + kAssume.size());
  StringRef trimmed = rest.ltrim();
  size_t colon = trimmed.find(" : i1");
  if (!trimmed.starts_with("%") || colon == StringRef::npos) {
    return line.str();
  }
  StringRef value = trimmed.take_until([](char c) { return c == ' ' || c == '{'; });
  StringRef attributes = trimmed.substr(value.size(), colon - value.size()).trim();
  return (line.take_front(at) + "\"llvm.intr.assume\"(" + value + ") " + attributes +
          (attributes.empty() ? ": (i1) -> ()" : " : (i1) -> ()") + trimmed.substr(colon + 5))
      .str();
}

/// `ttg.barrier local|global_read` to `gpu.barrier`.
std::string rewriteBarrier(StringRef line, size_t at) {
  StringRef rest = line.substr(at + kBarrier.size());
  size_t length = 0;
  while (length < rest.size() &&
         (llvm::isAlpha(rest[length]) || StringRef("_| ").contains(rest[length]))) {
    // Spaces belong to the list only beside a bar; `loc(` begins the rest.
    if (rest.substr(length).starts_with("loc(")) {
      break;
    }
    ++length;
  }
  return (line.take_front(at) + "gpu.barrier" + blank(rest.take_front(length)) +
          rest.substr(length))
      .str();
}

/// Triton 3.1's `tt.reshape %x {allow_reorder = true} : ...` to the keyword form.
std::string rewriteReshape(StringRef line) {
  std::string result = line.str();
  for (auto [old, now] :
       {std::pair<StringRef, StringRef>{"{allow_reorder = true}", "allow_reorder"},
        {"{allow_reorder = false}", ""}}) {
    if (size_t at = result.find(old); at != std::string::npos) {
      result.replace(at, old.size(), now.str() + std::string(old.size() - now.size(), ' '));
    }
  }
  return result;
}

/// Triton 3.1's `tt.assert %c, "message", "file", "function", 12 : i1`: blanks what follows the
/// message.
std::string rewriteAssert(StringRef line, size_t at) {
  size_t message = line.find('"', at);
  if (message == StringRef::npos) {
    return line.str();
  }
  size_t end = skipString(line, message);
  if (!line.substr(end).ltrim().starts_with(",")) {
    return line.str();
  }
  size_t stop = end;
  while (stop < line.size() && !line.substr(stop).starts_with(" : ") && line[stop] != '{') {
    stop = line[stop] == '"' ? skipString(line, stop) : stop + 1;
  }
  return (line.take_front(end) + blank(line.slice(end, stop)) + line.substr(stop)).str();
}

std::string rewriteLine(StringRef line) {
  if (size_t at = findToken(line, kAssume); at != StringRef::npos) {
    return rewriteAssume(line, at);
  }
  if (size_t at = findToken(line, kBarrier); at != StringRef::npos) {
    return rewriteBarrier(line, at);
  }
  if (size_t at = findToken(line, kUndef); at != StringRef::npos) {
    return (line.take_front(at) + "ub.poison      " + line.substr(at + kUndef.size())).str();
  }
  if (findToken(line, "tt.reshape") != StringRef::npos) {
    return rewriteReshape(line);
  }
  if (size_t at = findToken(line, "tt.assert"); at != StringRef::npos) {
    return rewriteAssert(line, at);
  }
  return line.str();
}

bool mayNeedRewriting(StringRef line) {
  return line.contains(kAssume) || line.contains(kBarrier) || line.contains(kUndef) ||
         line.contains("{allow_reorder") || line.contains("tt.assert");
}

} // namespace

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

std::string toReadable(StringRef text) {
  if (!mayNeedRewriting(text)) {
    return text.str();
  }
  std::string result;
  result.reserve(text.size() + 1024);
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    bool ended = line.size() < text.size();
    result += mayNeedRewriting(line) ? rewriteLine(line) : line.str();
    if (ended) {
      result += '\n';
    }
    text = rest;
  }
  return result;
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
      result += (kAssume + " " + value + rest.take_front(end) + " : i1").str();
      rest = rest.substr(end + type.size());
    }
    text = rest;
  }
}

} // namespace charonia::compiler
