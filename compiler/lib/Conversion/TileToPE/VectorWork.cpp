// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which operations are vector work, and which of it is cheap enough to repeat.
#include "VectorWork.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

using namespace mlir;

namespace charonia::pe {

/// A cheap value has at most this many operations below it.
constexpr unsigned kCheapLimit = 16;

int64_t accumulatorBanks(RankedTensorType type, const arch::DeviceModel &device) {
  Type element = type.getElementType();
  if (type.getRank() != 2 || !(element.isF32() || element.isInteger(32))) {
    return 0;
  }
  int64_t rows = device.re.bankRows, columns = device.re.bankColumns;
  return ((type.getDimSize(0) + rows - 1) / rows) * ((type.getDimSize(1) + columns - 1) / columns);
}

tile::DotOp continuedBy(tile::DotOp dot) {
  auto before = dot.getC().getDefiningOp<tile::DotOp>();
  return before && before->getBlock() == dot->getBlock() && before.getResult().hasOneUse()
             ? before
             : tile::DotOp();
}

static bool engineTypes(tile::DotOp dot) {
  auto a = cast<RankedTensorType>(dot.getA().getType()),
       b = cast<RankedTensorType>(dot.getB().getType());
  auto c = cast<RankedTensorType>(dot.getC().getType());
  Type element = a.getElementType();
  bool floats = (element.isF16() || element.isBF16()) && c.getElementType().isF32();
  bool integers = element.isInteger(8) && c.getElementType().isInteger(32);
  return a.getRank() == 2 && element == b.getElementType() && (floats || integers);
}

void VectorWork::chooseDots(Operation *kernel, const arch::DeviceModel &device) {
  int64_t used = 0;
  kernel->walk([&](tile::DotOp dot) {
    auto unit = dot->getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
    if (!engineTypes(dot) || (unit && unit.getValue() != tile::Unit::Dpe)) {
      return;
    }
    if (tile::DotOp before = continuedBy(dot); before && m_engine.contains(before)) {
      m_engine.insert(dot);
      return;
    }
    int64_t banks = accumulatorBanks(cast<RankedTensorType>(dot.getC().getType()), device);
    if (banks == 0 || used + banks > device.re.banks) {
      return;
    }
    used += banks;
    m_engine.insert(dot);
  });
}

VectorWork::VectorWork(Operation *kernel, const arch::DeviceModel &device) {
  chooseDots(kernel, device);
  kernel->walk([&](Operation *op) {
    auto unit = op->getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
    if (isa<tile::ExtractSliceOp, mtia::ExtractSliceOp>(op) && unit &&
        unit.getValue() == tile::Unit::Mlu) {
      m_engine.insert(op);
    }
  });
  kernel->walk([&](tile::PermuteOp permute) {
    bool onlyDots = !permute->use_empty() && llvm::all_of(permute->getUses(), [&](OpOperand &use) {
      return m_engine.contains(use.getOwner()) && use.getOperandNumber() < 2;
    });
    auto unit = permute->getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
    if (onlyDots || (unit && unit.getValue() == tile::Unit::Mlu)) {
      m_engine.insert(permute);
    }
  });
}

bool VectorWork::isVector(Operation *op) const {
  if (isa<scf::ForOp, scf::IfOp, scf::WhileOp, tile::PidLoopOp, tile::LoadOp, tile::StoreOp,
          tile::LoadRowsOp, tile::StoreRowsOp, mtia::ReReduceOp, CommandOpInterface>(op) ||
      op->hasTrait<OpTrait::IsTerminator>() || m_engine.contains(op)) {
    return false;
  }
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

static bool isLittleArithmetic(Operation *op) {
  if (isa<tile::IotaOp, tile::SplatOp, tile::BroadcastOp, tile::ReshapeOp>(op) ||
      matchPattern(op, m_Constant())) {
    return true;
  }
  auto type = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                                       : RankedTensorType();
  return type && type.getElementType().isInteger() &&
         op->getName().getDialectNamespace() == "arith" &&
         !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp,
              arith::CeilDivSIOp, arith::CmpFOp, arith::FPToSIOp, arith::FPToUIOp>(op);
}

bool isView(Operation *op) {
  return isa<tile::BroadcastOp, tile::ReshapeOp>(op) &&
         isa<RankedTensorType>(op->getOperand(0).getType());
}

/// True if `op` is a part of a loaded tile: read from where it lies like the tile itself.
static bool isPartOfLoad(Operation *op) {
  auto part = dyn_cast<tile::ExtractSliceOp>(op);
  return part && isa_and_present<tile::LoadOp>(part.getSource().getDefiningOp());
}

unsigned VectorWork::cheapSize(Operation *op) {
  auto [it, isNew] = m_cheap.try_emplace(op, kCheapLimit + 1);
  if (!isNew) {
    return it->second;
  }
  if (isPartOfLoad(op)) {
    return m_cheap[op] = 1;
  }
  unsigned size = 1;
  if (!isVector(op) || !isLittleArithmetic(op)) {
    return kCheapLimit + 1;
  }
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType())) {
      continue;
    }
    Operation *def = operand.getDefiningOp();
    if (isView(op) && !(def && isCheap(def))) {
      return m_cheap[op] = 1; // an operand class of whatever uses it
    }
    size += def ? cheapSize(def) : kCheapLimit + 1;
    if (size > kCheapLimit) {
      return kCheapLimit + 1;
    }
  }
  return m_cheap[op] = size;
}

bool VectorWork::isCheap(Operation *op) { return cheapSize(op) <= kCheapLimit; }

} // namespace charonia::pe
