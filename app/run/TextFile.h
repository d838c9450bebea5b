// SPDX-License-Identifier: GPL-3.0-or-later
// Reads files that hold text. No Qt.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace charonia::app {

/// Why a file's text cannot be had.
struct TextFileError {
  enum class Kind : uint8_t { Unreadable, TooLarge, NoText } kind = Kind::Unreadable;
  std::string reason; ///< in words, to stand after a colon
};

/// The whole of a regular file of at most `limit` bytes, whatever they are: the compiler names the
/// place of a byte that is no text.
tl::expected<std::string, TextFileError> readFile(const std::string &path, uint64_t limit);
/// The same for a file that must be UTF-8 without null bytes (an editor holds nothing else).
tl::expected<std::string, TextFileError> readTextFile(const std::string &path, uint64_t limit);

/// `bytes` are well-formed UTF-8 (no overlong forms, no surrogates).
bool isUtf8(std::string_view bytes);

} // namespace charonia::app
