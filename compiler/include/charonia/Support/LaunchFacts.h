// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes may know of a launch, from the launch itself.
#pragma once

#include "charonia/Support/PassContext.h"
#include "charonia/launch/Launch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace charonia::compiler {

/// The integer that `value` is in the type; nothing if either is not an integer or a truth value.
std::optional<int64_t> integerOf(numerics::ElementType type, const launch::ConstantValue &value);

/// Facts of a launch for a kernel that takes the leaves `arguments` (launch::leavesOf) at run time,
/// in its order.
LaunchFacts launchFacts(const launch::Launch &launch, const std::vector<uint64_t> &arguments);

} // namespace charonia::compiler
