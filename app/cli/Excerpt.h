// SPDX-License-Identifier: GPL-3.0-or-later
// Source lines under a message, with the range marked.
#pragma once

#include "charonia/compiler/Values.h"

#include <map>
#include <string>
#include <vector>

namespace charonia::app {

/// Reads files once and shows lines of them. A file that cannot be read shows nothing.
class Excerpts {
public:
  /// The first line of the range and a line with marks under it, each ended by a line end; empty
  /// when there is nothing to show. Korean and other wide letters count as two columns.
  std::string show(const compiler::SourceRange &range);

private:
  const std::vector<std::string> &linesOf(const std::string &file);
  std::map<std::string, std::vector<std::string>> m_files;
};

} // namespace charonia::app
