// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the text to show from one or two IR texts and maps op ranges into it.
#include "widgets/irview/IrView.h"

#include "widgets/core/NumberFormat.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QVBoxLayout>

#include <unordered_set>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// Byte offset at which each line of `text` starts, and one past the last.
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

QString number(int line) { return line < 0 ? QString() : QString::number(line + 1); }
} // namespace

IrView::IrView(const PanelContext &context, QWidget *parent)
    : Panel(u"ir"_s, context, parent), m_modes(new QComboBox), m_title(new QLabel),
      m_summary(new QLabel), m_splitter(new QSplitter(Qt::Horizontal)),
      m_left(new CodeEditor(context.theme, Language::Mlir)),
      m_editor(new CodeEditor(context.theme, Language::Mlir)) {
  setAccessibleName(tr("IR"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 6, 4);
  m_modes->addItem(tr("IR"), static_cast<int>(Mode::Plain));
  m_modes->addItem(tr("Unified diff"), static_cast<int>(Mode::Unified));
  m_modes->addItem(tr("Side by side"), static_cast<int>(Mode::SideBySide));
  m_modes->setAccessibleName(tr("How to show the IR"));
  QFont bold = m_title->font();
  bold.setBold(true);
  m_title->setFont(bold);
  m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
  bar->addWidget(m_title);
  bar->addSpacing(12);
  bar->addWidget(m_summary, 1);
  bar->addWidget(m_modes);
  layout->addLayout(bar);
  m_splitter->addWidget(m_left);
  m_splitter->addWidget(m_editor);
  m_splitter->setChildrenCollapsible(false);
  m_left->hide();
  m_editor->setObjectName(u"ir.after"_s);
  m_left->setObjectName(u"ir.before"_s);
  m_left->setReadOnly(true);
  m_editor->setReadOnly(true);
  m_left->setAccessibleName(tr("IR before the pass"));
  m_editor->setAccessibleName(tr("IR after the pass"));
  layout->addWidget(m_splitter, 1);
  setContent(content);
  connect(m_modes, &QComboBox::currentIndexChanged, this,
          [this] { setMode(static_cast<Mode>(m_modes->currentData().toInt())); });
  for (CodeEditor *editor : {m_left, m_editor}) {
    connect(editor, &CodeEditor::caretMoved, this, [this, editor] { caretAt(editor); });
  }
  connect(m_left, &CodeEditor::scrolled, m_editor, [this](int line) {
    if (m_mode == Mode::SideBySide && m_editor->firstVisibleLine() != line) {
      m_editor->setFirstVisibleLine(line);
    }
  });
  connect(m_editor, &CodeEditor::scrolled, m_left, [this](int line) {
    if (m_mode == Mode::SideBySide && m_left->firstVisibleLine() != line) {
      m_left->setFirstVisibleLine(line);
    }
  });
  setMessage(tr("The IR shows here after the first compilation."));
}

void IrView::setMode(Mode mode) {
  if (mode == m_mode) {
    return;
  }
  m_mode = mode;
  m_modes->setCurrentIndex(m_modes->findData(static_cast<int>(mode)));
  markDirty();
}

void IrView::setTexts(const QString &title, TextRef after, TextRef before) {
  m_after = std::move(after);
  m_before = std::move(before);
  m_message.clear();
  m_title->setText(title);
  markDirty();
}

void IrView::setMessage(const QString &message) {
  m_after.reset();
  m_before.reset();
  m_title->clear();
  m_message = message;
  markDirty();
}

QString IrView::summary() const { return m_summary->text(); }

void IrView::refresh() {
  const int firstLine = m_editor->firstVisibleLine();
  m_lines.clear();
  m_leftLines.clear();
  m_left->setVisible(m_mode == Mode::SideBySide && m_after && m_before);
  if (!m_after) {
    m_editor->setLineMarks({});
    m_editor->setText({});
    m_note.clear();
    m_summary->setText(m_message);
    return;
  }
  if (m_mode == Mode::Plain || !m_before) {
    showPlain();
  } else {
    const LineDiff diff = diffLines(m_before->text, m_after->text);
    if (m_mode == Mode::Unified) {
      showUnified(diff);
    } else {
      showSideBySide(diff);
    }
    // An empty diff is never shown without saying why it is empty.
    m_note = diff.added + diff.removed == 0
                 ? tr("This pass left the IR as it was.")
                 : u"+%1 \u2212%2%3"_s.arg(diff.added)
                       .arg(diff.removed)
                       .arg(diff.approximate ? u" "_s + tr("(coarse: the texts differ too much)")
                                             : QString());
  }
  m_editor->setFirstVisibleLine(firstLine);
  highlight(true);
}

void IrView::showPlain() {
  m_editor->setLineMarks({});
  m_editor->setText(m_after->text);
  const std::vector<uint32_t> starts = lineStarts(m_after->text);
  for (size_t line = 0; line < starts.size(); ++line) {
    m_lines.push_back({starts[line], static_cast<int>(line), -1});
  }
  m_note = m_mode == Mode::Plain ? QString() : tr("The first IR: there is none before it.");
}

void IrView::showUnified(const LineDiff &diff) {
  std::string text;
  std::vector<LineMark> marks;
  std::vector<QString> numbers;
  for (const DiffRow &row : diff.rows) {
    m_lines.push_back({static_cast<uint32_t>(text.size()), row.newLine, row.oldLine});
    const bool removed = row.kind == DiffRow::Kind::Removed;
    text += removed ? diff.oldLines[static_cast<size_t>(row.oldLine)]
                    : diff.newLines[static_cast<size_t>(row.newLine)];
    text += '\n';
    marks.push_back(removed                            ? LineMark::Removed
                    : row.kind == DiffRow::Kind::Added ? LineMark::Added
                                                       : LineMark::None);
    numbers.push_back(number(removed ? row.oldLine : row.newLine));
  }
  m_editor->setText(text);
  m_editor->setLineMarks(marks, numbers);
}

void IrView::showSideBySide(const LineDiff &diff) {
  std::string texts[2];
  std::vector<LineMark> marks[2];
  std::vector<QString> numbers[2];
  const auto put = [&](int side, int line, LineMark mark) {
    auto &lines = side == 0 ? m_leftLines : m_lines;
    lines.push_back(
        {static_cast<uint32_t>(texts[side].size()), side == 1 ? line : -1, side == 0 ? line : -1});
    if (line >= 0) {
      texts[side] += (side == 0 ? diff.oldLines : diff.newLines)[static_cast<size_t>(line)];
    }
    texts[side] += '\n';
    marks[side].push_back(mark);
    numbers[side].push_back(number(line));
  };
  for (size_t i = 0; i < diff.rows.size();) {
    if (diff.rows[i].kind == DiffRow::Kind::Same) {
      put(0, diff.rows[i].oldLine, LineMark::None);
      put(1, diff.rows[i].newLine, LineMark::None);
      ++i;
      continue;
    }
    size_t removedEnd = i;
    while (removedEnd < diff.rows.size() && diff.rows[removedEnd].kind == DiffRow::Kind::Removed) {
      ++removedEnd;
    }
    size_t addedEnd = removedEnd;
    while (addedEnd < diff.rows.size() && diff.rows[addedEnd].kind == DiffRow::Kind::Added) {
      ++addedEnd;
    }
    const size_t height = std::max(removedEnd - i, addedEnd - removedEnd);
    for (size_t k = 0; k < height; ++k) {
      const bool left = i + k < removedEnd;
      const bool right = removedEnd + k < addedEnd;
      put(0, left ? diff.rows[i + k].oldLine : -1, left ? LineMark::Removed : LineMark::Filler);
      put(1, right ? diff.rows[removedEnd + k].newLine : -1,
          right ? LineMark::Added : LineMark::Filler);
    }
    i = addedEnd;
  }
  m_left->setText(texts[0]);
  m_left->setLineMarks(marks[0], numbers[0]);
  m_editor->setText(texts[1]);
  m_editor->setLineMarks(marks[1], numbers[1]);
}

std::vector<compiler::OpId> IrView::opsAt(const compiler::IrText &text, uint32_t offset) {
  std::vector<compiler::OpRange> hits;
  for (const compiler::OpRange &range : text.ops) {
    if (range.begin > offset) {
      break;
    }
    if (offset < range.end && range.op != compiler::kNone) {
      hits.push_back(range);
    }
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const auto &a, const auto &b) { return a.end - a.begin < b.end - b.begin; });
  std::vector<compiler::OpId> ops;
  for (const auto &hit : hits) {
    ops.push_back(hit.op);
  }
  return ops;
}

void IrView::caretAt(const CodeEditor *editor) {
  const auto &lines = editor == m_left ? m_leftLines : m_lines;
  const uint32_t offset = editor->caretOffset();
  auto line = std::upper_bound(lines.begin(), lines.end(), offset,
                               [](uint32_t at, const ShownLine &l) { return at < l.begin; });
  if (line == lines.begin() || !m_after) {
    return;
  }
  --line;
  const bool after = line->after >= 0;
  const TextRef &text = after ? m_after : m_before;
  if (!text || (line->after < 0 && line->before < 0)) {
    return;
  }
  const std::vector<uint32_t> starts = lineStarts(text->text);
  const auto source = static_cast<size_t>(after ? line->after : line->before);
  if (source >= starts.size()) {
    return;
  }
  // An op's range may begin after the indentation; a caret left of it means the op as well.
  uint32_t position = starts[source] + (offset - line->begin);
  const size_t content = text->text.find_first_not_of(' ', starts[source]);
  if (content != std::string::npos) {
    position = std::max(position, static_cast<uint32_t>(content));
  }
  std::vector<compiler::OpId> ops = opsAt(*text, position);
  if (!ops.empty()) {
    ops.resize(1);
    const QScopedValueRollback own(m_own, true);
    Q_EMIT opsPicked(ops);
  }
}

std::vector<ByteSpan> IrView::shownSpans(const compiler::IrText &text,
                                         const std::vector<ShownLine> &lines, bool after) const {
  const auto &selected = hub().selection().ops;
  const std::unordered_set<compiler::OpId> wanted(selected.begin(), selected.end());
  if (wanted.empty()) {
    return {};
  }
  std::vector<uint32_t> shownAt; // by line of `text`
  for (const ShownLine &line : lines) {
    const int source = after ? line.after : line.before;
    if (source >= 0) {
      shownAt.resize(std::max(shownAt.size(), static_cast<size_t>(source) + 1), UINT32_MAX);
      shownAt[static_cast<size_t>(source)] = line.begin;
    }
  }
  const std::vector<uint32_t> starts = lineStarts(text.text);
  std::vector<ByteSpan> spans;
  for (const compiler::OpRange &range : text.ops) {
    if (!wanted.contains(range.op) || range.line == 0 || range.line > shownAt.size() ||
        range.line > starts.size()) {
      continue;
    }
    const uint32_t start = starts[range.line - 1];
    const uint32_t shown = shownAt[range.line - 1];
    if (shown == UINT32_MAX || range.begin < start) {
      continue;
    }
    // Only the first line of an op with regions: the rest are other ops.
    const size_t newline = text.text.find('\n', range.begin);
    const auto end = static_cast<uint32_t>(
        std::min<size_t>(range.end, newline == std::string::npos ? text.text.size() : newline));
    spans.push_back({shown + (range.begin - start), shown + (end - start)});
  }
  return spans;
}

void IrView::highlight(bool reveal) {
  if (!m_after) {
    return;
  }
  std::vector<ByteSpan> spans = shownSpans(*m_after, m_lines, true);
  if (m_mode == Mode::SideBySide && m_before) {
    m_left->setHighlights(shownSpans(*m_before, m_leftLines, false), reveal && spans.empty());
  }
  m_editor->setHighlights(spans, reveal);
  // A selection that shows nowhere is explained: passes fold and remove ops.
  const bool gone = spans.empty() && !hub().selection().ops.empty();
  m_summary->setText(gone && m_note.isEmpty() ? tr("Nothing selected is in this IR.") : m_note);
}

void IrView::selectionChanged(SelectionHub::Parts parts) {
  if (parts.testFlag(SelectionHub::Ops) && isVisible()) {
    highlight(!m_own);
  }
}

QJsonObject IrView::saveState() const {
  return m_mode == Mode::Plain ? QJsonObject() : QJsonObject{{u"mode"_s, static_cast<int>(m_mode)}};
}

void IrView::restoreState(const QJsonObject &state) {
  const int mode = state.value("mode"_L1).toInt();
  setMode(mode >= 0 && mode <= 2 ? static_cast<Mode>(mode) : Mode::Plain);
}

} // namespace charonia::ui
