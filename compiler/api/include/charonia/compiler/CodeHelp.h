// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each code of a message means, with a wrong example and the right one: the pages of
// resources/help/codes, which are part of the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace charonia::compiler {

/// A page about one code. The views live as long as the program.
struct CodeHelp {
  std::string_view code;  ///< "KF0102"
  std::string_view title; ///< "global variable"
  std::string_view text;  ///< Markdown, the heading with code and title first
};

/// Every page, in the order of the codes.
const std::vector<CodeHelp> &codeHelpTable();
/// The page of a code; null when there is none.
const CodeHelp *codeHelp(std::string_view code);
/// Has `text` the form of a code ("KF0102", "KS-deadlock")?
bool looksLikeCode(std::string_view text);
/// The page as a reader sees it: without comments, which are for tests.
std::string readableText(const CodeHelp &help);

} // namespace charonia::compiler
