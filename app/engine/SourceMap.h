// SPDX-License-Identifier: GPL-3.0-or-later
// From ops to places in source and back, by the frames that every op carries.
#pragma once

#include "charonia/compiler/Compiler.h"

namespace charonia::app {

/// Places of `op` in `file`: its own and those of the calls it was inlined through, innermost
/// first. Each reaches from its column to the end of its line.
std::vector<compiler::SourceRange> sourceRanges(const compiler::Compilation &compilation,
                                                compiler::OpId op, const std::string &file);

/// `range`, which is where `op` is written; if that is another file, the place in `file` that calls
/// it, if there is one.
compiler::SourceRange rangeIn(const compiler::Compilation &compilation, compiler::OpId op,
                              const compiler::SourceRange &range, const std::string &file);

/// Ops that stand for something on `line` of `file`, also through inlined calls.
std::vector<compiler::OpId> opsOnLine(const compiler::Compilation &compilation,
                                      const std::string &file, uint32_t line);

} // namespace charonia::app
