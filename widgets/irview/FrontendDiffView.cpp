// SPDX-License-Identifier: GPL-3.0-or-later
// Two editors over the rows that ShownIr lays out, or a page with a message.
#include "widgets/irview/FrontendDiffView.h"

#include "widgets/core/ElidedLabel.h"
#include "widgets/core/Icon.h"
#include "widgets/core/NumberFormat.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <limits>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// Texts up to this size are laid out at once: handing them to another thread would take longer.
constexpr size_t kInlineDiffBytes = 64 << 10;

QToolButton *arrow(Qt::ArrowType type, const QString &name) {
  auto *button = new QToolButton;
  button->setArrowType(type);
  button->setAutoRaise(true);
  button->setToolTip(name);
  button->setAccessibleName(name);
  return button;
}
} // namespace

FrontendDiffView::FrontendDiffView(const PanelContext &context, QWidget *parent)
    : Panel(u"frontends"_s, context, parent), m_summary(new ElidedLabel),
      m_previous(arrow(Qt::UpArrow, tr("Previous difference"))),
      m_next(arrow(Qt::DownArrow, tr("Next difference"))), m_settings(new QToolButton),
      m_compare(new QPushButton(tr("Compare"))), m_stack(new QStackedWidget),
      m_page(new QTextBrowser), m_leftTitle(new ElidedLabel), m_rightTitle(new ElidedLabel),
      m_left(new CodeEditor(context.theme, Language::Mlir)),
      m_right(new CodeEditor(context.theme, Language::Mlir)) {
  setAccessibleName(tr("Front ends"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto *bar = new QHBoxLayout;
  makeBar(bar);
  layout->addLayout(bar);
  makeEditors();
  makePage();
  layout->addWidget(m_stack, 1);
  setContent(content);
  setMessage(
      tr("Upstream Triton can compile the kernel as well, to compare its IR with ours. Choose "
         "a Python that has Triton in the settings, then compare."));
}

void FrontendDiffView::makeBar(QHBoxLayout *bar) {
  bar->setContentsMargins(8, 4, 6, 4);
  bar->addWidget(m_summary, 1);
  bar->addWidget(m_previous);
  bar->addWidget(m_next);
  m_settings->setText(tr("Settings..."));
  m_settings->setAutoRaise(true);
  bar->addWidget(m_settings);
  m_compare->setToolTip(
      tr("Has upstream Triton compile the present text. This executes the file."));
  bar->addWidget(m_compare);
  connect(m_previous, &QToolButton::clicked, this, [this] { step(false); });
  connect(m_next, &QToolButton::clicked, this, [this] { step(true); });
  connect(m_settings, &QToolButton::clicked, this, &FrontendDiffView::settingsRequested);
  connect(m_compare, &QPushButton::clicked, this,
          [this] { m_running ? Q_EMIT stopRequested() : Q_EMIT compareRequested(); });
}

void FrontendDiffView::makeEditors() {
  auto *splitter = new QSplitter(Qt::Horizontal);
  splitter->setChildrenCollapsible(false);
  for (const bool upstream : {false, true}) {
    CodeEditor *editor = upstream ? m_right : m_left;
    ElidedLabel *title = upstream ? m_rightTitle : m_leftTitle;
    auto *side = new QWidget;
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    title->setContentsMargins(8, 2, 8, 2);
    layout->addWidget(title);
    layout->addWidget(editor, 1);
    splitter->addWidget(side);
    editor->setReadOnly(true);
    editor->setAccessibleName(upstream ? tr("IR of upstream Triton")
                                       : tr("IR of the built-in front end"));
    connect(editor, &CodeEditor::caretMoved, this, [this, upstream] { caretAt(upstream); });
    CodeEditor *other = upstream ? m_left : m_right;
    connect(editor, &CodeEditor::scrolled, other, [other](int line) {
      if (other->firstVisibleLine() != line) {
        other->setFirstVisibleLine(line);
      }
    });
  }
  m_leftTitle->setText(tr("Built-in front end"));
  m_stack->addWidget(splitter);
}

void FrontendDiffView::makePage() {
  m_page->setFrameShape(QFrame::NoFrame);
  m_page->setOpenLinks(false);
  m_page->setAccessibleName(tr("Why there is no comparison"));
  m_page->document()->setDocumentMargin(12);
  connect(m_page, &QTextBrowser::anchorClicked, this, [this] { Q_EMIT settingsRequested(); });
  m_stack->addWidget(m_page);
}

void FrontendDiffView::setTexts(FrontendTexts texts) {
  m_texts = std::move(texts);
  m_hasTexts = true;
  m_title.clear();
  m_diagnostics.clear();
  m_current = -1;
  m_rightTitle->setText(m_texts.version.isEmpty() ? tr("Upstream Triton")
                                                  : tr("Upstream Triton %1").arg(m_texts.version));
  markDirty();
}

void FrontendDiffView::setProblem(const QString &title,
                                  const std::vector<compiler::Diagnostic> &diagnostics) {
  m_hasTexts = false;
  m_title = title;
  m_diagnostics = diagnostics;
  m_hunks.clear();
  m_current = -1;
  setStale({});
  markDirty();
}

void FrontendDiffView::setMessage(const QString &message) { setProblem(message, {}); }

void FrontendDiffView::setRunning(bool running) {
  m_running = running;
  m_compare->setText(running ? tr("Stop") : tr("Compare"));
  showSummary();
}

QString FrontendDiffView::summary() const { return m_summary->text(); }
QString FrontendDiffView::message() const { return m_hasTexts ? QString() : m_page->toPlainText(); }
std::string FrontendDiffView::shownText(bool upstream) const {
  return (upstream ? m_right : m_left)->text();
}

QString FrontendDiffView::problemHtml() const {
  QString html;
  const QString muted = theme().color(Role::MutedText).name();
  if (m_diagnostics.empty()) {
    html = u"<p style=\"color:%1\">%2</p>"_s.arg(muted, m_title.toHtmlEscaped());
  } else {
    html = u"<p><b style=\"color:%1\">%2</b></p>"_s.arg(theme().color(Role::Error).name(),
                                                        m_title.toHtmlEscaped());
  }
  for (const compiler::Diagnostic &d : m_diagnostics) {
    const QString place = d.range.valid()
                              ? u"%1:%2:%3 "_s.arg(fromUtf8(d.range.file).section(u'/', -1))
                                    .arg(d.range.beginLine)
                                    .arg(d.range.beginColumn)
                              : QString();
    html += u"<p>%1<span style=\"color:%2\">%3 %4</span></p>"_s.arg(
        fromUtf8(d.message).toHtmlEscaped().replace(u'\n', u"<br>"_s), muted, place.toHtmlEscaped(),
        fromUtf8(d.code));
    for (const compiler::DiagnosticNote &note : d.notes) {
      html += u"<p style=\"margin-left:16px; color:%1\">%2</p>"_s.arg(
          muted, fromUtf8(note.message).toHtmlEscaped().replace(u'\n', u"<br>"_s));
    }
  }
  return html + u"<p><a href=\"settings\" style=\"color:%1\">%2</a></p>"_s.arg(
                    theme().color(Role::Accent).name(), tr("Settings...").toHtmlEscaped());
}

void FrontendDiffView::refresh() {
  m_job.cancel();
  if (!m_hasTexts) {
    QPalette palette = m_page->palette();
    palette.setColor(QPalette::Base, theme().color(Role::Base));
    palette.setColor(QPalette::Text, theme().color(Role::Text));
    m_page->setPalette(palette);
    m_page->setHtml(problemHtml());
    m_stack->setCurrentWidget(m_page);
    showSummary();
    return;
  }
  IrRequest request;
  request.mode = IrMode::SideBySide;
  request.wholeLines = std::numeric_limits<size_t>::max();
  request.before = std::make_shared<const compiler::IrText>(compiler::IrText{m_texts.builtin, {}});
  request.after = std::make_shared<const compiler::IrText>(compiler::IrText{m_texts.upstream, {}});
  if (m_texts.builtin.size() + m_texts.upstream.size() <= kInlineDiffBytes) {
    show(prepareIr(request));
    return;
  }
  m_job.start(
      [request = std::move(request)](const std::stop_token &) { return prepareIr(request); },
      [this](ShownIr prepared) { show(std::move(prepared)); });
}

void FrontendDiffView::show(ShownIr prepared) {
  m_shown = std::move(prepared);
  m_stack->setCurrentIndex(0);
  const int firstLine = m_right->firstVisibleLine();
  for (const auto &[editor, page] : {std::pair(m_left, &m_shown.left), {m_right, &m_shown.main}}) {
    editor->setText(page->text);
    editor->setLineMarks(page->marks, page->numbers);
    editor->setFirstVisibleLine(firstLine);
  }
  m_hunks.clear();
  const size_t rows = std::min(m_shown.left.marks.size(), m_shown.main.marks.size());
  for (size_t row = 0; row < rows; ++row) {
    if (m_shown.left.marks[row] == LineMark::None && m_shown.main.marks[row] == LineMark::None) {
      continue;
    }
    if (!m_hunks.empty() && m_hunks.back().end == row) {
      m_hunks.back().end = row + 1;
    } else {
      m_hunks.push_back({row, row + 1});
    }
  }
  showSummary();
  highlight();
}

void FrontendDiffView::showSummary() {
  QString text;
  if (m_running) {
    text = tr("Upstream Triton compiles...");
  } else if (m_hasTexts && m_texts.ops == 0 && m_hunks.empty()) {
    text = tr("Both front ends give the same IR.");
  } else if (m_hasTexts) {
    text = tr("%n op(s) differ", nullptr, static_cast<int>(m_texts.ops));
    if (m_current >= 0) {
      //: %1 is "3 ops differ"
      text = tr("%1; difference %2 of %3").arg(text).arg(m_current + 1).arg(m_hunks.size());
    }
  }
  m_summary->setText(text);
  m_previous->setEnabled(!m_hunks.empty());
  m_next->setEnabled(!m_hunks.empty());
}

void FrontendDiffView::step(bool forward) {
  if (m_hunks.empty()) {
    return;
  }
  const int count = differences();
  m_current =
      m_current < 0 ? (forward ? 0 : count - 1) : (m_current + (forward ? 1 : count - 1)) % count;
  const auto row = static_cast<uint32_t>(m_hunks[static_cast<size_t>(m_current)].begin);
  m_left->goTo(row + 1, 1);
  m_right->goTo(row + 1, 1);
  m_left->setFirstVisibleLine(m_right->firstVisibleLine());
  showSummary();
  // The source follows: the line that the difference comes from.
  caretAt(m_shown.main.marks[row] != LineMark::Filler);
}

void FrontendDiffView::caretAt(bool upstream) {
  const ShownPage &page = upstream ? m_shown.main : m_shown.left;
  const auto &origins = upstream ? m_texts.upstreamLines : m_texts.builtinLines;
  const size_t row = (upstream ? m_right : m_left)->caret().first - 1;
  if (!m_hasTexts || row >= page.lines.size()) {
    return;
  }
  const int line = upstream ? page.lines[row].after : page.lines[row].before;
  if (line >= 0 && static_cast<size_t>(line) < origins.size() &&
      !origins[static_cast<size_t>(line)].empty()) {
    const QScopedValueRollback own(m_own, true);
    Q_EMIT linePicked(origins[static_cast<size_t>(line)].front());
  }
}

std::vector<ByteSpan> FrontendDiffView::spansOf(bool upstream) const {
  const ShownPage &page = upstream ? m_shown.main : m_shown.left;
  const auto &origins = upstream ? m_texts.upstreamLines : m_texts.builtinLines;
  std::vector<ByteSpan> spans;
  for (size_t row = 0; row + 1 <= page.lines.size(); ++row) {
    const int line = upstream ? page.lines[row].after : page.lines[row].before;
    if (line < 0 || static_cast<size_t>(line) >= origins.size()) {
      continue;
    }
    const auto &from = origins[static_cast<size_t>(line)];
    const bool selected = std::any_of(
        hub().selection().ranges.begin(), hub().selection().ranges.end(), [&](const auto &range) {
          return std::any_of(from.begin(), from.end(), [&](uint32_t at) {
            return at >= range.beginLine && at <= range.endLine;
          });
        });
    if (selected) {
      const uint32_t begin = page.lines[row].begin;
      const size_t text = page.text.find_first_not_of(' ', begin);
      const size_t end = page.text.find('\n', begin);
      if (text < end) {
        spans.push_back({static_cast<uint32_t>(text), static_cast<uint32_t>(end)});
      }
    }
  }
  return spans;
}

void FrontendDiffView::highlight() {
  if (!m_hasTexts) {
    return;
  }
  const std::vector<ByteSpan> left = spansOf(false);
  m_left->setHighlights(left, !m_own && !left.empty());
  m_right->setHighlights(spansOf(true), !m_own && left.empty());
}

void FrontendDiffView::selectionChanged(SelectionHub::Parts parts) {
  if (parts.testFlag(SelectionHub::Ranges) && isVisible()) {
    highlight();
  }
}

} // namespace charonia::ui
