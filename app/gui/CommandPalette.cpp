// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzy choice of commands.
#include "app/gui/CommandPalette.h"

#include "widgets/core/TimelineCanvas.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::app {

int fuzzyScore(const QString &pattern, const QString &text) {
  int score = 0;
  qsizetype at = -1;
  for (const QChar c : pattern) {
    if (c.isSpace()) {
      continue;
    }
    const qsizetype next = text.indexOf(c, at + 1, Qt::CaseInsensitive);
    if (next < 0) {
      return -1;
    }
    score += next == at + 1 ? 3 : 0;
    score += next == 0 || !text[next - 1].isLetterOrNumber() ? 4 : 0;
    at = next;
  }
  // Of equal fits the shorter text is nearer to what was typed.
  return score * 100 + static_cast<int>(std::max<qsizetype>(0, 99 - text.size()));
}

PaletteModel::PaletteModel(std::vector<QAction *> actions, QObject *parent)
    : QAbstractListModel(parent), m_actions(std::move(actions)) {
  setPattern({});
}

void PaletteModel::setPattern(const QString &pattern) {
  beginResetModel();
  std::vector<std::pair<int, QAction *>> scored;
  for (QAction *action : m_actions) {
    const int score = fuzzyScore(pattern, action->text().remove(u'&'));
    if (score >= 0 && action->isEnabled()) {
      scored.emplace_back(score, action);
    }
  }
  if (!pattern.trimmed().isEmpty()) {
    std::stable_sort(scored.begin(), scored.end(),
                     [](const auto &a, const auto &b) { return a.first > b.first; });
  }
  m_shown.clear();
  for (const auto &[score, action] : scored) {
    m_shown.push_back(action);
  }
  endResetModel();
}

int PaletteModel::rowCount(const QModelIndex &parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const {
  if (!index.isValid()) {
    return {};
  }
  const QAction *action = m_shown[static_cast<size_t>(index.row())];
  if (role == Qt::DisplayRole) {
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    const QString text = action->text().remove(u'&');
    return key.isEmpty() ? text : u"%1    (%2)"_s.arg(text, key);
  }
  return role == Qt::DecorationRole ? QVariant(action->icon()) : QVariant();
}

CommandPalette::CommandPalette(std::vector<QAction *> actions, QWidget *parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint),
      m_model(new PaletteModel(std::move(actions), this)), m_edit(new QLineEdit),
      m_list(new QListView) {
  setWindowTitle(tr("Command palette"));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  m_edit->setPlaceholderText(tr("Type a command"));
  m_edit->setAccessibleName(tr("Command"));
  m_list->setModel(m_model);
  m_list->setIconSize(QSize(16, 16));
  m_list->setUniformItemSizes(true); // the first has an icon, so rows without one are as high
  m_list->setAccessibleName(tr("Commands"));
  m_list->setCurrentIndex(m_model->index(0));
  layout->addWidget(m_edit);
  layout->addWidget(m_list);
  resize(520, 380);
  m_edit->installEventFilter(this);
  connect(m_edit, &QLineEdit::textChanged, this, [this](const QString &text) {
    m_model->setPattern(text);
    m_list->setCurrentIndex(m_model->index(0));
  });
  connect(m_edit, &QLineEdit::returnPressed, this, &CommandPalette::choose);
  connect(m_list, &QListView::clicked, this, &CommandPalette::choose);
}

void CommandPalette::setWords(const QString &title, const QString &hint) {
  setWindowTitle(title);
  m_edit->setPlaceholderText(hint);
  m_edit->setAccessibleName(title);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent *>(event)->key();
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
      const int row = std::clamp(m_list->currentIndex().row() + (key == Qt::Key_Down ? 1 : -1), 0,
                                 std::max(0, m_model->rowCount() - 1));
      m_list->setCurrentIndex(m_model->index(row));
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void CommandPalette::choose() {
  const QModelIndex index = m_list->currentIndex();
  if (!index.isValid()) {
    return;
  }
  QAction *action = m_model->action(index.row());
  accept();
  action->trigger();
}

void showShortcutSheet(const std::vector<QAction *> &actions, QWidget *parent) {
  QDialog dialog(parent);
  dialog.setWindowTitle(CommandPalette::tr("Keyboard shortcuts"));
  auto *layout = new QVBoxLayout(&dialog);
  auto *page = new QTextBrowser;
  QString html = u"<table cellpadding=\"3\">"_s;
  for (const QAction *action : actions) {
    const QString key = action->shortcut().toString(QKeySequence::NativeText);
    if (!key.isEmpty()) {
      html += u"<tr><td>%1</td><td><b>%2</b></td></tr>"_s.arg(
          action->text().remove(u'&').toHtmlEscaped(), key.toHtmlEscaped());
    }
  }
  html += u"</table><p><b>%1</b><br>%2</p>"_s.arg(CommandPalette::tr("In timelines"),
                                                  ui::timelineHint().toHtmlEscaped());
  html += u"<p><b>%1</b><br>%2</p>"_s.arg(
      CommandPalette::tr("In the heat map"),
      CommandPalette::tr("Arrows choose a PE, Shift+arrows add to the selection.").toHtmlEscaped());
  page->setHtml(html);
  layout->addWidget(page);
  dialog.resize(460, 560);
  dialog.exec();
}

} // namespace charonia::app
