// SPDX-License-Identifier: GPL-3.0-or-later
// The members of the compiler's values, listed once for reading and writing. The lists bind by
// structured binding where they name every member, so that a new member must be listed here too.
#pragma once

#include "charonia/compiler/Compiler.h"
#include "charonia/launch/Memory.h"

#include <concepts>
#include <type_traits>

namespace charonia::app {

template <typename T, typename U>
concept Of = std::same_as<std::remove_const_t<T>, U>;

template <typename A, Of<compiler::SourceRange> T>
void members(A &ar, T &x) {
  auto &[file, beginLine, beginColumn, endLine, endColumn] = x;
  ar("file", file);
  ar("beginLine", beginLine);
  ar("beginColumn", beginColumn);
  ar("endLine", endLine);
  ar("endColumn", endColumn);
}

template <typename A, Of<compiler::DiagnosticNote> T>
void members(A &ar, T &x) {
  auto &[message, range] = x;
  ar("message", message);
  ar("range", range);
}

template <typename A, Of<compiler::FixIt> T>
void members(A &ar, T &x) {
  auto &[title, range, text] = x;
  ar("title", title);
  ar("range", range);
  ar("text", text);
}

template <typename A, Of<compiler::Diagnostic> T>
void members(A &ar, T &x) {
  auto &[severity, code, message, range, notes, fixes] = x;
  ar("severity", severity);
  ar("code", code);
  ar("message", message);
  ar("range", range);
  ar("notes", notes);
  ar("fixes", fixes);
}

template <typename A, Of<compiler::Remark> T>
void members(A &ar, T &x) {
  auto &[pass, kind, message, reason, op, range, numbers] = x;
  ar("pass", pass);
  ar("kind", kind);
  ar("message", message);
  ar("reason", reason);
  ar("op", op);
  ar("range", range);
  ar("numbers", numbers);
}

template <typename A, Of<compiler::PassRecord> T>
void members(A &ar, T &x) {
  auto &[flag, stage, changed, micros, opsBefore, opsAfter] = x;
  ar("flag", flag);
  ar("stage", stage);
  ar("changed", changed);
  ar("micros", micros);
  ar("opsBefore", opsBefore);
  ar("opsAfter", opsAfter);
}

template <typename A, Of<compiler::OpRange> T>
void members(A &ar, T &x) {
  auto &[op, begin, end, line] = x;
  ar("op", op);
  ar("begin", begin);
  ar("end", end);
  ar("line", line);
}

template <typename A, Of<compiler::IrText> T>
void members(A &ar, T &x) {
  auto &[text, ops] = x;
  ar("text", text);
  ar("ops", ops);
}

template <typename A, Of<compiler::LineageEvent> T>
void members(A &ar, T &x) {
  auto &[kind, pass, pattern, op, from] = x;
  ar("kind", kind);
  ar("pass", pass);
  ar("pattern", pattern);
  ar("op", op);
  ar("from", from);
}

template <typename A, Of<compiler::OpRecord> T>
void members(A &ar, T &x) {
  auto &[name, frame] = x;
  ar("name", name);
  ar("frame", frame);
}

template <typename A, Of<compiler::SourceFrame> T>
void members(A &ar, T &x) {
  auto &[file, line, column, function, parent] = x;
  ar("file", file);
  ar("line", line);
  ar("column", column);
  ar("function", function);
  ar("parent", parent);
}

template <typename A, Of<compiler::AccessRow> T>
void members(A &ar, T &x) {
  auto &[op, range, argument, kind, rung, reason, bytesPerTile, descriptor, descriptors, alignment,
         betterRungs] = x;
  ar("op", op);
  ar("range", range);
  ar("argument", argument);
  ar("kind", kind);
  ar("rung", rung);
  ar("reason", reason);
  ar("bytesPerTile", bytesPerTile);
  ar("descriptor", descriptor);
  ar("descriptors", descriptors);
  ar("alignment", alignment);
  ar("betterRungs", betterRungs);
}

template <typename A, Of<compiler::PlacementRow> T>
void members(A &ar, T &x) {
  auto &[op, range, opName, unit, reason] = x;
  ar("op", op);
  ar("range", range);
  ar("opName", opName);
  ar("unit", unit);
  ar("reason", reason);
}

template <typename A, Of<compiler::Limits> T>
void members(A &ar, T &x) {
  ar("sourceBytes", x.sourceBytes);
  ar("irBytes", x.irBytes);
  ar("sourceBrackets", x.sourceBrackets);
  ar("sourceIndents", x.sourceIndents);
  ar("sourceChain", x.sourceChain);
  ar("irNesting", x.irNesting);
  ar("ops", x.ops);
  ar("bufferBytes", x.bufferBytes);
  ar("pids", x.pids);
  ar("interpreterSteps", x.interpreterSteps);
  ar("interpreterSeconds", x.interpreterSeconds);
}

template <typename A, Of<compiler::Options> T>
void members(A &ar, T &x) {
  ar("policy", x.policy);
  ar("mapping", x.mapping);
  ar("cbDepth", x.cbDepth);
  ar("skew", x.skew);
  ar("limits", x.limits);
  ar("searchPaths", x.searchPaths);
}

template <typename A, Of<compiler::ParameterInfo> T>
void members(A &ar, T &x) {
  auto &[name, annotation, defaultText, constexprParameter, usedAsPointer] = x;
  ar("name", name);
  ar("annotation", annotation);
  ar("defaultText", defaultText);
  ar("constexprParameter", constexprParameter);
  ar("usedAsPointer", usedAsPointer);
}

template <typename A, Of<compiler::KernelInfo> T>
void members(A &ar, T &x) {
  auto &[name, parameters, range] = x;
  ar("name", name);
  ar("parameters", parameters);
  ar("range", range);
}

template <typename A, Of<compiler::Compilation> T>
void members(A &ar, T &x) {
  auto &[id, ok, cancelled, tainted, diagnostics, remarks, passes, ops, frames, lineage, accesses,
         placements, program, programArguments, micros] = x;
  ar("id", id);
  ar("ok", ok);
  ar("cancelled", cancelled);
  ar("tainted", tainted);
  ar("diagnostics", diagnostics);
  ar("remarks", remarks);
  ar("passes", passes);
  ar("ops", ops);
  ar("frames", frames);
  ar("lineage", lineage);
  ar("accesses", accesses);
  ar("placements", placements);
  ar("program", program);
  ar("programArguments", programArguments);
  ar("micros", micros);
}

template <typename A, Of<launch::Mismatch> T>
void members(A &ar, T &x) {
  auto &[argument, what, expected, actual, tolerance] = x;
  ar("argument", argument);
  ar("what", what);
  ar("expected", expected);
  ar("actual", actual);
  ar("tolerance", tolerance);
}

} // namespace charonia::app
