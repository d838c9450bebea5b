// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language extensions of the chip: questions about PEs, reductions between them, slices of tiles.
#include "Builtins.h"

#include <fmt/format.h>

namespace charonia::frontend {

Value Builtins::peQuery(const BoundArguments &arguments) {
  Type type = Type::of(Scalar::Int32);
  return Value::tensor(ir().op("mtia." + std::string(arguments.info->name), {}, type), type);
}

Value Builtins::gridBarrier(const BoundArguments &) {
  ir().effect("mtia.barrier", {});
  return Value::none();
}

namespace {

/// Position of `word` in `words`, or -1.
int64_t position(const std::string &word, std::initializer_list<const char *> words) {
  int64_t index = 0;
  for (const char *candidate : words) {
    if (word == candidate) {
      return index;
    }
    ++index;
  }
  return -1;
}

} // namespace

Value Builtins::reReduce(const BoundArguments &arguments) {
  Value tile = semantic().toTensor(arguments[0]);
  auto op = text(arguments[1], "the op of tl.mtia.re_reduce");
  auto axis = op ? text(arguments[2], "the axis of tl.mtia.re_reduce") : std::nullopt;
  auto root = axis ? integer(arguments[3], "the root of tl.mtia.re_reduce") : std::nullopt;
  if (tile.isPoison() || !root) {
    return Value::poison();
  }
  if (!tile.type.isBlock() || tile.type.isPointer()) {
    return fail(Code::BadReduction,
                fmt::format("tl.mtia.re_reduce reduces a block, not {}", describe(tile)));
  }
  int64_t kind = position(*op, {"add", "max", "min"}), along = position(*axis, {"row", "col"});
  if (op->empty() || axis->empty()) {
    return fail(Code::BadValue, "tl.mtia.re_reduce needs an op and an axis, not None");
  }
  if (!checkWord(arguments[1], *op, "the op of tl.mtia.re_reduce", {"add", "max", "min"}) ||
      !checkWord(arguments[2], *axis, "the axis of tl.mtia.re_reduce", {"row", "col"})) {
    return Value::poison();
  }
  if (*root < 0 || *root > INT32_MAX) {
    return fail(Code::BadValue,
                fmt::format("the root of tl.mtia.re_reduce is a position in its row "
                            "or column, not {}",
                            *root));
  }
  return Value::tensor(ir().op("mtia.re_reduce", {tile.ir}, tile.type,
                               {IrAttribute::i32("kind", kind), IrAttribute::i32("axis", along),
                                IrAttribute::i32("root", *root)}),
                       tile.type);
}

std::optional<Builtins::SliceParts> Builtins::sliceParts(size_t rank, const Value &offsets,
                                                         const Value &sizes, const Value &strides,
                                                         const char *what) {
  auto places = indexTuple(offsets, rank, Scalar::Int32, "the offsets of a slice");
  auto extents = places ? integers(sizes, "the sizes of a slice") : std::nullopt;
  if (!extents) {
    return std::nullopt;
  }
  std::vector<int64_t> steps(rank, 1);
  if (!strides.isNone()) {
    auto given = integers(strides, "the strides of a slice");
    if (!given) {
      return std::nullopt;
    }
    steps = *given;
  }
  if (extents->size() != rank || steps.size() != rank) {
    fail(Code::BadCall, fmt::format("{} of a block of rank {} needs {} offsets, sizes and strides",
                                    what, rank, rank));
    return std::nullopt;
  }
  if (!semantic().checkShape(*extents)) {
    return std::nullopt;
  }
  SliceParts parts;
  parts.sizes = *extents;
  for (size_t i = 0; i < rank; ++i) {
    if (steps[i] < 1 || steps[i] > INT32_MAX) {
      fail(Code::BadValue, fmt::format("the strides of a slice are positive, not {}", steps[i]));
      return std::nullopt;
    }
    parts.offsets.push_back((*places)[i].ir);
    parts.strides.push_back(static_cast<int32_t>(steps[i]));
  }
  return parts;
}

Value Builtins::extractSlice(const BoundArguments &arguments) {
  Value source = semantic().toTensor(arguments[0]);
  if (source.isPoison()) {
    return source;
  }
  if (!source.type.isBlock()) {
    return fail(
        Code::ShapeMismatch,
        fmt::format("tl.extract_slice takes a part of a block, not of {}", describe(source)));
  }
  const std::vector<int64_t> &shape = source.type.shape;
  auto parts =
      sliceParts(shape.size(), arguments[1], arguments[2], arguments[3], "tl.extract_slice");
  if (!parts) {
    return Value::poison();
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if ((parts->sizes[i] - 1) * parts->strides[i] >= shape[i]) {
      return fail(Code::ShapeMismatch, fmt::format("a slice of shape {} does not lie in {}",
                                                   shapeText(parts->sizes), describe(source)));
    }
  }
  IrValues operands = {source.ir};
  operands.insert(operands.end(), parts->offsets.begin(), parts->offsets.end());
  Type type = source.type.withShape(parts->sizes);
  return Value::tensor(ir().op("mtia.extract_slice", operands, type,
                               {IrAttribute::i32Array("strides", parts->strides)}),
                       type);
}

Value Builtins::insertSlice(const BoundArguments &arguments) {
  Value target = semantic().toTensor(arguments[0]), source = semantic().toTensor(arguments[1]);
  if (target.isPoison() || source.isPoison()) {
    return Value::poison();
  }
  if (!target.type.isBlock() || !source.type.isBlock()) {
    return fail(Code::ShapeMismatch,
                fmt::format("tl.insert_slice puts a block into a block, not {} into {}",
                            describe(source), describe(target)));
  }
  const std::vector<int64_t> &shape = target.type.shape;
  auto parts =
      sliceParts(shape.size(), arguments[2], arguments[3], arguments[4], "tl.insert_slice");
  if (!parts) {
    return Value::poison();
  }
  source = semantic().cast(source, target.type.element());
  if (source.isPoison()) {
    return source;
  }
  if (source.type.shape != parts->sizes) {
    return fail(Code::ShapeMismatch,
                fmt::format("the sizes of tl.insert_slice are {}, but what it puts in is {}",
                            shapeText(parts->sizes), describe(source)));
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if ((parts->sizes[i] - 1) * parts->strides[i] >= shape[i]) {
      return fail(Code::ShapeMismatch, fmt::format("a slice of shape {} does not lie in {}",
                                                   shapeText(parts->sizes), describe(target)));
    }
  }
  IrValues operands = {target.ir, source.ir};
  operands.insert(operands.end(), parts->offsets.begin(), parts->offsets.end());
  return Value::tensor(ir().op("mtia.insert_slice", operands, target.type,
                               {IrAttribute::i32Array("strides", parts->strides)}),
                       target.type);
}

} // namespace charonia::frontend
