// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, atomics, dot, reductions and scans.
#include "Semantic.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace charonia::frontend {
namespace {

int64_t cacheNumber(const std::string &text) {
  static const std::map<std::string, int64_t> kNumbers = {
      {"", 1}, {".ca", 2}, {".cg", 3}, {".wb", 4}, {".cs", 5}, {".wt", 6}, {".cv", 7}};
  auto found = kNumbers.find(text);
  return found == kNumbers.end() ? 0 : found->second;
}

int64_t evictionNumber(const std::string &text) {
  static const std::map<std::string, int64_t> kNumbers = {
      {"", 1}, {"evict_normal", 1}, {"evict_first", 2}, {"evict_last", 3}};
  auto found = kNumbers.find(text);
  return found == kNumbers.end() ? 0 : found->second;
}

int64_t orderNumber(const std::string &text) {
  static const std::map<std::string, int64_t> kNumbers = {
      {"relaxed", 1}, {"acquire", 2}, {"release", 3}, {"", 4}, {"acq_rel", 4}};
  auto found = kNumbers.find(text);
  return found == kNumbers.end() ? 0 : found->second;
}

int64_t scopeNumber(const std::string &text) {
  static const std::map<std::string, int64_t> kNumbers = {
      {"", 1}, {"gpu", 1}, {"cta", 2}, {"sys", 3}};
  auto found = kNumbers.find(text);
  return found == kNumbers.end() ? 0 : found->second;
}

/// A pointer to bytes for a pointer to int1, as booleans lie in memory.
Type bytePointer(const Type &type) {
  return {Scalar::Int8, type.pointers, type.constant, type.shape};
}

} // namespace

Value Semantic::load(const Value &pointer, const Value &mask, const Value &other,
                     const LoadOptions &options) {
  if (pointer.isPoison() || mask.isPoison() || other.isPoison()) {
    return Value::poison();
  }
  if (!pointer.isTensor() || !pointer.type.isPointer()) {
    return fail(Code::BadPointer,
                fmt::format("tl.load reads through a pointer, not through {}", describe(pointer)));
  }
  if (!other.isNone() && mask.isNone()) {
    return fail(Code::BadMask, "tl.load has `other` but no `mask`");
  }
  if (cacheNumber(options.cache) == 0 || evictionNumber(options.eviction) == 0) {
    return fail(Code::BadValue,
                fmt::format("unknown cache_modifier \"{}\" or eviction_policy \"{}\"",
                            options.cache, options.eviction));
  }
  Value address = pointer, test, fill;
  if (!mask.isNone()) {
    test = toTensor(mask);
    fill = other.isNone() ? Value::none() : toTensor(other);
    if (test.isPoison() || fill.isPoison()) {
      return Value::poison();
    }
    if (!test.type.isBool()) {
      return fail(Code::BadMask,
                  fmt::format("the mask of tl.load must be int1, not {}", describe(test)));
    }
    if (!address.type.isBlock() &&
        (test.type.isBlock() || (fill.isTensor() && fill.type.isBlock()))) {
      return fail(Code::BadMask,
                  "tl.load through a scalar pointer takes a scalar mask and a scalar `other`");
    }
    if (!broadcastTogether(address, test) ||
        (fill.isTensor() && !broadcastTogether(address, fill))) {
      return Value::poison();
    }
    test = broadcastTo(test, address.type.shape);
  }
  bool isBool = address.type.pointers == 1 && address.type.scalar == Scalar::Int1;
  if (isBool) {
    address = cast(address, bytePointer(address.type));
  }
  Type result = address.type.pointee();
  IrValues operands = {address.ir};
  if (test.isTensor()) {
    operands.push_back(test.ir);
    if (fill.isTensor()) {
      fill = cast(fill, result);
      if (fill.isPoison()) {
        return fill;
      }
      operands.push_back(fill.ir);
    }
  }
  IrAttributes attributes = {IrAttribute::i32("cache", cacheNumber(options.cache)),
                             IrAttribute::i32("evict", evictionNumber(options.eviction)),
                             IrAttribute::boolean("isVolatile", options.isVolatile)};
  int32_t hasMask = test.isTensor() ? 1 : 0, hasOther = fill.isTensor() ? 1 : 0;
  attributes.push_back(IrAttribute::i32Array("operandSegmentSizes", {1, hasMask, hasOther}));
  Value loaded = Value::tensor(m_ir.op("tt.load", operands, result, attributes), result);
  return isBool ? cast(loaded, result.withScalar(Scalar::Int1)) : loaded;
}

Value Semantic::store(const Value &pointer, const Value &value, const Value &mask,
                      const LoadOptions &options) {
  if (pointer.isPoison() || value.isPoison() || mask.isPoison()) {
    return Value::poison();
  }
  if (!pointer.isTensor() || !pointer.type.isPointer()) {
    return fail(Code::BadPointer, fmt::format("tl.store writes through a pointer, not through {}",
                                              describe(pointer)));
  }
  if (pointer.type.constant) {
    return fail(Code::BadPointer, "tl.store through a pointer to constant memory");
  }
  if (cacheNumber(options.cache) == 0 || evictionNumber(options.eviction) == 0) {
    return fail(Code::BadValue,
                fmt::format("unknown cache_modifier \"{}\" or eviction_policy \"{}\"",
                            options.cache, options.eviction));
  }
  Value address = pointer, data = toTensor(value),
        test = mask.isNone() ? Value::none() : toTensor(mask);
  if (data.isPoison() || test.isPoison()) {
    return Value::poison();
  }
  if (test.isTensor() && !test.type.isBool()) {
    return fail(Code::BadMask,
                fmt::format("the mask of tl.store must be int1, not {}", describe(test)));
  }
  if (!address.type.isBlock() &&
      (data.type.isBlock() || (test.isTensor() && test.type.isBlock()))) {
    return fail(
        Code::ShapeMismatch,
        fmt::format(
            "tl.store through a scalar pointer takes a scalar value and a scalar mask, not {}",
            data.type.isBlock() ? describe(data) : describe(test)));
  }
  data = broadcastTo(data, address.type.shape);
  test = test.isTensor() ? broadcastTo(test, address.type.shape) : test;
  if (data.isPoison() || test.isPoison()) {
    return Value::poison();
  }
  if (address.type.pointers == 1 && address.type.scalar == Scalar::Int1) {
    address = cast(address, bytePointer(address.type));
    data = cast(data, data.type.withScalar(Scalar::Int1));
  }
  data = cast(data, address.type.pointee());
  if (data.isPoison()) {
    return data;
  }
  IrValues operands = {address.ir, data.ir};
  if (test.isTensor()) {
    operands.push_back(test.ir);
  }
  m_ir.effect("tt.store", operands,
              {IrAttribute::i32("cache", cacheNumber(options.cache)),
               IrAttribute::i32("evict", evictionNumber(options.eviction))});
  return Value::none();
}

Value Semantic::emitAtomic(const std::string &kind, const Value &pointer, const Value &value,
                           const Value &mask, const std::string &order, const std::string &scope) {
  static const std::map<std::string, int64_t> kNumbers = {
      {"and", 1}, {"or", 2},  {"xor", 3},  {"add", 4},  {"fadd", 5},
      {"max", 6}, {"min", 7}, {"umax", 8}, {"umin", 9}, {"exch", 10}};
  return Value::tensor(m_ir.op("tt.atomic_rmw", {pointer.ir, value.ir, mask.ir}, value.type,
                               {IrAttribute::i32("atomic_rmw_op", kNumbers.at(kind)),
                                IrAttribute::i32("sem", orderNumber(order)),
                                IrAttribute::i32("scope", scopeNumber(scope))}),
                       value.type);
}

Value Semantic::floatAtomicMinMax(bool maximum, const Value &pointer, const Value &value,
                                  const Value &mask, const std::string &order,
                                  const std::string &scope) {
  // The order of floats of one sign is the order of their bits, reversed for negative ones.
  bool wide = value.type.bits() == 64;
  Type signedBits = value.type.withScalar(wide ? Scalar::Int64 : Scalar::Int32);
  Type pointerBits{signedBits.scalar, 1, false, pointer.type.shape};
  Value bits = bitcast(value, signedBits), address = bitcast(pointer, pointerBits);
  Value zero = constant(Constant::ofFloat(0), value.type);
  Value positive = compare(Operator::GtE, value, zero),
        negative = compare(Operator::Lt, value, zero);
  Value positiveMask = binary(Operator::BitAnd, mask, positive),
        negativeMask = binary(Operator::BitAnd, mask, negative);
  Value up = emitAtomic(maximum ? "max" : "min", address, bits, positiveMask, order, scope);
  Value down = emitAtomic(maximum ? "umin" : "umax", address, bits, negativeMask, order, scope);
  return bitcast(where(positive, up, down), value.type);
}

Value Semantic::atomic(const std::string &kind, const Value &pointer, const Value &value,
                       const Value &mask, const std::string &order, const std::string &scope) {
  if (pointer.isPoison() || value.isPoison() || mask.isPoison()) {
    return Value::poison();
  }
  std::string function = "tl.atomic_" + kind;
  if (!pointer.isTensor() || !pointer.type.isPointer()) {
    return fail(Code::BadPointer, fmt::format("{} works through a pointer, not through {}",
                                              function, describe(pointer)));
  }
  if (pointer.type.constant) {
    return fail(Code::BadPointer, fmt::format("{} through a pointer to constant memory", function));
  }
  if (orderNumber(order) == 0 || scopeNumber(scope) == 0) {
    return fail(Code::BadValue,
                fmt::format("unknown memory order \"{}\" or scope \"{}\"", order, scope));
  }
  Type element = pointer.type.pointee().element();
  bool half = element.scalar == Scalar::F16 || element.scalar == Scalar::BF16;
  bool bitwiseKind = kind == "and" || kind == "or" || kind == "xor";
  if ((half && kind != "add") || (!half && element.bits() < 32) ||
      (element.isFloat() && bitwiseKind)) {
    return fail(Code::BadDtype, fmt::format("{} does not work on {}", function, element.text()));
  }
  Value data = toTensor(value);
  Value test =
      mask.isNone() ? constant(Constant::ofBool(true), Type::of(Scalar::Int1)) : toTensor(mask);
  if (data.isPoison() || test.isPoison()) {
    return Value::poison();
  }
  if (!pointer.type.isBlock() && (data.type.isBlock() || test.type.isBlock())) {
    return fail(Code::ShapeMismatch,
                fmt::format("{} through a scalar pointer takes a scalar value and mask", function));
  }
  data = broadcastTo(data, pointer.type.shape);
  test = broadcastTo(test, pointer.type.shape);
  data = cast(data, pointer.type.pointee());
  if (data.isPoison() || test.isPoison()) {
    return Value::poison();
  }
  if (!test.type.isBool()) {
    return fail(Code::BadMask,
                fmt::format("the mask of {} must be int1, not {}", function, describe(test)));
  }
  if (kind == "xchg") {
    return emitAtomic("exch", pointer, data, test, order, scope);
  }
  if (kind == "add") {
    return emitAtomic(element.isFloat() ? "fadd" : "add", pointer, data, test, order, scope);
  }
  if (kind == "max" || kind == "min") {
    if (element.isFloat()) {
      return floatAtomicMinMax(kind == "max", pointer, data, test, order, scope);
    }
    return emitAtomic(element.isSigned() ? kind : "u" + kind, pointer, data, test, order, scope);
  }
  return emitAtomic(kind, pointer, data, test, order, scope);
}

Value Semantic::compareAndSwap(const Value &pointer, const Value &expected, const Value &value,
                               const std::string &order, const std::string &scope) {
  if (pointer.isPoison() || expected.isPoison() || value.isPoison()) {
    return Value::poison();
  }
  if (!pointer.isTensor() || !pointer.type.isPointer()) {
    return fail(
        Code::BadPointer,
        fmt::format("tl.atomic_cas works through a pointer, not through {}", describe(pointer)));
  }
  Type element = pointer.type.pointee();
  if (element.bits() < 16) {
    return fail(Code::BadDtype,
                fmt::format("tl.atomic_cas does not work on {}", element.element().text()));
  }
  if (orderNumber(order) == 0 || scopeNumber(scope) == 0) {
    return fail(Code::BadValue,
                fmt::format("unknown memory order \"{}\" or scope \"{}\"", order, scope));
  }
  Value compared = cast(expected, element), data = cast(value, element);
  if (compared.isPoison() || data.isPoison()) {
    return Value::poison();
  }
  compared = broadcastTo(compared, pointer.type.shape);
  data = broadcastTo(data, pointer.type.shape);
  if (compared.isPoison() || data.isPoison()) {
    return Value::poison();
  }
  return Value::tensor(m_ir.op("tt.atomic_cas", {pointer.ir, compared.ir, data.ir}, element,
                               {IrAttribute::i32("sem", orderNumber(order)),
                                IrAttribute::i32("scope", scopeNumber(scope))}),
                       element);
}

Value Semantic::dot(const Value &left, const Value &right, const Value &accumulator,
                    const DotOptions &options) {
  if (left.isPoison() || right.isPoison() || accumulator.isPoison()) {
    return Value::poison();
  }
  Value a = left, b = right;
  if (!a.isTensor() || !b.isTensor() || !a.type.isBlock() || !b.type.isBlock()) {
    return fail(Code::BadDot, fmt::format("tl.dot multiplies two blocks, not {} and {}",
                                          describe(left), describe(right)));
  }
  size_t rank = a.type.shape.size();
  if (rank != b.type.shape.size() || (rank != 2 && rank != 3)) {
    return fail(Code::BadDot,
                fmt::format("tl.dot needs two blocks of rank 2, or two of rank 3: {} and {}",
                            a.type.text(), b.type.text()));
  }
  if (!(a.type.isFp8() && b.type.isFp8()) && a.type.scalar != b.type.scalar) {
    return fail(
        Code::BadDot,
        fmt::format("tl.dot needs operands of one element type: {} and {}; cast one with .to()",
                    a.type.text(), b.type.text()));
  }
  bool integers = a.type.isInt();
  if ((integers && a.type.scalar != Scalar::Int8) || a.type.isPointer()) {
    return fail(Code::BadDot,
                fmt::format("tl.dot works on int8, fp8, fp16, bf16, fp32 and fp64, not on {}",
                            a.type.text()));
  }
  int64_t inner = a.type.shape[rank - 1];
  if (inner != b.type.shape[rank - 2] || (rank == 3 && a.type.shape[0] != b.type.shape[0])) {
    return fail(Code::ShapeMismatch,
                fmt::format("tl.dot of shapes {} and {}: the last extent of the first must be the "
                            "{} of the second, {} is not {}",
                            shapeText(a.type.shape), shapeText(b.type.shape),
                            rank == 2 ? "first extent" : "middle extent", inner,
                            b.type.shape[rank - 2]));
  }
  std::vector<int64_t> shape = a.type.shape;
  shape[rank - 1] = b.type.shape[rank - 1];
  Scalar out = options.outType.value_or(Scalar::F32);
  Scalar result = integers                       ? Scalar::Int32
                  : a.type.scalar == Scalar::F64 ? Scalar::F64
                                                 : Scalar::F32;
  if (a.type.scalar == Scalar::F16 && out == Scalar::F16) {
    result = Scalar::F16;
  }
  if (out == Scalar::BF16) {
    return fail(Code::BadDot,
                "tl.dot with out_dtype bfloat16 is not possible; use float32 and cast the result");
  }
  Type type{result, 0, false, shape};
  Value sum;
  if (accumulator.isNone()) {
    sum = constant(Constant::ofInt(0), type);
  } else {
    sum = accumulator;
    if (!sum.isTensor() || sum.type.shape != shape) {
      return fail(Code::ShapeMismatch,
                  fmt::format("the accumulator of this tl.dot must have shape {}, but is {}",
                              shapeText(shape), describe(accumulator)));
    }
    if (sum.type.scalar != result) {
      bool narrow = a.type.scalar == Scalar::F16 && sum.type.scalar == Scalar::F16;
      if (!narrow) {
        return fail(Code::BadDot,
                    fmt::format("the accumulator of this tl.dot must be {}, but is {}", type.text(),
                                describe(accumulator)));
      }
      type.scalar = sum.type.scalar;
    }
  }
  static const std::map<std::string, int64_t> kPrecisions = {
      {"tf32", 0}, {"tf32x3", 1}, {"ieee", 2}, {"bf16x3", 3}, {"bf16x6", 4}};
  auto precision = kPrecisions.find(options.precision);
  if (precision == kPrecisions.end()) {
    return fail(
        Code::BadValue,
        fmt::format(
            "input_precision must be one of tf32, tf32x3, ieee, bf16x3 and bf16x6, not \"{}\"",
            options.precision));
  }
  return Value::tensor(m_ir.op("tt.dot", {a.ir, b.ir, sum.ir}, type,
                               {IrAttribute::i32("inputPrecision", precision->second),
                                IrAttribute::i32("maxNumImpreciseAcc", options.maxImpreciseAcc)}),
                       type);
}

bool Semantic::regionTypes(const std::vector<Value> &inputs, const Combine &combine, IrBlock &block,
                           IrValues &yields, const char *what) {
  std::vector<Type> types;
  for (int side = 0; side < 2; ++side) {
    for (const Value &input : inputs) {
      types.push_back(input.type.element());
    }
  }
  block = m_ir.beginBlock(types);
  std::vector<Value> arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    arguments.push_back(Value::tensor(m_ir.argument(block, static_cast<unsigned>(i)), types[i]));
  }
  std::vector<Value> results = combine(arguments);
  bool good = results.size() == inputs.size();
  if (!good && !std::any_of(results.begin(), results.end(), containsPoison) && !results.empty()) {
    fail(Code::BadReduction, fmt::format("the combine function of {} must return {} values, not {}",
                                         what, inputs.size(), results.size()));
  }
  for (size_t i = 0; good && i < results.size(); ++i) {
    if (results[i].isPoison()) {
      good = false;
      break;
    }
    Value value = results[i].isTensor() ? results[i] : toTensor(results[i]);
    if (value.isPoison() || !(value.type == types[i])) {
      if (!value.isPoison()) {
        fail(Code::BadReduction,
             fmt::format("the combine function of {} must return {} like its argument, not {}",
                         what, types[i].text(), describe(value)));
      }
      good = false;
      break;
    }
    yields.push_back(value.ir);
  }
  m_ir.endBlock();
  if (!good) {
    m_ir.discard(block);
  }
  return good;
}

Value Semantic::reduce(std::vector<Value> inputs, std::optional<int64_t> axis, bool keepDims,
                       const Combine &combine) {
  IrValues operands;
  size_t rank = 0;
  for (Value &input : inputs) {
    input = toTensor(input);
    if (input.isPoison()) {
      return input;
    }
    if (!input.type.isBlock()) {
      return fail(Code::BadReduction,
                  fmt::format("only blocks can be reduced, not {}", describe(input)));
    }
    if (input.type.shape != inputs[0].type.shape) {
      return fail(Code::ShapeMismatch,
                  fmt::format("all inputs of a reduction need one shape: {} and {}",
                              inputs[0].type.text(), input.type.text()));
    }
    rank = input.type.shape.size();
    if (!axis) {
      input = reshape(input, {input.type.elements()}, true);
    }
    operands.push_back(input.ir);
  }
  std::optional<int64_t> at = axis ? normalizeAxis(*axis, rank) : std::optional<int64_t>(0);
  IrBlock block;
  IrValues yields;
  if (!at || !regionTypes(inputs, combine, block, yields, "tl.reduce")) {
    return Value::poison();
  }
  std::vector<Type> types;
  for (const Value &input : inputs) {
    std::vector<int64_t> shape = input.type.shape;
    shape.erase(shape.begin() + *at);
    types.push_back(input.type.withShape(shape));
  }
  IrValues reduced = m_ir.createRegionOp("tt.reduce", operands, types,
                                         {IrAttribute::i32("axis", *at)}, block, yields);
  std::vector<Value> results;
  for (size_t i = 0; i < reduced.size(); ++i) {
    Value value = Value::tensor(reduced[i], types[i]);
    if (keepDims) {
      for (size_t k = axis ? rank - 1 : 0; k < rank; ++k) {
        value = expandDims(value, axis ? *at : 0);
      }
    }
    results.push_back(value);
  }
  return Value::tuple(results);
}

Value Semantic::scan(std::vector<Value> inputs, int64_t axis, bool reverse,
                     const Combine &combine) {
  IrValues operands;
  std::vector<Type> types;
  for (Value &input : inputs) {
    input = toTensor(input);
    if (input.isPoison()) {
      return input;
    }
    if (!input.type.isBlock() || input.type.shape != inputs[0].type.shape) {
      return fail(Code::BadReduction,
                  fmt::format("a scan needs blocks of one shape, not {}", describe(input)));
    }
    operands.push_back(input.ir);
    types.push_back(input.type);
  }
  std::optional<int64_t> at = normalizeAxis(axis, inputs[0].type.shape.size());
  IrBlock block;
  IrValues yields;
  if (!at || !regionTypes(inputs, combine, block, yields, "tl.associative_scan")) {
    return Value::poison();
  }
  IrValues scanned = m_ir.createRegionOp(
      "tt.scan", operands, types,
      {IrAttribute::i32("axis", *at), IrAttribute::boolean("reverse", reverse)}, block, yields);
  std::vector<Value> results;
  for (size_t i = 0; i < scanned.size(); ++i) {
    results.push_back(Value::tensor(scanned[i], types[i]));
  }
  return Value::tuple(results);
}

Value Semantic::histogram(const Value &value, int64_t bins, const Value &mask) {
  Value operand = toTensor(value);
  if (operand.isPoison() || !checkShape({bins})) {
    return Value::poison();
  }
  if (operand.type.shape.size() != 1 || !operand.type.isInt()) {
    return fail(Code::BadDtype,
                fmt::format("tl.histogram counts a one-dimensional block of integers, not {}",
                            describe(operand)));
  }
  IrValues operands = {operand.ir};
  if (!mask.isNone()) {
    Value test = toTensor(mask);
    if (test.isPoison()) {
      return test;
    }
    test = broadcastTo(cast(test, test.type.withScalar(Scalar::Int1)), operand.type.shape);
    if (test.isPoison()) {
      return test;
    }
    operands.push_back(test.ir);
  }
  Type type{Scalar::Int32, 0, false, {bins}};
  return Value::tensor(m_ir.op("tt.histogram", operands, type), type);
}

Value Semantic::gather(const Value &source, const Value &index, int64_t axis) {
  Value data = toTensor(source), at = toTensor(index);
  if (data.isPoison() || at.isPoison()) {
    return Value::poison();
  }
  if (!data.type.isBlock() || data.type.shape.size() != at.type.shape.size() || !at.type.isInt()) {
    return fail(
        Code::ShapeMismatch,
        fmt::format("tl.gather needs a block and integer indices of the same rank: {} and {}",
                    describe(data), describe(at)));
  }
  std::optional<int64_t> dimension = normalizeAxis(axis, data.type.shape.size());
  if (!dimension) {
    return Value::poison();
  }
  for (size_t i = 0; i < data.type.shape.size(); ++i) {
    if (static_cast<int64_t>(i) != *dimension && data.type.shape[i] != at.type.shape[i]) {
      return fail(Code::ShapeMismatch, fmt::format("tl.gather: {} and {} differ in dimension {}",
                                                   data.type.text(), at.type.text(), i));
    }
  }
  Type type = data.type.withShape(at.type.shape);
  return Value::tensor(
      m_ir.op("tt.gather", {data.ir, at.ir}, type, {IrAttribute::i32("axis", *dimension)}), type);
}

} // namespace charonia::frontend
