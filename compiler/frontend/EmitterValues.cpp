// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes, what recorders are told, and the tensors inside structured values.
#include "Emitter.h"

#include <algorithm>

namespace charonia::frontend {

const Value *Scope::find(const std::string &name) const {
  auto found = m_values.find(name);
  return found == m_values.end() ? nullptr : &found->second;
}

void Scope::set(const std::string &name, Value value) {
  auto [at, inserted] = m_values.insert_or_assign(name, std::move(value));
  if (inserted) {
    m_order.push_back(name);
  }
}

void Scope::erase(const std::string &name) {
  if (m_values.erase(name) != 0) {
    m_order.erase(std::find(m_order.begin(), m_order.end(), name));
  }
}

const Value &BoundArguments::named(std::string_view name) const {
  static const Value kNone = Value::none();
  for (size_t i = 0; i < info->parameters.size(); ++i) {
    if (info->parameters[i].name == name) {
      return values[i];
    }
  }
  return kNone;
}

void Emitter::recordValue(const Node &node, const Value &value) {
  if (m_current && m_current->reference.module) {
    m_recorder->record(*m_current->reference.module, node, value);
  }
}

void Emitter::recordParameters(const Function &frame) {
  if (m_recorder) {
    for (const Node *parameter : frame.reference.definition->items) {
      if (const Value *value = frame.scope.find(parameter->name)) {
        recordValue(*parameter, *value);
      }
    }
  }
}

void flatten(const Value &value, std::vector<Value> &leaves) {
  if (value.isTensor()) {
    leaves.push_back(value);
  }
  for (const Value &item : value.items) {
    flatten(item, leaves);
  }
  for (const auto &[name, field] : value.fields) {
    flatten(field, leaves);
  }
}

Value rebuild(const Value &structure, const IrValues &values, size_t &next) {
  Value result = structure;
  if (result.isTensor()) {
    result.ir = values[next++];
  }
  for (Value &item : result.items) {
    item = rebuild(item, values, next);
  }
  for (auto &[name, field] : result.fields) {
    field = rebuild(field, values, next);
  }
  return result;
}

namespace {

template <typename Leaf>
bool walkTogether(const Value &left, const Value &right, const Leaf &leaf) {
  if (left.kind != right.kind || left.items.size() != right.items.size() ||
      left.fields.size() != right.fields.size()) {
    return false;
  }
  if (left.isTensor() && !leaf(left, right)) {
    return false;
  }
  bool sameConstant = left.constant.kind == right.constant.kind && left.constant == right.constant;
  if (!sameConstant || left.name != right.name ||
      left.function.definition != right.function.definition || left.builtin != right.builtin) {
    return false;
  }
  if (left.isDtype() && !(left.type == right.type)) {
    return false;
  }
  for (size_t i = 0; i < left.items.size(); ++i) {
    if (!walkTogether(left.items[i], right.items[i], leaf)) {
      return false;
    }
  }
  for (auto a = left.fields.begin(), b = right.fields.begin(); a != left.fields.end(); ++a, ++b) {
    if (a->first != b->first || !walkTogether(a->second, b->second, leaf)) {
      return false;
    }
  }
  return true;
}

} // namespace

bool sameStructure(const Value &left, const Value &right) {
  return walkTogether(left, right, [](const Value &a, const Value &b) { return a.type == b.type; });
}

bool sameValue(const Value &left, const Value &right) {
  return walkTogether(left, right, [](const Value &a, const Value &b) { return a.ir == b.ir; });
}

Value decay(Semantic &semantic, const Value &value) {
  if (value.isNumber()) {
    return semantic.toTensor(value);
  }
  if (value.isTuple()) {
    Value result = value;
    for (Value &item : result.items) {
      item = decay(semantic, item);
    }
    return result;
  }
  return value;
}

} // namespace charonia::frontend
