// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the program of a PE; documented in Passes.td.
#pragma once

#include "charonia/Support/PassContext.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::pe {

std::unique_ptr<mlir::Pass> createPeInsertSyncPass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createPeSchedulePass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createPeSizeCbsPass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createPeExpandPass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createPeAllocLsPass(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createPeCheckLivePass(compiler::PassContext *context);

} // namespace charonia::pe
