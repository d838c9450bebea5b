// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands do no more than what is used.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"

namespace charonia::pe {

/// Follows backwards how much of each tile is used: what stores write, through vector work,
/// products and drains. Loads fetch no more than that; products, drains and vector groups get it as
/// their extents. Elements beyond it are never seen, so that no value changes. Along the inner
/// dimension of a product the loads' boxes decide: zeros times zeros add nothing.
void shrinkCommands(ProgramOp program, compiler::PassContext &context);

} // namespace charonia::pe
