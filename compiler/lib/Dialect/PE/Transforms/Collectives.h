// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the PEs that do something together all come to it.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"

namespace charonia::pe {

/// Checks barriers and reductions over PEs of `program` against the launch: enough PEs, full rows
/// or columns, and conditions and loop bounds that are equal on all PEs that take part. Errors
/// where they are not; a remark where only the run can tell.
mlir::LogicalResult checkCollectives(ProgramOp program, compiler::PassContext &context);

} // namespace charonia::pe
