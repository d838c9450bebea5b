// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every fuzz target has: one function that is given bytes and must come back.
#pragma once

#include <cstddef>
#include <cstdint>

/// Runs the target on one input. It may not crash, leak, or take longer than a few seconds; what
/// it makes of the input is thrown away. Always 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
