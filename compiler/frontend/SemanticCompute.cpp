// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dot products, reductions, scans, histogram and gather.
#include "Semantic.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace charonia::frontend {

bool Semantic::checkDot(const Value &a, const Value &b) {
  if (!a.isTensor() || !b.isTensor() || !a.type.isBlock() || !b.type.isBlock()) {
    fail(Code::BadDot,
         fmt::format("tl.dot multiplies two blocks, not {} and {}", describe(a), describe(b)));
    return false;
  }
  size_t rank = a.type.shape.size();
  if (rank != b.type.shape.size() || (rank != 2 && rank != 3)) {
    fail(Code::BadDot, fmt::format("tl.dot needs two blocks of rank 2, or two of rank 3: {} and {}",
                                   a.type.text(), b.type.text()));
    return false;
  }
  if (!(a.type.isFp8() && b.type.isFp8()) && a.type.scalar != b.type.scalar) {
    fail(Code::BadDot,
         fmt::format("tl.dot needs operands of one element type: {} and {}; cast one with .to()",
                     a.type.text(), b.type.text()));
    return false;
  }
  bool integers = a.type.isInt();
  if ((integers && a.type.scalar != Scalar::Int8) || a.type.isPointer()) {
    fail(Code::BadDot,
         fmt::format("tl.dot works on int8, fp8, fp16, bf16, fp32 and fp64, not on {}",
                     a.type.text()));
    return false;
  }
  int64_t inner = a.type.shape[rank - 1];
  if (inner != b.type.shape[rank - 2] || (rank == 3 && a.type.shape[0] != b.type.shape[0])) {
    fail(Code::ShapeMismatch,
         fmt::format("tl.dot of shapes {} and {}: the last extent of the first must be the "
                     "{} of the second, {} is not {}",
                     shapeText(a.type.shape), shapeText(b.type.shape),
                     rank == 2 ? "first extent" : "middle extent", inner, b.type.shape[rank - 2]));
    return false;
  }
  return true;
}

bool Semantic::dotAccumulator(const Value &accumulator, Scalar operand, Type &type, Value &sum) {
  if (accumulator.isNone()) {
    sum = constant(Constant::ofInt(0), type);
    return true;
  }
  sum = accumulator;
  if (!sum.isTensor() || sum.type.shape != type.shape) {
    fail(Code::ShapeMismatch,
         fmt::format("the accumulator of this tl.dot must have shape {}, but is {}",
                     shapeText(type.shape), describe(accumulator)));
    return false;
  }
  if (sum.type.scalar != type.scalar) {
    bool half = operand == Scalar::F16 && sum.type.scalar == Scalar::F16;
    fail(Code::BadDot,
         fmt::format("the accumulator of this tl.dot must be {}, but is {}{}", type.text(),
                     describe(accumulator), half ? "; give out_dtype=tl.float16" : ""));
    return false;
  }
  return true;
}

Value Semantic::dot(const Value &left, const Value &right, const Value &accumulator,
                    const DotOptions &options) {
  if (left.isPoison() || right.isPoison() || accumulator.isPoison() || !checkDot(left, right)) {
    return Value::poison();
  }
  const Type &a = left.type, &b = right.type;
  std::vector<int64_t> shape = a.shape;
  shape.back() = b.shape.back();
  Scalar out = options.outType.value_or(Scalar::F32);
  if (out == Scalar::BF16) {
    return fail(Code::BadDot,
                "tl.dot with out_dtype bfloat16 is not possible; use float32 and cast the result");
  }
  Scalar result = a.isInt()                                       ? Scalar::Int32
                  : a.scalar == Scalar::F64                       ? Scalar::F64
                  : a.scalar == Scalar::F16 && out == Scalar::F16 ? Scalar::F16
                                                                  : Scalar::F32;
  Type type{result, 0, false, shape};
  Value sum;
  if (!dotAccumulator(accumulator, a.scalar, type, sum)) {
    return Value::poison();
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
  return Value::tensor(m_ir.op("tt.dot", {left.ir, right.ir, sum.ir}, type,
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

Value Semantic::mapElementwise(std::vector<Value> inputs, int64_t pack, const Combine &function) {
  if (inputs.empty() || pack < 1 || pack > 16) {
    return fail(Code::BadValue, "tl.map_elementwise needs blocks, and a pack from 1 to 16");
  }
  for (Value &input : inputs) {
    input = toTensor(input);
    if (input.isPoison() || !broadcastTogether(inputs[0], input)) {
      return Value::poison();
    }
  }
  std::vector<Type> types;
  IrValues operands;
  for (Value &input : inputs) {
    if (!broadcastTogether(inputs[0], input) || !input.type.isBlock()) {
      return input.type.isBlock()
                 ? Value::poison()
                 : fail(Code::ShapeMismatch,
                        fmt::format("tl.map_elementwise maps blocks, not {}", describe(input)));
    }
    operands.push_back(input.ir);
    types.insert(types.end(), static_cast<size_t>(pack), input.type.element());
  }
  IrBlock block = m_ir.beginBlock(types);
  std::vector<Value> arguments;
  for (size_t i = 0; i < types.size(); ++i) {
    arguments.push_back(Value::tensor(m_ir.argument(block, static_cast<unsigned>(i)), types[i]));
  }
  std::vector<Value> results = function(arguments);
  IrValues yields;
  std::vector<Type> resultTypes;
  bool good = !results.empty() && results.size() % static_cast<size_t>(pack) == 0;
  for (size_t i = 0; good && i < results.size(); ++i) {
    Value value = toTensor(results[i]);
    good = !value.isPoison() && !value.type.isBlock();
    yields.push_back(value.ir);
    if (i % static_cast<size_t>(pack) == 0) {
      resultTypes.push_back(value.type.withShape(inputs[0].type.shape));
    }
  }
  m_ir.endBlock();
  if (!good) {
    m_ir.discard(block);
    return results.empty() ? Value::poison()
                           : fail(Code::BadReduction,
                                  "the function of tl.map_elementwise returns scalars, as many for "
                                  "each result as `pack` says");
  }
  IrValues mapped = m_ir.createRegionOp("tt.map_elementwise", operands, resultTypes,
                                        {IrAttribute::i32("pack", pack)}, block, yields);
  std::vector<Value> values;
  for (size_t i = 0; i < mapped.size(); ++i) {
    values.push_back(Value::tensor(mapped[i], resultTypes[i]));
  }
  return Value::tuple(values);
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
