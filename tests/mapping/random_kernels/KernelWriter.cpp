// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelWriter.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>

namespace charonia::mapping {

const ElemInfo &info(Elem type) {
  static constexpr ElemInfo kInfos[] = {
      {"i1", "int1", false, false, 1},
      {"i8", "int8", false, false, 127},
      {"i16", "int16", false, false, 32767},
      {"i32", "int32", false, false, 0x7fffffff},
      {"i64", "int64", false, false, int64_t{1} << 62},
      {"u8", "uint8", false, true, 255},
      {"u16", "uint16", false, true, 65535},
      {"u32", "uint32", false, true, 0xffffffff},
      {"fp16", "float16", true, false, 2048},
      {"bf16", "bfloat16", true, false, 256},
      {"fp32", "float32", true, false, int64_t{1} << 24},
  };
  return kInfos[static_cast<size_t>(type)];
}

KernelWriter::KernelWriter(uint64_t seed, unsigned noise)
    : m_seed(seed), m_noise(noise), m_random(seed * 0x9e3779b97f4a7c15u + 1) {}

int64_t KernelWriter::pick(int64_t low, int64_t high) {
  if (high <= low) {
    return low;
  }
  return low + static_cast<int64_t>(m_random() % static_cast<uint64_t>(high - low + 1));
}

int64_t KernelWriter::oneOf(std::initializer_list<int64_t> values) {
  return values.begin()[pick(0, static_cast<int64_t>(values.size()) - 1)];
}

void KernelWriter::line(const std::string &text) {
  m_text += std::string(static_cast<size_t>(m_indent) * 4, ' ') + text + "\n";
}

std::string KernelWriter::fresh(const char *prefix) {
  return fmt::format("{}{}", prefix, m_next++);
}

std::string KernelWriter::number(int64_t value) {
  if (oneIn(2)) {
    return fmt::format("{}", value);
  }
  for (const Scalar &scalar : m_scalars) {
    if (scalar.value == value && oneIn(2)) {
      return scalar.name;
    }
  }
  if (m_scalars.size() > 6) {
    return fmt::format("{}", value);
  }
  m_scalars.push_back({fresh("n"), value, oneIn(8)});
  return m_scalars.back().name;
}

/// A value that a policy may round otherwise, in a noisy kernel off by about that much.
std::string KernelWriter::rounded(const std::string &text, Elem type, const Shape &shape) const {
  if (m_noise == 0 || !info(type).isFloat) {
    return text;
  }
  std::mt19937_64 bits(m_seed * 8 + (m_noise - 1) / 2 +
                       static_cast<uint64_t>(m_next) * 0x51ed2701u);
  bits.discard(3);
  double size = std::ldexp(1.0, type == Elem::BF16 ? -7 : -10);
  size = (bits() & 1) == (m_noise & 1) ? size : -size;
  if (shape.empty()) {
    return fmt::format("(({}) * {} + {})", text, 1 + size, 2 * size);
  }
  // Otherwise in every column, so that equal values part.
  const int last = static_cast<int>(shape.size()) - 1;
  std::string column =
      spread(fmt::format("1.5 + (tl.arange(0, {}) * 7 % 31 - 15) / 16.0", shape.back()), last,
             shape.size());
  return fmt::format("(({0}) * (1 + {1} * ({2})) + {1} * ({2})).to(tl.{3})", text, size, column,
                     info(type).language);
}

size_t KernelWriter::newBuffer(Elem type, bool isOutput) {
  Buffer buffer;
  buffer.name = fresh(isOutput ? "o" : "x");
  buffer.type = type;
  buffer.isOutput = isOutput;
  int64_t size = std::min<int64_t>(info(type).exact, oneOf({2, 4, 8}));
  buffer.high = size;
  buffer.low = info(type).isUnsigned || type == Elem::I1 ? 0 : -size;
  buffer.isFractional = info(type).isFloat && m_hasFractions && oneIn(2);
  m_buffers.push_back(buffer);
  return m_buffers.size() - 1;
}

size_t KernelWriter::inputBuffer(Elem type) {
  std::vector<size_t> found;
  for (size_t i = 0; i < m_buffers.size(); ++i) {
    if (m_buffers[i].type == type && !m_buffers[i].isOutput) {
      found.push_back(i);
    }
  }
  return found.empty() || (oneIn(2) && m_buffers.size() < 10) ? newBuffer(type, false)
                                                              : anyOf(found);
}

void KernelWriter::grow(size_t buffer, const Access &access) {
  if (!access.isEmpty) {
    m_buffers[buffer].elements = std::max(m_buffers[buffer].elements, access.high + 1);
  }
}

Elem KernelWriter::randomType(bool withBool) {
  static constexpr Elem kTypes[] = {Elem::F32, Elem::F32, Elem::F32, Elem::F16, Elem::BF16,
                                    Elem::I32, Elem::I32, Elem::I64, Elem::I16, Elem::I8,
                                    Elem::U8,  Elem::U16, Elem::U32, Elem::I1};
  return kTypes[pick(0, static_cast<int64_t>(std::size(kTypes)) - (withBool ? 1 : 2))];
}

Shape KernelWriter::randomShape() {
  if (m_isFlat) {
    return {m_rows};
  }
  switch (pick(0, 9)) {
  case 0:
    return {m_rows};
  case 1:
    return {m_columns};
  case 2:
    return {m_columns, m_rows};
  default:
    return {m_rows, m_columns};
  }
}

void KernelWriter::prologue() {
  m_hasDots = oneIn(3);
  m_isFlat = !m_hasDots && oneIn(3);
  m_hasFunctions = oneIn(6);
  m_hasFractions = oneIn(4);
  if (m_hasDots) {
    m_rows = oneOf({16, 16, 16, 32, 64});
    m_columns = oneOf({16, 16, 16, 32, 64});
  } else if (m_isFlat) {
    m_rows = oneOf({1, 2, 4, 8, 16, 32, 64, 128, 256});
  } else {
    m_rows = oneOf({1, 2, 4, 8, 16, 32, 64});
    m_columns = oneOf({1, 2, 4, 8, 16, 32, 64});
  }
  bool isSmall = m_rows * m_columns <= 128;
  m_programs[0] = isSmall && oneIn(16) ? pick(60, 70) : pick(1, 5);
  m_programs[1] = oneIn(3) && m_programs[0] < 6 ? pick(2, 3) : 1;
  line("p = tl.program_id(0)");
  if (m_programs[1] > 1) {
    line("q = tl.program_id(1)");
  }
  line(fmt::format("r = p * {0} + tl.arange(0, {0})", m_rows));
  if (!m_isFlat) {
    m_columnsByProgram = m_programs[1] > 1 && oneIn(2);
    line(fmt::format("c = {1}tl.arange(0, {0})", m_columns,
                     m_columnsByProgram ? fmt::format("q * {} + ", m_columns) : ""));
  }
}

std::string KernelWriter::launchText() {
  std::string args;
  for (size_t i = 0; i < m_buffers.size(); ++i) {
    const Buffer &buffer = m_buffers[i];
    args += fmt::format(R"(  {{"name": "{}", "type": "*{}", "elements": {}, )", buffer.name,
                        info(buffer.type).launch, buffer.elements);
    if (buffer.isOutput && !buffer.isExact) {
      args +=
          fmt::format(R"("salt": {}, "low": {}, "high": {}}},)", i, buffer.low, buffer.high) + "\n";
      continue;
    }
    std::vector<std::string> values;
    for (int64_t k = 0; k < buffer.elements; ++k) {
      int64_t value = pick(buffer.low, buffer.high);
      values.push_back(buffer.isFractional ? fmt::format("{}", static_cast<double>(value) / 3 + 0.1)
                                           : fmt::format("{}", value));
    }
    args += fmt::format(R"("values": [{}]}},)", fmt::join(values, ", ")) + "\n";
  }
  for (const Scalar &scalar : m_scalars) {
    args += fmt::format(R"(  {{"name": "{}", "type": "{}", "value": {}}},{})", scalar.name,
                        scalar.isWide ? "i64" : "i32", scalar.value, "\n");
  }
  args.resize(args.size() - 2); // the last comma
  return fmt::format(R"({{
 "format": "charonia-launch/1",
 "kernel": {{"source": "kernel.py", "function": "kernel"}},
 "grid": [{}, {}],
 "args": [
{}
 ]
}}
)",
                     m_programs[0], m_programs[1], args);
}

RandomKernel KernelWriter::write() {
  prologue();
  statements(pick(1, 6));
  if (oneIn(8)) {
    line(fmt::format("if p == {}:\n        return", pick(0, 3)));
  }
  statements(pick(1, 7));
  // What is left shows in memory.
  int64_t results = pick(1, 3);
  for (int64_t i = 0; i < results && !m_tiles.empty(); ++i) {
    store(anyTile());
  }
  if (m_tiles.empty()) {
    store(load(randomShape()));
  }
  std::vector<std::string> names;
  for (const Buffer &buffer : m_buffers) {
    names.push_back(buffer.name);
  }
  for (const Scalar &scalar : m_scalars) {
    names.push_back(scalar.name);
  }
  RandomKernel kernel;
  kernel.source = "import triton\nimport triton.language as tl\n\n\n"
                  "@triton.jit\ndef larger(a, b):\n    return tl.where(a > b, a, b)\n\n\n"
                  "@triton.jit\ndef times(a, b):\n    return a * b\n\n\n@triton.jit\n" +
                  fmt::format("def kernel({}):\n", fmt::join(names, ", ")) + m_text;
  kernel.launch = launchText();
  kernel.exact = m_exact;
  kernel.exactInParts = m_exact && m_exactInParts;
  return kernel;
}

RandomKernel randomKernel(uint64_t seed, unsigned noise) {
  return KernelWriter(seed, noise).write();
}

} // namespace charonia::mapping
