// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion of one kernel from tensors to buffers, step by step (TileToPE.cpp runs the steps).
//
// Between the steps, commands of the matrix engine stand as placeholders
// (unrealized_conversion_cast) so that the tensors they use stay visible as uses:
//   tensors -> !pe.cb   a pe.dpe.mma into that accumulator (see Mma)
//   !pe.cb  -> tensor   a drain of that accumulator
#pragma once

#include "Groups.h"
#include "VectorWork.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Support/PassContext.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace charonia::pe {

/// What a placeholder of the matrix engine does; operands are A, B (if multiply), initial tile (if
/// init).
struct Mma {
  mlir::Value accumulator;
  bool multiply = true, init = false, accumulate = false, transposeA = false, transposeB = false;
};

class Converter {
public:
  Converter(tile::KernelOp kernel, const arch::DeviceModel &device, compiler::PassContext &context)
      : m_kernel(kernel), m_device(device), m_context(context), m_work(kernel, device) {}

  mlir::LogicalResult run();

private:
  // Accumulators.cpp: dots that the matrix engine takes, and loop-carried accumulators.
  mlir::LogicalResult convertDots();
  /// Products of one chain add up in one accumulator, in order; see continuedBy.
  bool convertLoopAccumulator(llvm::ArrayRef<tile::DotOp> chain);
  void convertPlainDot(llvm::ArrayRef<tile::DotOp> chain);
  /// Replaces the dots; `accumulate` if also the first one adds to what the accumulator holds.
  void convertChain(llvm::ArrayRef<tile::DotOp> chain, mlir::Value accumulator, bool accumulate);
  mlir::Value makeAccumulator(tile::DotOp dot);
  /// The product of a dot: its operands A and B, transposed where the engine reads them so.
  Mma engineOperands(tile::DotOp dot, mlir::Value accumulator,
                     llvm::SmallVectorImpl<mlir::Value> &operands);
  mlir::Operation *placeholder(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::ValueRange tensors, const Mma &mma);
  mlir::Value drained(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value accumulator);

  // Variables.cpp: tensors that control flow carries become resident buffers.
  mlir::LogicalResult convertCarried();
  mlir::LogicalResult convertFor(mlir::scf::ForOp loop);
  mlir::LogicalResult convertIf(mlir::scf::IfOp branch);
  mlir::LogicalResult convertWhile(mlir::scf::WhileOp loop);
  /// A resident buffer for a tile that control flow carries.
  mlir::Value makeVariable(mlir::Value source);
  /// Every use of `tensor` reads the resident buffer `cb` instead.
  void readInstead(mlir::Value tensor, mlir::Value cb);
  /// Makes `tensor` the content of `cb` before `before`: by the group that makes it if that stands
  /// in the same block and `direct`, else by a copy.
  void assign(mlir::Operation *before,
              llvm::ArrayRef<std::pair<mlir::Value, mlir::Value>> tensorsAndCbs, bool direct);

  // Streams.cpp: the other tensors become circular buffers; commands.
  void dropDead();
  /// Elementwise work on a drained accumulator goes to the SIMD engine, which sits behind the RE.
  void chooseSimd();
  /// The unit of the command that `op` is or becomes.
  std::optional<Unit> unitOf(mlir::Operation *op) const;
  mlir::LogicalResult convertStreams();
  mlir::LogicalResult placeValue(mlir::Value tensor);
  mlir::LogicalResult convertCommands();
  void convertLoad(tile::LoadOp load);
  void convertStore(tile::StoreOp store);
  void convertLoadRows(tile::LoadRowsOp load);
  void convertStoreRows(tile::StoreRowsOp store);
  void convertPart(mlir::Operation *part);
  void convertPlaceholder(mlir::UnrealizedConversionCastOp cast);
  void convertKernel();
  /// Puts the body into a loop over program ids, if tile-map-pids has not run.
  void wrapInPidLoop();

  mlir::Value allocate(mlir::RankedTensorType tile, mlir::Value source, Space space, Unit producer,
                       llvm::ArrayRef<Unit> readers, bool resident);
  std::string nameFor(mlir::Value source);

  tile::KernelOp m_kernel;
  const arch::DeviceModel &m_device;
  compiler::PassContext &m_context;
  VectorWork m_work;
  llvm::MapVector<mlir::Operation *, Mma> m_mmas;     ///< by placeholder
  llvm::DenseMap<mlir::Value, mlir::Value> m_streams; ///< tensor -> circular buffer
  llvm::DenseMap<mlir::Value, mlir::Value> m_updated; ///< carried tiles that a branch updates
  llvm::DenseSet<mlir::Operation *> m_simd;           ///< groups for the SIMD engine
  llvm::StringMap<unsigned> m_names;
  mlir::Operation *m_lastAlloc = nullptr;
};

} // namespace charonia::pe
