// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of a source text with their parameters, for making a launch file from a signature.
#include "charonia/Frontend/Source.h"

#include <map>
#include <set>

namespace charonia::frontend {
namespace {

bool mentions(const Node *node, std::string_view word) {
  if (!node) {
    return false;
  }
  if ((node->kind == NodeKind::Name || node->kind == NodeKind::Attribute) && node->name == word) {
    return true;
  }
  if (node->kind == NodeKind::Constant && node->constant.text.find(word) != std::string::npos) {
    return true;
  }
  return mentions(node->first, word) || mentions(node->second, word);
}

bool isJit(const Node &function) {
  for (const Node *decorator : function.decorators) {
    const Node *callee = decorator->kind == NodeKind::Call ? decorator->first : decorator;
    if (callee && (callee->kind == NodeKind::Attribute || callee->kind == NodeKind::Name) &&
        callee->name == "jit") {
      return true;
    }
  }
  return false;
}

/// Collects names that stand where only a pointer can: at the root of an address of a memory call.
class PointerUses {
public:
  void statements(const std::vector<const Node *> &body) {
    for (const Node *statement : body) {
      visit(statement);
    }
  }
  std::set<std::string> names;

private:
  static bool isMemoryCall(const Node &call) {
    static const std::set<std::string> kCalls = {"load", "store", "make_block_ptr",
                                                 "make_tensor_descriptor"};
    return call.first &&
           (call.first->kind == NodeKind::Attribute || call.first->kind == NodeKind::Name) &&
           (kCalls.count(call.first->name) != 0 || call.first->name.rfind("atomic_", 0) == 0);
  }

  /// The leftmost operand of an address is taken for the base; names assigned from a base lead on
  /// to it.
  void base(const Node *address) {
    while (address) {
      switch (address->kind) {
      case NodeKind::BinOp:
        address = address->first;
        continue;
      case NodeKind::Name:
        names.insert(address->name);
        if (auto found = m_assigned.find(address->name); found != m_assigned.end()) {
          const Node *value = found->second;
          m_assigned.erase(found);
          base(value);
        }
        return;
      case NodeKind::Call: // p.to(...)
        address = address->first && address->first->kind == NodeKind::Attribute
                      ? address->first->first
                      : nullptr;
        continue;
      default:
        return;
      }
    }
  }

  void visit(const Node *node) {
    if (!node) {
      return;
    }
    if (node->kind == NodeKind::Assign && node->items.size() == 1 &&
        node->items[0]->kind == NodeKind::Name) {
      m_assigned[node->items[0]->name] = node->first;
    }
    if (node->kind == NodeKind::Call && isMemoryCall(*node)) {
      if (!node->items.empty()) {
        base(node->items[0]);
      }
      for (const Node *keyword : node->keywords) {
        if (keyword->name == "pointer" || keyword->name == "base") {
          base(keyword->first);
        }
      }
    }
    visit(node->first);
    visit(node->second);
    visit(node->third);
    for (const auto *group : {&node->items, &node->keywords, &node->body, &node->orelse}) {
      statements(*group);
    }
  }

  std::map<std::string, const Node *> m_assigned;
};

compiler::KernelInfo describe(const ParsedSource &source, const Node &function) {
  compiler::KernelInfo kernel;
  kernel.name = function.name;
  kernel.range = {source.file, function.place.line, function.place.column, function.place.endLine,
                  function.place.endColumn};
  PointerUses uses;
  uses.statements(function.body);
  for (const Node *parameter : function.items) {
    auto form = static_cast<ParameterForm>(parameter->level);
    if (form == ParameterForm::Variadic || form == ParameterForm::KeywordVariadic) {
      continue;
    }
    compiler::ParameterInfo info;
    info.name = parameter->name;
    if (parameter->first) {
      info.annotation = sourceText(source.lines, parameter->first->place);
      info.constexprParameter = mentions(parameter->first, "constexpr");
    }
    if (parameter->second) {
      info.defaultText = sourceText(source.lines, parameter->second->place);
    }
    info.usedAsPointer = !info.constexprParameter && uses.names.count(info.name) != 0;
    kernel.parameters.push_back(std::move(info));
  }
  return kernel;
}

void collect(const ParsedSource &source, const std::vector<const Node *> &body,
             std::vector<compiler::KernelInfo> &kernels) {
  for (const Node *statement : body) {
    if (statement->kind == NodeKind::FunctionDef && isJit(*statement)) {
      kernels.push_back(describe(source, *statement));
    } else if (statement->kind == NodeKind::If) {
      collect(source, statement->body, kernels);
      collect(source, statement->orelse, kernels);
    }
  }
}

} // namespace
} // namespace charonia::frontend

namespace charonia::compiler {

std::vector<KernelInfo> listKernels(const std::string &text, const std::string &file,
                                    std::vector<Diagnostic> *diagnostics) {
  frontend::ParsedSourceRef source = frontend::parseSource(text, file);
  if (diagnostics) {
    diagnostics->insert(diagnostics->end(), source->diagnostics.begin(), source->diagnostics.end());
  }
  std::vector<KernelInfo> kernels;
  frontend::collect(*source, source->tree.body, kernels);
  return kernels;
}

} // namespace charonia::compiler
