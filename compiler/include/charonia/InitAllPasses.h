// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers every pass for command lines (charonia-opt).
#pragma once

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Dialect/Tile/Transforms/Passes.h"
#include "charonia/Pipelines/Pipelines.h"

namespace charonia {

/// Adds all passes of the project to MLIR's registry of passes.
inline void registerAllPasses() {
  tt::registerTTPasses();
  tile::registerTTToTileConversionPasses();
  tile::registerTilePasses();
  for (const compiler::PassRow &row : compiler::passRows()) {
    if (!mlir::PassInfo::lookup(row.flag)) {
      mlir::registerPass([&row] { return row.create(nullptr); });
    }
  }
}

} // namespace charonia
