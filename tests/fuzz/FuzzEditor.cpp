// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editor services over source text, whole or broken: outline, folding, and what is said at a few
// places of the text.
#include "Mutator.h"
#include "Target.h"

#include "charonia/compiler/Editor.h"

#include <algorithm>

using namespace charonia;

namespace {

constexpr int kPlaces = 8;

/// A place that the text itself chooses: of any text the same.
compiler::TextPosition placeIn(const std::string &text, fuzz::Random &random) {
  size_t offset = random.below(text.size() + 2);
  size_t begin = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  compiler::TextPosition at;
  at.line =
      1 + static_cast<uint32_t>(std::count(
              text.begin(),
              text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n'));
  at.column = static_cast<uint32_t>(1 + offset - std::min(begin, offset));
  return at;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::TimeLimit limit;
  std::string text(reinterpret_cast<const char *>(data), size);
  compiler::EditorFile file(text, "/no-such-folder/fuzz.py"); // imports find nothing
  file.outline();
  file.folding();
  fuzz::Random random(size);
  for (int i = 0; i < kPlaces; ++i) {
    compiler::TextPosition at = placeIn(text, random);
    file.complete(at);
    file.hover(at);
    file.signatureHelp(at);
    file.definition(at);
    file.references(at);
    file.rename(at, "renamed");
  }
  return 0;
}
