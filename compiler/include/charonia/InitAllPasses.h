// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers every pass for command lines (charonia-opt).
#pragma once

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Dialect/Tile/Transforms/Passes.h"

namespace charonia {

/// Adds all passes of the project to MLIR's registry of passes.
inline void registerAllPasses() {
  tt::registerTTPasses();
  tile::registerTTToTileConversionPasses();
  tile::registerTilePasses();
}

} // namespace charonia
