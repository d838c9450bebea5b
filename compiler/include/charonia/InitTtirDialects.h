// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the dialects that Triton IR text is written in.
#pragma once

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/TT/TTForeign.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace charonia {

/// Adds the dialects of Triton IR: `tt`, `mtia`, and those of MLIR that it uses (`gpu` for
/// gpu.barrier, `llvm` for llvm.intr.assume and loop annotations).
inline void registerTtirDialects(mlir::DialectRegistry &registry) {
  registry.insert<mtia::MtiaDialect, tt::TTDialect>();
  tt::registerForeignDialects(registry);
  registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                  mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                  mlir::scf::SCFDialect, mlir::ub::UBDialect>();
}

} // namespace charonia
