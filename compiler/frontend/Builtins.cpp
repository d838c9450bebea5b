// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of the arguments of builtin calls, and reading of compile-time arguments.
#include "Builtins.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace charonia::frontend {

Builtins::Handler Builtins::handler(int id) {
  static constexpr Handler kHandlers[] = {
#define BUILTIN(handler, space, name, signature, member) &Builtins::handler,
#include "Builtins.def"
  };
  return kHandlers[id];
}

bool Builtins::bind(const Value &callee, std::vector<Value> &positional,
                    std::vector<std::pair<std::string, Value>> &keywords, BoundArguments &bound,
                    const CallSite &site) {
  const BuiltinInfo &info = *callee.builtin;
  bound.info = &info;
  // A method is shown without what it is called on.
  size_t receiver = callee.kind == Value::Kind::Method ? 1 : 0;
  std::string_view signature = info.signature;
  if (receiver != 0) {
    size_t comma = signature.find(", ");
    signature.remove_prefix(comma == std::string_view::npos ? signature.size() : comma + 2);
  }
  std::vector<std::string> names;
  for (size_t i = receiver; i < info.parameters.size(); ++i) {
    names.push_back(info.parameters[i].name);
  }
  if (!m_emitter.checkKeywords(callee.name, names, keywords, site)) {
    return false;
  }
  auto nodeAt = [](const std::vector<const Node *> &nodes, size_t index) {
    return index < nodes.size() ? nodes[index] : nullptr;
  };
  std::vector<std::vector<const Node *>> nodes(info.parameters.size());
  size_t next = 0;
  for (size_t at = 0; at < info.parameters.size(); ++at) {
    const BuiltinInfo::Parameter &parameter = info.parameters[at];
    auto keyword = std::find_if(keywords.begin(), keywords.end(),
                                [&](const auto &entry) { return entry.first == parameter.name; });
    bool named = keyword != keywords.end();
    const Node *keywordNode =
        named ? nodeAt(site.keywords, static_cast<size_t>(keyword - keywords.begin())) : nullptr;
    keywordNode = keywordNode ? keywordNode->first : nullptr;
    if (parameter.variadic) {
      Value rest = Value::tuple({});
      if (named) {
        rest = keyword->second.isTuple() ? keyword->second : Value::tuple({keyword->second});
      }
      for (; next < positional.size(); ++next) {
        nodes[at].push_back(nodeAt(site.positional, next));
        rest.items.push_back(positional[next]);
      }
      bound.values.push_back(std::move(rest));
      continue;
    }
    if (!parameter.keywordOnly && next < positional.size()) {
      if (named) {
        fail(Code::BadCall, fmt::format("`{}` gets two values for its parameter `{}`", callee.name,
                                        parameter.name));
        return false;
      }
      nodes[at] = {nodeAt(site.positional, next)};
      bound.values.push_back(positional[next++]);
    } else if (named) {
      nodes[at] = {keywordNode};
      bound.values.push_back(keyword->second);
    } else if (parameter.required) {
      fail(Code::BadCall, fmt::format("`{}` needs a value for its parameter `{}`: {}({})",
                                      callee.name, parameter.name, callee.name, signature));
      return false;
    } else {
      bound.values.push_back(parameter.defaultValue);
    }
  }
  if (next < positional.size()) {
    const Node *extra = nodeAt(site.positional, next);
    Emitter::PlaceGuard guard(m_emitter,
                              extra ? extra->place : m_emitter.reporter().frames.back().place);
    size_t count = info.parameters.size() - receiver;
    std::string most = count == 0
                           ? "no arguments"
                           : fmt::format("at most {} argument{}", count, count == 1 ? "" : "s");
    fail(Code::BadCall, fmt::format("`{}` takes {}, but gets {}: {}({})", callee.name, most,
                                    positional.size() - receiver, callee.name, signature));
    return false;
  }
  noteArguments(bound, nodes);
  return true;
}

void Builtins::noteArguments(const BoundArguments &bound,
                             const std::vector<std::vector<const Node *>> &nodes) {
  m_argumentNodes.clear();
  auto noteItems = [&](const Value &tuple, const std::vector<const Node *> &items) {
    for (size_t i = 0; i < items.size() && items.size() == tuple.items.size(); ++i) {
      if (items[i]) {
        m_argumentNodes.emplace_back(&tuple.items[i], items[i]);
      }
    }
  };
  auto isLiteral = [](const Node *node) {
    return node && (node->kind == NodeKind::Tuple || node->kind == NodeKind::List);
  };
  for (size_t at = 0; at < nodes.size(); ++at) {
    const Value &value = bound.values[at];
    if (bound.info->parameters[at].variadic) {
      noteItems(value, nodes[at]);
      for (size_t i = 0; i < nodes[at].size() && i < value.items.size(); ++i) {
        if (isLiteral(nodes[at][i])) {
          noteItems(value.items[i], nodes[at][i]->items);
        }
      }
    } else if (!nodes[at].empty() && nodes[at][0]) {
      m_argumentNodes.emplace_back(&value, nodes[at][0]);
      if (isLiteral(nodes[at][0])) {
        noteItems(value, nodes[at][0]->items);
      }
    }
  }
}

const Node *Builtins::nodeOf(const Value &value) const {
  for (const auto &[address, node] : m_argumentNodes) {
    if (address == &value) {
      return node;
    }
  }
  return nullptr;
}

void Builtins::failArgument(const Value &value, Code code, std::string message) {
  const Node *node = nodeOf(value);
  bool constant = code == Code::NotConstexpr && value.isTensor() && !value.type.isBlock();
  if (!node) {
    message += constant ? m_emitter.constexprHint(nullptr) : "";
    fail(code, std::move(message));
    return;
  }
  Emitter::PlaceGuard guard(m_emitter, node->place);
  message += constant ? m_emitter.constexprHint(node) : "";
  fail(code, std::move(message));
}

bool Builtins::checkWord(const Value &value, const std::string &word, const char *what,
                         const std::vector<std::string> &words) {
  if (word.empty() || std::find(words.begin(), words.end(), word) != words.end()) {
    return true;
  }
  std::string known;
  for (size_t i = 0; i < words.size(); ++i) {
    known += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + ("\"" + words[i] + "\"");
  }
  std::string near = word.size() < 4 && word.front() == '.' ? "" : nearest(word, words);
  if (const Node *node = nodeOf(value); node && !near.empty()) {
    m_emitter.reporter().fixNext(fmt::format("write \"{}\"", near), node->place,
                                 "\"" + near + "\"");
  }
  failArgument(value, Code::BadValue,
               fmt::format("{} is {}, not \"{}\"{}", what, known, word,
                           near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
  return false;
}

Value Builtins::call(const Value &callee, std::vector<Value> positional,
                     std::vector<std::pair<std::string, Value>> keywords, const CallSite &site) {
  if (!callee.builtin) {
    for (auto &keyword : keywords) {
      positional.push_back(keyword.second);
    }
    return callLibdevice(callee.name, std::move(positional));
  }
  BoundArguments bound;
  auto outer = std::exchange(m_argumentNodes, {});
  Value result = bind(callee, positional, keywords, bound, site)
                     ? (this->*handler(callee.builtin->id))(bound)
                     : Value::poison();
  m_argumentNodes = std::move(outer);
  return result;
}

// Compile-time arguments
// ------------------------------------------------------------------------------

std::string Builtins::dtypeHint(const Value &value) {
  std::string name = value.isString()                      ? value.constant.text
                     : value.kind == Value::Kind::Opaque   ? value.name
                     : value.kind == Value::Kind::Function ? value.function.definition->name
                                                           : "";
  if (value.isTensor()) {
    return "; did you mean its .dtype?";
  }
  name = name.substr(name.rfind('.') + 1);
  std::optional<Scalar> scalar = scalarByLanguageName(name);
  scalar = scalar ? scalar : scalarBySignatureName(name);
  std::string meant =
      scalar ? "use tl." + std::string(languageName(*scalar)) : languageAdvice(name);
  return meant.empty() ? "" : "; " + meant;
}

std::optional<int64_t> Builtins::integer(const Value &value, const char *what) {
  if (!value.isInteger()) {
    if (!value.isPoison()) {
      failArgument(value, Code::NotConstexpr,
                   fmt::format("{} must be a compile-time integer, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  if (!fits(value.constant.integer, Scalar::Int64)) {
    failArgument(value, Code::OutOfRange,
                 fmt::format("{} is out of range: {}", what, value.constant.str()));
    return std::nullopt;
  }
  return static_cast<int64_t>(value.constant.integer);
}

std::optional<bool> Builtins::boolean(const Value &value, const char *what) {
  if (!value.isConstant() || value.isString()) {
    if (!value.isPoison()) {
      failArgument(value, Code::NotConstexpr,
                   fmt::format("{} must be a compile-time bool, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  return value.constant.truth();
}

std::optional<std::string> Builtins::text(const Value &value, const char *what) {
  if (value.isNone()) {
    return std::string();
  }
  if (!value.isString()) {
    if (!value.isPoison()) {
      const Node *node = nodeOf(value);
      Emitter::PlaceGuard guard(m_emitter,
                                node ? node->place : m_emitter.reporter().frames.back().place);
      fail(Code::NotConstexpr, fmt::format("{} must be a string, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  return value.constant.text;
}

std::optional<Scalar> Builtins::scalarType(const Value &value, const char *what) {
  if (!value.isDtype() || value.type.isPointer()) {
    if (!value.isPoison()) {
      failArgument(value, Code::BadDtype,
                   fmt::format("{} must be an element type like tl.float32, not {}{}", what,
                               describe(value), dtypeHint(value)));
    }
    return std::nullopt;
  }
  return value.type.scalar;
}

std::optional<std::vector<int64_t>> Builtins::integers(const Value &value, const char *what) {
  std::vector<int64_t> result;
  if (value.isInteger()) {
    std::optional<int64_t> one = integer(value, what);
    return one ? std::optional<std::vector<int64_t>>({*one}) : std::nullopt;
  }
  if (!value.isTuple()) {
    if (!value.isPoison()) {
      failArgument(value, Code::NotConstexpr,
                   fmt::format("{} must be compile-time integers, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  for (const Value &item : value.items) {
    std::optional<int64_t> one = integer(item, what);
    if (!one) {
      return std::nullopt;
    }
    result.push_back(*one);
  }
  return result;
}

std::optional<std::vector<int64_t>> Builtins::variadicIntegers(const Value &value,
                                                               const char *what) {
  if (value.items.size() == 1 && value.items[0].isTuple()) {
    return integers(value.items[0], what);
  }
  return integers(value, what);
}

} // namespace charonia::frontend
