// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/decisions/DecisionsView.h"

#include "widgets/core/NumberFormat.h"

#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

DecisionsView::DecisionsView(const PanelContext &context, QWidget *parent)
    : Panel(u"decisions"_s, context, parent), m_accesses(new AccessModel(context.theme, this)),
      m_placements(new PlacementModel(this)), m_boxes(new BoxModel(this)), m_summary(new QLabel),
      m_tabs(new QTabWidget) {
  setAccessibleName(tr("Decisions"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_summary->setContentsMargins(8, 4, 8, 4);
  m_summary->setWordWrap(true);
  layout->addWidget(m_summary);
  m_tabs->setDocumentMode(true);
  addTable(m_accesses, tr("Accesses"));
  addTable(m_placements, tr("Placements"));
  addTable(m_boxes, tr("Boxes"));
  layout->addWidget(m_tabs, 1);
  setContent(content);
  setRows({}, {}, {});
}

QTreeView *DecisionsView::addTable(DecisionModel *model, const QString &title) {
  auto *tree = new QTreeView;
  auto *sorted = new QSortFilterProxyModel(tree);
  sorted->setSourceModel(model);
  sorted->setSortRole(DecisionModel::SortRole);
  tree->setModel(sorted);
  tree->setAccessibleName(title);
  tree->setRootIsDecorated(false);
  tree->setUniformRowHeights(true);
  tree->setAllColumnsShowFocus(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setSortingEnabled(true);
  tree->sortByColumn(-1, Qt::AscendingOrder); // program order until a column is chosen
  tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  tree->header()->setStretchLastSection(true);
  // Widths by the rows in sight: a kernel has thousands.
  tree->header()->setResizeContentsPrecision(0);
  connect(tree, &QTreeView::clicked, this,
          [this, tree](const QModelIndex &index) { choose(tree, index, false); });
  connect(tree, &QTreeView::activated, this,
          [this, tree](const QModelIndex &index) { choose(tree, index, true); });
  m_tabs->addTab(tree, title);
  return tree;
}

void DecisionsView::choose(QTreeView *tree, const QModelIndex &index, bool go) {
  auto *sorted = qobject_cast<QSortFilterProxyModel *>(tree->model());
  const auto *model = qobject_cast<DecisionModel *>(sorted->sourceModel());
  const int row = sorted->mapToSource(index).row();
  if (row < 0) {
    return;
  }
  m_choosing = true;
  hub().selectOps({model->op(row)}, {});
  m_choosing = false;
  if (go && model->range(row).valid()) {
    Q_EMIT activated(model->range(row));
  }
}

void DecisionsView::setRows(std::vector<compiler::AccessRow> accesses,
                            std::vector<compiler::Placement> placements,
                            std::vector<compiler::BoxRow> boxes) {
  const compiler::MappingSummary sums = compiler::summarizeMapping(accesses, placements);
  QStringList rungs, units;
  for (const compiler::RungShare &share : sums.rungs) {
    rungs.append(
        u"%1 %2"_s.arg(fromUtf8(share.rung), formatBytes(static_cast<double>(share.bytesPerTile))));
  }
  for (const compiler::UnitShare &share : sums.units) {
    units.append(u"%1 %2"_s.arg(fromUtf8(share.unit), formatCount(share.operations)));
  }
  const bool empty = accesses.empty() && placements.empty();
  m_summary->setText(empty ? tr("The compiler's decisions appear here once a kernel is compiled.")
                           //: %1 is "dma 8.0 KiB, wrap 2.0 KiB", %2 is "fi 3, vec 5"
                           : tr("Bytes a tile by rung: %1. Operations by unit: %2.")
                                 .arg(rungs.isEmpty() ? u"\u2013"_s : rungs.join(u", "_s),
                                      units.isEmpty() ? u"\u2013"_s : units.join(u", "_s)));
  m_accesses->setRows(std::move(accesses));
  m_placements->setRows(std::move(placements));
  m_boxes->setRows(std::move(boxes));
}

QString DecisionsView::summary() const { return m_summary->text(); }

void DecisionsView::selectionChanged(SelectionHub::Parts parts) {
  if (!parts.testFlag(SelectionHub::Ops) || m_choosing) {
    return;
  }
  for (int tab = 0; tab < m_tabs->count(); ++tab) {
    auto *tree = qobject_cast<QTreeView *>(m_tabs->widget(tab));
    auto *sorted = qobject_cast<QSortFilterProxyModel *>(tree->model());
    auto *model = qobject_cast<DecisionModel *>(sorted->sourceModel());
    QModelIndex found;
    for (const compiler::OpId op : hub().selection().ops) {
      if (const int row = model->rowOf(op); row >= 0) {
        found = sorted->mapFromSource(model->index(row, 0));
        break;
      }
    }
    if (found.isValid()) {
      tree->setCurrentIndex(found);
      tree->scrollTo(found);
    } else {
      tree->selectionModel()->clearSelection();
    }
  }
}

QJsonObject DecisionsView::saveState() const {
  return m_tabs->currentIndex() == 0 ? QJsonObject()
                                     : QJsonObject{{u"tab"_s, m_tabs->currentIndex()}};
}

void DecisionsView::restoreState(const QJsonObject &state) {
  m_tabs->setCurrentIndex(state.value("tab"_L1).toInt());
}

} // namespace charonia::ui
