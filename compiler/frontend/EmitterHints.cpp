// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What messages say beyond the fault: where a name is set, what was meant, how to mend it.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

/// The first name of an expression that `wanted` holds for; null when there is none.
const Node *findName(const Node *node, const std::function<bool(const Node &)> &wanted) {
  if (!node) {
    return nullptr;
  }
  if (node->kind == NodeKind::Name) {
    return wanted(*node) ? node : nullptr;
  }
  for (const Node *part : {node->first, node->second, node->third}) {
    if (const Node *found = findName(part, wanted)) {
      return found;
    }
  }
  for (const auto *items : {&node->items, &node->keywords}) {
    for (const Node *item : *items) {
      if (const Node *found = findName(item, wanted)) {
        return found;
      }
    }
  }
  return nullptr;
}

Place endOf(const Place &place) {
  return {place.endLine, place.endColumn, place.endLine, place.endColumn};
}

} // namespace

std::string agreementHint(const Value &first, const Value &second) {
  if (!first.isTensor() || !second.isTensor()) {
    return {};
  }
  const Type &a = first.type, &b = second.type;
  if (a.shape != b.shape) {
    const Type &block = a.isBlock() ? a : b;
    bool oneScalar = a.isBlock() != b.isBlock() && !block.isPointer();
    return oneScalar ? fmt::format("; make the other a block too, with tl.full({}, ..., tl.{})",
                                   shapeText(block.shape), frontend::languageName(block.scalar))
                     : "";
  }
  if (a.isPointer() || b.isPointer()) {
    return {};
  }
  std::string error;
  std::optional<Scalar> common = promote(a.scalar, false, b.scalar, false, false, error);
  return common ? fmt::format("; convert with .to(tl.{})", frontend::languageName(*common)) : "";
}

std::string Emitter::assignmentHint(const std::string &name) {
  const Node *function = m_current ? m_current->reference.definition : nullptr;
  if (!function || m_reporter.frames.empty()) {
    return {};
  }
  Assignment found = findAssignment(*function, name, m_reporter.frames.back().place);
  if (!found.statement) {
    return {};
  }
  using Where = Assignment::Where;
  uint32_t line = found.statement->place.line;
  auto decided = found.block ? m_current->decided.find(found.block) : m_current->decided.end();
  bool inElse = found.where == Where::ElseBranch;
  if (decided != m_current->decided.end() && decided->second == inElse) {
    m_reporter.noteNext(fmt::format("this condition is {}, known at compile time",
                                    decided->second ? "true" : "false"),
                        found.block->first->place);
    return fmt::format(": it is set at line {} only, in a branch that is not taken here", line);
  }
  switch (found.where) {
  case Where::Later:
    m_reporter.noteNext(fmt::format("`{}` is set here", name), found.statement->place);
    return fmt::format(" yet: it is set at line {}, after this use", line);
  case Where::IfBranch:
  case Where::ElseBranch:
    m_reporter.noteNext(fmt::format("`{}` is set here", name), found.statement->place);
    return fmt::format(" on every path: the `{}` branch at line {} sets it, the other does not; "
                       "set it in both branches, or before the `if`",
                       inElse ? "else" : "if", line);
  case Where::Loop:
    m_reporter.noteNext(fmt::format("`{}` is set here", name), found.statement->place);
    return fmt::format(" after the loop: it is set inside at line {}, and what is new in a loop "
                       "ends with it; set it before the loop",
                       line);
  default:
    return {};
  }
}

std::string Emitter::languageName(const ModuleScope &module, const std::string &name) {
  std::string alias = "tl";
  for (const auto &[global, node] : module.globals) {
    if (node->kind == NodeKind::Alias && node->name == "triton.language") {
      alias = global;
    }
  }
  return alias + "." + name;
}

Value Emitter::undefinedName(const ModuleScope &module, const std::string &name) {
  std::string hint = assignmentHint(name);
  if (!hint.empty()) {
    return fail(Code::UndefinedName, fmt::format("`{}` is not defined{}", name, hint));
  }
  std::string advice = builtinAdvice(name);
  if (!advice.empty()) {
    return fail(Code::UndefinedName,
                fmt::format("`{0}` of Python is not part of the language; {1}", name, advice));
  }
  std::vector<std::string> candidates =
      m_current ? m_current->scope.order() : std::vector<std::string>();
  for (const auto &[global, node] : module.globals) {
    candidates.push_back(global);
  }
  std::string near = nearest(name, candidates);
  if (std::string origin = moduleAdvice(name); !origin.empty() && near.empty()) {
    return fail(Code::UndefinedName, fmt::format("`{}` is not defined; {}", name, origin));
  }
  if (near.empty()) {
    std::vector<std::string> known = m_modules.names("triton.language");
    bool member = std::find(known.begin(), known.end(), name) != known.end();
    near = member ? languageName(module, name) : nearest(name, {"range", "print", "isinstance"});
  }
  if (!near.empty()) {
    fixName(name, near);
  }
  return fail(Code::UndefinedName,
              fmt::format("`{}` is not defined{}", name,
                          near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
}

void Emitter::fixName(const std::string &wrong, const std::string &right) {
  const ModuleScope *module = m_current ? m_current->reference.module : nullptr;
  if (!module || module->library || m_reporter.frames.empty()) {
    return;
  }
  Place place = m_reporter.frames.back().place;
  std::string text = sourceText(module->source->lines, place);
  bool ends = text.size() >= wrong.size() &&
              text.compare(text.size() - wrong.size(), wrong.size(), wrong) == 0;
  if (!ends || place.endColumn <= wrong.size()) {
    return;
  }
  place.line = place.endLine;
  place.column = place.endColumn - static_cast<uint32_t>(wrong.size());
  m_reporter.fixNext(fmt::format("write `{}`", right), place, right);
}

std::string Emitter::constexprHint(const Node *node) {
  // Inside a library function the call of the user's function around it is looked at.
  const Function *user = m_current;
  for (auto at = m_functions.rbegin(); user && user->reference.module->library; ++at) {
    user = at == m_functions.rend() ? nullptr : *at;
    node = user ? user->call : nullptr;
    if (!user) {
      break;
    }
  }
  const Node *function = user ? user->reference.definition : nullptr;
  if (!node || !function) {
    return {};
  }
  const Node *name = findName(node, [&](const Node &candidate) {
    const Value *value = user->scope.find(candidate.name);
    std::vector<Value> leaves;
    if (value) {
      flatten(*value, leaves);
    }
    return !leaves.empty() && std::all_of(leaves.begin(), leaves.end(), [](const Value &leaf) {
      return !leaf.type.isBlock() && !leaf.type.isPointer();
    });
  });
  if (!name) {
    return {};
  }
  const std::string &file = user->reference.module->source->file;
  if (const Node *set = lastAssignment(function->body, name->name)) {
    bool plain = set->kind == NodeKind::Assign && set->items.size() == 1 &&
                 set->items[0]->kind == NodeKind::Name;
    m_reporter.noteNext(fmt::format("`{}` becomes a run-time variable here", name->name), file,
                        set->place);
    if (!plain) {
      return fmt::format("; `{}` is a run-time variable", name->name);
    }
    if (set->first->kind != NodeKind::Constant) {
      return fmt::format("; `{0}` is a run-time variable: if what it is set to is known at compile "
                         "time, write `{0}: tl.constexpr = ...`",
                         name->name);
    }
    m_reporter.fixNext("make it a constexpr", file, endOf(set->items[0]->place), ": tl.constexpr");
    return fmt::format("; write `{0}: tl.constexpr = ...` where `{0}` is set", name->name);
  }
  for (const Node *parameter : function->items) {
    if (parameter->name == name->name) {
      return parameterHint(*parameter, user->isKernel, file);
    }
  }
  return {};
}

std::string Emitter::parameterHint(const Node &parameter, bool ofKernel, const std::string &file) {
  m_reporter.noteNext(fmt::format("the parameter `{}`", parameter.name), file, parameter.place);
  if (!ofKernel) {
    return fmt::format("; `{}` must get a compile-time value from the caller", parameter.name);
  }
  if (!parameter.first) {
    m_reporter.fixNext("make it a constexpr", file, endOf(parameter.place), ": tl.constexpr");
  }
  return fmt::format("; annotate the parameter: `{}: tl.constexpr`", parameter.name);
}

void Emitter::failUnsupported(const Node &node) {
  SyntaxWords words = syntaxWords(node);
  fail(Code::UnsupportedSyntax, fmt::format("{} is not part of the language{}", words.words,
                                            words.advice.empty() ? "" : "; " + words.advice));
}

void Emitter::poisonTargets(const Node *target) {
  if (!target) {
    return;
  }
  if (target->kind == NodeKind::Name) {
    m_current->scope.set(target->name, Value::poison());
    return;
  }
  if (target->kind == NodeKind::Starred) {
    return poisonTargets(target->first);
  }
  for (const Node *item : target->items) {
    poisonTargets(item);
  }
}

void Emitter::poisonAssigned(const std::vector<const Node *> &body) {
  for (const Node *node : body) {
    switch (node->kind) {
    case NodeKind::Assign:
      for (const Node *target : node->items) {
        poisonTargets(target);
      }
      break;
    case NodeKind::AnnAssign:
    case NodeKind::AugAssign:
    case NodeKind::For:
      poisonTargets(node->first);
      break;
    case NodeKind::FunctionDef:
    case NodeKind::ClassDef:
      m_current->scope.set(node->name, Value::poison());
      continue;
    case NodeKind::With:
      for (const Node *target : node->keywords) {
        poisonTargets(target);
      }
      break;
    case NodeKind::Import:
    case NodeKind::ImportFrom:
      for (const Node *alias : node->items) {
        m_current->scope.set(alias->text, Value::poison());
      }
      break;
    default:
      break;
    }
    poisonAssigned(node->body);
    poisonAssigned(node->orelse);
  }
}

} // namespace charonia::frontend
