// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from the tile level to the program of a PE; documented in Passes.td.
#pragma once

#include "charonia/Support/PassContext.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::pe {

std::unique_ptr<mlir::Pass> createTileFuseVecPass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTileToPePass(compiler::PassContext *context);

} // namespace charonia::pe
