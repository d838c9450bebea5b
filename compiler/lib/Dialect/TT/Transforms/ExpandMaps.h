// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of a scalar region over tiles in terms of ops on tiles.
#pragma once

#include "charonia/Dialect/TT/TTDialect.h"

namespace charonia::tt {

/// Replaces every tt.map_elementwise below `kernel`: its region's ops become ops on whole tiles, its
/// branches become selections. Fails with a message on an op of the region that has no such form: a
/// loop, or an access to memory. Calls must be inlined before.
mlir::LogicalResult expandMaps(FuncOp kernel);

} // namespace charonia::tt
