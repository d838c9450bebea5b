// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading .npy files (versions 1 to 3, little-endian, C order).
#include "Fill.h"

#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace charonia::launch {
namespace {

/// The text after 'key': in the header's dictionary, or empty.
std::string_view valueOf(std::string_view header, std::string_view key) {
  const size_t at = header.find(fmt::format("'{}':", key));
  if (at == std::string_view::npos) {
    return {};
  }
  std::string_view rest = header.substr(at + key.size() + 3);
  while (!rest.empty() && rest.front() == ' ') {
    rest.remove_prefix(1);
  }
  return rest;
}

/// Product of the shape's extents, or -1.
int64_t elementsOf(std::string_view shape) {
  if (shape.empty() || shape.front() != '(') {
    return -1;
  }
  int64_t product = 1, extent = -1;
  for (const char c : shape.substr(1)) {
    if (c >= '0' && c <= '9') {
      extent = (extent < 0 ? 0 : extent) * 10 + (c - '0');
      if (extent > (int64_t{1} << 48)) {
        return -1;
      }
    } else if (c == ',' || c == ')') {
      if (extent >= 0 && __builtin_mul_overflow(product, extent, &product)) {
        return -1;
      }
      extent = -1;
      if (c == ')') {
        return product;
      }
    } else if (c != ' ') {
      return -1;
    }
  }
  return -1;
}

/// Whether the file's element type holds elements of `type` as they are in memory. Formats without
/// a type of their own in .npy (bf16, fp8) are stored as integers or raw bytes of their size.
bool matches(std::string_view descr, ElementType type, bool isUnsigned) {
  const char kind = descr.size() >= 3 ? descr[1] : ' ';
  const std::string_view size = descr.substr(std::min<size_t>(2, descr.size()));
  if (size != std::to_string(numerics::byteSize(type)) || (descr[0] != '<' && descr[0] != '|')) {
    return false;
  }
  switch (type) {
  case ElementType::I1:
    return kind == 'b' || kind == 'i' || kind == 'u';
  case ElementType::F16:
  case ElementType::F32:
  case ElementType::F64:
    return kind == 'f';
  case ElementType::BF16:
  case ElementType::F8E4M3FN:
  case ElementType::F8E4M3FNUZ:
  case ElementType::F8E5M2:
  case ElementType::F8E5M2FNUZ:
    return kind == 'u' || kind == 'i' || kind == 'V';
  default:
    return kind == (isUnsigned ? 'u' : 'i');
  }
}

} // namespace

std::string readNpy(const std::string &path, const Argument &arg, std::span<std::byte> bytes) {
  std::error_code code;
  if (!std::filesystem::is_regular_file(path, code)) {
    return fmt::format("cannot open \"{}\"", path);
  }
  std::ifstream stream(path, std::ios::binary);
  unsigned char start[12] = {};
  if (!stream.read(reinterpret_cast<char *>(start), 10) ||
      std::memcmp(start, "\x93NUMPY", 6) != 0) {
    return fmt::format("\"{}\" is not an .npy file", path);
  }
  size_t length = start[8] | static_cast<size_t>(start[9]) << 8;
  if (start[6] >= 2) {
    if (!stream.read(reinterpret_cast<char *>(start + 10), 2)) {
      return fmt::format("\"{}\" is truncated", path);
    }
    length |= static_cast<size_t>(start[10]) << 16 | static_cast<size_t>(start[11]) << 24;
  }
  if (length > 65536) {
    return fmt::format("the header of \"{}\" is too long", path);
  }
  std::string header(length, '\0');
  if (!stream.read(header.data(), static_cast<std::streamsize>(length))) {
    return fmt::format("\"{}\" is truncated", path);
  }
  std::string_view descr = valueOf(header, "descr");
  if (descr.empty() || descr.front() != '\'' || descr.find('\'', 1) == std::string_view::npos) {
    return fmt::format("\"{}\" does not hold an array of numbers", path);
  }
  descr = descr.substr(1, descr.find('\'', 1) - 1);
  if (!matches(descr, arg.type, arg.isUnsigned)) {
    return fmt::format("\"{}\" holds elements \"{}\", the argument has type {}", path, descr,
                       arg.typeText);
  }
  if (valueOf(header, "fortran_order").substr(0, 5) != "False") {
    return fmt::format("\"{}\" is in Fortran order; store it in C order", path);
  }
  const int64_t elements = elementsOf(valueOf(header, "shape"));
  if (elements != arg.elements) {
    return fmt::format("\"{}\" holds {} elements, the argument has {}", path, elements,
                       arg.elements);
  }
  if (!stream.read(reinterpret_cast<char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()))) {
    return fmt::format("\"{}\" is truncated", path);
  }
  if (arg.type == ElementType::I1) {
    for (std::byte &byte : bytes) {
      byte = byte != std::byte{0} ? std::byte{1} : std::byte{0};
    }
  }
  return {};
}

} // namespace charonia::launch
