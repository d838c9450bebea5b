// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the pass table.
#include "charonia/Pipelines/Pipelines.h"

#include "charonia/Conversion/TTToTile/Passes.h"
#include "charonia/Conversion/TileToPE/Passes.h"
#include "charonia/Dialect/PE/Transforms/Passes.h"
#include "charonia/Dialect/TT/Transforms/Passes.h"
#include "charonia/Dialect/Tile/Transforms/Passes.h"
#include "charonia/Target/Program/Passes.h"

namespace charonia::compiler {

const std::vector<PassRow> &passRows() {
  // Rows of later passes are appended below, in pipeline order.
  static const std::vector<PassRow> rows = {
      {"tt-import", 1, "Make one kernel with structured control flow of an imported module",
       tt::createTTImport},
      {"tt-combine", 1, "Make one operation of neighbours that are one together",
       tt::createTTCombine},
      {"tt-reorder-broadcast", 1, "Compute on small tiles and broadcast the results",
       tt::createTTReorderBroadcast},
      {"tt-simplify", 1, "Drop hints, hoist loop invariants, merge what is equal",
       tt::createTTSimplify},
      {"tile-analyze-access", 2, "Find out which accesses a DMA descriptor can do",
       tile::createTileAnalyzeAccess},
      {"tt-to-tile", 2, "Lower a kernel of dialect tt to dialect tile", tile::createTTToTile},
      {"tile-effective-shape", 2, "Say how much of a tile is filled",
       tile::createTileEffectiveShape},
      {"tile-slice-reuse", 2, "Load and store parts of tiles where they lie",
       tile::createTileSliceReuse},
      {"tile-map-pids", 2, "Spread the program ids over the PEs", tile::createTileMapPids},
      {"tile-map-units", 2, "Give every operation the unit that does it", tile::createTileMapUnits},
      {"tile-retile", 2, "Cut dots that are too large for the matrix engine",
       tile::createTileRetile},
      {"tile-fuse-vec", 3, "Gather the vector core's work of each block into few groups",
       pe::createTileFuseVecPass},
      {"tile-to-pe", 3,
       "Put every tile into a circular buffer, a resident buffer or an accumulator",
       pe::createTileToPePass},
      {"pe-insert-sync", 3, "Give every command its part of the circular-buffer protocol",
       pe::createPeInsertSyncPass},
      {"pe-schedule", 3, "Choose the order in which commands are issued", pe::createPeSchedulePass},
      {"pe-size-cbs", 3, "Choose the depth of every circular buffer", pe::createPeSizeCbsPass},
      {"pe-expand", 3, "Expand loops whose commands have stages", pe::createPeExpandPass},
      {"pe-alloc-ls", 3, "Give every buffer its place in local memory or in the RE's banks",
       pe::createPeAllocLsPass},
      {"pe-check-live", 3, "Prove that the program cannot block for ever",
       pe::createPeCheckLivePass},
      {"pe-to-sim", 4, "Make the Program that the simulator runs", pe::createPeToSimPass},
  };
  return rows;
}

const PassRow *findPassRow(llvm::StringRef flag) {
  for (const PassRow &row : passRows()) {
    if (flag == row.flag) {
      return &row;
    }
  }
  return nullptr;
}

} // namespace charonia::compiler
