// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-map-units: units by the table UnitTable.def.
#include "SplitDots.h"
#include "UnitCosts.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILEMAPUNITS
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

enum class NumericsClass : uint8_t { Exact, Ulp, Reassoc };

bool isTile(Type type) { return isa<RankedTensorType>(type); }

bool isOnTile(Operation *op, const arch::DeviceModel *) {
  return llvm::any_of(op->getOperandTypes(), isTile) || llvm::any_of(op->getResultTypes(), isTile);
}

bool always(Operation *, const arch::DeviceModel *) { return true; }

/// Operands that the matrix engine multiplies: 16-bit floats or 8-bit integers, 32-bit sums.
bool hasMatrixTypes(DotOp dot) {
  Type a = cast<RankedTensorType>(dot.getA().getType()).getElementType();
  Type b = cast<RankedTensorType>(dot.getB().getType()).getElementType();
  Type c = cast<RankedTensorType>(dot.getC().getType()).getElementType();
  return a == b &&
         (((a.isF16() || a.isBF16()) && c.isF32()) || (a.isInteger(8) && c.isInteger(32)));
}

/// Banks that an accumulator of rank 2 takes.
int64_t banksOf(RankedTensorType type, const arch::ReduceEngine &re) {
  return ((type.getDimSize(0) + re.bankRows - 1) / re.bankRows) *
         ((type.getDimSize(1) + re.bankColumns - 1) / re.bankColumns);
}

/// Blocks of the accumulator fit the banks.
bool isMatrixDot(Operation *op, const arch::DeviceModel *device) {
  auto dot = cast<DotOp>(op);
  auto type = cast<RankedTensorType>(dot.getC().getType());
  return device && hasMatrixTypes(dot) && type.getRank() == 2 &&
         banksOf(type, device->re) <= device->re.banks;
}

/// Why isMatrixDot is false, with the numbers.
std::string whyNoMatrixDot(DotOp dot, const arch::DeviceModel &device) {
  auto type = cast<RankedTensorType>(dot.getC().getType());
  if (!hasMatrixTypes(dot)) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "operands of " << cast<RankedTensorType>(dot.getA().getType()).getElementType()
        << " and a sum of " << type.getElementType()
        << "; it multiplies f16 or bf16 into f32, or i8 into i32";
    return text;
  }
  if (type.getRank() != 2) {
    return llvm::formatv("a product of rank {0}; it does rank 2", type.getRank());
  }
  return llvm::formatv("the accumulator needs {0} banks; there are {1}", banksOf(type, device.re),
                       device.re.banks);
}

/// What would make a product of fp32 matrices faster than it is; empty if nothing is known.
std::string gainOfCast(DotOp dot, const arch::DeviceModel &device, bool strict) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  auto c = cast<RankedTensorType>(dot.getC().getType());
  bool wide = a.getElementType().isF32() && a.getElementType() == c.getElementType();
  if (!wide || c.getRank() != 2 || banksOf(c, device.re) > device.re.banks) {
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

bool isWideDot(Operation *op, const arch::DeviceModel *) {
  auto dot = cast<DotOp>(op);
  return !hasMatrixTypes(dot) || cast<RankedTensorType>(dot.getC().getType()).getRank() != 2;
}

bool isMatrixMove(Operation *op, const arch::DeviceModel *) {
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  return type.getRank() == 2 && type.getElementType().getIntOrFloatBitWidth() >= 8;
}

struct UnitRow {
  StringRef operation;
  bool (*fits)(Operation *, const arch::DeviceModel *);
  Unit unit;
  NumericsClass numerics;
  StringRef reason;
};

constexpr UnitRow kRows[] = {
#define UNIT_ROW(operation, predicate, unit, numericsClass, reason)                                \
  {operation, predicate, Unit::unit, NumericsClass::numericsClass, reason},
#include "UnitTable.def"
};

bool isGroup(Operation *op, StringRef group) {
  if (group == op->getName().getStringRef() || group == "Any") {
    return true;
  }
  if (group == "Scalar") {
    return !isOnTile(op, nullptr);
  }
  if (group == "Shape") {
    return isa<SplatOp, BroadcastOp, ReshapeOp, IotaOp, JoinOp, SplitOp, CatOp, ExtractSliceOp,
               InsertSliceOp>(op) ||
           op->hasTrait<OpTrait::ConstantLike>();
  }
  return group == "Elementwise" &&
         (isa<ElementwiseOp>(op) ||
          isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()));
}

/// Whether results must be exact: the policy that a kernel carries, else that of the options.
bool isStrict(Operation *op, const compiler::PassContext &context) {
  auto kernel = op->getParentOfType<KernelOp>();
  auto policy = kernel ? kernel->getAttrOfType<StringAttr>(kPolicyAttr) : StringAttr();
  return (policy ? policy.getValue() : StringRef(context.options.policy)) == "strict";
}

class TileMapUnits : public impl::TileMapUnitsBase<TileMapUnits> {
public:
  TileMapUnits() = default;
  explicit TileMapUnits(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-map-units");
    context.placements.clear();
    if (context.device) {
      splitDots(context);
    }
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp, KernelOp, PidLoopOp, ReturnOp, YieldOp>(op) ||
          isa_and_nonnull<scf::SCFDialect>(op->getDialect()) ||
          isa_and_present<ReduceOp, ScanOp>(op->getParentOp())) {
        return;
      }
      for (const UnitRow &row : kRows) {
        bool allowed = row.numerics == NumericsClass::Exact || !isStrict(op, context);
        if (allowed && isGroup(op, row.operation) && row.fits(op, context.device.get())) {
          place(op, row, context);
          return;
        }
      }
    });
  }

private:
  /// Products of fp32 matrices whose precision allows it become products of bf16 parts where that
  /// takes fewer cycles. The dots that the engine takes as they are have its banks first.
  void splitDots(compiler::PassContext &context) {
    const arch::DeviceModel &device = *context.device;
    SmallVector<DotOp> wide;
    int64_t used = 0;
    getOperation()->walk([&](DotOp dot) {
      if (isMatrixDot(dot, &device)) {
        used += banksOf(cast<RankedTensorType>(dot.getC().getType()), device.re);
      } else if (partsOf(dot) != 0 && !isStrict(dot, context)) {
        wide.push_back(dot);
      }
    });
    DotSplitter splitter(context);
    for (DotOp dot : wide) {
      const unsigned parts = partsOf(dot);
      const int64_t banks = banksOf(cast<RankedTensorType>(dot.getC().getType()), device.re);
      const SplitCycles cycles = splitCycles(dot, parts, device);
      const double whole = *unitCycles(dot, Unit::Vec, device);
      if (used + banks > device.re.banks || cycles.vec + cycles.dpe >= whole) {
        continue;
      }
      used += banks;
      std::string reason = llvm::formatv(
          "{0} products of bf16 parts meet the precision that it asks for, {1}; with operands cast "
          "to bf16 or fp16 it would take about {2} cycles a tile, without a cut on vec",
          productsOf(parts).size(), stringifyPrecision(dot.getPrecision()),
          static_cast<int64_t>(*unitCycles(dot, Unit::Dpe, device)));
      DotOp last = splitter.split(dot);
      context.remarks.add(
          "tile-map-units", "split", last, llvm::formatv("dot on dpe in {0} parts of bf16", parts),
          reason, {{"dpe", cycles.dpe}, {"vec, cutting", cycles.vec}, {"vec alone", whole}});
    }
  }

  /// Tells what the op costs on its unit and on the others that could do it, and why not on those
  /// that could not: remarks of the kinds "placement" and "placement-refused".
  static void remarkCosts(Operation *op, const UnitRow &chosen, compiler::PassContext &context) {
    if (!context.device || !isOnTile(op, nullptr) || isGroup(op, "Shape")) {
      return;
    }
    const arch::DeviceModel &device = *context.device;
    std::vector<std::pair<std::string, double>> costs;
    auto cyclesOn = [&](Unit unit) {
      return std::pair(stringifyUnit(unit).str(), unitCycles(op, unit, device).value_or(0));
    };
    llvm::SmallVector<Unit> seen;
    auto add = [&](Unit unit) {
      if (!llvm::is_contained(seen, unit)) {
        seen.push_back(unit);
        costs.push_back(cyclesOn(unit));
      }
    };
    add(chosen.unit);
    bool strict = isStrict(op, context);
    for (const UnitRow &row : kRows) {
      if (row.operation == "Any" || !isGroup(op, row.operation) ||
          llvm::is_contained(seen, row.unit)) {
        continue;
      }
      bool fits = row.fits(op, &device);
      if (fits && (row.numerics == NumericsClass::Exact || !strict)) {
        add(row.unit);
        continue;
      }
      seen.push_back(row.unit);
      auto dot = dyn_cast<DotOp>(op);
      context.remarks.add("tile-map-units", "placement-refused", op,
                          "not on " + stringifyUnit(row.unit).str(),
                          fits                           ? "the policy asks for exact results"
                          : dot && row.unit == Unit::Dpe ? whyNoMatrixDot(dot, device)
                                                         : "it does not do this shape or type",
                          {cyclesOn(row.unit)});
    }
    if (!isa<LoadOp, StoreOp>(op)) {
      add(Unit::Vec);
    }
    add(Unit::Sca);
    std::string name = op->getName().getStringRef().str();
    context.remarks.add("tile-map-units", "placement", op,
                        name + " on " + stringifyUnit(chosen.unit).str(), chosen.reason.str(),
                        costs);
  }

  void place(Operation *op, const UnitRow &row, compiler::PassContext &context) {
    op->setAttr(kUnitAttr, UnitAttr::get(&getContext(), row.unit));
    compiler::PlacementRow placement;
    placement.op = compiler::getOpId(op);
    placement.range = compiler::sourceRangeOf(op->getLoc());
    placement.opName = op->getName().getStringRef().str();
    placement.unit = stringifyUnit(row.unit).str();
    placement.reason = row.reason.str();
    remarkCosts(op, row, context);
    if (auto dot = dyn_cast<DotOp>(op)) {
      context.remarks.add(
          "tile-map-units", "unit", op, "dot on " + placement.unit,
          placement.reason +
              (context.device ? gainOfCast(dot, *context.device, context.options.policy == "strict")
                              : ""));
    }
    context.placements.push_back(std::move(placement));
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileMapUnits(compiler::PassContext *context) {
  return std::make_unique<TileMapUnits>(context);
}

} // namespace charonia::tile
