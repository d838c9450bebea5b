// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expectations of a launch file, and comparison of two runs.
#include "charonia/launch/Memory.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace charonia::launch {
namespace {

constexpr uint32_t kWeightSalt = 0x9e3779b9u;
constexpr int64_t kMaxSamples = 128;

/// An element as a number; unsigned integers as such.
double valueAt(const Buffer &buffer, const std::byte *data, int64_t index) {
  const uint64_t bits = numerics::loadElement(buffer.type, data, index);
  if (buffer.isUnsigned && !numerics::isFloat(buffer.type)) {
    return static_cast<double>(bits);
  }
  return numerics::toDouble(buffer.type, bits);
}

int64_t sampleIndex(int64_t sample, int64_t elements) {
  const auto hash = static_cast<unsigned __int128>(fillHash(static_cast<uint32_t>(sample), 0));
  return static_cast<int64_t>((hash * static_cast<unsigned __int128>(elements)) >> 32);
}

/// Tolerances of a type: samples within relative |e| + mean m, sums within sum * abs_sum.
struct Tolerance {
  double relative, mean, sum;
};
Tolerance toleranceOf(ElementType type) {
  constexpr double kBase = 4e-5, kSum = 2e-5;
  // bf16 and fp16 as launch-format gives them; fp8 by the same rule (1 and 1/4 last places, half a
  // place for sums).
  switch (type) {
  case ElementType::BF16:
    return {kBase + 0x1p-7, kBase + 0x1p-9, 0x1p-8};
  case ElementType::F16:
    return {kBase + 0x1p-10, kBase + 0x1p-12, 0x1p-11};
  case ElementType::F8E4M3FN:
  case ElementType::F8E4M3FNUZ:
    return {kBase + 0x1p-3, kBase + 0x1p-5, 0x1p-4};
  case ElementType::F8E5M2:
  case ElementType::F8E5M2FNUZ:
    return {kBase + 0x1p-2, kBase + 0x1p-4, 0x1p-3};
  case ElementType::F32:
  case ElementType::F64:
    return {kBase, kBase, kSum};
  default:
    return {0, 0, 0};
  }
}

/// Equal in kind (both NaN, the same infinity), or within `tolerance`.
bool agree(double expected, double actual, double tolerance) {
  if (std::isnan(expected) || std::isnan(actual)) {
    return std::isnan(expected) && std::isnan(actual);
  }
  if (std::isinf(expected) || std::isinf(actual)) {
    return expected == actual;
  }
  return std::fabs(expected - actual) <= tolerance;
}

void compareArgument(std::vector<Mismatch> &out, const Expectation &expected,
                     const MemoryImage &memory, const Buffer &buffer) {
  const Expectation actual = summarize(memory, buffer);
  const auto add = [&](std::string what, double e, double a, double tolerance) {
    out.push_back({buffer.name, std::move(what), e, a, tolerance});
  };
  if (expected.elements != actual.elements) {
    add("number of elements", static_cast<double>(expected.elements),
        static_cast<double>(actual.elements), 0);
    return;
  }
  const bool isFloat = numerics::isFloat(buffer.type);
  const double factor = expected.tolerance.value_or(1.0);
  const Tolerance tolerance = toleranceOf(buffer.type);
  const double mean =
      expected.elements > 0 ? expected.absSum / static_cast<double>(expected.elements) : 0;
  for (size_t i = 0; i < expected.samples.size() && i < actual.samples.size(); ++i) {
    const double e = expected.samples[i], a = actual.samples[i];
    const double allowed =
        isFloat ? factor * (tolerance.relative * std::fabs(e) + tolerance.mean * mean) : 0;
    if (!agree(e, a, allowed)) {
      add(fmt::format("sample {} (element {})", i,
                      sampleIndex(static_cast<int64_t>(i), buffer.elements)),
          e, a, allowed);
    }
  }
  if (expected.nonfinite != actual.nonfinite) {
    add("nonfinite", static_cast<double>(expected.nonfinite), static_cast<double>(actual.nonfinite),
        0);
  }
  const double sumAllowed = factor * tolerance.sum * expected.absSum;
  // Integers: sums exactly; the weighted sum is written with 9 digits, as its weights are
  // fractions.
  const double weightedAllowed = isFloat ? sumAllowed : 2e-5 * expected.absSum;
  if (!agree(expected.sum, actual.sum, sumAllowed)) {
    add("sum", expected.sum, actual.sum, sumAllowed);
  }
  if (!agree(expected.absSum, actual.absSum, sumAllowed)) {
    add("abs_sum", expected.absSum, actual.absSum, sumAllowed);
  }
  if (!agree(expected.weightedSum, actual.weightedSum, weightedAllowed)) {
    add("weighted_sum", expected.weightedSum, actual.weightedSum, weightedAllowed);
  }
}

/// Elements of one buffer that differ beyond what is allowed.
void compareBuffer(std::vector<Mismatch> &out, const Buffer &buffer,
                   std::span<const std::byte> actual, std::span<const std::byte> reference,
                   bool tolerant, size_t limit) {
  if (actual.size() == reference.size() &&
      std::memcmp(actual.data(), reference.data(), actual.size()) == 0) {
    return;
  }
  double mean = 0;
  if (tolerant) {
    double absSum = 0;
    for (int64_t i = 0; i < buffer.elements; ++i) {
      const double value = valueAt(buffer, reference.data(), i);
      absSum += std::isfinite(value) ? std::fabs(value) : 0;
    }
    mean = buffer.elements > 0 ? absSum / static_cast<double>(buffer.elements) : 0;
  }
  const Tolerance tolerance = toleranceOf(buffer.type);
  for (int64_t i = 0; i < buffer.elements && out.size() < limit; ++i) {
    const uint64_t a = numerics::loadElement(buffer.type, actual.data(), i),
                   e = numerics::loadElement(buffer.type, reference.data(), i);
    if (a == e || (numerics::isNan(buffer.type, a) && numerics::isNan(buffer.type, e))) {
      continue;
    }
    const double actualValue = valueAt(buffer, actual.data(), i),
                 expectedValue = valueAt(buffer, reference.data(), i);
    const double allowed =
        tolerant ? tolerance.relative * std::fabs(expectedValue) + tolerance.mean * mean : 0;
    if (tolerant && agree(expectedValue, actualValue, allowed)) {
      continue;
    }
    out.push_back({buffer.name, fmt::format("element {}", i), expectedValue, actualValue, allowed});
  }
}

} // namespace

Expectation summarize(const MemoryImage &memory, const Buffer &buffer) {
  Expectation result;
  const std::byte *data = memory.contents(buffer).data();
  result.elements = buffer.elements;
  for (int64_t i = 0; i < buffer.elements; ++i) {
    const double value = valueAt(buffer, data, i);
    if (!std::isfinite(value)) {
      ++result.nonfinite;
      continue;
    }
    result.sum += value;
    result.absSum += std::fabs(value);
    result.weightedSum +=
        value *
        (static_cast<double>(fillHash(static_cast<uint32_t>(i), kWeightSalt) >> 8) * 0x1p-24);
  }
  const int64_t samples = std::min(buffer.elements, kMaxSamples);
  for (int64_t j = 0; j < samples; ++j) {
    result.samples.push_back(valueAt(buffer, data, sampleIndex(j, buffer.elements)));
  }
  return result;
}

std::vector<Mismatch> compareWithExpectations(const MemoryImage &memory, const Case &expected) {
  std::vector<Mismatch> mismatches;
  for (const auto &[name, expectation] : expected.expect) {
    const auto &buffers = memory.buffers();
    const auto found = std::find_if(buffers.begin(), buffers.end(),
                                    [&, &key = name](const Buffer &b) { return b.name == key; });
    if (found == buffers.end()) {
      mismatches.push_back(
          {name, "no such buffer", static_cast<double>(expectation.elements), 0, 0});
    } else {
      compareArgument(mismatches, expectation, memory, *found);
    }
  }
  return mismatches;
}

std::vector<Mismatch> compareExactly(const MemoryImage &actual, const MemoryImage &reference,
                                     const std::vector<std::string> &tolerant, size_t limit) {
  std::vector<Mismatch> mismatches;
  if (actual.buffers().size() != reference.buffers().size()) {
    mismatches.push_back({"", "number of buffers", static_cast<double>(reference.buffers().size()),
                          static_cast<double>(actual.buffers().size()), 0});
    return mismatches;
  }
  for (size_t i = 0; i < actual.buffers().size() && mismatches.size() < limit; ++i) {
    const Buffer &left = actual.buffers()[i], &right = reference.buffers()[i];
    if (left.name != right.name || left.type != right.type || left.elements != right.elements) {
      mismatches.push_back({left.name, "layout", static_cast<double>(right.elements),
                            static_cast<double>(left.elements), 0});
      continue;
    }
    const bool loose = std::find(tolerant.begin(), tolerant.end(), left.name) != tolerant.end();
    compareBuffer(mismatches, left, actual.contents(left), reference.contents(right), loose, limit);
  }
  for (const std::string &name : actual.damagedGuards()) {
    if (mismatches.size() < limit) {
      mismatches.push_back({name, "guard", 0, 1, 0});
    }
  }
  return mismatches;
}

} // namespace charonia::launch
