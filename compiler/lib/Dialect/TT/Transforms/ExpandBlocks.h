// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block pointers and tensor descriptors in terms of pointers, offsets and masks.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"

namespace charonia::tt {

/// Replaces block pointers and descriptors in `kernel` by their parts: base, extents, strides and
/// offsets; their loads, stores and atomics by those of tiles of pointers with masks. Loops and
/// branches carry the parts. A descriptor that the kernel takes as an argument becomes a pointer,
/// described by the extents and strides that follow it. Fails with a message on the op where that
/// cannot be done. Calls must be inlined before.
mlir::LogicalResult expandBlocks(FuncOp kernel);

} // namespace charonia::tt
