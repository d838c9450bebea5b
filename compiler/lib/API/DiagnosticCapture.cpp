// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DiagnosticCapture.h"

#include "charonia/Support/IdentityLoc.h"

#include <algorithm>
#include <cctype>

namespace charonia::compiler {
namespace {

/// Splits "KC0301: text" into code and text.
void splitCode(Diagnostic &diagnostic) {
  const std::string &text = diagnostic.message;
  bool coded = text.size() > 8 && text[0] == 'K' &&
               std::isupper(static_cast<unsigned char>(text[1])) &&
               std::all_of(text.begin() + 2, text.begin() + 6,
                           [](unsigned char c) { return std::isdigit(c) != 0; }) &&
               text.compare(6, 2, ": ") == 0;
  diagnostic.code = coded ? text.substr(0, 6) : "KC0100";
  if (coded) {
    diagnostic.message = text.substr(8);
  }
}

/// A message is one line; what follows it (a table of buffers, say) becomes notes.
void splitLines(Diagnostic &diagnostic) {
  size_t end = diagnostic.message.find('\n');
  if (end == std::string::npos) {
    return;
  }
  std::string rest = diagnostic.message.substr(end + 1);
  diagnostic.message.resize(end);
  while (!rest.empty()) {
    end = std::min(rest.find('\n'), rest.size());
    if (rest.find_first_not_of(' ') < end) {
      diagnostic.notes.push_back({rest.substr(0, end), diagnostic.range});
    }
    rest.erase(0, end + 1);
  }
}

SourceRange rangeOf(const SourceFrame &frame) {
  return {frame.file, frame.line, frame.column, frame.line, frame.column};
}

/// The innermost frame that is not inside a library file; the innermost of all if there is none.
size_t userFrameOf(const std::vector<SourceFrame> &frames) {
  auto user = std::find_if(frames.begin(), frames.end(), [](const SourceFrame &frame) {
    return frame.file.rfind("<library>", 0) != 0;
  });
  return user == frames.end() ? 0 : static_cast<size_t>(user - frames.begin());
}

Diagnostic toValue(mlir::Diagnostic &source) {
  Diagnostic diagnostic;
  diagnostic.severity = source.getSeverity() == mlir::DiagnosticSeverity::Error ? Severity::Error
                        : source.getSeverity() == mlir::DiagnosticSeverity::Warning
                            ? Severity::Warning
                            : Severity::Note;
  diagnostic.message = source.str();
  splitCode(diagnostic);
  std::vector<SourceFrame> frames = sourceFramesOf(source.getLocation());
  size_t shown = userFrameOf(frames);
  if (!frames.empty()) {
    diagnostic.range = rangeOf(frames[shown]);
  }
  splitLines(diagnostic);
  for (mlir::Diagnostic &note : source.getNotes()) {
    std::vector<SourceFrame> place = sourceFramesOf(note.getLocation());
    diagnostic.notes.push_back(
        {note.str(), place.empty() ? SourceRange() : rangeOf(place[userFrameOf(place)])});
  }
  for (size_t i = shown + 1; i < frames.size(); ++i) {
    diagnostic.notes.push_back({"called from here", rangeOf(frames[i])});
  }
  for (size_t i = shown; i-- > 0;) {
    diagnostic.notes.push_back({"inside the library function", rangeOf(frames[i])});
  }
  return diagnostic;
}

} // namespace

DiagnosticCapture::DiagnosticCapture(mlir::MLIRContext &context, std::vector<Diagnostic> &into)
    : m_into(into), m_first(into.size()),
      m_handler(&context, [&into](mlir::Diagnostic &diagnostic) {
        into.push_back(toValue(diagnostic));
        return mlir::success();
      }) {}

void DiagnosticCapture::ensureError(const char *code, const std::string &file,
                                    std::string message) {
  bool has = std::any_of(m_into.begin() + std::ptrdiff_t(m_first), m_into.end(),
                         [](const Diagnostic &d) { return d.severity == Severity::Error; });
  if (!has) {
    Diagnostic diagnostic;
    diagnostic.code = code;
    diagnostic.message = std::move(message);
    diagnostic.range.file = file;
    m_into.push_back(std::move(diagnostic));
  }
}

} // namespace charonia::compiler
