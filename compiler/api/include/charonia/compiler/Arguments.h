// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which arguments of a launch reach the machine, and as what bits.
#pragma once

#include "charonia/launch/Layout.h"
#include "charonia/launch/Memory.h"

#include <vector>

namespace charonia::compiler {

/// Indices of the launch's leaves (launch::leavesOf) that are run-time parameters of the kernel:
/// neither constexpr nor fixed by the launch's constexprs. A compilation from source may specialise
/// some of them to constants: Compilation::programArguments are those that are left.
std::vector<uint64_t> runtimeArguments(const launch::Launch &launch);

/// Raw bits of leaf `leaf`: the address of its buffer in `memory`, or the scalar's value in its own
/// type.
uint64_t argumentBits(const launch::Launch &launch, size_t leaf, const launch::MemoryImage &memory);

/// Raw bits of several leaves, for a run of a compiled kernel.
std::vector<uint64_t> argumentBits(const launch::Launch &launch,
                                   const std::vector<uint64_t> &arguments,
                                   const launch::MemoryImage &memory);

} // namespace charonia::compiler
