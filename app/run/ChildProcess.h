// SPDX-License-Identifier: GPL-3.0-or-later
// Runs another program to its end with limits on time and output. No Qt.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace charonia::app {

struct ChildRequest {
  std::vector<std::string> command; ///< the program, looked up in PATH without a "/", and arguments
  std::string input;                ///< what it reads from stdin
  double seconds = 60;              ///< then it is killed, with the processes that it started
  uint64_t outputBytes = uint64_t{64} << 20; ///< more than that on stdout: it is killed
};

struct ChildResult {
  enum class End : uint8_t { Exited, Signalled, TimedOut, TooMuchOutput, Cancelled, NotStarted };
  End end = End::NotStarted;
  int code = 0;               ///< exit code, number of the signal, or errno of the start
  std::string output, errors; ///< stdout; the last 64 KiB of stderr
};

/// Blocks until the program has ended or a limit is reached.
ChildResult runChild(const ChildRequest &request, std::stop_token stop = {});

} // namespace charonia::app
