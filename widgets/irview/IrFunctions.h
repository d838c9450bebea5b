// SPDX-License-Identifier: GPL-3.0-or-later
// The functions of a printed module, and one of them as a text of its own: what an IR pane shows of
// a text that is too long to load whole. No Qt here, so that it can run on any thread.
#pragma once

#include "charonia/compiler/Values.h"

#include <string>
#include <vector>

namespace charonia::ui {

/// A function of a printed module: whole lines, with bytes [begin, end).
struct IrFunction {
  std::string name;       ///< without the '@'
  uint32_t firstLine = 0; ///< 0-based
  uint32_t lineCount = 0;
  uint32_t begin = 0, end = 0;
};

/// Number of lines of a text; a final line end does not begin another line.
size_t countLines(const std::string &text);

/// The ops with a symbol and a body at the top of the text or of its module, in order.
std::vector<IrFunction> functionsOf(const std::string &text);

/// Text of one function, with the places of its ops counted from its start.
compiler::IrText textOf(const compiler::IrText &whole, const IrFunction &function);

/// Index of the function that holds one of `ops`; -1 if none does.
int functionWith(const compiler::IrText &whole, const std::vector<IrFunction> &functions,
                 const std::vector<compiler::OpId> &ops);

} // namespace charonia::ui
