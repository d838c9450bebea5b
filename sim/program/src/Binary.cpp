// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program and CommandStream as bytes: a magic word, the version, the length and checksum of the
// payload, then the payload: whole numbers as variable-length integers (signed ones zigzag), texts
// and arrays with their length in front, members in the order of Fields.h.
#include "charonia/program/Serialize.h"

#include "EnumNames.h"
#include "Fields.h"
#include "Validator.h"

#include <fmt/format.h>

#include <utility>

namespace charonia::program {
namespace {

using Errors = std::vector<ProgramError>;

constexpr std::string_view kProgramMagic = "CHRNPROG";
constexpr std::string_view kStreamMagic = "CHRNCMDS";
constexpr size_t kHeaderBytes = 8 + 4 + 8 + 8;

uint64_t checksum(std::string_view bytes) { // FNV-1a
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : bytes) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  }
  return hash;
}

void putFixed(std::string &out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) {
    out.push_back(static_cast<char>(value >> (8 * i)));
  }
}

uint64_t getFixed(std::string_view in, size_t at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) {
    value |= uint64_t{static_cast<uint8_t>(in[at + static_cast<size_t>(i)])} << (8 * i);
  }
  return value;
}

// --- Writing ----------------------------------------------------------------------------------

class BinaryWriter {
public:
  template <typename T, typename... D>
  void operator()(const char *, const T &value, const D &...) {
    put(value);
  }

  std::string out;

private:
  void putVarint(uint64_t value) {
    while (value >= 0x80) {
      out.push_back(static_cast<char>(value | 0x80));
      value >>= 7;
    }
    out.push_back(static_cast<char>(value));
  }

  void put(const std::string &value) {
    putVarint(value.size());
    out += value;
  }
  void put(const Operand &value) {
    put(value.isReg);
    put(value.reg);
    put(value.imm);
  }
  template <typename T>
  void put(const std::vector<T> &value) {
    putVarint(value.size());
    for (const T &element : value) {
      put(element);
    }
  }
  template <typename T>
  void put(const std::optional<T> &value) {
    put(value.has_value());
    if (value) {
      put(*value);
    }
  }
  template <typename T>
  void put(const T &value) {
    if constexpr (std::is_enum_v<T>) {
      putVarint(static_cast<uint64_t>(value));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      const int64_t v = value;
      putVarint((static_cast<uint64_t>(v) << 1) ^ static_cast<uint64_t>(v >> 63));
    } else if constexpr (std::is_integral_v<T>) {
      putVarint(value);
    } else {
      members(*this, value);
    }
  }
};

template <typename T>
std::string write(const T &value, std::string_view magic) {
  BinaryWriter writer;
  members(writer, value);
  std::string out(magic);
  putFixed(out, static_cast<uint64_t>(kProgramVersion), 4);
  putFixed(out, writer.out.size(), 8);
  putFixed(out, checksum(writer.out), 8);
  return out + writer.out;
}

// --- Reading ----------------------------------------------------------------------------------

class BinaryReader {
public:
  explicit BinaryReader(std::string_view bytes) : m_bytes(bytes) {}

  template <typename T, typename... D>
  void operator()(const char *key, T &value, const D &...) {
    if (!failed()) {
      m_member = key;
      get(value);
    }
  }

  bool failed() const { return !m_error.empty(); }
  bool atEnd() const { return m_at == m_bytes.size(); }
  const std::string &error() const { return m_error; }

private:
  void fail(std::string_view problem) {
    if (!failed()) {
      m_error = fmt::format("at byte {}, in '{}': {}", m_at, m_member, problem);
    }
  }

  uint64_t getVarint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (m_at == m_bytes.size()) {
        fail("the data end too early");
        return 0;
      }
      const uint8_t byte = static_cast<uint8_t>(m_bytes[m_at++]);
      if (shift == 63 && byte > 1) {
        break;
      }
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) {
        return value;
      }
    }
    fail("a number has too many bytes");
    return 0;
  }

  /// A count of things that take at least a byte each.
  size_t getCount() {
    const uint64_t count = getVarint();
    if (count > m_bytes.size() - m_at) {
      fail("a length is beyond the end of the data");
      return 0;
    }
    return static_cast<size_t>(count);
  }

  void get(std::string &value) {
    const size_t size = getCount();
    value.assign(m_bytes.substr(m_at, size));
    m_at += size;
  }
  void get(bool &value) {
    const uint64_t bit = getVarint();
    if (bit > 1) {
      fail("neither true nor false");
    }
    value = bit == 1;
  }
  void get(Operand &value) {
    get(value.isReg);
    get(value.reg);
    get(value.imm);
  }
  template <typename T>
  void get(std::vector<T> &value) {
    const size_t count = getCount();
    value.clear(); // grows as elements are found, not as the file claims
    for (size_t i = 0; i < count && !failed(); ++i) {
      T element{};
      get(element);
      value.push_back(std::move(element));
    }
  }
  template <typename T>
  void get(std::optional<T> &value) {
    bool given = false;
    get(given);
    value.reset();
    if (given && !failed()) {
      get(value.emplace());
    }
  }
  template <typename T>
  void get(T &value) {
    if constexpr (std::is_enum_v<T>) {
      const uint64_t raw = getVarint();
      if (raw >= enumCount<T>()) {
        return fail("no such enumerator");
      }
      value = static_cast<T>(raw);
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      const uint64_t raw = getVarint();
      const int64_t v = static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
      store(v, value);
    } else if constexpr (std::is_integral_v<T>) {
      store(getVarint(), value);
    } else {
      members(*this, value);
    }
  }
  template <typename V, typename T>
  void store(V v, T &value) {
    if (!std::in_range<T>(v)) {
      return fail("a number is out of range");
    }
    value = static_cast<T>(v);
  }

  std::string_view m_bytes;
  size_t m_at = 0;
  const char *m_member = "";
  std::string m_error;
};

/// What is wrong with the header; empty if nothing is.
std::string checkHeader(std::string_view bytes, std::string_view magic) {
  if (bytes.size() < kHeaderBytes || bytes.substr(0, magic.size()) != magic) {
    return "not a file of this kind";
  }
  const uint64_t version = getFixed(bytes, 8, 4);
  if (version != kProgramVersion) {
    return fmt::format("version {}; this program reads version {}", version, kProgramVersion);
  }
  const uint64_t length = getFixed(bytes, 12, 8);
  if (length != bytes.size() - kHeaderBytes) {
    return fmt::format("{} bytes of data are stated, {} are there", length,
                       bytes.size() - kHeaderBytes);
  }
  if (checksum(bytes.substr(kHeaderBytes)) != getFixed(bytes, 20, 8)) {
    return "the checksum does not match: the file is damaged";
  }
  return {};
}

template <typename T>
tl::expected<T, Errors> readBytes(std::string_view bytes, std::string_view magic) {
  std::string problem = checkHeader(bytes, magic);
  T value;
  if (problem.empty()) {
    BinaryReader reader(bytes.substr(kHeaderBytes));
    members(reader, value);
    problem = reader.error();
    if (problem.empty() && !reader.atEnd()) {
      problem = "there is data after the end";
    }
  }
  if (!problem.empty()) {
    return tl::unexpected(Errors{{"", std::move(problem)}});
  }
  return value;
}

} // namespace

std::string toBinary(const Program &program) { return write(program, kProgramMagic); }

std::string toBinary(const CommandStream &stream) { return write(stream, kStreamMagic); }

tl::expected<Program, Errors> programFromBinary(std::string_view bytes) {
  auto program = readBytes<Program>(bytes, kProgramMagic);
  if (program) {
    Errors errors = validate(*program);
    if (!errors.empty()) {
      return tl::unexpected(std::move(errors));
    }
  }
  return program;
}

tl::expected<CommandStream, Errors> streamFromBinary(std::string_view bytes) {
  auto stream = readBytes<CommandStream>(bytes, kStreamMagic);
  if (stream) {
    Errors errors = checkStream(*stream);
    if (!errors.empty()) {
      return tl::unexpected(std::move(errors));
    }
  }
  return stream;
}

} // namespace charonia::program
