// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arguments of a launch reach the machine, and as what bits.
#pragma once

#include "charonia/launch/Memory.h"

#include <vector>

namespace charonia::compiler {

/// Indices of the launch's arguments that are run-time parameters of the kernel: neither constexpr
/// nor fixed by the launch's constexprs.
std::vector<uint64_t> runtimeArguments(const launch::Launch &launch);

/// Raw bits of argument `index`: the address of its buffer in `memory`, or the scalar's value in
/// its own type.
uint64_t argumentBits(const launch::Launch &launch, size_t index,
                      const launch::MemoryImage &memory);

} // namespace charonia::compiler
