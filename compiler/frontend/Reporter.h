// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects diagnostics with the chain of calls that led to them. A message about code inside a
// library function is shown at the user's call, with notes that lead to the place in the library.
#pragma once

#include "Value.h"
#include "charonia/Frontend/Source.h"

#include <set>
#include <string>
#include <vector>

namespace charonia::frontend {

class Reporter {
public:
  struct Frame {
    std::string file, function;
    bool library = false;
    Place place; ///< where this frame is at the moment
  };

  explicit Reporter(std::vector<compiler::Diagnostic> &out) : m_out(out) {}

  std::vector<Frame> frames;

  /// Reports an error at the current place and gives the poison that stands for the failed value.
  Value fail(Code code, std::string message);
  void warn(Code code, std::string message) {
    add(code, std::move(message), compiler::Severity::Warning);
  }
  void note(Code code, std::string message) {
    add(code, std::move(message), compiler::Severity::Note);
  }
  size_t errors() const { return m_errors; }
  /// Too many errors were reported: emission stops.
  bool exhausted() const { return m_errors >= kMaxErrors; }

private:
  static constexpr size_t kMaxErrors = 50;
  void add(Code code, std::string message, compiler::Severity severity);

  std::vector<compiler::Diagnostic> &m_out;
  std::set<std::string> m_seen;
  size_t m_errors = 0;
};

/// The name of `candidates` that is nearest to `name`, or empty when none is near.
std::string nearest(const std::string &name, const std::vector<std::string> &candidates);
/// "; did you mean `x`?" or empty.
std::string suggestion(const std::string &name, const std::vector<std::string> &candidates);

} // namespace charonia::frontend
