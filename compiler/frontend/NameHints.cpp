// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NameHints.h"

#include <map>
#include <utility>

namespace charonia::frontend {
namespace {

/// A row of NameAdvice.def.
std::string advice(std::string_view space, std::string_view name) {
  static const std::map<std::pair<std::string_view, std::string_view>, std::string_view> kTable = {
#define ADVICE(space, name, text) {{space, name}, text},
#include "NameAdvice.def"
  };
  auto found = kTable.find({space, name});
  return found == kTable.end() ? std::string() : std::string(found->second);
}

bool before(const Place &left, const Place &right) {
  return left.line < right.line || (left.line == right.line && left.column < right.column);
}

bool contains(const Place &outer, const Place &inner) {
  bool begins =
      outer.line < inner.line || (outer.line == inner.line && outer.column <= inner.column);
  bool ends = inner.endLine < outer.endLine ||
              (inner.endLine == outer.endLine && inner.endColumn <= outer.endColumn);
  return begins && ends;
}

bool containsAny(const std::vector<const Node *> &body, const Place &place) {
  for (const Node *node : body) {
    if (contains(node->place, place)) {
      return true;
    }
  }
  return false;
}

bool targets(const Node *target, const std::string &name) {
  if (!target) {
    return false;
  }
  if (target->kind == NodeKind::Name) {
    return target->name == name;
  }
  for (const Node *item : target->items) {
    if ((target->kind == NodeKind::Tuple || target->kind == NodeKind::List) &&
        targets(item, name)) {
      return true;
    }
  }
  return false;
}

bool assigns(const Node &statement, const std::string &name) {
  switch (statement.kind) {
  case NodeKind::Assign:
    for (const Node *target : statement.items) {
      if (targets(target, name)) {
        return true;
      }
    }
    return false;
  case NodeKind::AnnAssign:
    return statement.third && targets(statement.first, name);
  case NodeKind::AugAssign:
  case NodeKind::For:
    return targets(statement.first, name);
  default:
    return false;
  }
}

/// Looks through blocks in the order of the text; `ended` is the outermost one that is over at the
/// use.
class Finder {
public:
  Finder(const std::string &name, const Place &use) : m_name(name), m_use(use) {}

  void look(const std::vector<const Node *> &body, const Assignment &ended) {
    for (const Node *node : body) {
      if (assigns(*node, m_name) && node->kind != NodeKind::For) {
        note(*node, ended);
      }
      Assignment inBody = ended, inElse = ended;
      bool loop = node->kind == NodeKind::For || node->kind == NodeKind::While;
      if (!ended.block && (loop || node->kind == NodeKind::If)) {
        if (!containsAny(node->body, m_use)) {
          inBody.block = node;
          inBody.where = loop ? Assignment::Where::Loop : Assignment::Where::IfBranch;
        }
        if (!loop && !containsAny(node->orelse, m_use)) {
          inElse.block = node;
          inElse.where = Assignment::Where::ElseBranch;
        }
      }
      if (node->kind == NodeKind::For && assigns(*node, m_name)) {
        note(*node, inBody);
      }
      if (node->kind != NodeKind::FunctionDef && node->kind != NodeKind::ClassDef) {
        look(node->body, inBody);
        look(node->orelse, inElse);
      }
    }
  }

  Assignment result;

private:
  void note(const Node &statement, const Assignment &ended) {
    if (contains(statement.place, m_use) && statement.kind != NodeKind::For) {
      return; // `a += 1` and `a = a + 1` need an earlier value
    }
    bool earlier = before(statement.place, m_use);
    bool haveEarlier =
        result.where != Assignment::Where::Nowhere && result.where != Assignment::Where::Later;
    if (!earlier && result.where != Assignment::Where::Nowhere) {
      return;
    }
    if (earlier && haveEarlier && result.where == Assignment::Where::Before) {
      return;
    }
    result = ended;
    result.statement = &statement;
    if (!earlier) {
      result.where = Assignment::Where::Later;
      result.block = nullptr;
    } else if (!ended.block) {
      result.where = Assignment::Where::Before;
    }
  }

  const std::string &m_name;
  const Place &m_use;
};

} // namespace

SyntaxWords syntaxWords(const Node &node) {
  std::string kind = node.kind == NodeKind::Unsupported ? node.name : name(node.kind);
  std::string words = advice("syntax", kind);
  return {words.empty() ? "this syntax" : words, advice("instead", kind)};
}

std::string builtinAdvice(std::string_view name) { return advice("python", name); }

std::string moduleAdvice(std::string_view name) { return advice("module", name); }
std::string languageAdvice(std::string_view name) { return advice("tl", name); }

std::string methodAdvice(std::string_view name) { return advice("tensor", name); }

std::string pointerAdvice(std::string_view name) {
  std::string part = advice("pointer", name);
  if (part.empty()) {
    return {};
  }
  std::string known = "a torch tensor arrives in a kernel as a pointer to its first element";
  return part == "-" ? known : known + "; pass its " + part + " as arguments";
}

Assignment findAssignment(const Node &function, const std::string &name, const Place &use) {
  Finder finder(name, use);
  finder.look(function.body, {});
  return finder.result;
}

const Node *lastAssignment(const std::vector<const Node *> &body, const std::string &name) {
  const Node *result = nullptr;
  for (const Node *node : body) {
    if (assigns(*node, name)) {
      result = node;
    }
    for (const auto *inner : {&node->body, &node->orelse}) {
      if (const Node *found = lastAssignment(*inner, name)) {
        result = found;
      }
    }
  }
  return result;
}

} // namespace charonia::frontend
