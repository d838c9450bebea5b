// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mutations.
#include "Mutator.h"

#include <algorithm>
#include <cctype>

namespace charonia::fuzz {
namespace {

bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

struct Span {
  size_t begin = 0, end = 0;
};

/// Words, numbers and single other bytes; blanks are left out.
std::vector<Span> tokens(std::string_view text) {
  std::vector<Span> spans;
  for (size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (isWordByte(text[at]) && end < text.size() && isWordByte(text[end])) {
      ++end;
    }
    spans.push_back({at, end});
    at = end;
  }
  return spans;
}

std::vector<Span> lines(std::string_view text) {
  std::vector<Span> spans;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    spans.push_back({at, end});
    at = end;
  }
  return spans;
}

std::string cut(std::string_view text, Span span) {
  return std::string(text.substr(span.begin, span.end - span.begin));
}

std::string replace(std::string_view text, Span span, std::string_view by) {
  std::string result(text.substr(0, span.begin));
  result += by;
  result += text.substr(span.end);
  return result;
}

const char *const kNumbers[] = {"0",
                                "1",
                                "-1",
                                "2",
                                "3",
                                "16",
                                "255",
                                "65536",
                                "2147483647",
                                "-2147483648",
                                "4294967296",
                                "9223372036854775807",
                                "-9223372036854775808",
                                "18446744073709551615",
                                "1e400",
                                "0.0",
                                "-0.0",
                                "1e-320",
                                "99999999999999999999999999999999999999999999"};

std::string changeToken(std::string_view text, const std::vector<std::string> &words,
                        Random &random) {
  std::vector<Span> all = tokens(text);
  if (all.empty()) {
    return std::string(text);
  }
  Span one = all[random.below(all.size())], other = all[random.below(all.size())];
  switch (random.below(7)) {
  case 0:
    return replace(text, one, cut(text, other));
  case 1:
    return replace(text, one, "");
  case 2:
    return replace(text, one, cut(text, one) + " " + cut(text, one));
  case 3: // swap
    if (one.begin > other.begin) {
      std::swap(one, other);
    }
    if (one.end > other.begin) {
      return std::string(text);
    }
    return replace(replace(text, other, cut(text, one)), one, cut(text, other));
  case 4: {
    auto number = std::find_if(
        all.begin() + static_cast<std::ptrdiff_t>(random.below(all.size())), all.end(),
        [&](Span span) { return std::isdigit(static_cast<unsigned char>(text[span.begin])); });
    return number == all.end()
               ? std::string(text)
               : replace(text, *number, kNumbers[random.below(std::size(kNumbers))]);
  }
  case 5:
    return words.empty() ? std::string(text)
                         : replace(text, one, words[random.below(words.size())]);
  default:
    return words.empty()
               ? std::string(text)
               : replace(text, {one.end, one.end}, " " + words[random.below(words.size())] + " ");
  }
}

std::string changeLine(std::string_view text, Random &random) {
  std::vector<Span> all = lines(text);
  if (all.empty()) {
    return std::string(text);
  }
  Span one = all[random.below(all.size())], other = all[random.below(all.size())];
  switch (random.below(5)) {
  case 0:
    return replace(text, one, "");
  case 1:
    return replace(text, {one.begin, one.begin}, cut(text, other));
  case 2:
    return replace(text, one, cut(text, other));
  case 3: // indent
    return replace(text, {one.begin, one.begin}, "    ");
  default: { // a piece of text, several times
    Span piece = one.begin < other.end ? Span{one.begin, other.end} : Span{other.begin, one.end};
    std::string body = cut(text, piece), repeated;
    for (size_t i = 1 + random.below(4); i > 0 && repeated.size() < 4096; --i) {
      repeated += body;
    }
    return replace(text, {piece.end, piece.end}, repeated);
  }
  }
}

constexpr std::string_view kSigns = "()[]{}<>\"'\\,:;%@!#\n\t -+*/=.0";

std::string changeByte(std::string_view text, Random &random) {
  std::string result(text);
  size_t at = random.below(result.size());
  switch (random.below(4)) {
  case 0:
    result[at] = static_cast<char>(random.below(256));
    break;
  case 1:
    result.erase(at, 1 + random.below(8));
    break;
  case 2:
    result.resize(at);
    break;
  default:
    result.insert(at, 1 + random.below(3), kSigns[random.below(kSigns.size())]);
  }
  return result;
}

} // namespace

uint64_t Random::next() { // splitmix64
  m_state += 0x9E3779B97F4A7C15u;
  uint64_t z = m_state;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

size_t Random::below(size_t limit) { return limit == 0 ? 0 : next() % limit; }

std::string mutate(std::string_view text, const std::vector<std::string> &words, Random &random) {
  std::string result(text);
  for (size_t i = 1 + random.below(4); i > 0 && !result.empty(); --i) {
    size_t kind = random.below(10);
    result = kind < 6   ? changeToken(result, words, random)
             : kind < 8 ? changeLine(result, random)
                        : changeByte(result, random);
  }
  return result;
}

std::vector<std::string> parseDictionary(std::string_view text) {
  std::vector<std::string> words;
  for (Span line : lines(text)) {
    std::string_view entry = text.substr(line.begin, line.end - line.begin);
    size_t open = entry.find('"'), close = entry.rfind('"');
    if (entry.starts_with('#') || open == close) {
      continue;
    }
    std::string word;
    for (size_t at = open + 1; at < close; ++at) {
      if (entry[at] != '\\') {
        word += entry[at];
      } else if (entry.substr(at + 1, 1) == "x" && at + 3 < close) {
        word += static_cast<char>(std::stoi(std::string(entry.substr(at + 2, 2)), nullptr, 16));
        at += 3;
      } else {
        word += entry[++at];
      }
    }
    words.push_back(word);
  }
  return words;
}

} // namespace charonia::fuzz
