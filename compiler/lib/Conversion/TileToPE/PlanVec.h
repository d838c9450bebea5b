// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of the vector core's groups: recorded on them, told, and kept within the registers.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"
#include "charonia/arch/DeviceModel.h"

namespace charonia::pe {

/// Gives every group of the program its plan as attribute, and a remark `vec-group` that says it.
void planGroups(ProgramOp program, const arch::DeviceModel &device, compiler::PassContext &context);

/// " (line 12)": where the kernel asks for `op`, also if a function it calls does the work. Empty if
/// that is unknown.
std::string lineText(mlir::Operation *op);

/// Splits `group` (before `tile-to-pe`) where more vectors are alive than there are registers: at
/// the cut that the fewest bytes cross, which then lie in a buffer.
void splitGroup(VecGroupOp group, const arch::DeviceModel &device, compiler::PassContext &context);

} // namespace charonia::pe
