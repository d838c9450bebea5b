// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the dialect `tile`; documentation in Passes.td.
#pragma once

#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::tile {

#define GEN_PASS_DECL
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

std::unique_ptr<mlir::Pass> createTileEffectiveShape(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTileSliceReuse(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTileRetile(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTileMapPids(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTileMapUnits(compiler::PassContext *context);

#define GEN_PASS_REGISTRATION
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

} // namespace charonia::tile
