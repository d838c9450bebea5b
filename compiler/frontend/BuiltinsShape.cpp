// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions for program ids, creation, casts and shape.
#include "Builtins.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {

Value Builtins::programId(const BoundArguments &arguments) {
  std::optional<int64_t> axis = integer(arguments[0], "the axis of tl.program_id");
  if (axis && (*axis < 0 || *axis > 2)) {
    failArgument(arguments[0], Code::BadValue,
                 fmt::format("the axis of tl.program_id is 0, 1 or 2, not {}", *axis));
    return Value::poison();
  }
  Type type = Type::of(Scalar::Int32);
  return axis ? Value::tensor(
                    ir().op("tt.get_program_id", {}, type, {IrAttribute::i32("axis", *axis)}), type)
              : Value::poison();
}

Value Builtins::numPrograms(const BoundArguments &arguments) {
  std::optional<int64_t> axis = integer(arguments[0], "the axis of tl.num_programs");
  if (axis && (*axis < 0 || *axis > 2)) {
    failArgument(arguments[0], Code::BadValue,
                 fmt::format("the axis of tl.num_programs is 0, 1 or 2, not {}", *axis));
    return Value::poison();
  }
  Type type = Type::of(Scalar::Int32);
  return axis ? Value::tensor(
                    ir().op("tt.get_num_programs", {}, type, {IrAttribute::i32("axis", *axis)}),
                    type)
              : Value::poison();
}

Value Builtins::arange(const BoundArguments &arguments) {
  std::optional<int64_t> start = integer(arguments[0], "the start of tl.arange"),
                         end = start ? integer(arguments[1], "the end of tl.arange") : std::nullopt;
  return start && end ? semantic().arange(*start, *end) : Value::poison();
}

Value Builtins::full(const BoundArguments &arguments) {
  auto shape = integers(arguments[0], "the shape of tl.full");
  auto scalar = shape ? scalarType(arguments[2], "the dtype of tl.full") : std::nullopt;
  return scalar ? semantic().full(*shape, arguments[1], *scalar) : Value::poison();
}

Value Builtins::toTensor(const BoundArguments &arguments) {
  return semantic().toTensor(arguments[0]);
}

Value Builtins::cast(const BoundArguments &arguments) {
  if (arguments[0].isPoison() || arguments[1].isPoison()) {
    return Value::poison();
  }
  Type to;
  if (arguments[1].isDtype()) {
    to = arguments[1].type.element();
  } else {
    failArgument(arguments[1], Code::BadDtype,
                 fmt::format("the dtype of a cast must be a type like tl.float32, not {}{}",
                             describe(arguments[1]), dtypeHint(arguments[1])));
    return Value::poison();
  }
  auto bits = boolean(arguments[3], "`bitcast`");
  auto rounding = text(arguments[2], "`fp_downcast_rounding`");
  if (!bits || !rounding) {
    return Value::poison();
  }
  if (!checkWord(arguments[2], *rounding, "`fp_downcast_rounding`", {"rtne", "rtz"})) {
    return Value::poison();
  }
  return *bits ? semantic().bitcast(arguments[0], to)
               : semantic().cast(arguments[0], to, *rounding == "rtz", !rounding->empty());
}

// Shape
// -----------------------------------------------------------------------------------------------

Value Builtins::broadcast(const BoundArguments &arguments) {
  Value left = semantic().toTensor(arguments[0]), right = semantic().toTensor(arguments[1]);
  return semantic().broadcastTogether(left, right) ? Value::tuple({left, right}) : Value::poison();
}

Value Builtins::broadcastTo(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.broadcast_to");
  if (!shape || !semantic().checkShape(*shape)) {
    return Value::poison();
  }
  return semantic().broadcastTo(semantic().toTensor(arguments[0]), *shape);
}

Value Builtins::expandDims(const BoundArguments &arguments) {
  auto axes = integers(arguments[1], "the axis of tl.expand_dims");
  Value value = semantic().toTensor(arguments[0]);
  if (!axes || value.isPoison()) {
    return Value::poison();
  }
  size_t rank = value.type.shape.size() + axes->size();
  for (int64_t &axis : *axes) {
    auto normal = semantic().normalizeAxis(axis, rank);
    if (!normal) {
      return Value::poison();
    }
    axis = *normal;
  }
  std::sort(axes->begin(), axes->end());
  for (int64_t axis : *axes) {
    value = semantic().expandDims(value, axis);
  }
  return value;
}

Value Builtins::reshape(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.reshape");
  auto reorder = shape ? boolean(arguments[2], "`can_reorder`") : std::nullopt;
  return reorder ? semantic().reshape(arguments[0], *shape, *reorder) : Value::poison();
}

Value Builtins::view(const BoundArguments &arguments) {
  auto shape = variadicIntegers(arguments[1], "the shape of tl.view");
  return shape ? semantic().reshape(arguments[0], *shape, true) : Value::poison();
}

Value Builtins::item(const BoundArguments &arguments) {
  return semantic().reshape(arguments[0], {}, false);
}

Value Builtins::trans(const BoundArguments &arguments) {
  auto dims = variadicIntegers(arguments[1], "the dimensions of tl.trans");
  Value value = semantic().toTensor(arguments[0]);
  if (!dims || value.isPoison()) {
    return Value::poison();
  }
  if (dims->empty()) {
    size_t rank = value.type.shape.size();
    if (rank < 2) {
      return fail(Code::ShapeMismatch,
                  fmt::format("tl.trans needs a block of rank 2 or more, not {}", describe(value)));
    }
    for (size_t i = 0; i < rank; ++i) {
      dims->push_back(static_cast<int64_t>(i));
    }
    std::swap((*dims)[rank - 1], (*dims)[rank - 2]);
  }
  return semantic().permute(value, *dims);
}

Value Builtins::permute(const BoundArguments &arguments) {
  auto dims = variadicIntegers(arguments[1], "the dimensions of tl.permute");
  return dims ? semantic().permute(arguments[0], *dims) : Value::poison();
}

Value Builtins::join(const BoundArguments &arguments) {
  return semantic().join(arguments[0], arguments[1]);
}
Value Builtins::split(const BoundArguments &arguments) { return semantic().split(arguments[0]); }

Value Builtins::cat(const BoundArguments &arguments) {
  auto reorder = boolean(arguments[2], "`can_reorder`");
  if (!reorder) {
    return Value::poison();
  }
  if (!arguments[3].isNone()) {
    auto dim = integer(arguments[3], "the dim of tl.cat");
    return dim ? semantic().concatenate(arguments[0], arguments[1], *dim) : Value::poison();
  }
  if (!*reorder) {
    return fail(Code::BadValue,
                "tl.cat may reorder elements: say so with can_reorder=True, or give "
                "the dimension with dim=");
  }
  return semantic().cat(arguments[0], arguments[1]);
}

} // namespace charonia::frontend
