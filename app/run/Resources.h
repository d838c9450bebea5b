// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program's data files are. No Qt.
#pragma once

#include <string>

namespace charonia::app {

/// Path of a file below resources/: beside the executable (../share/charonia), else in the source tree.
std::string resourcePath(const std::string &relative);

} // namespace charonia::app
