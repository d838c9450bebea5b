// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that run in the front end (@triton.constexpr_function): statements on compile-time
// values, with Python's rules.
#include "Emitter.h"

#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr size_t kMaxCompileTimeDepth = 64;
constexpr int64_t kMaxIterations = 100'000;

} // namespace

void Emitter::interpretBody(Function &frame) {
  const FunctionRef &function = frame.reference;
  const Node &definition = *function.definition;
  Function *outer = m_current;
  std::string variable;
  std::swap(variable, m_variable);
  m_reporter.frames.push_back(
      {function.module->source->file, definition.name, function.module->library, definition.place});
  m_current = &frame;
  m_functions.push_back(&frame);
  recordParameters(frame);
  statements(definition.body);
  m_functions.pop_back();
  m_current = outer;
  m_reporter.frames.pop_back();
  std::swap(variable, m_variable);
  applyPlace();
}

Value Emitter::callCompileTime(const FunctionRef &function, const std::vector<Value> &bound) {
  const Node &definition = *function.definition;
  Function frame;
  frame.reference = function;
  frame.compileTime = true;
  for (size_t i = 0; i < bound.size(); ++i) {
    std::vector<Value> tensors;
    flatten(bound[i], tensors);
    if (!tensors.empty()) {
      return fail(Code::NotConstexpr,
                  fmt::format("`{}` runs at compile time, but its argument `{}` is {}",
                              definition.name, definition.items[i]->name, describe(bound[i])));
    }
    frame.scope.set(definition.items[i]->name, bound[i]);
  }
  if (m_functions.size() >= kMaxCompileTimeDepth) {
    return fail(Code::CallTooDeep, fmt::format("calls are nested more than {} deep at `{}`",
                                               kMaxCompileTimeDepth, definition.name));
  }
  interpretBody(frame);
  return frame.returned.value_or(Value::none());
}

std::optional<bool> Emitter::truth(const Value &value) {
  if (value.isConstant()) {
    return value.isString() ? !value.constant.text.empty() : value.constant.truth();
  }
  if (value.isTuple()) {
    return !value.items.empty();
  }
  return value.isTensor() || value.isPoison() ? std::nullopt : std::optional<bool>(true);
}

void Emitter::compileTimeFor(const Node &node, const Value &range) {
  std::vector<Value> items = range.items;
  if (range.kind == Value::Kind::Range) {
    Integer begin = items[0].constant.integer, end = items[1].constant.integer,
            step = items[2].constant.integer;
    items.clear();
    const UnsignedInteger count = rangeCount(begin, end, step);
    if (count > kMaxIterations) {
      fail(Code::UnrollTooLong,
           fmt::format("a compile-time loop of more than {} iterations", kMaxIterations));
      return;
    }
    for (UnsignedInteger i = 0; i < count; ++i) {
      items.push_back(Value::ofInt(rangeItem(begin, step, i)));
    }
  }
  for (const Value &item : items) {
    if (m_current->terminated || m_reporter.exhausted()) {
      return;
    }
    assign(*node.first, item);
    statements(node.body);
  }
}

void Emitter::compileTimeWhile(const Node &node) {
  for (int64_t i = 0; !m_current->terminated && !m_reporter.exhausted(); ++i) {
    Value condition = expression(*node.first);
    std::optional<bool> goesOn = truth(condition);
    if (!goesOn.value_or(false)) {
      return;
    }
    if (i >= kMaxIterations) {
      fail(Code::UnrollTooLong,
           fmt::format("a compile-time loop of more than {} iterations", kMaxIterations));
      return;
    }
    statements(node.body);
  }
}

} // namespace charonia::frontend
