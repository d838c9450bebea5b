// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors that the host makes, as arguments of upstream's IR.
#pragma once

#include "charonia/launch/Launch.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace charonia::compiler {

/// Upstream's IR takes a descriptor that the host made as one argument of type `!tt.tensordesc`,
/// followed by its shape (i32 each) and its strides (i64 each). Such an argument becomes the
/// pointer to the tensor, as the launch gives it, and the kernel makes the descriptor itself. The
/// padding is that of the launch's arguments, taken in order. Fails with a diagnostic at a
/// descriptor that is not followed by its shape and strides.
mlir::LogicalResult makeDescriptorsOfArguments(mlir::FunctionOpInterface kernel,
                                               const launch::Launch &launch);

} // namespace charonia::compiler
