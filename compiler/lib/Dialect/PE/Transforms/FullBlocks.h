// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector groups in two forms: with a mask, and where it is true everywhere.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"

namespace charonia::pe {

/// Groups that select by a mask with a number that tells that it is true everywhere (see
/// tile::kAllTrueAttr) are put into both arms of a condition on that number: once without the mask.
/// Both forms have the same buffers and counters. The mark is gone afterwards.
void splitFullBlocks(ProgramOp program, const arch::DeviceModel &device,
                     compiler::PassContext &context);

} // namespace charonia::pe
