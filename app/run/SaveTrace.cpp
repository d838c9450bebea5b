// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/SaveTrace.h"

#include "charonia/export/TraceExport.h"
#include "charonia/simdata/TraceFile.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace charonia::app {

tl::expected<void, std::string> writeFile(const std::string &path, const std::string &bytes) {
  std::string partial = path + ".part";
  std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), std::streamsize(bytes.size()));
  stream.close();
  if (!stream) {
    return tl::unexpected(fmt::format("cannot write {}", path));
  }
  std::error_code ec;
  std::filesystem::rename(partial, path, ec);
  if (ec) {
    return tl::unexpected(fmt::format("cannot write {}: {}", path, ec.message()));
  }
  return {};
}

tl::expected<void, std::string> saveTraceAs(const simdata::Trace &trace, const std::string &path) {
  if (path.ends_with(".ctrace")) {
    return writeFile(path, simdata::toBytes(trace));
  }
  if (path.ends_with(".pftrace")) {
    return writeFile(path, traceexport::toPerfetto(trace));
  }
  if (path.ends_with(".chrome.json")) {
    return writeFile(path, traceexport::toChromeJson(trace));
  }
  return tl::unexpected(
      fmt::format("{}: unknown trace format; use .ctrace, .pftrace or .chrome.json", path));
}

} // namespace charonia::app
