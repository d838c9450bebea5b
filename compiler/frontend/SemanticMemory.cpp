// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores and atomics.
#include "Semantic.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace charonia::frontend {
namespace {

// The words are checked where they are read.

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

bool Semantic::fitsPointers(const Value &value, const Type &pointers, const char *what) {
  const std::vector<int64_t> &from = value.type.shape, &to = pointers.shape;
  bool fits = from.empty() || from.size() == to.size();
  for (size_t i = 0; fits && i < from.size(); ++i) {
    fits = from[i] == to[i] || from[i] == 1;
  }
  if (!fits) {
    fail(Code::ShapeMismatch,
         fmt::format("{} is {}, which does not broadcast to the shape of the pointer, {}", what,
                     describe(value), shapeText(to)));
  }
  return fits;
}

bool Semantic::fitsTogether(const Value &value, const Type &pointers, const char *what) {
  std::vector<int64_t> a = value.type.shape, b = pointers.shape;
  size_t rank = std::max(a.size(), b.size());
  a.insert(a.begin(), rank - a.size(), 1);
  b.insert(b.begin(), rank - b.size(), 1);
  for (size_t i = 0; i < rank; ++i) {
    if (a[i] != b[i] && a[i] != 1 && b[i] != 1) {
      fail(Code::ShapeMismatch,
           fmt::format("{} is {}, which does not fit the pointer's shape {}: {} and {} in "
                       "dimension {}",
                       what, describe(value), shapeText(pointers.shape), a[i], b[i], i));
      return false;
    }
  }
  return true;
}

bool Semantic::loadMask(const Value &mask, const Value &other, Value &address, Value &test,
                        Value &fill) {
  test = toTensor(mask);
  fill = other.isNone() ? Value::none() : toTensor(other);
  if (test.isPoison() || fill.isPoison()) {
    return false;
  }
  if (!test.type.isBool()) {
    fail(Code::BadMask, fmt::format("the mask of tl.load must be int1, not {}", describe(test)));
    return false;
  }
  if (!address.type.isBlock() &&
      (test.type.isBlock() || (fill.isTensor() && fill.type.isBlock()))) {
    fail(Code::BadMask,
         "tl.load through a scalar pointer takes a scalar mask and a scalar `other`");
    return false;
  }
  if (!fitsTogether(test, address.type, "the mask of tl.load") ||
      (fill.isTensor() && !fitsTogether(fill, address.type, "the `other` of tl.load"))) {
    return false;
  }
  if (!broadcastTogether(address, test) || (fill.isTensor() && !broadcastTogether(address, fill))) {
    return false;
  }
  test = broadcastTo(test, address.type.shape);
  return true;
}

Value Semantic::load(const Value &pointer, const Value &mask, const Value &other,
                     const LoadOptions &options) {
  if (pointer.isPoison() || mask.isPoison() || other.isPoison()) {
    return Value::poison();
  }
  if (!pointer.isTensor() || !pointer.type.isPointer()) {
    bool descriptor = pointer.isObject("tensor_descriptor");
    return fail(Code::BadPointer,
                fmt::format("tl.load reads through a pointer, not through {}{}", describe(pointer),
                            descriptor ? "; use its method .load(offsets)" : ""));
  }
  if (!other.isNone() && mask.isNone()) {
    return fail(Code::BadMask, "tl.load has `other` but no `mask`");
  }
  Value address = pointer, test, fill;
  if (!mask.isNone() && !loadMask(mask, other, address, test, fill)) {
    return Value::poison();
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
  if (!options.direction.empty()) {
    attributes.push_back(IrAttribute::string("mtia.direction", options.direction));
  }
  if (options.block) {
    attributes.push_back(IrAttribute::boolean("tt.block_pointer", true));
  }
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
  if (value.isTensor() && value.type.isPointer() && pointer.type.pointers == 1 &&
      pointer.type.scalar != Scalar::Int64 && pointer.type.scalar != Scalar::Int1) {
    return fail(Code::BadPointer,
                fmt::format("tl.store writes {} through {}; is a tl.load missing?", describe(value),
                            describe(pointer)));
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
  if (!fitsPointers(data, address.type, "the value of tl.store") ||
      (test.isTensor() && !fitsPointers(test, address.type, "the mask of tl.store"))) {
    return Value::poison();
  }
  data = broadcastTo(data, address.type.shape);
  test = test.isTensor() ? broadcastTo(test, address.type.shape) : test;
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
  if (!test.type.isBool()) {
    return fail(Code::BadMask,
                fmt::format("the mask of {} must be int1, not {}", function, describe(test)));
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

} // namespace charonia::frontend
