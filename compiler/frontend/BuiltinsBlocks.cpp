// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block pointers and tensor descriptors. They have no op: each access is emitted as addresses, a
// bounds mask and a plain load, store or atomic.
#include "Builtins.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace charonia::frontend {

std::optional<std::vector<Value>> Builtins::indexTuple(const Value &value, size_t rank,
                                                       Scalar scalar, const char *what) {
  if (value.isPoison()) {
    return std::nullopt;
  }
  if (!value.isTuple() || (rank != 0 && value.items.size() != rank)) {
    fail(Code::BadCall,
         rank != 0 ? fmt::format("{} must have {} entries, but is {}", what, rank, describe(value))
                   : fmt::format("{} must be a list, not {}", what, describe(value)));
    return std::nullopt;
  }
  std::vector<Value> result;
  for (const Value &item : value.items) {
    Value entry = semantic().toTensor(item);
    if (entry.isPoison()) {
      return std::nullopt;
    }
    if (entry.type.isBlock() || !entry.type.isInt()) {
      fail(Code::TypeMismatch,
           fmt::format("{} must be scalar integers, not {}", what, describe(entry)));
      return std::nullopt;
    }
    result.push_back(semantic().cast(entry, Type::of(scalar)));
  }
  return result;
}

std::optional<std::string> Builtins::paddingOption(const Value &value, const char *what) {
  auto padding = text(value, what);
  return padding && checkWord(value, *padding, what, {"zero", "nan"}) ? padding : std::nullopt;
}

namespace {

bool isAddressable(const Value &base) {
  return base.isTensor() && base.type.isPointer() && !base.type.isBlock();
}

} // namespace

bool Builtins::checkOrder(std::vector<int64_t> order, size_t rank) {
  std::sort(order.begin(), order.end());
  bool good = order.size() == rank;
  for (size_t i = 0; good && i < rank; ++i) {
    good = order[i] == static_cast<int64_t>(i);
  }
  if (!good) {
    fail(Code::BadValue, fmt::format("the order of tl.make_block_ptr is a permutation of the axes "
                                     "0 to {}, not {}",
                                     rank - 1, shapeText(order)));
  }
  return good;
}

Value Builtins::makeBlockPointer(const BoundArguments &arguments) {
  auto blockShape = integers(arguments[4], "the block_shape of tl.make_block_ptr");
  if (!blockShape || arguments[0].isPoison() || !semantic().checkShape(*blockShape)) {
    return Value::poison();
  }
  if (!isAddressable(arguments[0])) {
    return fail(Code::BadPointer,
                fmt::format("the base of tl.make_block_ptr is a scalar pointer, not {}",
                            describe(arguments[0])));
  }
  size_t rank = blockShape->size();
  auto shape = indexTuple(arguments[1], rank, Scalar::Int64, "the shape of tl.make_block_ptr");
  auto strides =
      shape ? indexTuple(arguments[2], rank, Scalar::Int64, "the strides of tl.make_block_ptr")
            : std::nullopt;
  auto offsets =
      strides ? indexTuple(arguments[3], rank, Scalar::Int32, "the offsets of tl.make_block_ptr")
              : std::nullopt;
  auto order = offsets ? integers(arguments[5], "the order of tl.make_block_ptr") : std::nullopt;
  if (!order || !checkOrder(*order, rank)) {
    return Value::poison();
  }
  Value object = Value::named(Value::Kind::Object, "block_pointer");
  object.fields = {
      {"base", arguments[0]},
      {"shape", Value::tuple(*shape)},
      {"strides", Value::tuple(*strides)},
      {"offsets", Value::tuple(*offsets)},
      {"block_shape", arguments[4].isTuple() ? arguments[4] : Value::tuple({arguments[4]})}};
  return object;
}

Value Builtins::advance(const BoundArguments &arguments) {
  if (!arguments[0].isObject("block_pointer")) {
    return arguments[0].isPoison()
               ? arguments[0]
               : fail(Code::BadPointer, fmt::format("tl.advance moves a block pointer, not {}",
                                                    describe(arguments[0])));
  }
  Value object = arguments[0];
  std::vector<Value> &offsets = object.fields["offsets"].items;
  auto steps = indexTuple(arguments[1], offsets.size(), Scalar::Int32, "the offsets of tl.advance");
  if (!steps) {
    return Value::poison();
  }
  for (size_t i = 0; i < offsets.size(); ++i) {
    offsets[i] = semantic().binary(Operator::Add, offsets[i], (*steps)[i]);
  }
  return object;
}

/// Upstream's least extent of a descriptor's row.
static constexpr int64_t kDescriptorRowBytes = 16;

std::string Emitter::descriptorProblem(const Type &element, const std::vector<int64_t> &block,
                                       const Value &strides) const {
  int bytes = std::max(1, element.bits() / 8);
  if (!block.empty() && block.back() * bytes < kDescriptorRowBytes) {
    return fmt::format(
        "the last extent of a descriptor's block takes at least {} bytes, here {} x {}",
        kDescriptorRowBytes, block.back(), bytes);
  }
  if (strides.isTuple() && !strides.items.empty() && strides.items.back().isInteger() &&
      strides.items.back().constant.integer != 1) {
    return fmt::format("the last stride of a descriptor is 1, not {}",
                       strides.items.back().constant.str());
  }
  return {};
}

bool Builtins::checkDescriptor(const Type &element, const std::vector<int64_t> &block,
                               const Value &strides) {
  std::string problem = m_emitter.descriptorProblem(element, block, strides);
  if (!problem.empty()) {
    fail(!block.empty() && block.back() * std::max(1, element.bits() / 8) < kDescriptorRowBytes
             ? Code::BadShape
             : Code::BadPointer,
         problem);
  }
  return problem.empty();
}

Value Builtins::makeDescriptor(const BoundArguments &arguments) {
  auto blockShape = integers(arguments[3], "the block_shape of tl.make_tensor_descriptor");
  auto padding = paddingOption(arguments[4], "the padding_option of tl.make_tensor_descriptor");
  if (!blockShape || !padding || arguments[0].isPoison() || !semantic().checkShape(*blockShape)) {
    return Value::poison();
  }
  if (!isAddressable(arguments[0])) {
    return fail(Code::BadPointer,
                fmt::format("the base of tl.make_tensor_descriptor is a scalar pointer, not {}",
                            describe(arguments[0])));
  }
  if (!checkDescriptor(arguments[0].type.pointee(), *blockShape, arguments[2])) {
    return Value::poison();
  }
  size_t rank = blockShape->size();
  auto shape =
      indexTuple(arguments[1], rank, Scalar::Int32, "the shape of tl.make_tensor_descriptor");
  auto strides = shape ? indexTuple(arguments[2], rank, Scalar::Int64,
                                    "the strides of tl.make_tensor_descriptor")
                       : std::nullopt;
  if (!strides) {
    return Value::poison();
  }
  Value object = Value::named(Value::Kind::Object, "tensor_descriptor");
  object.fields = {
      {"base", arguments[0]},
      {"shape", Value::tuple(*shape)},
      {"strides", Value::tuple(*strides)},
      {"block_shape", arguments[3].isTuple() ? arguments[3] : Value::tuple({arguments[3]})},
      {"dtype", Value::dtype(arguments[0].type.pointee())},
      {"padding", Value::ofString(*padding)}};
  return object;
}

std::optional<Builtins::BlockAccess> Builtins::blockAccess(const Value &object,
                                                           const std::vector<Value> &offsets,
                                                           const std::vector<int64_t> &checked) {
  const std::vector<Value> &extents = object.fields.at("shape").items,
                           &strides = object.fields.at("strides").items;
  auto blockShape = integers(object.fields.at("block_shape"), "the block shape");
  if (!blockShape) {
    return std::nullopt;
  }
  size_t rank = blockShape->size();
  for (int64_t axis : checked) {
    if (axis < 0 || axis >= static_cast<int64_t>(rank)) {
      fail(Code::BadPointer,
           fmt::format("boundary_check names axis {} of a block with {} axes", axis, rank));
      return std::nullopt;
    }
  }
  Value pointer = semantic().broadcastTo(object.fields.at("base"), *blockShape), mask;
  for (size_t axis = 0; axis < rank; ++axis) {
    Value index = (*blockShape)[axis] == 1 ? semantic().full({1}, Value::ofInt(0), Scalar::Int32)
                                           : semantic().arange(0, (*blockShape)[axis]);
    Type wide = index.type.withScalar(Scalar::Int64);
    Value place =
        semantic().binary(Operator::Add, semantic().cast(offsets[axis], Type::of(Scalar::Int64)),
                          semantic().cast(index, wide));
    for (size_t other = 0; other < rank; ++other) {
      place = other == axis ? place : semantic().expandDims(place, static_cast<int64_t>(other));
    }
    Value step = semantic().broadcastTo(semantic().binary(Operator::Mult, place, strides[axis]),
                                        *blockShape);
    pointer = semantic().binary(Operator::Add, pointer, step);
    if (std::find(checked.begin(), checked.end(), static_cast<int64_t>(axis)) == checked.end()) {
      continue;
    }
    Value extent = semantic().cast(extents[axis], Type::of(Scalar::Int64));
    Value inside = semantic().binary(Operator::BitAnd,
                                     semantic().compare(Operator::GtE, place, Value::ofInt(0)),
                                     semantic().compare(Operator::Lt, place, extent));
    inside = semantic().broadcastTo(inside, *blockShape);
    mask = mask.isTensor() ? semantic().binary(Operator::BitAnd, mask, inside) : inside;
  }
  if (pointer.isPoison()) {
    return std::nullopt;
  }
  return BlockAccess{pointer, mask.isTensor() ? mask : Value::none()};
}

Value Builtins::blockLoad(const Value &object, const BoundArguments &arguments) {
  auto checked = integers(arguments.named("boundary_check"), "the boundary_check of tl.load");
  auto padding = paddingOption(arguments.named("padding_option"), "the padding_option of tl.load");
  if (!checked || !padding) {
    return Value::poison();
  }
  if (!arguments.named("mask").isNone() || !arguments.named("other").isNone()) {
    return fail(Code::BadMask,
                "a block pointer is loaded with boundary_check, not with `mask` and `other`");
  }
  auto access = blockAccess(object, object.fields.at("offsets").items, *checked);
  if (!access) {
    return Value::poison();
  }
  Value other = access->mask.isNone() || padding->empty() ? Value::none()
                : *padding == "nan"                       ? Value::of(Constant::ofFloat(NAN))
                                                          : Value::ofInt(0);
  Semantic::LoadOptions options;
  options.block = true;
  return semantic().load(access->pointer, access->mask, other, options);
}

Value Builtins::blockStore(const Value &object, const BoundArguments &arguments) {
  auto checked = integers(arguments.named("boundary_check"), "the boundary_check of tl.store");
  if (!checked) {
    return Value::poison();
  }
  auto access = blockAccess(object, object.fields.at("offsets").items, *checked);
  return access ? semantic().store(access->pointer, arguments.named("value"), access->mask, {})
                : Value::poison();
}

bool Builtins::isDescriptor(const Value &object) {
  if (!object.isObject("tensor_descriptor") && !object.isPoison()) {
    fail(Code::BadPointer, fmt::format("a tensor descriptor is needed, not {}", describe(object)));
  }
  return object.isObject("tensor_descriptor");
}

std::optional<Builtins::BlockAccess> Builtins::descriptorAccess(const Value &object,
                                                                const Value &offsets) {
  if (!isDescriptor(object)) {
    return std::nullopt;
  }
  size_t rank = object.fields.at("block_shape").items.size();
  auto places = indexTuple(offsets, rank, Scalar::Int32, "the offsets of a descriptor");
  std::vector<int64_t> all(rank);
  std::iota(all.begin(), all.end(), 0);
  return places ? blockAccess(object, *places, all) : std::nullopt;
}

namespace {

/// What lanes outside a descriptor's tensor read.
Value paddingOf(const Value &descriptor, const Value &pointer) {
  bool nan =
      descriptor.fields.at("padding").constant.text == "nan" && pointer.type.pointee().isFloat();
  return nan ? Value::of(Constant::ofFloat(NAN)) : Value::ofInt(0);
}

} // namespace

Value Builtins::descriptorLoad(const BoundArguments &arguments) {
  auto access = descriptorAccess(arguments[0], arguments[1]);
  return access ? semantic().load(access->pointer, access->mask,
                                  paddingOf(arguments[0], access->pointer), {})
                : Value::poison();
}

Value Builtins::descriptorStore(const BoundArguments &arguments) {
  auto access = descriptorAccess(arguments[0], arguments[1]);
  return access ? semantic().store(access->pointer, arguments[2], access->mask, {})
                : Value::poison();
}

Value Builtins::descriptorAtomic(const BoundArguments &arguments) {
  auto access = descriptorAccess(arguments[0], arguments[1]);
  if (!access) {
    return Value::poison();
  }
  std::string kind(arguments.info->name.substr(std::string_view("atomic_").size()));
  Value old =
      semantic().atomic(kind, access->pointer, arguments[2], access->mask, "relaxed", "gpu");
  return old.isPoison() ? old : Value::none();
}

std::optional<Builtins::BlockAccess> Builtins::rowAccess(const Value &object, const Value &rows,
                                                         const Value &column) {
  if (!isDescriptor(object)) {
    return std::nullopt;
  }
  auto block = integers(object.fields.at("block_shape"), "the block shape");
  Value rowIndex = semantic().toTensor(rows), start = semantic().toTensor(column);
  if (!block || rowIndex.isPoison() || start.isPoison()) {
    return std::nullopt;
  }
  if (block->size() != 2 || (*block)[0] != 1 || rowIndex.type.shape.size() != 1 ||
      !rowIndex.type.isInt()) {
    fail(Code::ShapeMismatch,
         fmt::format("gather and scatter of a descriptor need a block of shape [1, n] and a "
                     "one-dimensional block of row numbers, not {} and {}",
                     shapeText(*block), describe(rowIndex)));
    return std::nullopt;
  }
  auto wide = [&](const Value &value) {
    return semantic().cast(value, value.type.withScalar(Scalar::Int64));
  };
  Value row = semantic().expandDims(wide(rowIndex), 1);
  Value place = semantic().expandDims(
      semantic().binary(Operator::Add, wide(start), wide(semantic().arange(0, (*block)[1]))), 0);
  const std::vector<Value> &extents = object.fields.at("shape").items,
                           &strides = object.fields.at("strides").items;
  Value offset =
      semantic().binary(Operator::Add, semantic().binary(Operator::Mult, row, strides[0]),
                        semantic().binary(Operator::Mult, place, strides[1]));
  auto inside = [&](const Value &index, const Value &extent) {
    return semantic().binary(Operator::BitAnd,
                             semantic().compare(Operator::GtE, index, Value::ofInt(0)),
                             semantic().compare(Operator::Lt, index, wide(extent)));
  };
  Value pointer = semantic().binary(Operator::Add, object.fields.at("base"), offset);
  Value mask =
      semantic().binary(Operator::BitAnd, inside(row, extents[0]), inside(place, extents[1]));
  return pointer.isPoison() || mask.isPoison() ? std::nullopt
                                               : std::optional<BlockAccess>({pointer, mask});
}

Value Builtins::descriptorGather(const BoundArguments &arguments) {
  auto access = rowAccess(arguments[0], arguments[1], arguments[2]);
  return access ? semantic().load(access->pointer, access->mask,
                                  paddingOf(arguments[0], access->pointer), {})
                : Value::poison();
}

Value Builtins::descriptorScatter(const BoundArguments &arguments) {
  auto access = rowAccess(arguments[0], arguments[2], arguments[3]);
  return access ? semantic().store(access->pointer, arguments[1], access->mask, {})
                : Value::poison();
}

} // namespace charonia::frontend
