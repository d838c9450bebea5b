// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes protobuf messages: what the wire format needs, no more.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace charonia::traceexport {

class Message {
public:
  Message &varint(uint32_t field, uint64_t value) {
    raw(uint64_t{field} << 3);
    raw(value);
    return *this;
  }
  Message &bytes(uint32_t field, std::string_view value) {
    raw((uint64_t{field} << 3) | 2);
    raw(value.size());
    m_out += value;
    return *this;
  }
  Message &message(uint32_t field, const Message &value) { return bytes(field, value.m_out); }
  const std::string &data() const { return m_out; }

private:
  void raw(uint64_t value) {
    while (value >= 0x80) {
      m_out.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    m_out.push_back(static_cast<char>(value));
  }
  std::string m_out;
};

} // namespace charonia::traceexport
