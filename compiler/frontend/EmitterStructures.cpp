// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tuples, list comprehensions, f-strings and subscripts.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {

Value Emitter::tupleNode(const Node &node) {
  Value result = Value::tuple({});
  for (const Node *item : node.items) {
    result.items.push_back(expression(*item));
    if (result.items.back().isPoison()) {
      return Value::poison();
    }
  }
  return result;
}

Value Emitter::listComprehension(const Node &node) {
  Value over = expression(*node.third);
  if (over.isPoison()) {
    return over;
  }
  if (!over.isTuple() || !m_current || node.second->kind != NodeKind::Name) {
    return fail(Code::UnsupportedSyntax, "a list comprehension goes over a tuple with one name");
  }
  Scope before = m_current->scope;
  Value result = Value::tuple({});
  for (const Value &item : over.items) {
    m_current->scope.set(node.second->name, item);
    bool taken = true;
    for (const Node *filter : node.items) {
      std::optional<bool> truth = constantTruth(expression(*filter));
      taken = taken && truth.value_or(false);
    }
    if (taken) {
      result.items.push_back(expression(*node.first));
    }
  }
  m_current->scope = before;
  return containsPoison(result) ? Value::poison() : result;
}

Value Emitter::joinedString(const Node &node) {
  std::string text;
  for (const Node *item : node.items) {
    if (item->kind == NodeKind::Constant) {
      text += item->constant.text;
      continue;
    }
    Value value = expression(*item->first);
    if (value.isPoison()) {
      return value;
    }
    if (value.isTensor()) {
      return fail(
          Code::NotConstexpr,
          fmt::format("an f-string takes compile-time values only, not {}", describe(value)));
    }
    text += value.isConstant() ? (item->level == 'r' ? value.constant.repr() : value.constant.str())
            : value.isDtype()  ? value.type.text()
                               : describe(value);
  }
  return Value::ofString(text);
}

Value Emitter::sliceTuple(const Value &object, const Value &slice) {
  for (const Value &part : slice.items) {
    if (!part.isInteger() && !part.isNone()) {
      return fail(
          Code::BadIndex,
          fmt::format("the bounds of a slice are compile-time integers, not {}", describe(part)));
    }
  }
  auto size = static_cast<Integer>(object.items.size());
  Integer step = slice.items[2].isNone() ? 1 : slice.items[2].constant.integer;
  if (step == 0) {
    return fail(Code::BadIndex, "the step of a slice cannot be 0");
  }
  // Counting down, the place before the first element is -1.
  Integer lowest = step > 0 ? 0 : -1, highest = step > 0 ? size : size - 1;
  auto bound = [&](const Value &value, Integer fallback) {
    if (value.isNone()) {
      return fallback;
    }
    Integer at = value.constant.integer;
    return std::clamp<Integer>(at < 0 ? at + size : at, lowest, highest);
  };
  Integer begin = bound(slice.items[0], step > 0 ? lowest : highest),
          end = bound(slice.items[1], step > 0 ? highest : lowest);
  Value result = Value::tuple({});
  const UnsignedInteger count = rangeCount(begin, end, step); // no more than there are
  for (UnsignedInteger i = 0; i < count; ++i) {
    result.items.push_back(object.items[static_cast<size_t>(rangeItem(begin, step, i))]);
  }
  return result;
}

Value Emitter::subscript(const Node &node) {
  Value object = expression(*node.first);
  if (object.isPoison()) {
    return object;
  }
  if (object.isTensor()) {
    return subscriptTensor(object, *node.second);
  }
  Value index = expression(*node.second);
  if (index.isPoison()) {
    return index;
  }
  if (object.identity != 0) {
    Value member = classMember(object, object, "__getitem__");
    if (!member.isPoison()) {
      applyPlace();
      return call(member, {index}, {});
    }
  }
  if (object.isTuple() && index.kind == Value::Kind::Slice) {
    return sliceTuple(object, index);
  }
  if (object.kind == Value::Kind::Function) {
    return fail(Code::BadIndex,
                fmt::format("a launch `{0}[grid](...)` is for the host; call `{0}(...)` here",
                            object.function.definition->name));
  }
  if (!object.isTuple()) {
    return fail(Code::BadIndex, fmt::format("{} cannot be indexed", describe(object)));
  }
  if (!index.isInteger()) {
    return fail(
        Code::BadIndex,
        fmt::format("a tuple is indexed by a compile-time integer, not by {}", describe(index)));
  }
  auto size = static_cast<Integer>(object.items.size());
  Integer at = index.constant.integer < 0 ? index.constant.integer + size : index.constant.integer;
  bool shapeOf = node.first->kind == NodeKind::Attribute && node.first->name == "shape";
  if (size == 0 && shapeOf) {
    return fail(Code::BadIndex,
                "a scalar or pointer has no extents: `.shape` is (); " + pointerAdvice("shape"));
  }
  if (at < 0 || at >= size) {
    return fail(Code::BadIndex, fmt::format("index {} is out of range for a tuple of {}",
                                            index.constant.str(), object.items.size()));
  }
  return object.items[static_cast<size_t>(at)];
}

Value Emitter::subscriptTensor(const Value &object, const Node &index) {
  std::vector<const Node *> parts =
      index.kind == NodeKind::Tuple ? index.items : std::vector<const Node *>{&index};
  Value result = object;
  int64_t axis = 0;
  auto full = [](const Node &part) {
    return part.kind == NodeKind::Slice && !part.first && !part.second && !part.third;
  };
  size_t fullCount = 0;
  for (const Node *part : parts) {
    if (full(*part)) {
      ++fullCount;
    } else {
      Value value = expression(*part);
      if (value.isPoison()) {
        return value;
      }
      if (!value.isNone()) {
        PlaceGuard guard(*this, part->place);
        return fail(Code::BadIndex,
                    fmt::format("a block is indexed by None and full slices `:` only, not by {}; "
                                "use tl.gather, or load again with other addresses",
                                describe(value)));
      }
    }
  }
  if (fullCount > object.type.shape.size()) {
    return fail(Code::BadIndex, fmt::format("{} slices on {}", fullCount, describe(object)));
  }
  applyPlace();
  for (const Node *part : parts) {
    if (!full(*part)) {
      result = m_semantic.expandDims(result, axis);
      if (result.isPoison()) {
        return result;
      }
    }
    ++axis;
  }
  return result;
}

} // namespace charonia::frontend
