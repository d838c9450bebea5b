// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the program's data files are.
#pragma once

#include <string>

namespace charonia::arch {

/// Path of a data file, relative to the resources: in the install prefix beside the executable,
/// else in the source tree.
std::string resourcePath(const std::string &relative);

} // namespace charonia::arch
