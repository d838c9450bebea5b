// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The groups of decoders for the dialects that Triton IR consists of.
#pragma once

#include "charonia/Interpreter/Decoder.h"

namespace charonia::compiler::interp {

void registerElementwiseDecoders();
void registerControlDecoders();
void registerMemoryDecoders();
void registerTensorDecoders();
void registerTileMemoryDecoders();
/// After the others: some decoders serve both dialects.
void registerTileDecoders();
/// What kernels ask of the chip: the PE that runs them, work of several PEs together.
void registerMtiaDecoders();

/// Decodes a reduction (or scan) whose operands, results and region are those of `tt.reduce`.
mlir::LogicalResult decodeReduction(Decoder &decoder, mlir::Operation *op, int64_t axis, bool scan,
                                    bool reverse);

} // namespace charonia::compiler::interp
