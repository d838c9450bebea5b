// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several steps of a loop over the inner dimension of a product become one.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::pe {

/// Loops that only load two operands and add their product to an accumulator take wider steps: the
/// operands get longer rows, which spread over more slices of the SRAM and need fewer commands. The
/// sum's order stays: the matrix engine adds along the inner dimension one element after the other.
void mergeSteps(tile::KernelOp kernel, const arch::DeviceModel &device,
                compiler::PassContext &context);

} // namespace charonia::pe
