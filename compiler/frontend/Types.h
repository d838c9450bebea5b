// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types as the language sees them: element types with their signedness, pointers, blocks; and the
// rules that promote them. No MLIR.
#pragma once

#include "charonia/Frontend/Ast.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::frontend {

enum class Scalar : uint8_t {
#define DTYPE(identifier, language, signature, bits, kind) identifier,
#include "Dtypes.def"
};

enum class ScalarKind : uint8_t { Void, Bool, Signed, Unsigned, Float };

/// Name in the language ("float32"), in signatures ("fp32"), and width in bits.
std::string_view languageName(Scalar scalar);
std::string_view signatureName(Scalar scalar);
int bitWidth(Scalar scalar);
ScalarKind kindOf(Scalar scalar);
/// Stored bits of a float's significand.
int mantissaWidth(Scalar scalar);
std::optional<Scalar> scalarByLanguageName(std::string_view name);
std::optional<Scalar> scalarBySignatureName(std::string_view name);

/// A scalar, a pointer to a scalar (of some depth), or a block of either.
struct Type {
  Scalar scalar = Scalar::Void;
  uint8_t pointers = 0;       ///< 1: pointer to `scalar`; 2: pointer to pointer
  bool constant = false;      ///< pointer that must not be written
  std::vector<int64_t> shape; ///< empty: not a block

  static Type of(Scalar scalar) { return {scalar, 0, false, {}}; }

  bool operator==(const Type &other) const {
    return scalar == other.scalar && pointers == other.pointers && shape == other.shape;
  }
  bool isBlock() const { return !shape.empty(); }
  bool isPointer() const { return pointers != 0; }
  bool isFloat() const { return !isPointer() && kindOf(scalar) == ScalarKind::Float; }
  bool isBool() const { return !isPointer() && scalar == Scalar::Int1; }
  /// Any integer, bool included.
  bool isInt() const {
    return !isPointer() && scalar != Scalar::Void && kindOf(scalar) != ScalarKind::Float;
  }
  bool isSigned() const { return !isPointer() && kindOf(scalar) == ScalarKind::Signed; }
  bool isFp8() const { return isFloat() && bitWidth(scalar) == 8; }
  int bits() const { return isPointer() ? 64 : bitWidth(scalar); }
  int64_t elements() const;

  Type element() const { return {scalar, pointers, constant, {}}; }
  Type pointee() const {
    return {scalar, static_cast<uint8_t>(pointers - 1), pointers > 1 && constant, shape};
  }
  Type withShape(std::vector<int64_t> newShape) const {
    return {scalar, pointers, constant, std::move(newShape)};
  }
  Type withScalar(Scalar newScalar) const { return {newScalar, 0, false, shape}; }

  /// "fp32", "*fp16", "i32[16, 32]".
  std::string text() const;
};
std::string shapeText(const std::vector<int64_t> &shape);

/// Parses "*fp32", "i32", "fp32", "u8", "*kfp16"; nullopt if it is none.
std::optional<Type> typeBySignature(std::string_view text);

/// bool < integer < float.
int promotionRank(Scalar scalar);

/// Result type of arithmetic on two element types. `leftNumber`, `rightNumber`: the operand is a
/// Python number. On failure `error` says why.
std::optional<Scalar> promote(Scalar left, bool leftNumber, Scalar right, bool rightNumber,
                              bool division, std::string &error);
Scalar promoteIntegers(Scalar left, Scalar right);

/// Smallest default type of a Python integer: int32, uint32, int64, uint64; nullopt if too large.
std::optional<Scalar> typeOfInteger(Integer value);
Scalar typeOfFloat(double value);
bool fits(Integer value, Scalar scalar);

} // namespace charonia::frontend
