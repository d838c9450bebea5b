// SPDX-License-Identifier: GPL-3.0-or-later
// The opened folder as a tree of the files that can be opened.
#pragma once

#include "widgets/core/Panel.h"

class QFileSystemModel;
class QPushButton;
class QTreeView;

namespace charonia::ui {

class ElidedLabel;

class FilesPanel : public Panel {
  Q_OBJECT
public:
  explicit FilesPanel(const PanelContext &context, QWidget *parent = nullptr);

  /// Shows a folder; empty: none is open.
  void setFolder(const QString &folder);
  const QString &folder() const { return m_folder; }
  /// Marks the file that is open.
  void setCurrentFile(const QString &path);
  QTreeView *tree() const { return m_tree; }

Q_SIGNALS:
  void fileActivated(const QString &path);
  void openFolderRequested();

private:
  void reveal();

  QString m_folder, m_current;
  bool m_revealPending = false; ///< the tree has not shown m_current yet
  ElidedLabel *m_title;
  QPushButton *m_open;
  QTreeView *m_tree;
  QFileSystemModel *m_model = nullptr; ///< made with the first folder: it starts a thread
};

} // namespace charonia::ui
