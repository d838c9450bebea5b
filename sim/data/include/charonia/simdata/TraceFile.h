// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trace files (.ctrace): a header, then zstd-compressed columns, each with its length and checksum.
// Untrusted on load: a truncated or hostile file gives an error that names the column.
#pragma once

#include "charonia/simdata/Trace.h"

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace charonia::simdata {

std::string toBytes(const Trace &trace);
tl::expected<Trace, std::string> traceFromBytes(std::string_view bytes);
tl::expected<void, std::string> saveTrace(const Trace &trace, const std::string &path);
tl::expected<Trace, std::string> loadTrace(const std::string &path);

} // namespace charonia::simdata
