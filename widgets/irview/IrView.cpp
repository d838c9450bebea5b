// SPDX-License-Identifier: GPL-3.0-or-later
// Puts prepared texts into editors and maps op ranges into them.
#include "widgets/irview/IrView.h"

#include "widgets/core/ElidedLabel.h"
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
/// Texts up to this size are prepared at once: handing them to another thread would take longer.
constexpr size_t kInlineBytes = 64 << 10;
} // namespace

IrView::IrView(const PanelContext &context, QWidget *parent)
    : Panel(u"ir"_s, context, parent), m_modes(new QComboBox), m_functions(new QComboBox),
      m_title(new QLabel), m_summary(new ElidedLabel), m_splitter(new QSplitter(Qt::Horizontal)),
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
  m_functions->setAccessibleName(tr("Function to show"));
  m_functions->setToolTip(tr("The IR is long, so one function of it is shown"));
  m_functions->hide();
  bar->addWidget(m_functions);
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
  connect(m_functions, &QComboBox::activated, this, [this](int index) {
    m_function = m_shown.functions[static_cast<size_t>(index)].name;
    markDirty();
  });
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

void IrView::setWholeLines(size_t lines) {
  m_wholeLines = lines;
  markDirty();
}

void IrView::refresh() {
  m_job.cancel();
  IrRequest request{m_after, m_before, m_mode, m_wholeLines, m_function};
  const size_t bytes =
      (m_after ? m_after->text.size() : 0) + (m_before ? m_before->text.size() : 0);
  if (bytes <= kInlineBytes) {
    show(prepareIr(request));
    return;
  }
  m_job.start(
      [request = std::move(request)](const std::stop_token &) { return prepareIr(request); },
      [this](ShownIr prepared) { show(std::move(prepared)); });
}

void IrView::show(ShownIr prepared) {
  const int firstLine = m_editor->firstVisibleLine();
  m_shown = std::move(prepared);
  listFunctions();
  m_left->setVisible(m_mode == Mode::SideBySide && m_shown.diff);
  if (!m_shown.after) {
    m_editor->setLineMarks({});
    m_editor->setText({});
    m_note.clear();
    m_summary->setText(m_message);
    return;
  }
  for (const auto &[editor, page] : {std::pair(m_left, &m_shown.left), {m_editor, &m_shown.main}}) {
    if (editor == m_editor || m_mode == Mode::SideBySide) {
      editor->setText(page->text);
      editor->setLineMarks(page->marks, page->numbers);
    }
  }
  showNote();
  m_editor->setFirstVisibleLine(firstLine);
  highlight(true);
  Q_EMIT shown();
}

void IrView::showNote() {
  if (m_shown.diff) {
    // An empty diff is never shown without saying why it is empty.
    m_note = m_shown.added + m_shown.removed == 0
                 ? tr("This pass left the IR as it was.")
                 : u"+%1 \u2212%2%3"_s.arg(m_shown.added)
                       .arg(m_shown.removed)
                       .arg(m_shown.approximate ? u" "_s + tr("(coarse: the texts differ too much)")
                                                : QString());
  } else {
    m_note = m_mode == Mode::Plain ? QString() : tr("The first IR: there is none before it.");
  }
}

void IrView::listFunctions() {
  m_functions->clear();
  for (const IrFunction &function : m_shown.functions) {
    m_functions->addItem(tr("%1: %n line(s)", nullptr, static_cast<int>(function.lineCount))
                             .arg(fromUtf8(function.name)));
  }
  m_functions->setCurrentIndex(m_shown.function);
  m_functions->setVisible(!m_shown.functions.empty());
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
  const auto &lines = editor == m_left ? m_shown.left.lines : m_shown.main.lines;
  const uint32_t offset = editor->caretOffset();
  auto line = std::upper_bound(lines.begin(), lines.end(), offset,
                               [](uint32_t at, const ShownLine &l) { return at < l.begin; });
  if (line == lines.begin() || !m_shown.after) {
    return;
  }
  --line;
  const bool after = line->after >= 0;
  const TextRef &text = after ? m_shown.after : m_shown.before;
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
  if (!m_shown.after) {
    return;
  }
  std::vector<ByteSpan> spans = shownSpans(*m_shown.after, m_shown.main.lines, true);
  if (m_mode == Mode::SideBySide && m_shown.diff) {
    m_left->setHighlights(shownSpans(*m_shown.before, m_shown.left.lines, false),
                          reveal && spans.empty());
  }
  m_editor->setHighlights(spans, reveal);
  // A selection that shows nowhere is explained: passes fold and remove ops.
  const bool gone = spans.empty() && !hub().selection().ops.empty();
  m_summary->setText(gone && m_note.isEmpty() ? tr("Nothing selected is in this IR.") : m_note);
}

void IrView::selectionChanged(SelectionHub::Parts parts) {
  if (!parts.testFlag(SelectionHub::Ops) || !isVisible()) {
    return;
  }
  if (!m_own && m_after && !m_shown.functions.empty()) {
    // The shown function follows the selection.
    const int holder = functionWith(*m_after, m_shown.functions, hub().selection().ops);
    if (holder >= 0 && holder != m_shown.function) {
      m_function = m_shown.functions[static_cast<size_t>(holder)].name;
      markDirty();
      return;
    }
  }
  highlight(!m_own);
}

QJsonObject IrView::saveState() const {
  return m_mode == Mode::Plain ? QJsonObject() : QJsonObject{{u"mode"_s, static_cast<int>(m_mode)}};
}

void IrView::restoreState(const QJsonObject &state) {
  const int mode = state.value("mode"_L1).toInt();
  setMode(mode >= 0 && mode <= 2 ? static_cast<Mode>(mode) : Mode::Plain);
}

} // namespace charonia::ui
