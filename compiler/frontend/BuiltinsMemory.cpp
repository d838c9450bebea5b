// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions for loads, stores and atomics.
#include "Builtins.h"

#include <fmt/format.h>

namespace charonia::frontend {
namespace {

const std::vector<std::string> kEvictionWords = {"evict_normal", "evict_first", "evict_last"};

} // namespace

Value Builtins::load(const BoundArguments &arguments) {
  if (arguments[0].isObject("block_pointer")) {
    return blockLoad(arguments[0], arguments);
  }
  auto cache = text(arguments.named("cache_modifier"), "`cache_modifier`");
  auto eviction =
      cache ? text(arguments.named("eviction_policy"), "`eviction_policy`") : std::nullopt;
  auto isVolatile = eviction ? boolean(arguments.named("volatile"), "`volatile`") : std::nullopt;
  auto direction = isVolatile ? text(arguments.named("direction"), "`direction`") : std::nullopt;
  if (!direction) {
    return Value::poison();
  }
  if (!paddingOption(arguments.named("padding_option"), "the padding_option of tl.load")) {
    return Value::poison();
  }
  if (!checkWord(arguments.named("direction"), *direction, "the `direction` of tl.load",
                 {"row", "col"}) ||
      !checkWord(arguments.named("cache_modifier"), *cache, "the `cache_modifier` of tl.load",
                 {".ca", ".cg", ".cv"}) ||
      !checkWord(arguments.named("eviction_policy"), *eviction, "the `eviction_policy` of tl.load",
                 kEvictionWords)) {
    return Value::poison();
  }
  if (arguments.named("boundary_check").isTuple() &&
      !arguments.named("boundary_check").items.empty()) {
    return fail(Code::BadPointer, "boundary_check is for block pointers; use `mask`");
  }
  return semantic().load(arguments[0], arguments[1], arguments[2],
                         {*cache, *eviction, *isVolatile, *direction});
}

Value Builtins::store(const BoundArguments &arguments) {
  if (arguments[0].isObject("block_pointer")) {
    return blockStore(arguments[0], arguments);
  }
  auto cache = text(arguments.named("cache_modifier"), "`cache_modifier`");
  auto eviction =
      cache ? text(arguments.named("eviction_policy"), "`eviction_policy`") : std::nullopt;
  if (!eviction ||
      !checkWord(arguments.named("cache_modifier"), *cache, "the `cache_modifier` of tl.store",
                 {".wb", ".cg", ".cs", ".wt"}) ||
      !checkWord(arguments.named("eviction_policy"), *eviction, "the `eviction_policy` of tl.store",
                 kEvictionWords)) {
    return Value::poison();
  }
  return semantic().store(arguments[0], arguments[1], arguments[2], {*cache, *eviction, false, {}});
}

bool Builtins::checkOrder(const std::string &function, const BoundArguments &arguments,
                          const std::string &order, const std::string &scope) {
  std::string orderOf = "the memory order `sem` of " + function,
              scopeOf = "the `scope` of " + function;
  return checkWord(arguments.named("sem"), order, orderOf.c_str(),
                   {"relaxed", "acquire", "release", "acq_rel"}) &&
         checkWord(arguments.named("scope"), scope, scopeOf.c_str(), {"gpu", "cta", "sys"});
}

Value Builtins::atomic(const char *kind, const BoundArguments &arguments) {
  auto order = text(arguments[3], "`sem`"),
       scope = order ? text(arguments[4], "`scope`") : std::nullopt;
  return scope && checkOrder(std::string("tl.atomic_") + kind, arguments, *order, *scope)
             ? semantic().atomic(kind, arguments[0], arguments[1], arguments[2], *order, *scope)
             : Value::poison();
}

Value Builtins::atomicAdd(const BoundArguments &arguments) { return atomic("add", arguments); }
Value Builtins::atomicMax(const BoundArguments &arguments) { return atomic("max", arguments); }
Value Builtins::atomicMin(const BoundArguments &arguments) { return atomic("min", arguments); }
Value Builtins::atomicAnd(const BoundArguments &arguments) { return atomic("and", arguments); }
Value Builtins::atomicOr(const BoundArguments &arguments) { return atomic("or", arguments); }
Value Builtins::atomicXor(const BoundArguments &arguments) { return atomic("xor", arguments); }
Value Builtins::atomicXchg(const BoundArguments &arguments) { return atomic("xchg", arguments); }

Value Builtins::atomicCas(const BoundArguments &arguments) {
  auto order = text(arguments[3], "`sem`"),
       scope = order ? text(arguments[4], "`scope`") : std::nullopt;
  return scope && checkOrder("tl.atomic_cas", arguments, *order, *scope)
             ? semantic().compareAndSwap(arguments[0], arguments[1], arguments[2], *order, *scope)
             : Value::poison();
}

} // namespace charonia::frontend
