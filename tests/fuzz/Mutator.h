// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes a text at the level of words and lines: what a fuzzer of bytes seldom hits. Used by the
// fuzzers beside libFuzzer's own mutations, and by the replay for a fixed row of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::fuzz {

/// A small generator of numbers with the same row everywhere.
class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed + 0x9E3779B97F4A7C15u) {}
  uint64_t next();
  /// A number below `limit`; 0 when there is none.
  size_t below(size_t limit);

private:
  uint64_t m_state;
};

/// `text` with one to four changes: words replaced, removed, doubled or swapped, numbers made
/// extreme, lines moved, bytes flipped. `words` are further words to put in.
std::string mutate(std::string_view text, const std::vector<std::string> &words, Random &random);

/// The entries of a libFuzzer dictionary (`name="value"` lines with \xNN escapes).
std::vector<std::string> parseDictionary(std::string_view text);

} // namespace charonia::fuzz
