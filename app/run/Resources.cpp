// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/Resources.h"

#include <filesystem>

namespace charonia::app {

std::string resourcePath(const std::string &relative) {
  std::error_code ec;
  std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", ec);
  if (!ec) {
    std::filesystem::path installed = executable.parent_path().parent_path() / "share/charonia" / relative;
    if (std::filesystem::exists(installed, ec)) {
      return installed.string();
    }
  }
  return std::string(CHARONIA_RESOURCE_DIR) + "/" + relative;
}

} // namespace charonia::app
