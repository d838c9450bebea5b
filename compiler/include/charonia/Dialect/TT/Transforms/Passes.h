// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the dialect `tt`; documentation in Passes.td.
#pragma once

#include "charonia/Support/PassContext.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::tt {

#define GEN_PASS_DECL
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

std::unique_ptr<mlir::Pass> createTTImport(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTTCombine(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTTReorderBroadcast(compiler::PassContext *context);
std::unique_ptr<mlir::Pass> createTTSimplify(compiler::PassContext *context);

#define GEN_PASS_REGISTRATION
#include "charonia/Dialect/TT/Transforms/Passes.h.inc"

} // namespace charonia::tt
