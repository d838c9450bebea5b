// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts out the function, compares, and lays rows out for one editor or two.
#include "widgets/irview/ShownIr.h"

#include "widgets/text/LineDiff.h"

namespace charonia::ui {

namespace {
QString number(int line) { return line < 0 ? QString() : QString::number(line + 1); }

void layPlain(ShownIr &shown) {
  shown.main.text = shown.after->text;
  const std::vector<uint32_t> starts = lineStarts(shown.main.text);
  for (size_t line = 0; line < starts.size(); ++line) {
    shown.main.lines.push_back({starts[line], static_cast<int>(line), -1});
  }
}

void layUnified(ShownIr &shown, const LineDiff &diff) {
  ShownPage &page = shown.main;
  for (const DiffRow &row : diff.rows) {
    page.lines.push_back({static_cast<uint32_t>(page.text.size()), row.newLine, row.oldLine});
    const bool removed = row.kind == DiffRow::Kind::Removed;
    page.text += removed ? diff.oldLines[static_cast<size_t>(row.oldLine)]
                         : diff.newLines[static_cast<size_t>(row.newLine)];
    page.text += '\n';
    page.marks.push_back(removed                            ? LineMark::Removed
                         : row.kind == DiffRow::Kind::Added ? LineMark::Added
                                                            : LineMark::None);
    page.numbers.push_back(number(removed ? row.oldLine : row.newLine));
  }
}

/// Appends a line of the text before (left) or after (main) to its page; -1: room for the other's.
void put(ShownIr &shown, const LineDiff &diff, bool left, int line, LineMark mark) {
  ShownPage &page = left ? shown.left : shown.main;
  page.lines.push_back(
      {static_cast<uint32_t>(page.text.size()), left ? -1 : line, left ? line : -1});
  if (line >= 0) {
    page.text += (left ? diff.oldLines : diff.newLines)[static_cast<size_t>(line)];
  }
  page.text += '\n';
  page.marks.push_back(mark);
  page.numbers.push_back(number(line));
}

size_t endOfKind(const LineDiff &diff, size_t row, DiffRow::Kind kind) {
  while (row < diff.rows.size() && diff.rows[row].kind == kind) {
    ++row;
  }
  return row;
}

void laySideBySide(ShownIr &shown, const LineDiff &diff) {
  for (size_t i = 0; i < diff.rows.size();) {
    if (diff.rows[i].kind == DiffRow::Kind::Same) {
      put(shown, diff, true, diff.rows[i].oldLine, LineMark::None);
      put(shown, diff, false, diff.rows[i].newLine, LineMark::None);
      ++i;
      continue;
    }
    const size_t removedEnd = endOfKind(diff, i, DiffRow::Kind::Removed);
    const size_t addedEnd = endOfKind(diff, removedEnd, DiffRow::Kind::Added);
    const size_t height = std::max(removedEnd - i, addedEnd - removedEnd);
    for (size_t k = 0; k < height; ++k) {
      const bool left = i + k < removedEnd;
      const bool right = removedEnd + k < addedEnd;
      put(shown, diff, true, left ? diff.rows[i + k].oldLine : -1,
          left ? LineMark::Removed : LineMark::Filler);
      put(shown, diff, false, right ? diff.rows[removedEnd + k].newLine : -1,
          right ? LineMark::Added : LineMark::Filler);
    }
    i = addedEnd;
  }
}

/// The function called `name`, or the longest: helpers are short.
int chooseFunction(const std::vector<IrFunction> &functions, const std::string &name) {
  int chosen = functions.empty() ? -1 : 0;
  for (size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].name == name) {
      return static_cast<int>(i);
    }
    if (functions[i].lineCount > functions[static_cast<size_t>(chosen)].lineCount) {
      chosen = static_cast<int>(i);
    }
  }
  return chosen;
}

/// Leaves of both texts the function to show.
void cutFunction(ShownIr &shown, const IrRequest &request) {
  shown.functions = functionsOf(request.after->text);
  shown.function = chooseFunction(shown.functions, request.function);
  if (shown.function < 0) {
    shown.functions.clear();
    return;
  }
  const IrFunction &chosen = shown.functions[static_cast<size_t>(shown.function)];
  shown.after = std::make_shared<const compiler::IrText>(textOf(*request.after, chosen));
  if (!request.before) {
    return;
  }
  compiler::IrText same; // a function that the pass made has nothing before it
  for (const IrFunction &function : functionsOf(request.before->text)) {
    if (function.name == chosen.name) {
      same = textOf(*request.before, function);
    }
  }
  shown.before = std::make_shared<const compiler::IrText>(std::move(same));
}
} // namespace

std::vector<uint32_t> lineStarts(const std::string &text) {
  std::vector<uint32_t> starts{0};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      starts.push_back(static_cast<uint32_t>(i + 1));
    }
  }
  if (starts.back() != text.size()) {
    starts.push_back(static_cast<uint32_t>(text.size()));
  }
  return starts;
}

ShownIr prepareIr(const IrRequest &request) {
  ShownIr shown;
  shown.after = request.after;
  shown.before = request.before;
  if (!shown.after) {
    return shown;
  }
  const bool diff = request.mode != IrMode::Plain && request.before;
  const size_t lines = std::max(countLines(request.after->text),
                                diff ? countLines(request.before->text) : size_t{0});
  if (lines > request.wholeLines) {
    cutFunction(shown, request);
  }
  if (!diff) {
    layPlain(shown);
    return shown;
  }
  const LineDiff difference = diffLines(shown.before->text, shown.after->text);
  shown.diff = true;
  shown.added = difference.added;
  shown.removed = difference.removed;
  shown.approximate = difference.approximate;
  if (request.mode == IrMode::Unified) {
    layUnified(shown, difference);
  } else {
    laySideBySide(shown, difference);
  }
  return shown;
}

} // namespace charonia::ui
