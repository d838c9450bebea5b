// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every fuzz target has: one function that is given bytes and must come back.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sys/time.h>

/// Runs the target on one input. It may not crash, leak, or take longer than a few seconds; what
/// it makes of the input is thrown away. Always 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace charonia::fuzz {

/// Aborts when the process works longer than five seconds while it lives. Processor time: on a busy
/// machine libFuzzer's own limit, which is of the wall clock, ends inputs that are not slow.
class TimeLimit {
public:
  TimeLimit() {
    std::signal(SIGPROF, [](int) { std::abort(); });
    set(kSeconds);
  }
  ~TimeLimit() { set(0); }
  TimeLimit(const TimeLimit &) = delete;
  TimeLimit &operator=(const TimeLimit &) = delete;

private:
  static constexpr time_t kSeconds = 5;
  static void set(time_t seconds) {
    itimerval value{};
    value.it_value.tv_sec = seconds;
    setitimer(ITIMER_PROF, &value, nullptr);
  }
};

} // namespace charonia::fuzz
