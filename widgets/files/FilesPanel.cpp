// SPDX-License-Identifier: GPL-3.0-or-later
// A file system model under a tree of one column.
#include "widgets/files/FilesPanel.h"

#include "widgets/core/ElidedLabel.h"
#include "widgets/files/FileSearch.h"

#include <QFileInfo>
#include <QFileSystemModel>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

FilesPanel::FilesPanel(const PanelContext &context, QWidget *parent)
    : Panel(u"files"_s, context, parent), m_title(new ElidedLabel),
      m_open(new QPushButton(tr("Open folder..."))), m_tree(new QTreeView) {
  setAccessibleName(tr("Files"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_title->setContentsMargins(8, 4, 8, 4);
  layout->addWidget(m_title);
  auto *row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 4);
  row->addWidget(m_open);
  row->addStretch(1);
  layout->addLayout(row);
  m_tree->setAccessibleName(tr("Files of the folder"));
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setHeaderHidden(true);
  m_tree->setUniformRowHeights(true);
  layout->addWidget(m_tree, 1);
  layout->addStretch(0); // keeps the button at the top while there is no tree
  setContent(content);
  connect(m_open, &QPushButton::clicked, this, &FilesPanel::openFolderRequested);
  connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
    if (m_model != nullptr && !m_model->isDir(index)) {
      Q_EMIT fileActivated(m_model->filePath(index));
    }
  });
  setFolder({});
}

void FilesPanel::setFolder(const QString &folder) {
  m_folder = folder;
  m_open->setVisible(folder.isEmpty());
  m_tree->setVisible(!folder.isEmpty());
  if (folder.isEmpty()) {
    m_title->setText(tr("No folder is open"));
    m_title->setToolTip(tr("Files of an opened folder find each other when they are imported."));
    return;
  }
  m_title->setText(QFileInfo(folder).fileName());
  m_title->setToolTip(folder);
  if (m_model == nullptr) {
    m_model = new QFileSystemModel(this);
    m_model->setNameFilters(openablePatterns());
    m_model->setNameFilterDisables(false);
    m_model->setFilter(QDir::AllDirs | QDir::Files | QDir::NoDotAndDotDot);
    m_tree->setModel(m_model);
    for (int column = 1; column < m_model->columnCount(); ++column) {
      m_tree->setColumnHidden(column, true);
    }
    connect(m_model, &QFileSystemModel::directoryLoaded, this, [this] { reveal(); });
  }
  m_model->setRootPath(folder);
  m_tree->setRootIndex(m_model->index(folder));
  m_revealPending = true;
  reveal();
}

void FilesPanel::setCurrentFile(const QString &path) {
  m_current = path;
  m_revealPending = true;
  reveal();
}

void FilesPanel::reveal() {
  if (!m_revealPending || m_model == nullptr || m_current.isEmpty() ||
      !m_current.startsWith(m_folder + u'/')) {
    return;
  }
  const QModelIndex index = m_model->index(m_current);
  if (index.isValid()) {
    m_revealPending = false; // the user's own choice stays from here on
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
  }
}

} // namespace charonia::ui
