// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/Output.h"

#include <cstdio>
#include <fmt/format.h>

namespace charonia::app {
namespace {

std::string place(const compiler::SourceRange &range) {
  if (range.valid()) {
    return fmt::format("{}:{}:{}: ", range.file, range.beginLine, range.beginColumn);
  }
  return range.file.empty() ? "" : range.file + ": ";
}

} // namespace

void printDiagnostics(const std::vector<compiler::Diagnostic> &diagnostics) {
  static constexpr const char *kSeverity[] = {"error", "warning", "note"};
  for (const compiler::Diagnostic &diagnostic : diagnostics) {
    fmt::print(stderr, "{}{}: {}{}\n", place(diagnostic.range), kSeverity[int(diagnostic.severity)],
               diagnostic.message, diagnostic.code.empty() ? "" : " [" + diagnostic.code + "]");
    for (const compiler::DiagnosticNote &note : diagnostic.notes) {
      fmt::print(stderr, "  {}note: {}\n", place(note.range), note.message);
    }
  }
}

void printMismatches(const std::vector<launch::Mismatch> &mismatches) {
  for (const launch::Mismatch &m : mismatches) {
    fmt::print(stderr, "mismatch: {}: {}: expected {:.9g}, got {:.9g} (tolerance {:.3g})\n", m.argument, m.what,
               m.expected, m.actual, m.tolerance);
  }
}

void LaunchFlags::addTo(CLI::App &verb) {
  verb.add_option("--from", from, "What to compile: the Triton source or upstream's IR")
      ->check(CLI::IsMember({"source", "ttir"}));
  verb.add_option("--mapping", mapping, "How program ids are spread over the PEs")
      ->check(CLI::IsMember({"linear", "round-robin", "zigzag"}));
  verb.add_option("--policy", policy, "Numerics policy")->check(CLI::IsMember({"strict", "default", "fast"}));
  verb.add_option("--hardware", hardware, "Hardware file");
  verb.add_option("--cb-depth", cbDepth, "Depth of every circular buffer; 0 sizes them greedily")
      ->check(CLI::Range(0, 64));
}

LaunchOptions LaunchFlags::options() const {
  LaunchOptions options;
  if (!from.empty()) {
    options.from = from == "source" ? compiler::From::Source : compiler::From::Ttir;
  }
  options.mapping = mapping;
  options.policy = policy;
  options.hardware = hardware;
  options.cbDepth = cbDepth;
  return options;
}

} // namespace charonia::app
