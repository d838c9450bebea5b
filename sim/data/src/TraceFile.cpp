// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The container of a trace file: magic word and version, then each section of Columns.h with its
// name, plain length, stored length, checksum of the stored bytes, and the bytes, compressed by
// zstd.
#include "charonia/simdata/TraceFile.h"

#include "Columns.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace charonia::simdata {
namespace {

constexpr std::string_view kMagic = "CHRNTRCE";
constexpr uint64_t kVersion = 2;
constexpr uint64_t kMaxSectionBytes = uint64_t{1} << 30;
constexpr int kLevel = 3; // zstd; higher ones cost much more time than they save bytes

uint64_t checksum(std::string_view bytes) { // FNV-1a
  uint64_t hash = 0xcbf29ce484222325u;
  for (char c : bytes) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3u;
  }
  return hash;
}

std::string compressed(const std::string &plain) {
  std::string out(ZSTD_compressBound(plain.size()), '\0');
  const size_t size = ZSTD_compress(out.data(), out.size(), plain.data(), plain.size(), kLevel);
  out.resize(ZSTD_isError(size) ? 0 : size); // fails only without memory; reading then says so
  return out;
}

class Reader {
public:
  explicit Reader(std::string_view bytes) : m_bytes(bytes) {}

  tl::expected<Trace, std::string> read() {
    if (m_bytes.substr(0, kMagic.size()) != kMagic) {
      return tl::unexpected<std::string>("not a trace file");
    }
    m_at = kMagic.size();
    const uint64_t version = number();
    if (version != kVersion) {
      return tl::unexpected(fmt::format("trace file of version {}; this program reads version {}",
                                        version, kVersion));
    }
    Trace trace;
    for (const Column &column : columnTable()) {
      std::string problem = readColumn(column, trace);
      if (!problem.empty()) {
        return tl::unexpected(fmt::format("column '{}': {}", column.name, problem));
      }
    }
    if (m_at != m_bytes.size()) {
      return tl::unexpected<std::string>("there is data after the last column");
    }
    return trace;
  }

private:
  /// A varint of the container; past the end of the file it is 0 and m_short is set.
  uint64_t number() {
    Decoder decoder(m_bytes.substr(m_at, 10));
    const uint64_t value = decoder.number();
    m_short |= decoder.failed();
    Encoder length;
    length.number(value);
    m_at = std::min(m_bytes.size(), m_at + length.out.size());
    return value;
  }

  std::string readColumn(const Column &column, Trace &trace) {
    const std::string_view name = column.name;
    if (m_bytes.substr(m_at, name.size() + 1) != std::string(name) + '\0') {
      return m_at + name.size() + 1 > m_bytes.size() ? "the file ends before it" : "it is missing";
    }
    m_at += name.size() + 1;
    const uint64_t plain = number(), stored = number(), sum = number();
    if (m_short || stored > m_bytes.size() - m_at) {
      return "the file ends within it";
    }
    const std::string_view data = m_bytes.substr(m_at, stored);
    m_at += stored;
    if (checksum(data) != sum) {
      return "its checksum does not match, the file is damaged";
    }
    if (plain > kMaxSectionBytes || ZSTD_getFrameContentSize(data.data(), data.size()) != plain) {
      return "its length is wrong";
    }
    std::string bytes(plain, '\0');
    const size_t size = ZSTD_decompress(bytes.data(), bytes.size(), data.data(), data.size());
    if (ZSTD_isError(size) || size != plain) {
      return "it cannot be decompressed";
    }
    Decoder decoder(bytes);
    column.read(decoder, trace);
    return decoder.failed() || !decoder.atEnd() ? "its content is not valid" : "";
  }

  std::string_view m_bytes;
  size_t m_at = 0;
  bool m_short = false;
};

} // namespace

std::string toBytes(const Trace &trace) {
  Encoder out;
  out.out = kMagic;
  out.number(kVersion);
  for (const Column &column : columnTable()) {
    Encoder content;
    column.write(trace, content);
    const std::string data = compressed(content.out);
    out.out += column.name;
    out.out.push_back('\0');
    out.number(content.out.size());
    out.number(data.size());
    out.number(checksum(data));
    out.out += data;
  }
  return std::move(out.out);
}

tl::expected<Trace, std::string> traceFromBytes(std::string_view bytes) {
  return Reader(bytes).read();
}

tl::expected<void, std::string> saveTrace(const Trace &trace, const std::string &path) {
  // A file that is there stays whole if writing fails half-way.
  const std::string partial = path + ".part";
  std::ofstream out(partial, std::ios::binary | std::ios::trunc);
  const std::string bytes = toBytes(trace);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code ec;
  if (out) {
    std::filesystem::rename(partial, path, ec);
  }
  if (!out || ec) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    return tl::unexpected(fmt::format("cannot write {}", path));
  }
  return {};
}

tl::expected<Trace, std::string> loadTrace(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    return tl::unexpected(fmt::format("cannot open {}", path));
  }
  std::string bytes;
  std::array<char, 65536> block;
  while (in.read(block.data(), block.size()), in.gcount() > 0) {
    bytes.append(block.data(), static_cast<size_t>(in.gcount()));
  }
  if (in.bad()) {
    return tl::unexpected(fmt::format("cannot read {}", path));
  }
  auto trace = traceFromBytes(bytes);
  if (!trace) {
    return tl::unexpected(fmt::format("{}: {}", path, trace.error()));
  }
  return trace;
}

} // namespace charonia::simdata
