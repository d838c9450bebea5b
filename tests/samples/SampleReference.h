// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the sample kernels must produce, computed from the launch's data in float64 with Eigen,
// independently of compiler, interpreter and simulator.
#pragma once

#include "charonia/launch/Memory.h"

namespace charonia::samples {

/// Overwrites the output arguments of `launch` in `memory` with the right values (float64, rounded
/// once to the argument's type). Fails for a kernel that is not one of the samples.
tl::expected<void, std::string> computeReference(const launch::Launch &launch,
                                                 launch::MemoryImage &memory);

/// Names of the arguments that the sample kernel writes.
std::vector<std::string> outputsOf(const launch::Launch &launch);

/// All launch files below resources/samples, sorted.
std::vector<std::string> sampleLaunches(const std::string &sourceDir);

} // namespace charonia::samples
