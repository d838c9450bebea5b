// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/decisions/DecisionsView.h"

#include "widgets/core/FillingColumn.h"
#include "widgets/core/NumberFormat.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QToolTip>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// Between a number and the column on its right.
const QString kGap = u"\u00a0\u00a0"_s;

class Header : public QHeaderView {
public:
  using QHeaderView::QHeaderView;

protected:
  void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override {
    QHeaderView::initStyleOptionForIndex(option, section);
    if (option->textAlignment.testFlag(Qt::AlignRight)) {
      option->text += kGap;
    }
  }
};

/// Rows with some room between them, and tool tips that break their lines.
class RowDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
    constexpr int kRoom = 4;
    return QStyledItemDelegate::sizeHint(option, index) + QSize(kRoom, kRoom);
  }
  void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    if (option->displayAlignment.testFlag(Qt::AlignRight)) {
      option->text += kGap;
    }
  }
  bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &,
                 const QModelIndex &index) override {
    if (event->type() != QEvent::ToolTip) {
      return false;
    }
    const QString text = index.data(Qt::ToolTipRole).toString();
    QToolTip::showText(event->globalPos(), text.isEmpty() ? text : Qt::convertFromPlainText(text),
                       view);
    return true;
  }
};
} // namespace

DecisionsView::DecisionsView(const PanelContext &context, QWidget *parent)
    : Panel(u"decisions"_s, context, parent), m_accesses(new AccessModel(context.theme, this)),
      m_placements(new PlacementModel(this)), m_boxes(new BoxModel(this)), m_summary(new QLabel),
      m_tabs(new QTabWidget), m_scalars(new QCheckBox(tr("Scalar operations"))) {
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
  addScalarSwitch(addTable(m_placements, tr("Placements")));
  addTable(m_boxes, tr("Boxes"));
  layout->addWidget(m_tabs, 1);
  setContent(content);
  setRows({}, {}, {});
}

QSortFilterProxyModel *DecisionsView::addTable(DecisionModel *model, const QString &title) {
  auto *tree = new QTreeView;
  auto *sorted = new QSortFilterProxyModel(tree);
  sorted->setSourceModel(model);
  sorted->setSortRole(DecisionModel::SortRole);
  auto *header = new Header(Qt::Horizontal, tree);
  header->setSectionsClickable(true);
  header->setHighlightSections(false);
  tree->setHeader(header);
  tree->setModel(sorted);
  tree->setAccessibleName(title);
  tree->setRootIsDecorated(false);
  tree->setUniformRowHeights(true);
  tree->setItemDelegate(new RowDelegate(tree));
  tree->setAllColumnsShowFocus(true);
  tree->setFrameShape(QFrame::NoFrame);
  tree->setSortingEnabled(true);
  tree->sortByColumn(-1, Qt::AscendingOrder); // program order until a column is chosen
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  // Widths by some rows: a kernel has thousands.
  constexpr int kMeasuredRows = 100;
  header->setResizeContentsPrecision(kMeasuredRows);
  new FillingColumn(tree, header, model->columnCount() - 1);
  connect(tree, &QTreeView::clicked, this,
          [this, tree](const QModelIndex &index) { choose(tree, index, false); });
  connect(tree, &QTreeView::activated, this,
          [this, tree](const QModelIndex &index) { choose(tree, index, true); });
  m_tabs->addTab(tree, title);
  return sorted;
}

void DecisionsView::addScalarSwitch(QSortFilterProxyModel *placements) {
  m_scalars->setToolTip(tr("Also lists the operations on single numbers, such as those of "
                           "addresses: there is nothing to decide about them."));
  placements->setFilterRole(DecisionModel::ScalarRole);
  const auto filter = [this, placements] {
    placements->setFilterFixedString(m_scalars->isChecked() ? QString() : u"false"_s);
  };
  filter();
  connect(m_scalars, &QCheckBox::toggled, placements, filter);
  const int tab = m_tabs->count() - 1;
  m_tabs->setCornerWidget(m_scalars);
  m_scalars->hide();
  connect(m_tabs, &QTabWidget::currentChanged, m_scalars,
          [this, tab](int current) { m_scalars->setVisible(current == tab); });
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
  QJsonObject state;
  if (m_tabs->currentIndex() != 0) {
    state[u"tab"_s] = m_tabs->currentIndex();
  }
  if (m_scalars->isChecked()) {
    state[u"scalars"_s] = true;
  }
  return state;
}

void DecisionsView::restoreState(const QJsonObject &state) {
  m_tabs->setCurrentIndex(state.value("tab"_L1).toInt());
  m_scalars->setChecked(state.value("scalars"_L1).toBool());
}

} // namespace charonia::ui
