// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch says that the lint can use.
#include "charonia/Lint/Lint.h"
#include "charonia/launch/Layout.h"

#include <algorithm>
#include <cmath>

namespace charonia::compiler::lint {
namespace {

/// The range, if the type holds it as a signed number.
std::optional<std::pair<int64_t, int64_t>> signedRange(int64_t low, int64_t high, unsigned width) {
  int64_t limit = width >= 64 ? INT64_MAX : (int64_t(1) << (width - 1)) - 1;
  return low >= -limit - 1 && high <= limit ? std::optional(std::pair(low, high)) : std::nullopt;
}

/// Least and greatest integer that the launch fills a buffer with.
std::optional<std::pair<int64_t, int64_t>> contentOf(const launch::Argument &argument) {
  if (argument.kind != launch::Argument::Kind::Pointer || numerics::isFloat(argument.type) ||
      !argument.file.empty()) {
    return std::nullopt;
  }
  if (argument.values) {
    const std::vector<double> &values = *argument.values;
    auto whole = [](double value) { return std::fabs(value) < 0x1p53; };
    if (values.empty() || !std::all_of(values.begin(), values.end(), whole)) {
      return std::nullopt;
    }
    auto [low, high] = std::minmax_element(values.begin(), values.end());
    return signedRange(int64_t(*low), int64_t(*high), numerics::bitWidth(argument.type));
  }
  if (numerics::bitWidth(argument.type) < 8) {
    return std::pair(int64_t(0), int64_t(1));
  }
  return signedRange(argument.low.value_or(0), argument.high.value_or(127),
                     numerics::bitWidth(argument.type));
}

} // namespace

LintFacts lintFacts(const launch::Launch &launch, const LaunchFacts &known,
                    const std::vector<uint64_t> &arguments) {
  LintFacts facts;
  facts.grid = known.grid;
  const std::vector<launch::Leaf> leaves = launch::leavesOf(launch);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const launch::Leaf &leaf = leaves[arguments[i]];
    LintArgument fact;
    fact.fact = known.args[i];
    fact.elementBytes = numerics::byteSize(leaf.type);
    fact.content = contentOf(launch.args[leaf.argument]);
    facts.args.push_back(std::move(fact));
  }
  return facts;
}

} // namespace charonia::compiler::lint
