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
  /// Notes and fixes that go with the next message; taken by it.
  std::vector<compiler::DiagnosticNote> pendingNotes;
  std::vector<compiler::FixIt> pendingFixes;

  /// Reports an error at the current place and gives the poison that stands for the failed value.
  Value fail(Code code, std::string message);
  void warn(Code code, std::string message) {
    add(code, std::move(message), compiler::Severity::Warning);
  }
  void note(Code code, std::string message) {
    add(code, std::move(message), compiler::Severity::Note);
  }
  /// A note about `place` in the current frame's file, for the next message.
  void noteNext(std::string message, const Place &place);
  void noteNext(std::string message, const std::string &file, const Place &place);
  /// For the next message: the text at `place` of the current frame becomes `text`.
  void fixNext(std::string title, const Place &place, std::string text);
  void fixNext(std::string title, const std::string &file, const Place &place, std::string text);
  size_t errors() const { return m_errors; }
  /// Too many errors were reported, or stop() was called: emission stops.
  bool exhausted() const { return m_stopped || m_reported >= kMaxErrors; }
  void stop() { m_stopped = true; }

private:
  static constexpr size_t kMaxErrors = 50;
  void add(Code code, std::string message, compiler::Severity severity);
  /// The innermost frame of the user's own files: where a message is shown.
  size_t userFrame() const;
  /// A message from inside a library function in words of the function that the user called.
  std::string inUserWords(std::string message, size_t user, Code code) const;

  std::vector<compiler::Diagnostic> &m_out;
  std::set<std::string> m_seen;
  size_t m_errors = 0, m_reported = 0; ///< all, and those that were not said before
  bool m_stopped = false;
};

/// The name of `candidates` that is nearest to `name`, or empty when none is near. Names of one
/// letter are near to the same letter in the other case only.
std::string nearest(const std::string &name, const std::vector<std::string> &candidates);
/// "; did you mean `x`?" or empty.
std::string suggestion(const std::string &name, const std::vector<std::string> &candidates);

/// "a, b and c", each in backticks.
std::string listed(const std::vector<std::string> &names, const char *last = "and");
/// "; did you mean `x`?", or "; it has `a`, `b` and `c`" when none is near.
std::string suggestionOrList(const std::string &name, const std::vector<std::string> &candidates);

} // namespace charonia::frontend
