// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/TextFile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace charonia::app {

bool isUtf8(std::string_view bytes) {
  for (size_t i = 0; i < bytes.size();) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const size_t length = lead < 0x80   ? 1
                          : lead < 0xC2 ? 0
                          : lead < 0xE0 ? 2
                          : lead < 0xF0 ? 3
                          : lead < 0xF5 ? 4
                                        : 0;
    if (length == 0 || i + length > bytes.size()) {
      return false;
    }
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(bytes[i + k]) & 0xC0) != 0x80) {
        return false;
      }
    }
    const auto second = length > 1 ? static_cast<unsigned char>(bytes[i + 1]) : 0;
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
        (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) {
      return false; // overlong, a surrogate, or beyond the last code point
    }
    i += length;
  }
  return true;
}

tl::expected<std::string, TextFileError> readFile(const std::string &path, uint64_t limit) {
  using Kind = TextFileError::Kind;
  std::error_code ec;
  const std::filesystem::file_status status = std::filesystem::status(path, ec);
  if (!std::filesystem::is_regular_file(status)) {
    const bool there = std::filesystem::exists(status);
    return tl::unexpected(
        TextFileError{Kind::Unreadable, there ? "not a regular file" : "no such file"});
  }
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return tl::unexpected(TextFileError{Kind::Unreadable, std::strerror(errno)});
  }
  const uint64_t size = std::filesystem::file_size(path, ec);
  if (!ec && size > limit) {
    return tl::unexpected(
        TextFileError{Kind::TooLarge, fmt::format("larger than the limit of {} MiB", limit >> 20)});
  }
  std::string text(size, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) {
    return tl::unexpected(TextFileError{Kind::Unreadable, "reading failed"});
  }
  text.resize(static_cast<size_t>(stream.gcount())); // a file that shrank meanwhile
  return text;
}

tl::expected<std::string, TextFileError> readTextFile(const std::string &path, uint64_t limit) {
  auto text = readFile(path, limit);
  if (text && (text->find('\0') != std::string::npos || !isUtf8(*text))) {
    return tl::unexpected(TextFileError{TextFileError::Kind::NoText, "not UTF-8 text"});
  }
  return text;
}

} // namespace charonia::app
