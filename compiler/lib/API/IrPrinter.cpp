// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "IrPrinter.h"

#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <tuple>

namespace charonia::compiler {
namespace {

/// Byte offset of the start of each line.
std::vector<uint32_t> lineStarts(const std::string &text) {
  std::vector<uint32_t> starts = {0};
  for (uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      starts.push_back(i + 1);
    }
  }
  return starts;
}

/// Finds where ops end. The printer tells where an op starts; one without regions ends with its
/// line, one with regions at the line that closes it: the first line not deeper indented that
/// begins with '}'.
class RangeFinder {
public:
  explicit RangeFinder(const std::string &text) : m_text(text), m_starts(lineStarts(text)) {}

  OpRange range(OpId id, unsigned line, unsigned column, bool hasRegions) const {
    OpRange range;
    range.op = id;
    range.line = line;
    range.begin = m_starts[line - 1] + column - 1;
    range.end = hasRegions ? closingLineEnd(line) : lineEnd(line);
    return range;
  }

  bool valid(unsigned line) const { return line >= 1 && line <= m_starts.size(); }

private:
  uint32_t lineEnd(unsigned line) const {
    return line < m_starts.size() ? m_starts[line] - 1 : uint32_t(m_text.size());
  }

  size_t indent(unsigned line) const {
    size_t first = m_text.find_first_not_of(' ', m_starts[line - 1]);
    return first == std::string::npos ? 0 : first - m_starts[line - 1];
  }

  uint32_t closingLineEnd(unsigned line) const {
    size_t own = indent(line);
    char last = m_text[lineEnd(line) - 1];
    if (last != '{' && last != '(') {
      return lineEnd(line); // printed on one line
    }
    uint32_t end = lineEnd(line);
    for (unsigned next = line + 1; next <= m_starts.size(); ++next) {
      if (lineEnd(next) == m_starts[next - 1]) {
        continue;
      }
      size_t depth = indent(next);
      char first = m_text[m_starts[next - 1] + depth];
      if (depth <= own && first != '}' && first != '^') {
        break;
      }
      end = lineEnd(next);
      char tail = m_text[end - 1];
      if (depth <= own && first == '}' && tail != '{') {
        break;
      }
    }
    return end;
  }

  const std::string &m_text;
  std::vector<uint32_t> m_starts;
};

} // namespace

IrText printIr(mlir::Operation *module) {
  IrText result;
  mlir::AsmState::LocationMap locations;
  {
    mlir::AsmState state(module, mlir::OpPrintingFlags(), &locations);
    llvm::raw_string_ostream stream(result.text);
    module->print(stream, state);
    stream << "\n";
  }
  RangeFinder finder(result.text);
  module->walk([&](mlir::Operation *op) {
    auto it = locations.find(op);
    OpId id = getOpId(op);
    if (it != locations.end() && id != kNone && finder.valid(it->second.first)) {
      result.ops.push_back(
          finder.range(id, it->second.first, it->second.second, op->getNumRegions() != 0));
    }
  });
  std::sort(result.ops.begin(), result.ops.end(), [](const OpRange &a, const OpRange &b) {
    return std::tie(a.begin, b.end, a.op) < std::tie(b.begin, a.end, b.op);
  });
  return result;
}

} // namespace charonia::compiler
