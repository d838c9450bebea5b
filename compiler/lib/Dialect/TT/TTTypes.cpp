// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types of `tt`: their text, and the shape rules that ops share.
#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace charonia;

#define GET_TYPEDEF_CLASSES
#include "charonia/Dialect/TT/TTTypes.cpp.inc"

void tt::TTDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "charonia/Dialect/TT/TTTypes.cpp.inc"
      >();
}

namespace charonia::tt {

/// Reads `<T>`, `<T, 3>` or `<T, "constant">`.
Type PointerType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  int addressSpace = 1;
  if (parser.parseLess() || parser.parseType(pointee)) {
    return {};
  }
  if (succeeded(parser.parseOptionalComma())) {
    std::string space;
    if (succeeded(parser.parseOptionalString(&space))) {
      addressSpace = space == "global"       ? 1
                     : space == "descriptor" ? 0
                     : space == "constant"   ? 4
                                             : -1;
      if (addressSpace < 0) {
        parser.emitError(loc, "unknown address space '") << space << "'";
        return {};
      }
    } else if (parser.parseInteger(addressSpace)) {
      return {};
    }
  }
  if (parser.parseGreater()) {
    return {};
  }
  return parser.getChecked<PointerType>(loc, parser.getContext(), pointee, addressSpace);
}

void PointerType::print(AsmPrinter &printer) const {
  printer << "<" << getPointeeType();
  if (getAddressSpace() != 1) {
    printer << ", " << getAddressSpace();
  }
  printer << ">";
}

LogicalResult PointerType::verify(llvm::function_ref<InFlightDiagnostic()> emitError, Type pointee,
                                  int addressSpace) {
  if (mlir::isa<IntegerType, FloatType, PointerType>(pointee)) {
    return success();
  }
  if (auto tensor = mlir::dyn_cast<RankedTensorType>(pointee)) {
    if (tensor.hasStaticShape()) {
      return success();
    }
  }
  return emitError()
         << "pointee must be an integer, a float, a pointer or a tensor of static shape, "
            "but is "
         << pointee;
}

/// Reads `<tensor<16x32xf16>>` or `<16x32xf16>`.
Type TensorDescType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess()) {
    return {};
  }
  Type block;
  OptionalParseResult result = parser.parseOptionalType(block);
  if (result.has_value()) {
    if (failed(*result)) {
      return {};
    }
  } else {
    SmallVector<int64_t> shape;
    Type element;
    if (parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(element)) {
      return {};
    }
    if (!TensorType::isValidElementType(element)) {
      parser.emitError(loc, "invalid element type ") << element;
      return {};
    }
    block = RankedTensorType::get(shape, element);
  }
  auto tensor = mlir::dyn_cast<RankedTensorType>(block);
  if (!tensor || !tensor.hasStaticShape()) {
    parser.emitError(loc, "block of a tensor descriptor must be a tensor of static shape");
    return {};
  }
  if (parser.parseGreater()) {
    return {};
  }
  return TensorDescType::get(tensor);
}

void TensorDescType::print(AsmPrinter &printer) const { printer << "<" << getBlockType() << ">"; }

Type elementOf(Type type) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

Type sameShape(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.clone(element) : element;
}

Type pointeeLike(Type type) {
  auto pointer = dyn_cast_or_null<PointerType>(elementOf(type));
  return pointer ? sameShape(type, pointer.getPointeeType()) : type;
}

Type maskLike(Type type) {
  Type pointee = type;
  if (auto pointer = dyn_cast<PointerType>(type)) {
    pointee = pointer.getPointeeType();
  }
  return sameShape(pointee, IntegerType::get(type.getContext(), 1));
}

Type elementPointer(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer ? PointerType::get(elementOf(pointer.getPointeeType()), pointer.getAddressSpace())
                 : type;
}

std::string tileProblem(Type type) {
  if (auto pointer = dyn_cast<PointerType>(type)) {
    type = pointer.getPointeeType();
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::string text;
  if (!tensor || !tensor.hasStaticShape()) {
    return text;
  }
  llvm::raw_string_ostream stream(text);
  if (tensor.getEncoding()) {
    stream << "the type '" << type
           << "' has an encoding, which belongs to TritonGPU IR (.ttgir), not to Triton IR";
    return text;
  }
  // Dimension by dimension, so that the product cannot overflow.
  int64_t count = 1;
  for (int64_t size : tensor.getShape()) {
    if (size <= 0 || !llvm::isPowerOf2_64(static_cast<uint64_t>(size))) {
      stream << "number of elements must be a power of two, but the type is '" << type << "'";
      return text;
    }
    if (size > kMaxTileElements || count * size > kMaxTileElements) {
      stream << "maximum allowed number of elements is " << kMaxTileElements << ", but '" << type
             << "' has more";
      return text;
    }
    count *= size;
  }
  return text;
}

LogicalResult verifyTileSize(Type type, llvm::function_ref<InFlightDiagnostic()> emit) {
  std::string problem = tileProblem(type);
  return problem.empty() ? success() : emit() << problem;
}

} // namespace charonia::tt
