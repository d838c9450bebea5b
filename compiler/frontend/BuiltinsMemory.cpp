// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions for loads, stores and atomics.
#include "Builtins.h"

#include <fmt/format.h>

namespace charonia::frontend {

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
  if (!direction->empty() && *direction != "row" && *direction != "col") {
    return fail(Code::BadValue, fmt::format("the direction of tl.load is \"row\" or \"col\", not "
                                            "\"{}\"",
                                            *direction));
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
  return eviction ? semantic().store(arguments[0], arguments[1], arguments[2],
                                     {*cache, *eviction, false, {}})
                  : Value::poison();
}

Value Builtins::atomic(const char *kind, const BoundArguments &arguments) {
  auto order = text(arguments[3], "`sem`"),
       scope = order ? text(arguments[4], "`scope`") : std::nullopt;
  return scope ? semantic().atomic(kind, arguments[0], arguments[1], arguments[2], *order, *scope)
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
  return scope ? semantic().compareAndSwap(arguments[0], arguments[1], arguments[2], *order, *scope)
               : Value::poison();
}

} // namespace charonia::frontend
