// SPDX-License-Identifier: GPL-3.0-or-later
// Syntax highlighting as a pure function of one line: Triton (Python) and MLIR text. No Qt here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace charonia::ui {

enum class Language : uint8_t { Plain, Triton, Mlir };

/// Style of one byte. Values are the style numbers of the editor.
enum class Style : uint8_t {
  Default,
  Keyword,
  Builtin,
  String,
  Number,
  Comment,
  Type,
  Operation,
  Value,
  Attribute,
  Decorator,
};
inline constexpr int kNumStyles = 11;

/// What a line hands on to the next: an open triple-quoted string.
enum class LineState : uint8_t { Normal, InSingleTriple, InDoubleTriple };

/// Writes the style of every byte of `line` (which may hold its line end) to `styles` and returns
/// the state after it.
LineState styleLine(Language language, std::string_view line, LineState state, std::string &styles);

} // namespace charonia::ui
