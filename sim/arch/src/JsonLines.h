// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of the members of a JSON text, so that a message about a value can name its place.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace charonia::arch {

struct JsonLines {
  /// Line (1-based) of each member's key; members of nested objects are joined with '/', elements
  /// of arrays count from 0: "parameters/chip.clock/value".
  std::map<std::string, int> lines;
  /// Keys that an object states twice, with the line of the second one.
  std::vector<std::pair<std::string, int>> duplicates;

  int of(const std::string &path) const {
    auto it = lines.find(path);
    return it == lines.end() ? 0 : it->second;
  }
};

/// Scans `text`, which must be valid JSON.
JsonLines scanJsonLines(std::string_view text);

/// Line (1-based) of the byte at `offset`.
int lineOfOffset(std::string_view text, size_t offset);

} // namespace charonia::arch
