// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known of a value in one program of a launch: an interval for each lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace charonia::compiler::lint {

/// Integers that a type can hold; i1 counts 0 and 1, wider types are signed.
struct Interval {
  int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  bool exact() const { return low == high; }
};
Interval fullInterval(unsigned width);

/// A vector of one element stands for all lanes.
template <typename T>
const T &at(const std::vector<T> &values, size_t lane) {
  return values[values.size() == 1 ? 0 : lane];
}

/// A tile or a scalar. Vectors hold one element for all lanes, or one for each.
struct Lanes {
  enum class Kind : uint8_t { Int, Float, Pointer, Block } kind = Kind::Int;
  size_t count = 1;
  /// Int: values. Pointer: byte offsets from the argument. Block: shape, strides and offsets.
  std::vector<Interval> values;
  int argument = -1;      ///< Pointer, Block: the kernel argument; -1: not known
  Interval base = {0, 0}; ///< Block: byte offset of its base
  double low = -std::numeric_limits<double>::infinity(); ///< Float: bounds of all lanes
  double high = std::numeric_limits<double>::infinity();
  bool bounded = false; ///< Float: the bounds were derived, not taken for want of better
  /// Bit i: the lane is (certainly, perhaps) undefined because of candidate i.
  std::vector<uint64_t> certain = {0}, perhaps = {0};
};
using LanesRef = std::shared_ptr<const Lanes>;

} // namespace charonia::compiler::lint
