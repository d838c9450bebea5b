// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times of the front end; no MLIR header is needed.
#pragma once

#include "charonia/launch/Launch.h"

#include <string>
#include <vector>

namespace charonia::frontend::bench {

/// Where the time of one kernel goes, in milliseconds. `total` is what a compilation waits for:
/// from source text to the verified module, in a context whose dialects are loaded.
struct Times {
  double parse = 0;   ///< scan, CPython's parser, copy of its tree
  double total = 0;   ///< parse, names, emission, verification
  double context = 0; ///< making a context and registering the dialects; not part of `total`
  bool ok = false;
};

/// The best of `repeats` runs; none finds the text in the cache of parsed files.
Times measure(const launch::Launch &launch, const std::string &text, int repeats);

/// The first use in the process: starts CPython and parses the library files of the language.
double warmUp(const launch::Launch &launch, const std::string &text);

} // namespace charonia::frontend::bench
