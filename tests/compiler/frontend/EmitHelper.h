// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits a kernel of a text and gives its IR as text, for tests; no MLIR header is needed.
#pragma once

#include "charonia/compiler/Values.h"
#include "charonia/launch/Launch.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace charonia::frontend::test {

struct Emitted {
  std::string ir; ///< empty after an error
  std::vector<compiler::Diagnostic> diagnostics;
  /// "KF0101 3:7 message" of diagnostic `index`.
  std::string diagnostic(size_t index) const;
};

/// `arguments`: "x:*fp32 n:i32=128" (run-time); `constants`: "BLOCK=64 DTYPE=fp16 FLAG=True
/// NAME='a' NONE=None". The kernel is the function `k`. `locations`: print them.
Emitted emit(const std::string &text, const std::string &arguments = "",
             const std::string &constants = "", bool locations = false);

/// A launch of the kernel `k` with those arguments. A pointer may have a length and content for a
/// run: "x:*fp32[16]=ramp" (0, 1, 2 ...), "x:*fp32[16]" (zeros), "x:*i32[4]=3,1,4,1".
launch::Launch makeLaunch(const std::string &arguments, const std::string &constants);

/// Emits a launch's kernel. With `run` also interprets it and prints its buffers there.
Emitted emitText(const std::string &text, const std::string &file, const launch::Launch &launch,
                 bool locations, std::ostream *run = nullptr,
                 const std::vector<std::string> &searchPaths = {});

/// `body` indented and put into a kernel `k(parameters)` after the usual imports; the body begins
/// at line 6.
std::string kernel(const std::string &parameters, const std::string &body);

/// Emits one launch file's kernel; true when there was no error.
bool emitLaunch(const launch::Launch &launch, std::vector<compiler::Diagnostic> &diagnostics);

} // namespace charonia::frontend::test
