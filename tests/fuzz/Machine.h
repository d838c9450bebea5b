// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For targets that run on the machine: the device, and a check that ends the process.
#pragma once

#include "charonia/arch/DeviceModel.h"

#include <cstdio>
#include <cstdlib>

namespace charonia::fuzz {

inline void require(bool good, const char *what) {
  if (!good) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
  }
}

inline arch::DeviceRef device() {
  static const arch::DeviceRef loaded =
      arch::loadDevice(CHARONIA_SOURCE_DIR "/resources/hardware/mtia-2i.json").value();
  return loaded;
}

} // namespace charonia::fuzz
