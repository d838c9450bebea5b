// SPDX-License-Identifier: GPL-3.0-or-later
// Tree view over ProblemsModel with a line that sums it up.
#include "widgets/diagnostics/ProblemsView.h"

#include <QHeaderView>
#include <QLabel>
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
  connect(m_tree, &QTreeView::activated, this, go);
  setDiagnostics({});
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
