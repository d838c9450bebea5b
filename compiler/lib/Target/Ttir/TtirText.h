// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work on the text of Triton IR before parsing and after printing.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace charonia::compiler {

/// A place in text, both counted from 1; line 0: nowhere.
struct TextPlace {
  uint32_t line = 0, column = 0;
};

/// Something in the text that cannot be read, and why.
struct TextProblem {
  TextPlace place;
  std::string message;
};

/// Text in which spellings that MLIR 19 cannot read are replaced. No line is added or lost.
struct ReadableText {
  /// `fromSize` bytes at `from` of the original became `toSize` bytes at `to`.
  struct Edit {
    size_t from, fromSize, to, toSize;
  };
  std::string text;
  std::vector<Edit> edits; ///< in order of place
  std::vector<TextProblem> problems;

  /// The place in `original` of a place in `text`.
  TextPlace placeIn(llvm::StringRef original, TextPlace place) const;
};

/// The first place where more than `limit` brackets or minus signs nest.
TextPlace findDeepNesting(llvm::StringRef text, uint32_t limit);

/// Replaces the custom form of `llvm.intr.assume` by its generic one, `ttg.barrier` and undefined
/// values by what MLIR 19 has, older forms of `tt` ops by their present ones; blanks hints and ends
/// of locations that later versions write.
ReadableText toReadable(llvm::StringRef text);

/// The reverse for `llvm.intr.assume`.
std::string toTritonText(llvm::StringRef text);

} // namespace charonia::compiler
