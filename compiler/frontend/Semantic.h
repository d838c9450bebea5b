// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The typing rules of the language and the ops that each operation becomes. Every function takes
// values and gives a value; on an error it reports at the current place and gives poison, and
// poison in gives poison out without a further message.
#pragma once

#include "IrBuilder.h"
#include "Reporter.h"
#include "Value.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace charonia::frontend {

/// Largest number of elements of a block.
inline constexpr int64_t kMaxBlockElements = 1048576;

class Semantic {
public:
  Semantic(IrBuilder &ir, Reporter &reporter) : m_ir(ir), m_reporter(reporter) {}

  IrBuilder &ir() { return m_ir; }
  Reporter &reporter() { return m_reporter; }

  // Values
  /// A number becomes a constant of its default type; a tensor stays; anything else is an error.
  Value toTensor(const Value &value);
  /// A constant (scalar or block) of type `type`.
  Value constant(const Constant &number, const Type &type);
  Value full(const std::vector<int64_t> &shape, const Value &value, Scalar scalar);
  bool checkShape(const std::vector<int64_t> &shape);

  // Elementwise
  Value binary(Operator op, const Value &left, const Value &right);
  Value unary(Operator op, const Value &value);
  Value compare(Operator op, const Value &left, const Value &right);
  Value logical(Operator op, const Value &left, const Value &right);
  Value logicalNot(const Value &value);
  Value where(const Value &condition, const Value &left, const Value &right);
  Value minMax(bool maximum, const Value &left, const Value &right, bool propagateNan);
  Value clamp(const Value &value, const Value &low, const Value &high, bool propagateNan);
  Value cast(const Value &value, Type to, bool roundToZero = false, bool rounding = false);
  Value bitcast(const Value &value, const Type &to);
  /// `op` applied to a float32 or float64 value.
  Value floatUnary(const char *op, const char *function, const Value &value);
  Value abs(const Value &value);
  /// Promotes and broadcasts two operands to one type. `arithmetic`: rules of + - *; otherwise
  /// those of comparisons.
  bool unify(Value &left, Value &right, bool allowLeftPointer, bool allowRightPointer,
             bool arithmetic, bool division, const char *what);

  // Shape
  bool broadcastTogether(Value &left, Value &right);
  Value broadcastTo(const Value &value, const std::vector<int64_t> &shape);
  Value expandDims(const Value &value, int64_t axis);
  Value reshape(const Value &value, const std::vector<int64_t> &shape, bool reorder);
  Value permute(const Value &value, const std::vector<int64_t> &order);
  Value join(const Value &left, const Value &right);
  Value split(const Value &value);
  /// In any order of elements.
  Value cat(const Value &left, const Value &right);
  /// One after the other along `axis`.
  Value concatenate(const Value &left, const Value &right, int64_t axis);
  Value arange(int64_t start, int64_t end);

  // Memory
  struct LoadOptions {
    std::string cache, eviction;
    bool isVolatile = false;
    std::string direction; ///< "row" or "col": a broadcast read along that group of PEs
    bool block = false;    ///< of a block pointer: later messages speak of its boundary_check
  };
  Value load(const Value &pointer, const Value &mask, const Value &other,
             const LoadOptions &options);
  Value store(const Value &pointer, const Value &value, const Value &mask,
              const LoadOptions &options);
  Value atomic(const std::string &kind, const Value &pointer, const Value &value, const Value &mask,
               const std::string &order, const std::string &scope);
  Value compareAndSwap(const Value &pointer, const Value &expected, const Value &value,
                       const std::string &order, const std::string &scope);

  // Linear algebra, reductions
  struct DotOptions {
    std::string precision = "tf32";
    std::optional<Scalar> outType;
    int64_t maxImpreciseAcc = 0;
  };
  Value dot(const Value &left, const Value &right, const Value &accumulator,
            const DotOptions &options);
  /// `combine` fills the region: it gets all left values, then all right values.
  using Combine = std::function<std::vector<Value>(const std::vector<Value> &)>;
  Value reduce(std::vector<Value> inputs, std::optional<int64_t> axis, bool keepDims,
               const Combine &combine);
  Value scan(std::vector<Value> inputs, int64_t axis, bool reverse, const Combine &combine);
  /// `function` gets `pack` elements of the first input, then of the second ...
  Value mapElementwise(std::vector<Value> inputs, int64_t pack, const Combine &function);
  Value histogram(const Value &value, int64_t bins, const Value &mask);
  Value gather(const Value &source, const Value &index, int64_t axis);

  /// A scalar i1 for `if` and `while`; nullopt after an error.
  std::optional<Value> condition(const Value &value);
  std::optional<int64_t> normalizeAxis(int64_t axis, size_t rank);

private:
  Value fail(Code code, std::string message) { return m_reporter.fail(code, std::move(message)); }
  Value elementwise(const char *op, const Value &left, const Value &right) {
    return Value::tensor(m_ir.op(op, {left.ir, right.ir}, left.type), left.type);
  }
  Value addPointer(Value pointer, Value offset);
  Value arithmetic(Operator op, Value left, Value right);
  Value divide(Value left, Value right);
  Value bitwise(Operator op, Value left, Value right);
  Value castFloat(const Value &value, const Type &to, bool custom, bool roundToZero);
  Value castFromE4B15(const Value &value, const Type &to);
  Value castToE4B15(const Value &value);
  Value castInteger(const Value &value, const Type &to);
  Value convertNumber(const Value &value, Scalar to);
  /// The type that an operand has before promotion; a number has its default type.
  std::optional<Type> operandType(const Value &value);
  /// May the number take part in arithmetic of type `common`?
  bool checkNumber(const Value &number, Scalar common, const char *what);
  bool checkPointerPair(const Value &left, const Value &right, bool allowLeft, bool allowRight,
                        const char *what);
  Value floatAtomicMinMax(bool maximum, const Value &pointer, const Value &value, const Value &mask,
                          const std::string &order, const std::string &scope);
  Value emitAtomic(const std::string &kind, const Value &pointer, const Value &value,
                   const Value &mask, const std::string &order, const std::string &scope);
  /// Does a value or mask broadcast to the pointers it goes through?
  bool fitsPointers(const Value &value, const Type &pointers, const char *what);
  /// The same where the pointers may be broadcast as well.
  bool fitsTogether(const Value &value, const Type &pointers, const char *what);
  bool loadMask(const Value &mask, const Value &other, Value &address, Value &test, Value &fill);
  bool checkDot(const Value &left, const Value &right);
  /// The accumulator's value (zero when there is none); `type` becomes what the product has.
  bool dotAccumulator(const Value &accumulator, Scalar operand, Type &type, Value &sum);
  bool regionTypes(const std::vector<Value> &inputs, const Combine &combine, IrBlock &block,
                   IrValues &yields, const char *what);

  IrBuilder &m_ir;
  Reporter &m_reporter;
};

} // namespace charonia::frontend
