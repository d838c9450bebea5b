// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NoiseBand.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace charonia::mapping {
namespace {

using launch::Buffer;
using launch::MemoryImage;

std::vector<double> valuesOf(const MemoryImage &image, const Buffer &buffer) {
  std::vector<double> values;
  values.reserve(static_cast<size_t>(buffer.elements));
  auto bytes = image.contents(buffer);
  for (int64_t k = 0; k < buffer.elements; ++k) {
    values.push_back(
        numerics::toDouble(buffer.type, numerics::loadElement(buffer.type, bytes.data(), k)));
  }
  return values;
}

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// One and a half places of a type, relative; of fp32 what products in parts of bf16 may lose, as
/// noise may cancel out where such losses do not.
double roundingOf(numerics::ElementType type) {
  using numerics::ElementType;
  return !numerics::isFloat(type)        ? 0.0
         : type == ElementType::BF16     ? 0x1.8p-8
         : numerics::byteSize(type) <= 2 ? 0x1.8p-11
                                         : 0x1p-15;
}

} // namespace

NoiseBand::NoiseBand(const MemoryImage &reference) {
  for (const Buffer &buffer : reference.buffers()) {
    std::vector<Element> &elements = m_buffers.emplace_back();
    for (double value : valuesOf(reference, buffer)) {
      // Products of zero and an infinite element are no numbers; all policies but strict may leave
      // them out.
      elements.push_back({value, roundingOf(buffer.type) * std::abs(value), std::isnan(value)});
    }
  }
}

void NoiseBand::add(const MemoryImage &noisy) {
  for (size_t i = 0; i < m_buffers.size(); ++i) {
    std::vector<double> values = valuesOf(noisy, noisy.buffers()[i]);
    for (size_t k = 0; k < values.size(); ++k) {
      Element &element = m_buffers[i][k];
      if (sameNumber(element.value, values[k])) {
        continue;
      }
      const double distance = std::abs(element.value - values[k]);
      element.isWild |= !std::isfinite(distance);
      element.spread = std::max(element.spread, distance);
    }
  }
}

std::string NoiseBand::outside(const MemoryImage &actual) const {
  // Noises of several values may pull against each other where a policy's pull together.
  constexpr double kMargin = 4;
  for (size_t i = 0; i < m_buffers.size(); ++i) {
    const Buffer &buffer = actual.buffers()[i];
    std::vector<double> values = valuesOf(actual, buffer);
    for (size_t k = 0; k < values.size(); ++k) {
      const Element &element = m_buffers[i][k];
      const bool near = std::abs(values[k] - element.value) <= kMargin * element.spread;
      if (!element.isWild && !near && !sameNumber(values[k], element.value)) {
        return fmt::format("{}[{}] is {} instead of {}, give or take {}", buffer.name, k, values[k],
                           element.value, kMargin * element.spread);
      }
    }
  }
  return {};
}

} // namespace charonia::mapping
