// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selections in loops whose mask is true everywhere in some iterations.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

namespace charonia::tile {

/// Where the mask of a selection in a loop is a conjunction of comparisons of sums, adds to it a
/// number of the iteration: true if the least lane of each comparison holds. The mask is as it was;
/// pe-schedule makes of it two forms of the work, one of them without mask and selection. Right
/// under every policy: a selection whose condition is true everywhere is its value.
void markFullBlocks(mlir::Operation *module, compiler::PassContext &context);

} // namespace charonia::tile
