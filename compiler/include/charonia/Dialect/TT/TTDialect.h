// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `tt`: Triton IR. Includes its types, enumerations and ops.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <string>

namespace charonia::tt {

/// Most elements that a tile may have.
inline constexpr int64_t kMaxTileElements = 1048576;

/// Memory that pointers reach.
struct GlobalMemory : mlir::SideEffects::Resource::Base<GlobalMemory> {
  mlir::StringRef getName() final { return "<GlobalMemory>"; }
};
/// Printed lines and failed assertions.
struct Console : mlir::SideEffects::Resource::Base<Console> {
  mlir::StringRef getName() final { return "<Console>"; }
};

/// The element of a tensor type; any other type itself.
mlir::Type elementOf(mlir::Type type);
/// The type that a load through `type` gives: pointee of a pointer, tensor of pointees of a tensor
/// of pointers. Types without pointers are given back.
mlir::Type pointeeLike(mlir::Type type);
/// i1 in the shape of pointeeLike(type).
mlir::Type maskLike(mlir::Type type);
/// `type` with its element replaced by `element`, keeping the shape.
mlir::Type sameShape(mlir::Type type, mlir::Type element);
/// Pointer to the element of the block that `type` (a block pointer) points to.
mlir::Type elementPointer(mlir::Type type);
/// What keeps `type` (of any kind) from being a tile, a pointer to one or no tensor at all: its
/// size or its encoding. Empty: nothing.
std::string tileProblem(mlir::Type type);
/// Checks the size of a tile for a type of any kind; `emit` makes the diagnostic.
mlir::LogicalResult verifyTileSize(mlir::Type type,
                                   llvm::function_ref<mlir::InFlightDiagnostic()> emit);

/// Every tile of the op has a power of two of elements, at most kMaxTileElements.
template <typename ConcreteType>
class TileSizeTrait : public mlir::OpTrait::TraitBase<ConcreteType, TileSizeTrait> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    auto emit = [op] { return op->emitOpError(); };
    for (mlir::Type type : op->getOperandTypes()) {
      if (failed(verifyTileSize(type, emit))) {
        return mlir::failure();
      }
    }
    for (mlir::Type type : op->getResultTypes()) {
      if (failed(verifyTileSize(type, emit))) {
        return mlir::failure();
      }
    }
    return mlir::success();
  }
};

} // namespace charonia::tt

#include "charonia/Dialect/TT/TTDialect.h.inc"
#include "charonia/Dialect/TT/TTEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "charonia/Dialect/TT/TTTypes.h.inc"

#define GET_OP_CLASSES
#include "charonia/Dialect/TT/TTOps.h.inc"
