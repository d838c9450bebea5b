// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `tt`: Triton IR in the text form of Triton 3.6.
#ifndef CHARONIA_DIALECT_TT_TTDIALECT_TD
#define CHARONIA_DIALECT_TT_TTDIALECT_TD

include "mlir/IR/DialectBase.td"

def TT_Dialect : Dialect {
  let name = "tt";
  let cppNamespace = "::charonia::tt";
  let summary = "Triton kernels: tiles, pointers to global memory and program ids";
  let description = [{
    One program instance (PID) of a Triton kernel. Values are scalars or ranked tensors of static
    shape; pointers are global addresses with a pointee type. The text form is the one of Triton 3.6,
    so that files written by upstream are read unchanged. Elementwise work is expressed with the
    dialects `arith` and `math`, control flow with `scf` and `cf`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::ub::UBDialect"
  ];
  let useDefaultTypePrinterParser = 1;
  let usePropertiesForAttributes = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    void registerTypes();
  }];
}

#endif // CHARONIA_DIALECT_TT_TTDIALECT_TD
