// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Source text to syntax tree: limits, scan, parse, recovery from syntax errors. No MLIR, no Python
// header. `parseSource` never throws; what is wrong is in `diagnostics`.
//
//   auto source = parseSource(text, "kernel.py");
//   if (source->ok) { use(source->tree.body); }
#pragma once

#include "charonia/Frontend/Ast.h"
#include "charonia/compiler/Compiler.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::frontend {

/// Stable diagnostic codes; the table is Codes.def.
enum class Code : uint8_t {
#define CODE(identifier, code, title) identifier,
#include "charonia/Frontend/Codes.def"
};
const char *codeText(Code code);  ///< "KF0101"
const char *codeTitle(Code code); ///< "undefined name"
/// Every code with its title, in the order of the table.
std::vector<std::pair<std::string, std::string>> codeTable();

/// A file after parsing. With `ok` false the tree still holds every statement that could be parsed.
struct ParsedSource {
  std::string file, text;
  compiler::Limits limits;        ///< that it was parsed under
  std::vector<std::string> lines; ///< without line ends
  SyntaxTree tree;
  std::vector<compiler::Diagnostic> diagnostics;
  bool ok = false;
};
using ParsedSourceRef = std::shared_ptr<const ParsedSource>;

/// Parses `text`. The last few results are cached by text, file name and limits; safe on any
/// thread.
ParsedSourceRef parseSource(const std::string &text, const std::string &file,
                            const compiler::Limits &limits = {});

/// One logical line: physical lines [first, last], 1-based, joined by brackets or backslashes.
struct LogicalLine {
  uint32_t first = 0, last = 0;
  uint32_t indent = 0;   ///< bytes of leading blanks of the first line
  bool compound = false; ///< starts with def, if, for ... (has a body)
  bool unclosed = false; ///< a bracket or string of it never ends
};

/// The scan before parsing: finds what would overflow a stack, with its place. Linear in the text.
struct ScanResult {
  std::vector<LogicalLine> logicalLines;
  std::vector<compiler::Diagnostic> diagnostics; ///< empty when the text is within its limits
};
ScanResult scanSource(std::string_view text, const std::string &file,
                      const compiler::Limits &limits);

/// A diagnostic of this library.
compiler::Diagnostic makeDiagnostic(Code code, std::string message, const std::string &file,
                                    const Place &place,
                                    compiler::Severity severity = compiler::Severity::Error);

} // namespace charonia::frontend
