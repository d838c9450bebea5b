// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names, widths and promotion of the language's types.
#include "Types.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

namespace charonia::frontend {
namespace {

struct Row {
  std::string_view language, signature;
  int bits;
  ScalarKind kind;
};
constexpr Row kRows[] = {
#define DTYPE(identifier, language, signature, bits, kind)                                         \
  {language, signature, bits, ScalarKind::kind},
#include "Dtypes.def"
};
constexpr size_t kCount = std::size(kRows);

const Row &row(Scalar scalar) { return kRows[static_cast<size_t>(scalar)]; }

} // namespace

std::string_view languageName(Scalar scalar) { return row(scalar).language; }
std::string_view signatureName(Scalar scalar) { return row(scalar).signature; }
int bitWidth(Scalar scalar) { return row(scalar).bits; }
ScalarKind kindOf(Scalar scalar) { return row(scalar).kind; }

int mantissaWidth(Scalar scalar) {
  switch (scalar) {
  case Scalar::F64:
    return 52;
  case Scalar::F32:
    return 23;
  case Scalar::F16:
    return 10;
  case Scalar::BF16:
    return 7;
  case Scalar::F8E5:
  case Scalar::F8E5B16:
    return 2;
  default:
    return 3;
  }
}

std::optional<Scalar> scalarByLanguageName(std::string_view name) {
  for (size_t i = 0; i < kCount; ++i) {
    if (kRows[i].language == name) {
      return static_cast<Scalar>(i);
    }
  }
  return std::nullopt;
}

std::optional<Scalar> scalarBySignatureName(std::string_view name) {
  if (name == "u1" || name == "B") {
    return Scalar::Int1;
  }
  for (size_t i = 1; i < kCount; ++i) {
    if (kRows[i].signature == name) {
      return static_cast<Scalar>(i);
    }
  }
  return std::nullopt;
}

int64_t Type::elements() const {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (__builtin_mul_overflow(count, extent, &count)) {
      return std::numeric_limits<int64_t>::max();
    }
  }
  return count;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::string Type::text() const {
  std::string result(pointers, '*');
  result += signatureName(scalar);
  return isBlock() ? result + shapeText(shape) : result;
}

std::optional<Type> typeBySignature(std::string_view text) {
  Type type;
  while (!text.empty() && text.front() == '*') {
    ++type.pointers;
    text.remove_prefix(1);
  }
  if (type.pointers > 2) {
    return std::nullopt;
  }
  std::optional<Scalar> scalar = scalarBySignatureName(text);
  if (!scalar && type.pointers != 0 && !text.empty() && text.front() == 'k') {
    type.constant = true;
    scalar = scalarBySignatureName(text.substr(1));
  }
  if (!scalar) {
    return std::nullopt;
  }
  type.scalar = *scalar;
  return type;
}

int promotionRank(Scalar scalar) {
  switch (kindOf(scalar)) {
  case ScalarKind::Bool:
    return 0;
  case ScalarKind::Float:
    return 2;
  default:
    return 1;
  }
}

Scalar promoteIntegers(Scalar left, Scalar right) {
  bool leftSigned = kindOf(left) == ScalarKind::Signed,
       rightSigned = kindOf(right) == ScalarKind::Signed;
  int leftBits = bitWidth(left), rightBits = bitWidth(right);
  if (leftSigned == rightSigned) {
    return leftBits > rightBits ? left : right;
  }
  if (!leftSigned) {
    return leftBits >= rightBits ? left : right;
  }
  return rightBits >= leftBits ? right : left;
}

std::optional<Scalar> promote(Scalar left, bool leftNumber, Scalar right, bool rightNumber,
                              bool division, std::string &error) {
  auto either = [&](Scalar scalar) { return left == scalar || right == scalar; };
  if (leftNumber != rightNumber) {
    Scalar number = leftNumber ? left : right, tensor = leftNumber ? right : left;
    if (promotionRank(number) <= promotionRank(tensor)) {
      bool narrow = tensor == Scalar::F16 || tensor == Scalar::BF16;
      return division && narrow ? Scalar::F32 : tensor;
    }
  }
  if (either(Scalar::F64)) {
    return Scalar::F64;
  }
  if (either(Scalar::F32)) {
    return Scalar::F32;
  }
  if (either(Scalar::F16)) {
    return division ? Scalar::F32 : Scalar::F16;
  }
  if (either(Scalar::BF16)) {
    return left == right && !division ? Scalar::BF16 : Scalar::F32;
  }
  bool leftFloat = kindOf(left) == ScalarKind::Float,
       rightFloat = kindOf(right) == ScalarKind::Float;
  if (leftFloat && rightFloat) {
    return left == right ? left : Scalar::F16;
  }
  if (leftFloat != rightFloat) {
    error = fmt::format("an 8-bit float and an integer do not combine: {} and {}",
                        signatureName(left), signatureName(right));
    return std::nullopt;
  }
  bool leftSigned = kindOf(left) == ScalarKind::Signed,
       rightSigned = kindOf(right) == ScalarKind::Signed;
  if (division && leftSigned != rightSigned) {
    error = fmt::format(
        "cannot use /, // or % with {} and {}: they have different signedness; cast one of them",
        signatureName(left), signatureName(right));
    return std::nullopt;
  }
  return promoteIntegers(left, right);
}

std::optional<Scalar> typeOfInteger(Integer value) {
  for (Scalar scalar : {Scalar::Int32, Scalar::UInt32, Scalar::Int64, Scalar::UInt64}) {
    if (fits(value, scalar)) {
      return scalar;
    }
  }
  return std::nullopt;
}

Scalar typeOfFloat(double value) {
  double size = std::fabs(value);
  double smallest = std::numeric_limits<float>::min(), largest = std::numeric_limits<float>::max();
  return size == 0 || std::isinf(size) || std::isnan(size) || (smallest <= size && size <= largest)
             ? Scalar::F32
             : Scalar::F64;
}

bool fits(Integer value, Scalar scalar) {
  int bits = bitWidth(scalar);
  if (kindOf(scalar) == ScalarKind::Signed) {
    Integer half = Integer(1) << (bits - 1);
    return -half <= value && value < half;
  }
  return value >= 0 && value < (Integer(1) << bits);
}

} // namespace charonia::frontend
