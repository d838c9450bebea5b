// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rebuilds a `tt.func` as a `tile.kernel`, op by op.
#pragma once

#include "ScalarForms.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Dialect/Tile/Tile.h"
#include "charonia/Support/PassContext.h"

#include "mlir/IR/IRMapping.h"

namespace charonia::tile {

/// The type of a value after conversion: pointers become i64.
mlir::Type convertType(mlir::Type type);

/// The element type that a pointer-like type points to, and its bytes in memory.
mlir::Type pointeeOf(mlir::Type pointerLike);
int64_t bytesOf(mlir::Type element);

/// On loads of the source: read once for the PEs of a row or column.
inline constexpr llvm::StringLiteral kDirectionOfSource = "mtia.direction";

/// What lanes that are masked off get, if it is one constant; null if it is another value or none.
mlir::TypedAttr constantPad(tt::LoadOp load);

/// The kernel argument that `pointer` is derived from by arithmetic alone; -1 if it is not one.
int argumentOf(mlir::Value pointer);

/// Strides and bounds of boxes, one after the other: constants or i64 values.
struct BoxLists {
  llvm::SmallVector<mlir::OpFoldResult> strides, lower, upper;
};

class AccessAnalysis;
class LoadReuse;
struct AccessPlan;
struct PlanPiece;
struct RangeCheck;
struct RowList;
struct SharedLoad;

/// Converts one kernel. Errors are emitted at the op that cannot be converted.
class KernelConverter {
public:
  KernelConverter(tt::FuncOp source, compiler::PassContext &context);
  ~KernelConverter();

  /// Makes the kernel before the source function, which stays; null after an error.
  KernelOp run();

private:
  /// What an op of control flow carries beside its tiles, see TensorForms::companions.
  struct Extras {
    llvm::SmallVector<std::pair<mlir::Value, Poly>> operands; ///< tile, companion
    llvm::SmallVector<mlir::Value> results;                   ///< tiles
    struct OfRegion {
      llvm::SmallVector<mlir::Value> arguments; ///< tiles
      llvm::SmallVector<std::pair<mlir::Value, Poly>> yielded;
    };
    llvm::SmallVector<OfRegion, 2> regions;
  };
  // ConvertControl.cpp
  Extras extrasOf(mlir::Operation *op) const;
  /// The companion of `tile` as a scalar of its element type.
  mlir::Value emitCompanion(mlir::Value tile, const Poly &poly, mlir::Operation *at,
                            mlir::OpBuilder &builder);
  mlir::LogicalResult convertRegion(mlir::Block &from, mlir::Block &to,
                                    const Extras::OfRegion &extras, mlir::OpBuilder &builder);
  mlir::LogicalResult convertBlock(mlir::Block &from, mlir::Block &to, mlir::OpBuilder &builder);
  mlir::LogicalResult convertOp(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertGeneric(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertCombining(mlir::Operation *op, mlir::OpBuilder &builder);
  /// Each returns failure if `op` is not of its group; then the next group is asked.
  mlir::LogicalResult convertShapeOp(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertComputeOp(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertPointerOp(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertMemoryOp(mlir::Operation *op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertExtern(tt::ExternElementwiseOp op, mlir::OpBuilder &builder);
  mlir::LogicalResult convertDot(tt::DotOp dot, mlir::OpBuilder &builder);
  void convertFloatCast(tt::FpToFpOp op, mlir::OpBuilder &builder);

  void lowerLoad(tt::LoadOp op, mlir::OpBuilder &builder);
  void lowerStore(tt::StoreOp op, mlir::OpBuilder &builder);
  void lowerScalarLoad(tt::LoadOp op, AccessAttr access, mlir::OpBuilder &builder);
  /// A load by descriptors of a tile of `shape`; null pad is zero.
  mlir::Value emitBoxLoad(tt::LoadOp op, llvm::ArrayRef<PlanPiece> pieces,
                          llvm::ArrayRef<int64_t> shape, AccessAttr access,
                          mlir::OpBuilder &builder);
  /// The tile of `op` as a part of a load that it shares; makes that load where it is the first.
  mlir::Value lowerSharedLoad(tt::LoadOp op, const AccessPlan &plan, const SharedLoad &shared,
                              mlir::OpBuilder &builder);
  /// The tile of `op` from what a load moved: broadcast, reshaped, selected.
  mlir::Value finishLoad(tt::LoadOp op, const AccessPlan &plan, mlir::Value moved,
                         mlir::OpBuilder &builder);
  AccessAttr accessOf(mlir::Operation *op, const AccessPlan &plan);
  /// Adds strides and bounds of `piece` to `lists`.
  void emitBox(const PlanPiece &piece, mlir::Operation *at, BoxLists &lists,
               mlir::OpBuilder &builder);
  /// Guards.cpp: stops the kernel where what the plan takes for granted does not hold.
  void emitChecks(llvm::ArrayRef<RangeCheck> checks, mlir::Operation *at, mlir::OpBuilder &builder);
  // RowGatherEmit.cpp
  mlir::Value lowerRowLoad(tt::LoadOp op, const AccessPlan &plan, AccessAttr access,
                           mlir::OpBuilder &builder);
  void lowerRowStore(tt::StoreOp op, const AccessPlan &plan, AccessAttr access,
                     mlir::OpBuilder &builder);
  mlir::Value lowerBoxedLoad(tt::LoadOp op, const AccessPlan &plan, AccessAttr access,
                             mlir::OpBuilder &builder);
  mlir::Value emitRows(const RowList &rows, mlir::Operation *at, mlir::OpBuilder &builder);
  /// Null if every row is touched.
  mlir::Value emitRowMask(const RowList &rows, mlir::Operation *at, mlir::OpBuilder &builder);
  mlir::Value alongRow(mlir::Value value, unsigned dim, mlir::Operation *at,
                       mlir::OpBuilder &builder);
  mlir::Value emitSplat(const Poly &poly, mlir::RankedTensorType type, mlir::Operation *at,
                        mlir::OpBuilder &builder);
  mlir::Value selectLanes(tt::LoadOp op, mlir::Value result, mlir::OpBuilder &builder);

  /// Computes a polynomial in i64 at the builder's place; a constant if it is one.
  mlir::OpFoldResult emit(const Poly &poly, mlir::Operation *at, mlir::OpBuilder &builder);
  mlir::Value emitValue(const Poly &poly, mlir::Operation *at, mlir::OpBuilder &builder);
  mlir::Value emitSymbol(uint32_t symbol, mlir::Operation *at, mlir::OpBuilder &builder);

  mlir::Value mapped(mlir::Value value) { return m_map.lookup(value); }
  /// Location of an op that helps the conversion of `op`: an id of its own.
  mlir::Location helper(mlir::Operation *op);
  mlir::Value zeroOf(mlir::Type type, mlir::Operation *at, mlir::OpBuilder &builder);

  tt::FuncOp m_source;
  compiler::PassContext &m_context;
  mlir::IRMapping m_map;
  llvm::DenseMap<mlir::Value, mlir::Value> m_companions; ///< by tile of the source
  std::unique_ptr<AccessAnalysis> m_accesses;
  std::unique_ptr<LoadReuse> m_reuse;
  llvm::DenseMap<const SharedLoad *, mlir::Value> m_unions; ///< of shared loads that are made
};

} // namespace charonia::tile
