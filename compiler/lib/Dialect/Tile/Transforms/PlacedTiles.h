// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An estimate of the local memory that a kernel's tiles take, before they have buffers.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"

namespace charonia::tile {

/// Bytes of the elements of a tile as they lie in local memory; 0 if `type` is none.
int64_t slotBytes(mlir::Type type);

/// True if `value` lies in local memory whatever the units are: made or taken by a unit other than
/// the vector core, or carried by a loop.
bool isPlaced(mlir::Value value);

/// Bytes of all tiles that lie in local memory whatever the units are, loaded ones twice so that
/// the next can come while one is in use.
int64_t placedBytes(KernelOp kernel);

/// The circular buffers that such tiles take: one each, and one for the accumulator of a product.
int64_t placedTiles(KernelOp kernel);

} // namespace charonia::tile
