// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/compiler/CodeHelp.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace charonia::compiler {
namespace {

const std::pair<std::string_view, std::string_view> kPages[] = {
#include "CodePages.inc"
};

/// The title in "# KF0102: global variable".
std::string_view titleOf(std::string_view text) {
  std::string_view line = text.substr(0, text.find('\n'));
  size_t colon = line.find(": ");
  return colon == std::string_view::npos ? std::string_view() : line.substr(colon + 2);
}

} // namespace

const std::vector<CodeHelp> &codeHelpTable() {
  static const std::vector<CodeHelp> kTable = [] {
    std::vector<CodeHelp> table;
    for (const auto &[code, text] : kPages) {
      table.push_back({code, titleOf(text), text});
    }
    std::sort(table.begin(), table.end(),
              [](const CodeHelp &left, const CodeHelp &right) { return left.code < right.code; });
    return table;
  }();
  return kTable;
}

const CodeHelp *codeHelp(std::string_view code) {
  for (const CodeHelp &help : codeHelpTable()) {
    if (help.code == code) {
      return &help;
    }
  }
  return nullptr;
}

bool looksLikeCode(std::string_view text) {
  bool numbered = text.size() == 6 && text[0] == 'K' &&
                  std::isupper(static_cast<unsigned char>(text[1])) &&
                  std::all_of(text.begin() + 2, text.end(),
                              [](unsigned char c) { return std::isdigit(c) != 0; });
  return numbered || text.substr(0, 3) == "KS-";
}

std::string readableText(const CodeHelp &help) {
  std::string result;
  bool inCode = false;
  std::string_view rest = help.text;
  while (!rest.empty()) {
    size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    bool comment = line.substr(0, 4) == "<!--";
    bool secondBlank = line.empty() && result.size() > 1 && result.ends_with("\n\n") && !inCode;
    inCode = inCode != (line.substr(0, 3) == "```");
    if (!comment && !secondBlank) {
      result.append(line).push_back('\n');
    }
  }
  return result;
}

} // namespace charonia::compiler
