// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes hold a value that the language does not define, and where such a lane is used. A
// forward analysis over a kernel after tt-import: for every value and every source of undefined
// lanes, a condition under which a lane is defined; a use is one whose own condition (mask of the
// store, branches around it) does not imply it. Holds for every launch, not for one.
#pragma once

#include "LaneForms.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include <vector>

namespace charonia::compiler::lint {

/// Why a lane may be undefined.
enum class OriginKind : uint8_t {
  MaskedLoad,
  BlockLoad,
  MaskedAtomic,
  Shift,
  Division,
  FloatToInt
};
/// What an undefined lane decides.
enum class UseKind : uint8_t { Stored, Address, Mask, Control };

/// A use of lanes that `origin` may leave undefined.
struct UndefinedUse {
  mlir::Operation *origin = nullptr;
  OriginKind kind = OriginKind::MaskedLoad;
  mlir::Operation *sink = nullptr; ///< the store, load, branch
  UseKind use = UseKind::Stored;
  mlir::Operation *through = nullptr; ///< the reduction, scan or dot that mixes lanes on the way
  bool always = false;                ///< no lane of the origin is ever defined
};

/// The uses in `kernel`, one for each origin, in order of the origins.
std::vector<UndefinedUse> findUndefinedUses(tt::FuncOp kernel, LaneForms &forms);

} // namespace charonia::compiler::lint
