// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitRows.h"

#include "SimdChain.h"
#include "SplitDots.h"
#include "UnitCosts.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace charonia::tile {
namespace {

bool isTile(Type type) { return isa<RankedTensorType>(type); }

bool isOnTile(Operation *op, const arch::DeviceModel *) { return tile::isOnTile(op); }

bool always(Operation *, const arch::DeviceModel *) { return true; }

/// Operands that the matrix engine multiplies: 16-bit floats or 8-bit integers, 32-bit sums.
bool hasMatrixTypes(DotOp dot) {
  Type a = cast<RankedTensorType>(dot.getA().getType()).getElementType();
  Type b = cast<RankedTensorType>(dot.getB().getType()).getElementType();
  Type c = cast<RankedTensorType>(dot.getC().getType()).getElementType();
  return a == b &&
         (((a.isF16() || a.isBF16()) && c.isF32()) || (a.isInteger(8) && c.isInteger(32)));
}

bool isMatrix(DotOp dot) { return cast<RankedTensorType>(dot.getC().getType()).getRank() == 2; }

bool isWideDot(Operation *op, const arch::DeviceModel *) {
  auto dot = cast<DotOp>(op);
  return !hasMatrixTypes(dot) || !isMatrix(dot);
}

bool isMatrixMove(Operation *op, const arch::DeviceModel *) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  return type.getRank() == 2 && type.getElementType().getIntOrFloatBitWidth() >= 8;
}

bool isSimdWork(Operation *op, const arch::DeviceModel *device) {
  return device && !simdChain(op, device).empty();
}

/// A part, in steps of one element, of a tile that lies in a slot of its own, for a unit that reads
/// whole slots. What the vector core makes it writes in parts at once.
bool cutsOperand(Operation *op, const arch::DeviceModel *device) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto given = dyn_cast<mtia::ExtractSliceOp>(op);
  bool steps = given && llvm::any_of(given.getStrides(), [](int32_t step) { return step != 1; });
  Operation *source = op->getOperand(0).getDefiningOp();
  if (!device || steps || type.getElementType().getIntOrFloatBitWidth() < 8 ||
      !isa_and_present<LoadOp, LoadRowsOp, mtia::ReReduceOp>(source)) {
    return false;
  }
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    return isa<StoreOp>(user) || (isa<DotOp>(user) && isMatrixDot(user, device)) ||
           (isa<PermuteOp>(user) && turnsOperand(user, device));
  });
}

constexpr UnitRow kRows[] = {
#define UNIT_ROW(operation, predicate, unit, numericsClass, more, reason)                          \
  {operation, predicate, Unit::unit, NumericsClass::numericsClass, MoreRows::more, reason},
#include "UnitTable.def"
};

bool isGroup(Operation *op, StringRef group) {
  if (group == op->getName().getStringRef() || group == "Any") {
    return true;
  }
  if (group == "Scalar") {
    return !tile::isOnTile(op);
  }
  if (group == "Shape") {
    return isShape(op);
  }
  return group == "Elementwise" &&
         (isa<ElementwiseOp>(op) ||
          isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()));
}

/// Why isMatrixDot is false, with the numbers.
std::string whyNoMatrixDot(DotOp dot, const arch::DeviceModel &device) {
  if (!hasMatrixTypes(dot)) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "operands of " << cast<RankedTensorType>(dot.getA().getType()).getElementType()
        << " and a sum of " << cast<RankedTensorType>(dot.getC().getType()).getElementType()
        << "; it multiplies f16 or bf16 into f32, or i8 into i32";
    return text;
  }
  if (!isMatrix(dot)) {
    return llvm::formatv("a product of rank {0}; it does rank 2",
                         cast<RankedTensorType>(dot.getC().getType()).getRank());
  }
  return llvm::formatv("the accumulator needs {0} banks; there are {1}", banksOf(dot, device.re),
                       device.re.banks);
}

} // namespace

bool isUnplaced(Operation *op) {
  return isa<ModuleOp, KernelOp, PidLoopOp, ReturnOp, YieldOp>(op) ||
         isa_and_nonnull<scf::SCFDialect>(op->getDialect()) ||
         isa_and_present<ReduceOp, ScanOp>(op->getParentOp());
}

bool isOnTile(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTile) || llvm::any_of(op->getResultTypes(), isTile);
}

bool isShape(Operation *op) {
  return isa<SplatOp, BroadcastOp, ReshapeOp, IotaOp, JoinOp, SplitOp, CatOp, ExtractSliceOp,
             InsertSliceOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

int64_t banksOf(DotOp dot, const arch::ReduceEngine &re) {
  auto type = cast<RankedTensorType>(dot.getC().getType());
  return ((type.getDimSize(0) + re.bankRows - 1) / re.bankRows) *
         ((type.getDimSize(1) + re.bankColumns - 1) / re.bankColumns);
}

bool isMatrixDot(Operation *op, const arch::DeviceModel *device) {
  auto dot = cast<DotOp>(op);
  return device && hasMatrixTypes(dot) && isMatrix(dot) &&
         banksOf(dot, device->re) <= device->re.banks;
}

bool isSplitDot(Operation *op, const arch::DeviceModel *device) {
  auto dot = cast<DotOp>(op);
  return device && partsOf(dot) != 0 && banksOf(dot, device->re) <= device->re.banks;
}

bool turnsOperand(Operation *op, const arch::DeviceModel *device) {
  ArrayRef<int64_t> order = cast<PermuteOp>(op).getPermutation();
  return order.size() == 2 && order[0] == 1 && !op->use_empty() &&
         llvm::all_of(op->getUses(), [&](OpOperand &use) {
           return isa<DotOp>(use.getOwner()) && use.getOperandNumber() < 2 &&
                  isMatrixDot(use.getOwner(), device);
         });
}

SmallVector<const UnitRow *, 2> rowsFor(Operation *op, const arch::DeviceModel *device,
                                        bool strict) {
  SmallVector<const UnitRow *, 2> rows;
  for (const UnitRow &row : kRows) {
    bool allowed = row.numerics == NumericsClass::Exact || !strict;
    if (allowed && isGroup(op, row.operation) && row.fits(op, device)) {
      rows.push_back(&row);
      if (row.more == MoreRows::Only) {
        break;
      }
    }
  }
  return rows;
}

SmallVector<RefusedUnit> refusedUnits(Operation *op, const arch::DeviceModel &device, bool strict) {
  SmallVector<RefusedUnit> refused;
  SmallVector<Unit> seen;
  for (const UnitRow *row : rowsFor(op, &device, strict)) {
    seen.push_back(row->unit);
  }
  for (const UnitRow &row : kRows) {
    if (row.operation == "Any" || !isGroup(op, row.operation) ||
        llvm::is_contained(seen, row.unit)) {
      continue;
    }
    seen.push_back(row.unit);
    auto dot = dyn_cast<DotOp>(op);
    if (!row.fits(op, &device)) {
      refused.push_back({row.unit, dot && row.unit == Unit::Dpe
                                       ? whyNoMatrixDot(dot, device)
                                       : "it does not do this shape or type"});
    } else if (strict && row.numerics != NumericsClass::Exact) {
      refused.push_back({row.unit, "the policy asks for exact results"});
    } // else it could, but a row above takes the operation
  }
  return refused;
}

std::string gainOfCast(DotOp dot, const arch::DeviceModel &device, bool strict) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  auto c = cast<RankedTensorType>(dot.getC().getType());
  bool wide = a.getElementType().isF32() && a.getElementType() == c.getElementType();
  if (!wide || !isMatrix(dot) || banksOf(dot, device.re) > device.re.banks) {
    return {};
  }
  std::string text =
      llvm::formatv("; with operands cast to bf16 or fp16, at their precision, it would take "
                    "about {0} cycles a tile on dpe instead of {1} here",
                    static_cast<int64_t>(*unitCycles(dot, Unit::Dpe, device)),
                    static_cast<int64_t>(*unitCycles(dot, Unit::Vec, device)));
  if (strict || partsOf(dot) == 0) {
    text += llvm::formatv("; {0} would allow a product of bf16 parts",
                          partsOf(dot) != 0 ? "the policy `default`"
                          : strict          ? "the policy `default` and input_precision=\"tf32\""
                                            : "input_precision=\"tf32\"");
  }
  return text;
}

} // namespace charonia::tile
