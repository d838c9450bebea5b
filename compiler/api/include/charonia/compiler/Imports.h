// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files that a kernel's source imports, for who wants to know when to compile again.
#pragma once

#include "charonia/compiler/Compiler.h"

namespace charonia::compiler {

/// Canonical paths of the Python files that `text` imports, and those import, as the front end
/// finds them (options.searchPaths, limits); sorted, without `file` itself. Files are read and
/// parsed, never executed. An import that leads to no file is left out. Stops at 1,000 files.
std::vector<std::string> importedFiles(const std::string &text, const std::string &file,
                                       const Options &options);

} // namespace charonia::compiler
