// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers every dialect that kernels pass through.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/InitTtirDialects.h"

namespace charonia {

/// Adds the dialects of Triton IR and those that our passes lower it to.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registerTtirDialects(registry);
  registry.insert<tile::TileDialect, pe::PEDialect>();
}

} // namespace charonia
