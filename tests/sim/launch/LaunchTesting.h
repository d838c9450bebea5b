// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small launches for the tests.
#pragma once

#include "charonia/launch/Memory.h"

#include <string>

namespace charonia::launch::testing {

/// A launch file around the given arguments, with `rest` (", \"key\": value ...") at the end.
inline std::string launchText(const std::string &args, const std::string &rest = "",
                              const std::string &grid = "1") {
  return R"({"format": "charonia-launch/1",
  "kernel": {"source": "k.py", "function": "k"},
  "grid": [)" +
         grid + R"(],
  "args": [)" +
         args + "]" + rest + "}";
}

/// Only what the memory image needs of a machine.
inline arch::DeviceModel device() {
  arch::DeviceModel model{};
  model.addressAlignment = 4096;
  model.guardBytes = 4096;
  model.sram.bytes = 1 << 20;
  return model;
}

/// "path: message" of the first error.
inline std::string firstError(const LaunchErrors &errors) {
  return errors.empty() ? "no error" : errors[0].path + ": " + errors[0].message;
}

} // namespace charonia::launch::testing
