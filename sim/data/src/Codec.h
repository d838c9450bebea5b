// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variable-length integers and texts in a byte string: what the sections of a trace file hold.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace charonia::simdata {

class Encoder {
public:
  void number(uint64_t value) {
    while (value >= 0x80) {
      out.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    out.push_back(static_cast<char>(value));
  }
  /// Small differences of either sign take few bytes; wraps around.
  void difference(uint64_t value) {
    const auto v = static_cast<int64_t>(value);
    number((static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63));
  }
  void text(std::string_view value) {
    number(value.size());
    out += value;
  }

  std::string out;
};

/// Reads what Encoder wrote. After the first failure every value is 0 and failed() holds.
class Decoder {
public:
  explicit Decoder(std::string_view bytes) : m_bytes(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64 && m_at < m_bytes.size(); shift += 7) {
      const auto byte = static_cast<uint8_t>(m_bytes[m_at++]);
      if (shift == 63 && byte > 1) {
        break; // more than 64 bits
      }
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) {
        return m_failed ? 0 : value;
      }
    }
    fail();
    return 0;
  }
  uint64_t difference() {
    const uint64_t raw = number();
    return (raw >> 1) ^ (0 - (raw & 1));
  }
  /// A number that must be below `limit`.
  uint64_t below(uint64_t limit) {
    const uint64_t value = number();
    if (value >= limit) {
      fail();
      return 0;
    }
    return value;
  }
  /// A count of things that take at least a byte each.
  size_t count() {
    const uint64_t value = number();
    if (value > m_bytes.size() - m_at) {
      fail();
      return 0;
    }
    return static_cast<size_t>(value);
  }
  std::string text() {
    const size_t size = count();
    std::string value(m_bytes.substr(m_at, size));
    m_at += size;
    return value;
  }

  void fail() {
    m_failed = true;
    m_at = m_bytes.size();
  }
  bool failed() const { return m_failed; }
  bool atEnd() const { return m_at == m_bytes.size(); }

private:
  std::string_view m_bytes;
  size_t m_at = 0;
  bool m_failed = false;
};

} // namespace charonia::simdata
