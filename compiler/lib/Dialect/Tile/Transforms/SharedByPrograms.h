// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that are the same for every program.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

namespace charonia::tile {

/// Moves loads of `loop` that no program id has a part in before it, with the scalars that they
/// need, so that a PE makes them once for all of its programs. Only loads that every program makes,
/// of arguments that the kernel does not write; where a program may stop at a check, only boxes that
/// lie in their buffer for certain. Adds a remark `shared-by-programs` for each.
void hoistSharedLoads(PidLoopOp loop, compiler::PassContext &context);

} // namespace charonia::tile
