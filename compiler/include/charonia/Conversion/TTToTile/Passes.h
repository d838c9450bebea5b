// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from `tt` to `tile`; documentation in Passes.td.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::tile {

#define GEN_PASS_DECL
#include "charonia/Conversion/TTToTile/Passes.h.inc"

std::unique_ptr<mlir::Pass> createTileAnalyzeAccess(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTTToTile(compiler::PassContext *context);

#define GEN_PASS_REGISTRATION
#include "charonia/Conversion/TTToTile/Passes.h.inc"

} // namespace charonia::tile
