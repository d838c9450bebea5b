// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions for memory, dot products and reductions. Block pointers and tensor descriptors have no
// op: each access is emitted as addresses, a bounds mask and a plain load or store.
#include "Builtins.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace charonia::frontend {

// Block pointers and descriptors
// ------------------------------------------------------------------------

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

namespace {

bool isAddressable(const Value &base) {
  return base.isTensor() && base.type.isPointer() && !base.type.isBlock();
}

} // namespace

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
  if (!order) {
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

Value Builtins::makeDescriptor(const BoundArguments &arguments) {
  auto blockShape = integers(arguments[3], "the block_shape of tl.make_tensor_descriptor");
  auto padding = text(arguments[4], "the padding_option of tl.make_tensor_descriptor");
  if (!blockShape || !padding || arguments[0].isPoison() || !semantic().checkShape(*blockShape)) {
    return Value::poison();
  }
  if (!isAddressable(arguments[0])) {
    return fail(Code::BadPointer,
                fmt::format("the base of tl.make_tensor_descriptor is a scalar pointer, not {}",
                            describe(arguments[0])));
  }
  size_t rank = blockShape->size();
  int bytes = std::max(1, arguments[0].type.pointee().bits() / 8);
  if (rank > 0 && blockShape->back() * bytes < kDescriptorRowBytes) {
    return fail(
        Code::BadShape,
        fmt::format("the last extent of a descriptor's block takes at least {} bytes, here {} x {}",
                    kDescriptorRowBytes, blockShape->back(), bytes));
  }
  const Value &given = arguments[2];
  if (given.isTuple() && !given.items.empty() && given.items.back().isInteger() &&
      given.items.back().constant.integer != 1) {
    return fail(Code::BadPointer, fmt::format("the last stride of a descriptor is 1, not {}",
                                              given.items.back().constant.str()));
  }
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
  auto padding = text(arguments.named("padding_option"), "the padding_option of tl.load");
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
  return semantic().load(access->pointer, access->mask, other, {});
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

Value Builtins::descriptorLoad(const BoundArguments &arguments) {
  const Value &object = arguments[0];
  if (!object.isObject("tensor_descriptor")) {
    return object.isPoison()
               ? object
               : fail(Code::BadPointer,
                      fmt::format("a tensor descriptor is needed, not {}", describe(object)));
  }
  size_t rank = object.fields.at("block_shape").items.size();
  auto offsets = indexTuple(arguments[1], rank, Scalar::Int32, "the offsets of a descriptor");
  std::vector<int64_t> all(rank);
  for (size_t i = 0; i < rank; ++i) {
    all[i] = static_cast<int64_t>(i);
  }
  auto access = offsets ? blockAccess(object, *offsets, all) : std::nullopt;
  if (!access) {
    return Value::poison();
  }
  bool nan = object.fields.at("padding").constant.text == "nan" &&
             access->pointer.type.pointee().isFloat();
  return semantic().load(access->pointer, access->mask,
                         nan ? Value::of(Constant::ofFloat(NAN)) : Value::ofInt(0), {});
}

Value Builtins::descriptorStore(const BoundArguments &arguments) {
  const Value &object = arguments[0];
  if (!object.isObject("tensor_descriptor")) {
    return object.isPoison()
               ? object
               : fail(Code::BadPointer,
                      fmt::format("a tensor descriptor is needed, not {}", describe(object)));
  }
  size_t rank = object.fields.at("block_shape").items.size();
  auto offsets = indexTuple(arguments[1], rank, Scalar::Int32, "the offsets of a descriptor");
  std::vector<int64_t> all(rank);
  for (size_t i = 0; i < rank; ++i) {
    all[i] = static_cast<int64_t>(i);
  }
  auto access = offsets ? blockAccess(object, *offsets, all) : std::nullopt;
  return access ? semantic().store(access->pointer, arguments[2], access->mask, {})
                : Value::poison();
}

// Memory
// ------------------------------------------------------------------------------------------------

Value Builtins::load(const BoundArguments &arguments) {
  if (arguments[0].isObject("block_pointer")) {
    return blockLoad(arguments[0], arguments);
  }
  auto cache = text(arguments.named("cache_modifier"), "`cache_modifier`");
  auto eviction =
      cache ? text(arguments.named("eviction_policy"), "`eviction_policy`") : std::nullopt;
  auto isVolatile = eviction ? boolean(arguments.named("volatile"), "`volatile`") : std::nullopt;
  if (!isVolatile) {
    return Value::poison();
  }
  if (arguments.named("boundary_check").isTuple() &&
      !arguments.named("boundary_check").items.empty()) {
    return fail(Code::BadPointer, "boundary_check is for block pointers; use `mask`");
  }
  return semantic().load(arguments[0], arguments[1], arguments[2],
                         {*cache, *eviction, *isVolatile});
}

Value Builtins::store(const BoundArguments &arguments) {
  if (arguments[0].isObject("block_pointer")) {
    return blockStore(arguments[0], arguments);
  }
  auto cache = text(arguments.named("cache_modifier"), "`cache_modifier`");
  auto eviction =
      cache ? text(arguments.named("eviction_policy"), "`eviction_policy`") : std::nullopt;
  return eviction ? semantic().store(arguments[0], arguments[1], arguments[2],
                                     {*cache, *eviction, false})
                  : Value::poison();
}

Value Builtins::atomic(const char *kind, const BoundArguments &arguments) {
  auto order = text(arguments[3], "`sem`"),
       scope = order ? text(arguments[4], "`scope`") : std::nullopt;
  return scope ? semantic().atomic(kind, arguments[0], arguments[1], arguments[2], *order, *scope)
               : Value::poison();
}

Value Builtins::atomicAdd(const BoundArguments &arguments) { return atomic("add", arguments); }
Value Builtins::atomicMax(const BoundArguments &arguments) { return atomic("max", arguments); }
Value Builtins::atomicMin(const BoundArguments &arguments) { return atomic("min", arguments); }
Value Builtins::atomicAnd(const BoundArguments &arguments) { return atomic("and", arguments); }
Value Builtins::atomicOr(const BoundArguments &arguments) { return atomic("or", arguments); }
Value Builtins::atomicXor(const BoundArguments &arguments) { return atomic("xor", arguments); }
Value Builtins::atomicXchg(const BoundArguments &arguments) { return atomic("xchg", arguments); }

Value Builtins::atomicCas(const BoundArguments &arguments) {
  auto order = text(arguments[3], "`sem`"),
       scope = order ? text(arguments[4], "`scope`") : std::nullopt;
  return scope ? semantic().compareAndSwap(arguments[0], arguments[1], arguments[2], *order, *scope)
               : Value::poison();
}

// Dot and reductions
// --------------------------------------------------------------------------------------

Value Builtins::dot(const BoundArguments &arguments) {
  Semantic::DotOptions options;
  auto precision = text(arguments[3], "`input_precision`");
  if (!precision) {
    return Value::poison();
  }
  if (!precision->empty()) {
    options.precision = *precision;
  } else if (!arguments[4].isNone()) {
    auto allowed = boolean(arguments[4], "`allow_tf32`");
    if (!allowed) {
      return Value::poison();
    }
    options.precision = *allowed ? "tf32" : "ieee";
  }
  if (!arguments[5].isNone()) {
    auto imprecise = integer(arguments[5], "`max_num_imprecise_acc`");
    if (!imprecise) {
      return Value::poison();
    }
    options.maxImpreciseAcc = *imprecise;
  }
  if (!arguments[6].isNone()) {
    options.outType = scalarType(arguments[6], "the out_dtype of tl.dot");
    if (!options.outType) {
      return Value::poison();
    }
  }
  return semantic().dot(arguments[0], arguments[1], arguments[2], options);
}

Semantic::Combine Builtins::combiner(const Value &function) {
  return [this, function](const std::vector<Value> &values) -> std::vector<Value> {
    Value result = m_emitter.call(function, values, {});
    if (result.isPoison()) {
      return {};
    }
    return result.isTuple() ? result.items : std::vector<Value>{result};
  };
}

Value Builtins::reduce(const BoundArguments &arguments) {
  std::vector<Value> inputs =
      arguments[0].isTuple() ? arguments[0].items : std::vector<Value>{arguments[0]};
  std::optional<int64_t> axis;
  if (!arguments[1].isNone()) {
    axis = integer(arguments[1], "the axis of a reduction");
    if (!axis) {
      return Value::poison();
    }
  }
  auto keep = boolean(arguments[3], "`keep_dims`");
  if (!keep || arguments[2].isPoison()) {
    return Value::poison();
  }
  ++m_emitter.m_current->regions;
  Value result = semantic().reduce(std::move(inputs), axis, *keep, combiner(arguments[2]));
  --m_emitter.m_current->regions;
  return result.isPoison() || arguments[0].isTuple() ? result : result.items[0];
}

Value Builtins::scan(const BoundArguments &arguments) {
  std::vector<Value> inputs =
      arguments[0].isTuple() ? arguments[0].items : std::vector<Value>{arguments[0]};
  auto axis = integer(arguments[1], "the axis of tl.associative_scan");
  auto reverse = axis ? boolean(arguments[3], "`reverse`") : std::nullopt;
  if (!reverse || arguments[2].isPoison()) {
    return Value::poison();
  }
  ++m_emitter.m_current->regions;
  Value result = semantic().scan(std::move(inputs), *axis, *reverse, combiner(arguments[2]));
  --m_emitter.m_current->regions;
  return result.isPoison() || arguments[0].isTuple() ? result : result.items[0];
}

Value Builtins::histogram(const BoundArguments &arguments) {
  auto bins = integer(arguments[1], "the num_bins of tl.histogram");
  return bins ? semantic().histogram(arguments[0], *bins, arguments[2]) : Value::poison();
}

Value Builtins::gather(const BoundArguments &arguments) {
  auto axis = integer(arguments[2], "the axis of tl.gather");
  return axis ? semantic().gather(arguments[0], arguments[1], *axis) : Value::poison();
}

} // namespace charonia::frontend
