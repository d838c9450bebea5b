// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of the machine. Interpreter, simulator and generated code all compute through
// these functions, so that "bit for bit" is a property of one library. Freestanding: no library
// header.
//
// Values travel as raw bits in the low end of a uint64_t. Every operation is defined for every
// input: integer division by zero gives all ones (remainder: the dividend) and overflow wraps,
// shifts by the width or more give 0 (arithmetic: the sign), float-to-integer casts saturate and
// NaN gives 0.
#pragma once

#include "charonia/numerics/ElementType.h"

#include <stddef.h>

namespace charonia::numerics {

/// An elementwise function; see Functions.def for operands and kinds.
enum class Fn : uint16_t {
#define FUNCTION(Name, operands, kind, costClass) Name,
#include "charonia/numerics/Functions.def"
};

/// What the type of a function's operands and result may be; see Functions.def.
enum class FnKind : uint8_t { Int, Float, CmpI, CmpF, Cast, Any };

/// One row of the function table.
struct FnInfo {
  const char *name;
  uint8_t operands;
  FnKind kind;
  const char *costClass;
};

/// The number of functions; Fn values are 0 .. kNumFns - 1.
extern const unsigned kNumFns;
/// Row of `fn` in the function table.
const FnInfo &info(Fn fn);
/// Finds a function by its name in the table. Returns false if there is none.
bool findFn(const char *name, Fn &fn);
/// Lower-case MLIR-like spelling: "i32", "bf16", "f8E5M2" ...
const char *name(ElementType type);
bool findElementType(const char *spelling, ElementType &type);

/// Evaluates `fn` on scalars given as raw bits. `in` is the operands' type, `out` the result's
/// (I1 for compares, equal to `in` unless the function is a cast). Unused operands are ignored.
uint64_t evaluate(Fn fn, ElementType in, ElementType out, uint64_t a, uint64_t b = 0,
                  uint64_t c = 0);

/// One operand of an array evaluation: element i lies at data + i * stride * byteSize. Stride 0
/// broadcasts one element.
struct ArrayOperand {
  const void *data;
  int64_t stride;
};

/// dst[i] = fn(operands[0][i], ...) for i in [0, n); dst is contiguous. Same bits as evaluate() for
/// each element. dst may be the data of an operand with stride 1.
void evaluateArray(Fn fn, ElementType in, ElementType out, void *dst, const ArrayOperand *operands,
                   size_t n);

/// Shape and layout of a dot product; strides are in elements.
struct DotShape {
  int64_t m, n, k;
  int64_t aRow, aCol; ///< A[i, p] at a + i * aRow + p * aCol
  int64_t bRow, bCol; ///< B[p, j] at b + p * bRow + j * bCol
  int64_t cRow;       ///< C[i, j] at c + i * cRow + j
};

/// c[i, j] = fma(a[i, k-1], b[k-1, j], ... fma(a[i, 0], b[0, j], c[i, j])) in the accumulator's
/// type, k ascending: the order of the matrix engine. Since k ascends over everything, splitting k
/// into blocks does not change a bit. in: I8 (acc I32), F16, BF16, F32, fp8 (acc F32) or F64 (acc
/// F64).
void dot(ElementType in, ElementType acc, const void *a, const void *b, void *c,
         const DotShape &shape);

/// The number of virtual lanes of a reduction, whatever the vector length of the machine is.
inline constexpr int64_t kReductionLanes = 16;

/// Combines `count` slices pairwise: dst[slice] = combine(dst[slice], src[slice]).
/// `combine(context, left, right)` must leave the combination of slices `left` and `right` in
/// `left`.
using CombineFn = void (*)(void *context, int64_t left, int64_t right);

/// The one order of every reduction over n slices (indices 0 .. n-1). Slice i belongs to lane
/// i mod 16; each lane combines its slices in ascending order into its first one; then lanes l and
/// l + s are combined for s = 8, 4, 2, 1 (lanes that exist). The result ends in slice 0.
void reduceInOrder(int64_t n, void *context, CombineFn combine);

/// Reads element `index` of an array of `type` as raw bits; writes it.
uint64_t loadElement(ElementType type, const void *data, int64_t index);
void storeElement(ElementType type, void *data, int64_t index, uint64_t bits);

/// Exact conversions between raw bits and double (for tests and display; fp8, fp16, bf16, fp32 are
/// exact; fromDouble rounds to nearest even).
double toDouble(ElementType type, uint64_t bits);
uint64_t fromDouble(ElementType type, double value);

/// True if `bits` is a NaN of the floating type `type`.
bool isNan(ElementType type, uint64_t bits);

} // namespace charonia::numerics
