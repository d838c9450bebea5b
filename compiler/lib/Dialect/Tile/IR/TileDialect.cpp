// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the dialect `tile`; parsing and printing that the declarative format cannot express.
#include "charonia/Dialect/Tile/Tile.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace charonia::tile {

/// `axis = 1`: an i32 attribute as a bare number.
static ParseResult parseAxis(OpAsmParser &parser, IntegerAttr &axis) {
  int32_t value = 0;
  if (parser.parseInteger(value)) {
    return failure();
  }
  axis = parser.getBuilder().getI32IntegerAttr(value);
  return success();
}
static void printAxis(OpAsmPrinter &printer, Operation *, IntegerAttr axis) {
  printer << axis.getInt();
}

/// `start = 0`: an i64 attribute as a bare number.
static ParseResult parseInt(OpAsmParser &parser, IntegerAttr &attr) {
  int64_t value = 0;
  if (parser.parseInteger(value)) {
    return failure();
  }
  attr = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}
static void printInt(OpAsmPrinter &printer, Operation *, IntegerAttr attr) {
  printer << attr.getInt();
}

/// `mapping(zigzag)`: a mapping as a word.
static ParseResult parseMappingWord(OpAsmParser &parser, MappingAttr &mapping) {
  StringRef word;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseKeyword(&word)) {
    return failure();
  }
  std::optional<Mapping> value = symbolizeMapping(word);
  if (!value) {
    return parser.emitError(at, "unknown mapping '") << word << "'";
  }
  mapping = MappingAttr::get(parser.getContext(), *value);
  return success();
}
static void printMappingWord(OpAsmPrinter &printer, Operation *, MappingAttr mapping) {
  printer << stringifyMapping(mapping.getValue());
}

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> args, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(args, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void KernelOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

Type KernelOp::getPointee(unsigned index) {
  auto attr = getArgAttrOfType<TypeAttr>(index, kPointerAttr);
  return attr ? attr.getValue() : Type();
}

std::string KernelOp::getArgumentName(unsigned index) {
  auto attr = getArgAttrOfType<StringAttr>(index, kNameAttr);
  return attr ? attr.str() : "arg" + std::to_string(index);
}

KernelOp findKernel(Operation *module) {
  KernelOp found;
  module->walk([&](KernelOp kernel) {
    found = kernel;
    return WalkResult::interrupt();
  });
  return found;
}

std::optional<int64_t> constantOf(OpFoldResult value) { return getConstantIntValue(value); }

Operation *TileDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

void TileDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "charonia/Dialect/Tile/TileAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "charonia/Dialect/Tile/TileOps.cpp.inc"
      >();
}

} // namespace charonia::tile

// Generated code shadows; that is not ours to change.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include "charonia/Dialect/Tile/TileDialect.cpp.inc"
#include "charonia/Dialect/Tile/TileEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "charonia/Dialect/Tile/TileAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "charonia/Dialect/Tile/TileOps.cpp.inc"
#pragma GCC diagnostic pop
