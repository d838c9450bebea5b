// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Content of a buffer before the run.
#pragma once

#include "charonia/launch/Memory.h"

namespace charonia::launch {

/// Fills `bytes` with the pattern that launch-format defines for `argument` and the range [low,
/// high] of floats.
void fillBuffer(std::span<std::byte> bytes, const Argument &argument, double low, double high);

/// Copies explicit values, rounded to the type.
void fillValues(std::span<std::byte> bytes, const Argument &argument);

/// Reads the array of an .npy file into `bytes`. Returns an empty string, or what is wrong with the
/// file.
std::string readNpy(const std::string &path, const Argument &argument, std::span<std::byte> bytes);

} // namespace charonia::launch
