// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices that need no copy.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

namespace charonia::tile {

/// A part of a loaded tile is loaded by itself where the rest is not needed, or where a unit wants
/// it that cannot read from within a slot; a store of a part stores from within the whole tile. A
/// remark (with `explain`) says of every other slice how it is read, and why it is copied if it is.
void viewSlices(mlir::Operation *module, compiler::PassContext &context, bool explain);

} // namespace charonia::tile
