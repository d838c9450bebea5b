// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitCosts.h"
#include "FunctionChain.h"
#include "SplitDots.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Support/FnTable.h"
#include "charonia/Support/MemoryCosts.h"
#include "charonia/program/SimdCost.h"

#include "mlir/IR/Matchers.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace charonia::tile {
namespace {

/// The largest tile among operands and results; null if the op has none.
RankedTensorType largestTile(Operation *op) {
  RankedTensorType largest;
  auto see = [&](Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (tile && tile.hasStaticShape() &&
        (!largest || tile.getNumElements() > largest.getNumElements())) {
      largest = tile;
    }
  };
  llvm::for_each(op->getOperandTypes(), see);
  llvm::for_each(op->getResultTypes(), see);
  return largest;
}

int64_t bitsOf(RankedTensorType tile) {
  Type element = tile.getElementType();
  return element.isIntOrFloat() ? std::max<int64_t>(8, element.getIntOrFloatBitWidth()) : 64;
}

double bytesOf(RankedTensorType tile) {
  return static_cast<double>(tile.getNumElements()) * static_cast<double>(bitsOf(tile)) / 8;
}

bool isView(Operation *op) {
  return isa<SplatOp, IotaOp, BroadcastOp, ReshapeOp>(op) || matchPattern(op, m_Constant());
}

bool isElementAccess(Operation *op) {
  return isa<GatherOp, ScatterOp, AtomicRmwOp, AtomicCasOp>(op);
}

/// Elements of a dot's inner dimension; 1 for other operations.
double depthOf(Operation *op) {
  auto dot = dyn_cast<DotOp>(op);
  return dot ? static_cast<double>(cast<RankedTensorType>(dot.getA().getType()).getShape().back())
             : 1.0;
}

/// How often an operation's class of cost is paid; 1 where the table has no entry.
double classCost(Operation *op, const std::map<std::string, double> &costs) {
  auto fn = compiler::fnOf(op);
  auto it = fn ? costs.find(numerics::info(*fn).costClass) : costs.end();
  return it == costs.end() ? 1.0 : it->second;
}

double resultElements(Operation *op, RankedTensorType tile) {
  auto result = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                                         : RankedTensorType();
  return static_cast<double>(isa<DotOp>(op) && result ? result.getNumElements()
                                                      : tile.getNumElements());
}

double vectorCycles(Operation *op, RankedTensorType tile, const arch::DeviceModel &device) {
  double elements = resultElements(op, tile);
  if (isElementAccess(op)) {
    return compiler::elementCycles(elements, isa<ScatterOp>(op), device);
  }
  if (isa<PermuteOp>(op)) {
    return elements / std::max(1, device.vector.gatherElementsPerCycle);
  }
  // bf16 is computed in fp32.
  double bits = tile.getElementType().isBF16() ? 32 : static_cast<double>(bitsOf(tile));
  double registers = std::ceil(elements * bits / device.vector.vlenBits);
  if (isa<ExtractSliceOp, mtia::ExtractSliceOp>(op)) {
    return 2 * registers; // read where it lies, and written
  }
  if (isa<ReduceOp, ScanOp>(op)) {
    return registers + device.vector.reductionBase;
  }
  return registers * depthOf(op) * classCost(op, device.vector.instructions);
}

/// Cycles of the matrix engine with `held` rows in it and `streamed` rows passing, for one slice of
/// the inner dimension: rows are refilled while others stream.
double sliceCycles(const arch::DotEngine &dpe, int64_t held, int64_t streamed) {
  auto stream = [&](int64_t rows) {
    return rows == 0 ? 0 : std::max<int64_t>(rows, dpe.minStreamCycles);
  };
  const int64_t passes = (held + dpe.rows - 1) / dpe.rows;
  const int64_t cycles =
      streamed / dpe.streamRows * stream(dpe.streamRows) + stream(streamed % dpe.streamRows);
  return static_cast<double>(passes * std::max<int64_t>(cycles, dpe.refillCycles));
}

/// Cycles of a product of matrices on the matrix engine; wide operands count as 16-bit parts.
/// Operands that do not lie along the inner dimension pass the layout unit on their way.
double engineCycles(DotOp dot, const arch::DeviceModel &device) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  auto c = cast<RankedTensorType>(dot.getC().getType());
  const int64_t bits = std::min<int64_t>(16, bitsOf(a)), rank = c.getRank();
  const int64_t m = c.getDimSize(rank - 2), n = c.getDimSize(rank - 1), k = a.getDimSize(rank - 1);
  const double batch = static_cast<double>(c.getNumElements() / std::max<int64_t>(1, m * n));
  const int64_t slices = (k * bits / 8 + device.dpe.rowBytes - 1) / device.dpe.rowBytes;
  const double product = static_cast<double>(slices) *
                         std::min(sliceCycles(device.dpe, m, n), sliceCycles(device.dpe, n, m));
  auto isTurned = [](Value operand) { return operand.getDefiningOp<PermuteOp>() != nullptr; };
  const int64_t turned = (isTurned(dot.getA()) ? m * k : 0) + (isTurned(dot.getB()) ? 0 : k * n);
  const double layout = static_cast<double>(turned * bits / 8) / device.mlu.bytesPerCycle;
  return batch * std::max(product, layout);
}

double scalarCycles(Operation *op, RankedTensorType tile, const arch::DeviceModel &device) {
  if (!tile) {
    return classCost(op, device.scalar.cost);
  }
  double elements = resultElements(op, tile) * depthOf(op);
  double access = isElementAccess(op) ? compiler::elementCycles(1, isa<ScatterOp>(op), device)
                                      : device.scalar.lsLoad;
  return elements * (classCost(op, device.scalar.cost) + access);
}

} // namespace

std::optional<double> unitCycles(Operation *op, Unit unit, const arch::DeviceModel &device) {
  const bool part = isa<ExtractSliceOp, mtia::ExtractSliceOp>(op);
  RankedTensorType tile =
      part ? cast<RankedTensorType>(op->getResult(0).getType()) : largestTile(op);
  if (isView(op)) {
    return 0;
  }
  if (unit == Unit::Sca) {
    return scalarCycles(op, tile, device);
  }
  if (!tile) {
    return std::nullopt;
  }
  double elements = resultElements(op, tile);
  switch (unit) {
  case Unit::Vec:
    return vectorCycles(op, tile, device);
  case Unit::Dpe:
    return isa<DotOp>(op) ? std::optional(engineCycles(cast<DotOp>(op), device)) : std::nullopt;
  case Unit::Mlu:
    return std::ceil(bytesOf(tile) / device.mlu.bytesPerCycle);
  case Unit::Fi:
    return device.fi.setup +
           std::ceil(bytesOf(tile) / (isa<StoreOp>(op) ? device.fi.writeBytesPerCycle
                                                       : device.fi.readBytesPerCycle));
  case Unit::Se: { // what comes from the reduction engine takes no port
    auto written = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                                            : RankedTensorType();
    return std::ceil(std::max(elements / device.se.elementsPerCycle,
                              bytesOf(written ? written : tile) / device.ls.portBytes));
  }
  default:
    return std::nullopt;
  }
}

SplitCycles splitCycles(DotOp dot, unsigned parts, const arch::DeviceModel &device) {
  auto cut = [&](Value operand) {
    auto tile = cast<RankedTensorType>(operand.getType());
    const double bits = static_cast<double>(tile.getNumElements() * bitsOf(tile));
    return std::ceil(bits / device.vector.vlenBits) * splitOperations(parts);
  };
  return {cut(dot.getA()), cut(dot.getB()),
          static_cast<double>(productsOf(parts).size()) * engineCycles(dot, device)};
}

double passCycles(ArrayRef<Operation *> ops, const arch::DeviceModel &device) {
  program::SimdWork work;
  work.readBytes = bytesOf(cast<RankedTensorType>(tileInChain(ops.front(), device).getType()));
  for (Operation *op : ops) {
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    work.elements = std::max(work.elements, static_cast<double>(result.getNumElements()));
    work.ops += isSimdCast(op) ? 0 : 1;
    if (isTableFunction(op, device)) {
      work.functions.push_back(*compiler::fnOf(op));
    }
    bool leaves = llvm::any_of(op->getUsers(),
                               [&](Operation *user) { return !llvm::is_contained(ops, user); });
    work.writeBytes += leaves ? bytesOf(result) : 0;
  }
  return static_cast<double>(program::simdCycles(device, work));
}

} // namespace charonia::tile
