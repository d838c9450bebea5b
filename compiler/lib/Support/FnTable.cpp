// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table from elementwise operations to functions of the numerics library.
#include "charonia/Support/FnTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace charonia::compiler {

using numerics::ElementType;
using numerics::Fn;

static Fn fnOf(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return Fn::CmpEq;
  case arith::CmpIPredicate::ne:
    return Fn::CmpNe;
  case arith::CmpIPredicate::slt:
    return Fn::CmpSlt;
  case arith::CmpIPredicate::sle:
    return Fn::CmpSle;
  case arith::CmpIPredicate::sgt:
    return Fn::CmpSgt;
  case arith::CmpIPredicate::sge:
    return Fn::CmpSge;
  case arith::CmpIPredicate::ult:
    return Fn::CmpUlt;
  case arith::CmpIPredicate::ule:
    return Fn::CmpUle;
  case arith::CmpIPredicate::ugt:
    return Fn::CmpUgt;
  case arith::CmpIPredicate::uge:
    return Fn::CmpUge;
  }
  return Fn::CmpEq;
}

static Fn fnOf(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return Fn::CmpFalse;
  case arith::CmpFPredicate::OEQ:
    return Fn::CmpOeq;
  case arith::CmpFPredicate::OGT:
    return Fn::CmpOgt;
  case arith::CmpFPredicate::OGE:
    return Fn::CmpOge;
  case arith::CmpFPredicate::OLT:
    return Fn::CmpOlt;
  case arith::CmpFPredicate::OLE:
    return Fn::CmpOle;
  case arith::CmpFPredicate::ONE:
    return Fn::CmpOne;
  case arith::CmpFPredicate::ORD:
    return Fn::CmpOrd;
  case arith::CmpFPredicate::UEQ:
    return Fn::CmpUeq;
  case arith::CmpFPredicate::UGT:
    return Fn::CmpFUgt;
  case arith::CmpFPredicate::UGE:
    return Fn::CmpFUge;
  case arith::CmpFPredicate::ULT:
    return Fn::CmpFUlt;
  case arith::CmpFPredicate::ULE:
    return Fn::CmpFUle;
  case arith::CmpFPredicate::UNE:
    return Fn::CmpUne;
  case arith::CmpFPredicate::UNO:
    return Fn::CmpUno;
  case arith::CmpFPredicate::AlwaysTrue:
    return Fn::CmpTrue;
  }
  return Fn::CmpFalse;
}

/// Operations whose name alone decides.
static const llvm::StringMap<Fn> &namesToFns() {
  static const llvm::StringMap<Fn> table = {
      {"arith.addi", Fn::AddI},
      {"arith.subi", Fn::SubI},
      {"arith.muli", Fn::MulI},
      {"arith.divsi", Fn::DivSI},
      {"arith.divui", Fn::DivUI},
      {"arith.remsi", Fn::RemSI},
      {"arith.remui", Fn::RemUI},
      {"arith.floordivsi", Fn::FloorDivSI},
      {"arith.ceildivsi", Fn::CeilDivSI},
      {"arith.andi", Fn::And},
      {"arith.ori", Fn::Or},
      {"arith.xori", Fn::Xor},
      {"arith.shli", Fn::ShlI},
      {"arith.shrsi", Fn::ShrSI},
      {"arith.shrui", Fn::ShrUI},
      {"arith.minsi", Fn::MinSI},
      {"arith.maxsi", Fn::MaxSI},
      {"arith.minui", Fn::MinUI},
      {"arith.maxui", Fn::MaxUI},
      {"arith.addf", Fn::AddF},
      {"arith.subf", Fn::SubF},
      {"arith.mulf", Fn::MulF},
      {"arith.divf", Fn::DivF},
      {"arith.remf", Fn::RemF},
      {"arith.negf", Fn::NegF},
      {"arith.minnumf", Fn::MinNumF},
      {"arith.maxnumf", Fn::MaxNumF},
      {"arith.minimumf", Fn::MinimumF},
      {"arith.maximumf", Fn::MaximumF},
      {"arith.select", Fn::Select},
      {"arith.extsi", Fn::ExtSI},
      {"arith.extui", Fn::ExtUI},
      {"arith.trunci", Fn::TruncI},
      {"arith.sitofp", Fn::SIToFP},
      {"arith.uitofp", Fn::UIToFP},
      {"arith.fptosi", Fn::FPToSI},
      {"arith.fptoui", Fn::FPToUI},
      {"arith.extf", Fn::ExtF},
      {"arith.bitcast", Fn::Bitcast},
      {"math.absi", Fn::AbsI},
      {"math.absf", Fn::AbsF},
      {"math.ctlz", Fn::Clz},
      {"math.ctpop", Fn::Popc},
      {"math.exp", Fn::Exp},
      {"math.exp2", Fn::Exp2},
      {"math.expm1", Fn::Expm1},
      {"math.log", Fn::Log},
      {"math.log2", Fn::Log2},
      {"math.log10", Fn::Log10},
      {"math.log1p", Fn::Log1p},
      {"math.sin", Fn::Sin},
      {"math.cos", Fn::Cos},
      {"math.tan", Fn::Tan},
      {"math.asin", Fn::Asin},
      {"math.acos", Fn::Acos},
      {"math.atan", Fn::Atan},
      {"math.atan2", Fn::Atan2},
      {"math.sinh", Fn::Sinh},
      {"math.cosh", Fn::Cosh},
      {"math.tanh", Fn::Tanh},
      {"math.erf", Fn::Erf},
      {"math.sqrt", Fn::Sqrt},
      {"math.rsqrt", Fn::Rsqrt},
      {"math.cbrt", Fn::Cbrt},
      {"math.powf", Fn::Pow},
      {"math.floor", Fn::Floor},
      {"math.ceil", Fn::Ceil},
      {"math.trunc", Fn::Trunc},
      {"math.round", Fn::Round},
      {"math.roundeven", Fn::NearbyInt},
      {"math.fma", Fn::FmaF},
      {"math.copysign", Fn::CopySignF},
      {"tt.mulhiui", Fn::MulHiUI},
      {"tt.precise_divf", Fn::DivF},
      {"tt.precise_sqrt", Fn::Sqrt},
  };
  return table;
}

/// `arith.index_cast` and `arith.index_castui` extend or truncate by width.
static Fn indexCast(Operation *op, bool isSigned) {
  auto width = [](Type type) {
    return getElementTypeOrSelf(type).isIndex()
               ? 64u
               : getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  };
  if (width(op->getOperand(0).getType()) > width(op->getResult(0).getType())) {
    return Fn::TruncI;
  }
  return isSigned ? Fn::ExtSI : Fn::ExtUI;
}

std::optional<Fn> fnOf(Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    return fnOf(compare.getPredicate());
  }
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    return fnOf(compare.getPredicate());
  }
  if (auto truncate = dyn_cast<arith::TruncFOp>(op)) {
    bool towardZero = truncate.getRoundingmode() == arith::RoundingMode::toward_zero;
    return towardZero ? Fn::TruncFRtz : Fn::TruncF;
  }
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    return indexCast(op, isa<arith::IndexCastOp>(op));
  }
  StringRef name = op->getName().getStringRef();
  if (name == "tile.elementwise") {
    auto fnName = op->getAttrOfType<StringAttr>("fn");
    Fn fn;
    if (fnName && numerics::findFn(fnName.str().c_str(), fn)) {
      return fn;
    }
    return std::nullopt;
  }
  auto it = namesToFns().find(name);
  return it == namesToFns().end() ? std::nullopt : std::optional<Fn>(it->second);
}

std::vector<llvm::StringRef> elementwiseOpNames() {
  std::vector<llvm::StringRef> names = {"arith.cmpi", "arith.cmpf", "arith.truncf"};
  for (const auto &entry : namesToFns()) {
    names.push_back(entry.getKey());
  }
  llvm::sort(names);
  return names;
}

std::optional<ElementType> elementTypeOf(Type type) {
  type = getElementTypeOrSelf(type);
  if (type.isIndex()) {
    return ElementType::I64;
  }
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return ElementType::I1;
    case 8:
      return ElementType::I8;
    case 16:
      return ElementType::I16;
    case 32:
      return ElementType::I32;
    case 64:
      return ElementType::I64;
    default:
      return std::nullopt;
    }
  }
  return llvm::TypeSwitch<Type, std::optional<ElementType>>(type)
      .Case([](Float16Type) { return ElementType::F16; })
      .Case([](BFloat16Type) { return ElementType::BF16; })
      .Case([](Float32Type) { return ElementType::F32; })
      .Case([](Float64Type) { return ElementType::F64; })
      .Case([](Float8E4M3FNType) { return ElementType::F8E4M3FN; })
      .Case([](Float8E4M3FNUZType) { return ElementType::F8E4M3FNUZ; })
      .Case([](Float8E5M2Type) { return ElementType::F8E5M2; })
      .Case([](Float8E5M2FNUZType) { return ElementType::F8E5M2FNUZ; })
      .Default([](Type) { return std::nullopt; });
}

std::optional<uint64_t> rawBitsOf(Attribute value) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    return integer.getValue().getZExtValue();
  }
  if (auto number = dyn_cast<FloatAttr>(value)) {
    return number.getValue().bitcastToAPInt().getZExtValue();
  }
  return std::nullopt;
}

} // namespace charonia::compiler
