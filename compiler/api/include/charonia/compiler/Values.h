// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values that leave the compiler: diagnostics, remarks, pass records, printed IR, lineage.
// Plain data without MLIR, safe to copy between threads.
#pragma once

#include "charonia/program/Program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace charonia::compiler {

using program::kNone;
using program::OpId;
using program::SourceFrame;

/// A range of source text; lines are 1-based, columns 1-based bytes, the end is exclusive. Line 0:
/// no place.
struct SourceRange {
  std::string file;
  uint32_t beginLine = 0, beginColumn = 0, endLine = 0, endColumn = 0;
  bool valid() const { return beginLine != 0; }
};

enum class Severity : uint8_t { Error, Warning, Note };

struct DiagnosticNote {
  std::string message;
  SourceRange range;
};

/// A change of the text that mends what a message says, shown as "fix: <title>". An empty `text`
/// deletes the range; a range without extent inserts at its beginning.
struct FixIt {
  std::string title;
  SourceRange range;
  std::string text;
};

/// A message to the user. `code` is stable ("KC0102"); `message` is English, ready to print.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string code, message;
  SourceRange range;
  std::vector<DiagnosticNote> notes;
  std::vector<FixIt> fixes; ///< alternatives; most messages have none or one
};

/// A decision of the compiler: what, where, why, numbers.
struct Remark {
  std::string pass;    ///< flag of the pass: "tile-analyze-access"
  std::string kind;    ///< "access", "unit", "cb-depth", "ls" ...
  std::string message; ///< what was decided
  std::string reason;  ///< why
  OpId op = kNone;
  SourceRange range;
  std::vector<std::pair<std::string, double>> numbers;
};

/// A row of the pass table: the one list that driver, CLI, GUI and docs read.
struct PassInfo {
  std::string flag;    ///< "pe-size-cbs"
  int stage = 1;       ///< 1 Parsing, 2 Mapping, 3 Lowering, 4 Code generation
  std::string summary; ///< one line
};

/// What one pass did in one compilation.
struct PassRecord {
  std::string flag;
  int stage = 1;
  bool changed = false;
  uint64_t micros = 0;
  uint32_t opsBefore = 0, opsAfter = 0;
};

/// Where an op stands in printed IR: byte range [begin, end) of its text, and its line (1-based).
struct OpRange {
  OpId op = kNone;
  uint32_t begin = 0, end = 0, line = 0;
};

/// IR after one pass, printed.
struct IrText {
  std::string text;
  std::vector<OpRange> ops; ///< in order of `begin`; regions nest
};

/// One step in the life of an op.
struct LineageEvent {
  enum class Kind : uint8_t { Create, Replace, Merge, Erase } kind = Kind::Create;
  std::string pass, pattern;
  OpId op = kNone;
  std::vector<OpId> from; ///< ops that it came from (Create, Replace, Merge)
};

/// An op as identity: its name and source frames.
struct OpRecord {
  std::string name;
  program::FrameId frame = kNone;
};

/// One access (load or store) after access analysis.
struct AccessRow {
  OpId op = kNone;
  SourceRange range;
  std::string argument, kind, rung, reason; ///< kind: load, store, atomic
  int64_t bytesPerTile = 0;
  /// What moves the tile, in words: "box 32 x 64 of strides 256, 4"; empty where elements go alone.
  std::string descriptor;
  int64_t descriptors = 0; ///< that move the tile; 0 where elements go alone
  int64_t alignment = 0;   ///< bytes that divide every address of the access's rows; 0: unknown
  /// Better rungs, best first, each with the condition that fails.
  std::vector<std::pair<std::string, std::string>> betterRungs;
};

/// One op's placement.
struct PlacementRow {
  OpId op = kNone;
  SourceRange range;
  std::string opName, unit, reason;
};

} // namespace charonia::compiler
