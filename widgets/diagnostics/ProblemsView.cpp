// SPDX-License-Identifier: GPL-3.0-or-later
// Tree view over ProblemsModel with a line that sums it up.
#include "widgets/diagnostics/ProblemsView.h"

#include "widgets/core/NumberFormat.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTreeView>
#include <QVBoxLayout>

namespace charonia::ui {

ProblemsView::ProblemsView(const PanelContext &context, QWidget *parent)
    : Panel(QStringLiteral("problems"), context, parent),
      m_model(new ProblemsModel(context.theme, this)), m_tree(new QTreeView),
      m_summary(new QLabel) {
  setAccessibleName(tr("Problems"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_summary->setContentsMargins(8, 4, 8, 4);
  layout->addWidget(m_summary);
  m_tree->setModel(m_model);
  m_tree->setAccessibleName(tr("Problems"));
  m_tree->setUniformRowHeights(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->header()->setStretchLastSection(false);
  m_tree->header()->setSectionResizeMode(ProblemsModel::MessageColumn, QHeaderView::Stretch);
  m_tree->header()->setSectionResizeMode(ProblemsModel::CodeColumn, QHeaderView::ResizeToContents);
  m_tree->header()->setSectionResizeMode(ProblemsModel::PlaceColumn, QHeaderView::ResizeToContents);
  layout->addWidget(m_tree, 1);
  setContent(content);
  const auto go = [this](const QModelIndex &index) {
    const compiler::SourceRange range = m_model->range(index);
    if (range.valid()) {
      Q_EMIT activated(range);
    }
  };
  connect(m_tree, &QTreeView::clicked, this, go);
  connect(m_tree, &QTreeView::activated, this, [this, go](const QModelIndex &index) {
    if (const compiler::FixIt *fix = m_model->fix(index)) {
      Q_EMIT fixRequested(compiler::FixIt(*fix)); // the model may change meanwhile
    } else {
      go(index);
    }
  });
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QTreeView::customContextMenuRequested, this, &ProblemsView::showMenu);
  setDiagnostics({});
}

const compiler::Diagnostic *ProblemsView::current() const {
  return m_model->diagnostic(m_tree->currentIndex());
}

void ProblemsView::showMenu(const QPoint &position) {
  const compiler::Diagnostic *at = m_model->diagnostic(m_tree->indexAt(position));
  if (at == nullptr) {
    return;
  }
  const compiler::Diagnostic diagnostic = *at; // the model may change while the menu is open
  QMenu menu(this);
  for (const compiler::FixIt &fix : diagnostic.fixes) {
    connect(menu.addAction(tr("Fix: %1").arg(fromUtf8(fix.title))), &QAction::triggered, this,
            [this, fix] { Q_EMIT fixRequested(fix); });
  }
  if (!diagnostic.code.empty()) {
    //: %1 is the code of a message
    connect(menu.addAction(tr("About %1").arg(fromUtf8(diagnostic.code))), &QAction::triggered,
            this, [this, code = diagnostic.code] { Q_EMIT helpRequested(code); });
  }
  connect(menu.addAction(tr("Copy")), &QAction::triggered, this,
          [diagnostic] { QGuiApplication::clipboard()->setText(fromUtf8(diagnostic.message)); });
  menu.exec(m_tree->viewport()->mapToGlobal(position));
}

void ProblemsView::setDiagnostics(std::vector<compiler::Diagnostic> diagnostics) {
  m_model->setDiagnostics(std::move(diagnostics));
  m_tree->expandAll();
  const int errors = m_model->count(compiler::Severity::Error);
  const int warnings = m_model->count(compiler::Severity::Warning);
  if (m_model->rowCount() == 0) {
    m_summary->setText(tr("No problems"));
  } else {
    //: %1 is "3 errors", %2 is "1 warning"
    m_summary->setText(tr("%1, %2").arg(tr("%n error(s)", nullptr, errors),
                                        tr("%n warning(s)", nullptr, warnings)));
  }
}

} // namespace charonia::ui
