// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From the dialect `pe` to the machine's Program.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/PassContext.h"
#include "charonia/program/Program.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace charonia::pe {

/// Translates `source` and validates the result; emits diagnostics on failure.
mlir::LogicalResult translateToProgram(ProgramOp source, const arch::DeviceModel &device,
                                       program::Program &out);

/// The pass pe-to-sim; puts the Program into the context.
std::unique_ptr<mlir::Pass> createPeToSimPass(compiler::PassContext *context);

} // namespace charonia::pe
