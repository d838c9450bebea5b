// SPDX-License-Identifier: GPL-3.0-or-later
// Saves a trace in the format that the file name's extension asks for. No Qt.
#pragma once

#include "charonia/simdata/Trace.h"

#include <string>
#include <tl/expected.hpp>

namespace charonia::app {

/// .ctrace, .pftrace (Perfetto) or .chrome.json; the error says what is wrong with the name or the
/// file.
tl::expected<void, std::string> saveTraceAs(const simdata::Trace &trace, const std::string &path);

/// Writes `bytes` to `path`, replacing it only when all of them are on disk.
tl::expected<void, std::string> writeFile(const std::string &path, const std::string &bytes);

} // namespace charonia::app
