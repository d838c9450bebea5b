// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that go on over blocks of which a mask leaves nothing.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

namespace charonia::tile {

/// Ends loops over key blocks at the diagonal: where a mask `row >= column` has no true lane from
/// some iteration on, and an iteration whose scores are all minus infinity leaves what the loop
/// carries as it is, later iterations do not run.
///
/// That an iteration changes nothing assumes that what is multiplied by zero is finite, so `strict`
/// keeps the loop as it is, with a remark.
void skipMaskedBlocks(mlir::Operation *module, compiler::PassContext &context);

} // namespace charonia::tile
