// SPDX-License-Identifier: GPL-3.0-or-later
// What an IR pane shows, made from one or two IR texts: the function, the text, marks and line
// numbers, and which line of which text each shown line is. Pure, so that long texts are prepared
// off the GUI thread.
#pragma once

#include "widgets/editor/CodeEditor.h"
#include "widgets/irview/IrFunctions.h"

#include <memory>

namespace charonia::ui {

using IrTextRef = std::shared_ptr<const compiler::IrText>;

enum class IrMode { Plain, Unified, SideBySide };

/// Start of a line of the shown text, and the line of the IR (after, before) that it shows; -1:
/// none.
struct ShownLine {
  uint32_t begin = 0;
  int after = -1, before = -1;
};

/// One editor's content.
struct ShownPage {
  std::string text;
  std::vector<LineMark> marks;  ///< empty: no diff
  std::vector<QString> numbers; ///< of the margin, with marks
  std::vector<ShownLine> lines;
};

struct ShownIr {
  IrTextRef after, before; ///< what is shown, perhaps one function each
  ShownPage main, left;    ///< left: "before" of side by side
  bool diff = false;
  int added = 0, removed = 0;
  bool approximate = false;
  /// Functions to choose from if the whole text is too long, and the one that is shown.
  std::vector<IrFunction> functions;
  int function = -1;
};

struct IrRequest {
  IrTextRef after, before; ///< whole; before may be null
  IrMode mode = IrMode::Plain;
  size_t wholeLines = 20'000; ///< longer texts are shown by function
  std::string function;       ///< the wanted one, if there is one of that name
};

/// Byte offset at which each line of `text` starts, and one past the last.
std::vector<uint32_t> lineStarts(const std::string &text);

ShownIr prepareIr(const IrRequest &request);

} // namespace charonia::ui
