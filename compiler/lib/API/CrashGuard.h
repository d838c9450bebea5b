// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs engine work so that a crash inside LLVM ends the work and not the process. LLVM is a release
// build: it may abort or overflow the stack where we would get a diagnostic.
#pragma once

#include <functional>
#include <string>

namespace charonia::compiler {

/// Calls `work`. Returns false if it crashed (signal, abort, fatal error); `reason` then says how.
/// What `work` touched is unusable afterwards and the process counts as tainted. Builds with
/// sanitizers call `work` directly.
bool runGuarded(const std::function<void()> &work, std::string &reason);

/// True after the first recovered crash of this process.
bool isTainted();

} // namespace charonia::compiler
