// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builtin functions for dot products, reductions, scans, histogram, gather and elementwise maps.
#include "Builtins.h"

#include <fmt/format.h>

namespace charonia::frontend {

Value Builtins::dot(const BoundArguments &arguments) {
  Semantic::DotOptions options;
  auto precision = text(arguments[3], "`input_precision`");
  if (!precision) {
    return Value::poison();
  }
  if (!precision->empty()) {
    options.precision = *precision;
  } else if (!arguments[4].isNone()) {
    auto allowed = boolean(arguments[4], "`allow_tf32`");
    if (!allowed) {
      return Value::poison();
    }
    options.precision = *allowed ? "tf32" : "ieee";
  }
  if (!arguments[5].isNone()) {
    auto imprecise = integer(arguments[5], "`max_num_imprecise_acc`");
    if (!imprecise) {
      return Value::poison();
    }
    options.maxImpreciseAcc = *imprecise;
  }
  if (!arguments[6].isNone()) {
    options.outType = scalarType(arguments[6], "the out_dtype of tl.dot");
    if (!options.outType) {
      return Value::poison();
    }
  }
  return semantic().dot(arguments[0], arguments[1], arguments[2], options);
}

Semantic::Combine Builtins::combiner(const Value &function) {
  return [this, function](const std::vector<Value> &values) -> std::vector<Value> {
    Value result = m_emitter.call(function, values, {});
    if (result.isPoison()) {
      return {};
    }
    return result.isTuple() ? result.items : std::vector<Value>{result};
  };
}

Value Builtins::reduce(const BoundArguments &arguments) {
  std::vector<Value> inputs =
      arguments[0].isTuple() ? arguments[0].items : std::vector<Value>{arguments[0]};
  std::optional<int64_t> axis;
  if (!arguments[1].isNone()) {
    axis = integer(arguments[1], "the axis of a reduction");
    if (!axis) {
      return Value::poison();
    }
  }
  auto keep = boolean(arguments[3], "`keep_dims`");
  if (!keep || arguments[2].isPoison()) {
    return Value::poison();
  }
  ++m_emitter.m_current->regions;
  Value result = semantic().reduce(std::move(inputs), axis, *keep, combiner(arguments[2]));
  --m_emitter.m_current->regions;
  return result.isPoison() || arguments[0].isTuple() ? result : result.items[0];
}

Value Builtins::scan(const BoundArguments &arguments) {
  std::vector<Value> inputs =
      arguments[0].isTuple() ? arguments[0].items : std::vector<Value>{arguments[0]};
  auto axis = integer(arguments[1], "the axis of tl.associative_scan");
  auto reverse = axis ? boolean(arguments[3], "`reverse`") : std::nullopt;
  if (!reverse || arguments[2].isPoison()) {
    return Value::poison();
  }
  ++m_emitter.m_current->regions;
  Value result = semantic().scan(std::move(inputs), *axis, *reverse, combiner(arguments[2]));
  --m_emitter.m_current->regions;
  return result.isPoison() || arguments[0].isTuple() ? result : result.items[0];
}

Value Builtins::histogram(const BoundArguments &arguments) {
  auto bins = integer(arguments[1], "the num_bins of tl.histogram");
  return bins ? semantic().histogram(arguments[0], *bins, arguments[2]) : Value::poison();
}

Value Builtins::gather(const BoundArguments &arguments) {
  auto axis = integer(arguments[2], "the axis of tl.gather");
  return axis ? semantic().gather(arguments[0], arguments[1], *axis) : Value::poison();
}

Value Builtins::mapElementwise(const BoundArguments &arguments) {
  auto pack = integer(arguments[2], "the pack of tl.map_elementwise");
  if (!pack || arguments[0].isPoison() || containsPoison(arguments[1])) {
    return Value::poison();
  }
  ++m_emitter.m_current->regions;
  Value result = semantic().mapElementwise(arguments[1].items, *pack, combiner(arguments[0]));
  --m_emitter.m_current->regions;
  return result.isPoison() || result.items.size() != 1 ? result : result.items[0];
}

} // namespace charonia::frontend
