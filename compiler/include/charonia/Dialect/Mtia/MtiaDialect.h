// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `mtia`: language extensions of the chip.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace charonia::mtia {

/// The reduction network between PEs: a collective must not move or vanish.
struct Network : mlir::SideEffects::Resource::Base<Network> {
  mlir::StringRef getName() final { return "<ReductionNetwork>"; }
};

/// Discardable attribute of `tt.load`: "row" or "col".
inline constexpr const char *kDirectionAttr = "mtia.direction";

} // namespace charonia::mtia

#include "charonia/Dialect/Mtia/MtiaDialect.h.inc"
#include "charonia/Dialect/Mtia/MtiaEnums.h.inc"

#define GET_OP_CLASSES
#include "charonia/Dialect/Mtia/MtiaOps.h.inc"
