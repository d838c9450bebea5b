// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette (type a few letters of a command) and the sheet of shortcuts.
#pragma once

#include <QAbstractListModel>
#include <QAction>
#include <QDialog>

#include <vector>

class QLineEdit;
class QListView;

namespace charonia::app {

/// How well `pattern` fits `text`: letters in order, better if they start words or follow each
/// other; negative if they do not occur in order.
int fuzzyScore(const QString &pattern, const QString &text);

/// Enabled actions that fit a pattern, best first.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT
public:
  explicit PaletteModel(std::vector<QAction *> actions, QObject *parent = nullptr);
  void setPattern(const QString &pattern);
  QAction *action(int row) const { return m_shown[static_cast<size_t>(row)]; }
  int rowCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;

private:
  std::vector<QAction *> m_actions, m_shown;
};

class CommandPalette : public QDialog {
  Q_OBJECT
public:
  explicit CommandPalette(std::vector<QAction *> actions, QWidget *parent);
  /// What is chosen, and what to type.
  void setWords(const QString &title, const QString &hint);

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void choose();
  PaletteModel *m_model;
  QLineEdit *m_edit;
  QListView *m_list;
};

/// Shows all commands with their keys, and the keys of canvases.
void showShortcutSheet(const std::vector<QAction *> &actions, QWidget *parent);

} // namespace charonia::app
