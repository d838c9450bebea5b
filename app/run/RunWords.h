// SPDX-License-Identifier: GPL-3.0-or-later
// A run's choices as the words of a command line or of a worker's request, and what they mean. No
// Qt.
#pragma once

#include "run/RunLaunch.h"

#include <tl/expected.hpp>

namespace charonia::app {

/// Choices as words; an empty one was not made.
struct RunWords {
  std::vector<std::string> from; ///< source, ttir; both: run both and compare
  std::string engine;            ///< reference, sim
  std::vector<std::string> against;
  std::string mapping, policy, hardware, trace;
  std::optional<int32_t> cbDepth;
  bool poison = false; ///< SimOptions::poison
  std::vector<std::string> searchPaths; ///< folders of imported files
};

/// The request that the words make; the error names the word that is not known, or not there yet.
tl::expected<RunRequest, std::string> runRequest(const RunWords &words);

/// Those of the words that concern compiling alone; `from` at most once.
tl::expected<LaunchOptions, std::string> launchOptions(const RunWords &words);

} // namespace charonia::app
