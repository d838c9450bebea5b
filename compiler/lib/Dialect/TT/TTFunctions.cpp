// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions, calls and returns of `tt`: text, builders and rules.
#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;

namespace charonia::tt {

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type,
                   ArrayRef<NamedAttribute> attrs, ArrayRef<DictionaryAttr> argAttrs) {
  state.addAttribute(SymbolTable::getSymbolAttrName(), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.attributes.append(attrs.begin(), attrs.end());
  state.addRegion();
  if (!argAttrs.empty()) {
    function_interface_impl::addArgAndResultAttrs(builder, state, argAttrs, /*resultAttrs=*/{},
                                                  getArgAttrsAttrName(state.name),
                                                  getResAttrsAttrName(state.name));
  }
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(arguments, results); };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false, getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false,
                                           getFunctionTypeAttrName(), getArgAttrsAttrName(),
                                           getResAttrsAttrName());
}

LogicalResult FuncOp::verify() {
  for (Type type : getFunctionType().getInputs()) {
    if (failed(verifyTileSize(type, [this] { return emitOpError(); }))) {
      return failure();
    }
  }
  return success();
}

void CallOp::build(OpBuilder &builder, OperationState &state, FuncOp callee, ValueRange operands) {
  state.addOperands(operands);
  state.addAttribute(getCalleeAttrName(state.name), SymbolRefAttr::get(callee));
  state.addTypes(callee.getFunctionType().getResults());
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto callee = symbolTable.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee) {
    return emitOpError() << "'" << getCallee() << "' is not a function of this module";
  }
  FunctionType type = callee.getFunctionType();
  if (type.getNumInputs() != getNumOperands()) {
    return emitOpError() << "passes " << getNumOperands() << " values, but '" << getCallee()
                         << "' takes " << type.getNumInputs();
  }
  for (auto [index, expected, operand] : llvm::enumerate(type.getInputs(), getOperands())) {
    if (expected != operand.getType()) {
      return emitOpError() << "passes " << operand.getType() << " as operand " << index << ", but '"
                           << getCallee() << "' takes " << expected;
    }
  }
  if (TypeRange(type.getResults()) != TypeRange(getResultTypes())) {
    return emitOpError() << "result types differ from those of '" << getCallee() << "'";
  }
  return success();
}

LogicalResult ReturnOp::verify() {
  auto function = cast<FuncOp>((*this)->getParentOp());
  ArrayRef<Type> results = function.getFunctionType().getResults();
  if (results.size() != getNumOperands()) {
    return emitOpError() << "gives " << getNumOperands() << " values, but '" << function.getName()
                         << "' has " << results.size() << " results";
  }
  for (auto [index, expected, operand] : llvm::enumerate(results, getOperands())) {
    if (expected != operand.getType()) {
      return emitOpError() << "gives " << operand.getType() << " as result " << index << ", but '"
                           << function.getName() << "' has " << expected;
    }
  }
  return success();
}

} // namespace charonia::tt
