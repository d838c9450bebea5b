// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Binding of the arguments of builtin calls, and reading of compile-time arguments.
#include "Builtins.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {

Builtins::Handler Builtins::handler(int id) {
  static constexpr Handler kHandlers[] = {
#define BUILTIN(handler, space, name, signature, member) &Builtins::handler,
#include "Builtins.def"
  };
  return kHandlers[id];
}

bool Builtins::bind(const Value &callee, std::vector<Value> &positional,
                    std::vector<std::pair<std::string, Value>> &keywords, BoundArguments &bound) {
  const BuiltinInfo &info = *callee.builtin;
  bound.info = &info;
  std::vector<bool> used(keywords.size());
  size_t next = 0;
  for (const BuiltinInfo::Parameter &parameter : info.parameters) {
    auto keyword = std::find_if(keywords.begin(), keywords.end(),
                                [&](const auto &entry) { return entry.first == parameter.name; });
    bool named = keyword != keywords.end();
    if (named) {
      used[static_cast<size_t>(keyword - keywords.begin())] = true;
    }
    if (parameter.variadic) {
      Value rest = Value::tuple({});
      if (named) {
        rest = keyword->second.isTuple() ? keyword->second : Value::tuple({keyword->second});
      }
      for (; next < positional.size(); ++next) {
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
      bound.values.push_back(positional[next++]);
    } else if (named) {
      bound.values.push_back(keyword->second);
    } else if (parameter.required) {
      fail(Code::BadCall, fmt::format("`{}` needs a value for its parameter `{}`: {}({})",
                                      callee.name, parameter.name, callee.name, info.signature));
      return false;
    } else {
      bound.values.push_back(parameter.defaultValue);
    }
  }
  if (next < positional.size()) {
    fail(Code::BadCall,
         fmt::format("`{}` takes at most {} arguments, but gets {}: {}({})", callee.name,
                     info.parameters.size(), positional.size(), callee.name, info.signature));
    return false;
  }
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (!used[i]) {
      failUnknownKeyword(callee, keywords[i].first);
      return false;
    }
  }
  return true;
}

void Builtins::failUnknownKeyword(const Value &callee, const std::string &keyword) {
  std::vector<std::string> names;
  for (const BuiltinInfo::Parameter &parameter : callee.builtin->parameters) {
    names.push_back(parameter.name);
  }
  fail(Code::BadCall, fmt::format("`{}` has no parameter `{}`{}", callee.name, keyword,
                                  suggestion(keyword, names)));
}

Value Builtins::call(const Value &callee, std::vector<Value> positional,
                     std::vector<std::pair<std::string, Value>> keywords) {
  if (!callee.builtin) {
    for (auto &keyword : keywords) {
      positional.push_back(keyword.second);
    }
    return callLibdevice(callee.name, std::move(positional));
  }
  BoundArguments bound;
  return bind(callee, positional, keywords, bound) ? (this->*handler(callee.builtin->id))(bound)
                                                   : Value::poison();
}

// Compile-time arguments
// ------------------------------------------------------------------------------

std::optional<int64_t> Builtins::integer(const Value &value, const char *what) {
  if (!value.isInteger()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr,
           fmt::format("{} must be a compile-time integer, not {}{}", what, describe(value),
                       value.isTensor() ? "; annotate it with tl.constexpr" : ""));
    }
    return std::nullopt;
  }
  if (!fits(value.constant.integer, Scalar::Int64)) {
    fail(Code::OutOfRange, fmt::format("{} is out of range: {}", what, value.constant.str()));
    return std::nullopt;
  }
  return static_cast<int64_t>(value.constant.integer);
}

std::optional<bool> Builtins::boolean(const Value &value, const char *what) {
  if (!value.isConstant() || value.isString()) {
    if (!value.isPoison()) {
      fail(Code::NotConstexpr,
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
      fail(Code::NotConstexpr, fmt::format("{} must be a string, not {}", what, describe(value)));
    }
    return std::nullopt;
  }
  return value.constant.text;
}

std::optional<Scalar> Builtins::scalarType(const Value &value, const char *what) {
  if (value.isString()) {
    if (std::optional<Scalar> scalar = scalarBySignatureName(value.constant.text)) {
      return scalar;
    }
    if (std::optional<Scalar> scalar = scalarByLanguageName(value.constant.text)) {
      return scalar;
    }
  }
  if (!value.isDtype() || value.type.isPointer()) {
    if (!value.isPoison()) {
      fail(Code::BadDtype, fmt::format("{} must be an element type like tl.float32, not {}", what,
                                       describe(value)));
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
      fail(Code::NotConstexpr,
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
