// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlining of `tt.call`, with the identity of the inlined ops in the lineage.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Support/PassContext.h"

namespace charonia::tt {

/// Most operations that a kernel may have after inlining.
inline constexpr uint64_t kMaxOps = 200'000;

/// Inlines every call in `kernel`; callees must be single blocks. Emits an error for recursion,
/// unknown callees and too many operations.
mlir::LogicalResult inlineCalls(FuncOp kernel, compiler::PassContext &context);

} // namespace charonia::tt
