// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a name stands for: locals, globals of the file, imports, Python's builtins.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace charonia::frontend {

Value Emitter::name(const Node &node) {
  if (m_current) {
    if (const Value *value = m_current->scope.find(node.name)) {
      return *value;
    }
  }
  const ModuleScope *module = m_current ? m_current->reference.module : nullptr;
  if (!module || m_current->undefined.count(node.name) != 0) {
    return Value::poison(); // said once
  }
  Value value = global(module, node.name, false);
  if (value.isPoison()) {
    m_current->undefined.insert(node.name);
  }
  return value;
}

Value Emitter::global(const ModuleScope *module, const std::string &name, bool inDefault) {
  auto found = module->globals.find(name);
  if (found == module->globals.end()) {
    if (auto star = m_modules.resolveStar(*module, name)) {
      return imported(*module, *star, inDefault);
    }
    Value value = m_modules.pythonBuiltin(name, m_current && m_current->compileTime);
    if (!value.isPoison()) {
      return value;
    }
    return undefinedName(*module, name);
  }
  const Node &node = *found->second;
  switch (node.kind) {
  case NodeKind::FunctionDef:
    return m_modules.fromScope(module, name);
  case NodeKind::Alias:
    return imported(*module, m_modules.resolveImport(*module, node), inDefault);
  case NodeKind::ClassDef: {
    return classValue(*module, node);
  }
  default:
    return globalVariable(module, name, inDefault);
  }
}

Value Emitter::imported(const ModuleScope &from, const Modules::Imported &what, bool inDefault) {
  if (!what.scope) {
    return what.value;
  }
  if (what.scope->globals.count(what.name) == 0 && !m_modules.resolveStar(*what.scope, what.name)) {
    return fail(Code::UnknownFunction,
                fmt::format("there is no `{}` in `{}`{}", what.name, what.scope->source->file,
                            suggestion(what.name, m_modules.names(what.scope->name))));
  }
  std::string key = from.name + ">" + what.scope->name + ":" + what.name;
  if (!m_globalsInProgress.insert(key).second) {
    return fail(Code::UndefinedName,
                fmt::format("the imports of `{}` lead back to themselves", what.name));
  }
  Value value = global(what.scope, what.name, inDefault);
  m_globalsInProgress.erase(key);
  return value;
}

Value Emitter::globalVariable(const ModuleScope *module, const std::string &name, bool inDefault) {
  const Node &node = *module->globals.at(name);
  const Node *expressionNode = node.kind == NodeKind::Assign ? node.first : node.third;
  std::string key = module->name + ":" + name;
  if (!expressionNode || !m_globalsInProgress.insert(key).second) {
    return fail(Code::UndefinedName, fmt::format("the global `{}` has no value", name));
  }
  bool foreign = expressionNode->kind == NodeKind::Dict || expressionNode->kind == NodeKind::Set ||
                 expressionNode->kind == NodeKind::Unsupported;
  if (foreign && !inDefault) {
    m_globalsInProgress.erase(key);
    m_reporter.noteNext(fmt::format("`{}` is set here", name), module->source->file, node.place);
    return fail(Code::GlobalAccess,
                fmt::format("the global `{}` is {}, which a kernel cannot read; pass the values "
                            "that it needs as arguments",
                            name, syntaxWords(*expressionNode).words));
  }
  Value value = evaluateGlobal(module, *expressionNode);
  m_globalsInProgress.erase(key);
  if (value.isObject("named_tuple")) {
    value.constant = Constant::ofString(name);
  }
  bool wrapped = expressionNode->kind == NodeKind::Call &&
                 expressionNode->first->kind == NodeKind::Attribute &&
                 expressionNode->first->name == "constexpr";
  wrapped = wrapped || (expressionNode->kind == NodeKind::Call &&
                        expressionNode->first->kind == NodeKind::Name &&
                        expressionNode->first->name == "constexpr");
  bool free = value.isDtype() || value.kind == Value::Kind::Module ||
              value.kind == Value::Kind::Builtin || value.kind == Value::Kind::Function ||
              value.isNone() || value.isObject("named_tuple") || value.isObject("aggregate_class");
  if (value.isPoison() || wrapped || free || inDefault || m_host) {
    return value;
  }
  const std::string &file = module->source->file;
  m_reporter.noteNext(fmt::format("`{}` is set here", name), file, node.place);
  if (value.isNumber() || value.isString() || value.isTuple()) {
    m_reporter.fixNext("make it a constexpr", file, expressionNode->place,
                       fmt::format("{}({})", languageName(*module, "constexpr"),
                                   sourceText(module->source->lines, expressionNode->place)));
  }
  bool annotated =
      node.kind == NodeKind::AnnAssign && node.second && node.second->name == "constexpr";
  return fail(Code::GlobalAccess,
              fmt::format("the global `{0}` is an ordinary Python variable{1}; make it `{0} = "
                          "tl.constexpr(...)`, or pass it as an argument",
                          name, annotated ? ", whatever its annotation says" : ""));
}

Value Emitter::evaluateGlobal(const ModuleScope *module, const Node &expressionNode) {
  Function frame;
  frame.reference.module = module;
  frame.regions = 1;
  Function *outer = m_current;
  bool outerHost = std::exchange(m_host, true);
  m_current = &frame;
  m_reporter.frames.push_back(
      {module->source->file, "<module>", module->library, expressionNode.place});
  Value value = expression(expressionNode);
  m_reporter.frames.pop_back();
  m_current = outer;
  m_host = outerHost;
  if (!m_reporter.frames.empty()) {
    applyPlace();
  }
  std::vector<Value> leaves;
  flatten(value, leaves);
  return leaves.empty() ? value : Value::poison();
}

} // namespace charonia::frontend
