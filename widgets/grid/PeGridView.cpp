// SPDX-License-Identifier: GPL-3.0-or-later
// Paints the PE grid and wires chooser, legend and chart to the model.
#include "widgets/grid/PeGridView.h"

#include "widgets/grid/HeatLegend.h"
#include "widgets/grid/LoadChart.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QToolTip>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
constexpr int kHeader = 18; ///< room for row and column numbers
constexpr int kGap = 2;
} // namespace

PeGridCanvas::PeGridCanvas(PeGridModel *model, const PanelContext &context, QWidget *parent)
    : QWidget(parent), m_model(model), m_context(context) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("PE grid"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(model, &QAbstractItemModel::modelReset, this, [this] { update(); });
}

QRect PeGridCanvas::cellRect(int pe) const {
  const int rows = m_model->rowCount();
  const int columns = m_model->columnCount();
  if (rows == 0 || columns == 0 || pe < 0 || pe >= rows * columns) {
    return {};
  }
  // Cells are at most half again as wide as high, so that the grid looks like the chip's.
  const int cellHeight = std::max(8, (height() - kHeader - 4) / rows);
  const int cellWidth =
      std::max(8, std::min((width() - kHeader - 4) / columns, cellHeight * 3 / 2));
  const int left = std::max(kHeader, (width() - cellWidth * columns + kHeader) / 2);
  return {left + cellWidth * (pe % columns), kHeader + cellHeight * (pe / columns),
          cellWidth - kGap, cellHeight - kGap};
}

int PeGridCanvas::peAt(const QPoint &point) const {
  const int count = m_model->rowCount() * m_model->columnCount();
  for (int pe = 0; pe < count; ++pe) {
    if (cellRect(pe).contains(point)) {
      return pe;
    }
  }
  return -1;
}

void PeGridCanvas::paintCell(QPainter &painter, int pe, bool selected) const {
  const Theme &theme = m_context.theme->theme();
  const QRect rect = cellRect(pe);
  const QColor fill = theme.heat().color(m_model->fraction(pe));
  painter.fillRect(rect, fill);
  const QString text =
      m_model->index(pe / m_model->columnCount(), pe % m_model->columnCount()).data().toString();
  if (painter.fontMetrics().horizontalAdvance(text) + 2 <= rect.width() &&
      painter.fontMetrics().height() <= rect.height()) {
    painter.setPen(readableOn(fill));
    painter.drawText(rect, Qt::AlignCenter, text);
  }
  if (selected) {
    // Two lines, so that the frame shows on any cell colour.
    painter.setPen(QPen(theme.color(Role::Base), 4));
    painter.drawRect(rect.adjusted(1, 1, -2, -2));
    painter.setPen(QPen(theme.color(Role::Error), 2));
    painter.drawRect(rect.adjusted(1, 1, -2, -2));
  }
}

void PeGridCanvas::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  const Theme &theme = m_context.theme->theme();
  painter.fillRect(rect(), theme.color(Role::Base));
  const int rows = m_model->rowCount();
  const int columns = m_model->columnCount();
  if (rows == 0) {
    painter.setPen(theme.color(Role::MutedText));
    painter.drawText(rect(), Qt::AlignCenter,
                     Panel::emptyText(this, tr("The load of each PE shows here after a run.")));
    return;
  }
  QFont small = font();
  const QRect first = cellRect(0);
  small.setPixelSize(std::clamp(std::min(first.width() / 4, first.height() / 2), 8, 15));
  painter.setFont(small);
  painter.setPen(theme.color(Role::MutedText));
  for (int c = 0; c < columns; ++c) {
    const QRect cell = cellRect(c);
    painter.drawText(QRect(cell.left(), 0, cell.width(), kHeader), Qt::AlignCenter,
                     QString::number(c));
  }
  for (int r = 0; r < rows; ++r) {
    const QRect cell = cellRect(r * columns);
    painter.drawText(QRect(cell.left() - kHeader, cell.top(), kHeader - 3, cell.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(r));
  }
  const auto &selected = m_context.selection->selection().pes;
  for (int pe = 0; pe < rows * columns; ++pe) {
    paintCell(painter, pe, false);
  }
  for (const int pe : selected) {
    if (pe >= 0 && pe < rows * columns) {
      paintCell(painter, pe, true);
    }
  }
  if (hasFocus() && !selected.empty()) {
    painter.setPen(QPen(theme.color(Role::Text), 1, Qt::DotLine));
    painter.drawRect(cellRect(selected.front()).adjusted(-1, -1, 0, 0));
  }
}

void PeGridCanvas::pick(int pe, bool extend) {
  std::vector<int> pes{pe};
  if (extend) {
    for (const int other : m_context.selection->selection().pes) {
      if (other != pe) {
        pes.push_back(other);
      }
    }
  }
  m_context.selection->selectPes(std::move(pes));
  setAccessibleDescription(m_model->describe(pe));
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
}

void PeGridCanvas::mousePressEvent(QMouseEvent *event) {
  const int pe = peAt(event->position().toPoint());
  if (pe >= 0) {
    pick(pe, event->modifiers().testFlag(Qt::ControlModifier) ||
                 event->modifiers().testFlag(Qt::ShiftModifier));
  }
}

void PeGridCanvas::keyPressEvent(QKeyEvent *event) {
  const int rows = m_model->rowCount();
  const int columns = m_model->columnCount();
  if (rows == 0) {
    return QWidget::keyPressEvent(event);
  }
  const auto &pes = m_context.selection->selection().pes;
  const int pe = pes.empty() ? 0 : pes.front();
  int row = pe / columns;
  int column = pe % columns;
  switch (event->key()) {
  case Qt::Key_Left:
    --column;
    break;
  case Qt::Key_Right:
    ++column;
    break;
  case Qt::Key_Up:
    --row;
    break;
  case Qt::Key_Down:
    ++row;
    break;
  case Qt::Key_Home:
    column = 0;
    break;
  case Qt::Key_End:
    column = columns - 1;
    break;
  default:
    return QWidget::keyPressEvent(event);
  }
  pick(std::clamp(row, 0, rows - 1) * columns + std::clamp(column, 0, columns - 1),
       event->modifiers().testFlag(Qt::ShiftModifier));
}

bool PeGridCanvas::event(QEvent *event) {
  if (event->type() == QEvent::ToolTip) {
    const auto *help = static_cast<QHelpEvent *>(event);
    const int pe = peAt(help->pos());
    if (pe >= 0) {
      QToolTip::showText(help->globalPos(), m_model->describe(pe), this);
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QWidget::event(event);
}

PeGridView::PeGridView(const PanelContext &context, QWidget *parent)
    : Panel(u"heatmap"_s, context, parent), m_model(new PeGridModel(this)),
      m_canvas(new PeGridCanvas(m_model, context)), m_metric(new QComboBox), m_unit(new QComboBox),
      m_caption(new QLabel), m_legend(new HeatLegend(context.theme)),
      m_chart(new LoadChart(context.theme)) {
  setAccessibleName(tr("Heat map"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(8, 4, 8, 4);
  for (int metric = 0; metric < kNumMetrics; ++metric) {
    m_metric->addItem(metricName(static_cast<Metric>(metric)), metric);
  }
  m_unit->addItem(tr("Busiest unit"), -1);
  for (const arch::Unit unit : arch::kAllUnits) {
    m_unit->addItem(unitName(unit), static_cast<int>(unit));
  }
  m_metric->setAccessibleName(tr("Quantity"));
  m_unit->setAccessibleName(tr("Unit"));
  m_metric->setToolTip(tr("Quantity that colours the PEs"));
  m_unit->setToolTip(tr("Unit of the PE whose cycles are counted"));
  bar->addWidget(m_metric);
  bar->addWidget(m_unit);
  bar->addStretch(1);
  layout->addLayout(bar);
  m_caption->setContentsMargins(10, 0, 8, 2);
  m_caption->setWordWrap(true);
  layout->addWidget(m_caption);
  auto *splitter = new QSplitter(Qt::Vertical);
  auto *top = new QWidget;
  auto *topLayout = new QVBoxLayout(top);
  topLayout->setContentsMargins(0, 0, 0, 0);
  topLayout->setSpacing(2);
  topLayout->addWidget(m_canvas, 1);
  topLayout->addWidget(m_legend);
  splitter->addWidget(top);
  splitter->addWidget(m_chart);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({300, 200}); // shares; stretch factors only say who takes more room
  splitter->setChildrenCollapsible(true);
  layout->addWidget(splitter, 1);
  setContent(content);
  connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
    m_model->setMetric(static_cast<Metric>(m_metric->currentData().toInt()));
    markDirty();
  });
  connect(m_unit, &QComboBox::currentIndexChanged, this, [this] {
    const int unit = m_unit->currentData().toInt();
    m_model->setUnit(unit < 0 ? std::nullopt : std::optional(static_cast<arch::Unit>(unit)));
    markDirty();
  });
  connect(m_chart, &LoadChart::peClicked, this, [this](int pe) { hub().selectPes({pe}); });
  markDirty();
}

void PeGridView::setTrace(simdata::TraceRef trace) {
  m_model->setTrace(std::move(trace));
  markDirty();
}

void PeGridView::setMetric(Metric metric) { m_metric->setCurrentIndex(static_cast<int>(metric)); }

void PeGridView::refresh() {
  const MetricValues &values = m_model->values();
  const Metric metric = m_model->metric();
  m_unit->setEnabled(values.isShare || !m_model->trace());
  m_caption->setVisible(m_model->trace() != nullptr);
  m_legend->setVisible(m_model->trace() != nullptr);
  QString caption = metricDescription(metric, values.unit);
  if (m_model->trace()) {
    //: %1 describes the quantity, %2 and %3 are its lowest and highest value
    m_caption->setText(tr("%1. Lowest %2, highest %3.")
                           .arg(caption, metricText(metric, values.lowest, false),
                                metricText(metric, values.highest, false)));
    QStringList labels;
    for (int i = 0; i <= 4; ++i) {
      labels +=
          metricText(metric, values.scaleMin + (values.scaleMax - values.scaleMin) * i / 4, true);
    }
    m_legend->setLabels(labels);
  }
  m_chart->setValues(metric, values,
                     values.isShare ? u"%1, %2"_s.arg(metricName(metric), unitName(values.unit))
                                    : metricName(metric));
  m_canvas->update();
}

void PeGridView::selectionChanged(SelectionHub::Parts parts) {
  if (parts.testFlag(SelectionHub::Pes)) {
    m_canvas->update();
    const auto &pes = hub().selection().pes;
    m_chart->setSelected(pes.empty() ? -1 : pes.front());
  }
}

QJsonObject PeGridView::saveState() const {
  return {{u"metric"_s, m_metric->currentIndex()}, {u"unit"_s, m_unit->currentIndex()}};
}

void PeGridView::restoreState(const QJsonObject &state) {
  m_metric->setCurrentIndex(std::clamp(state.value("metric"_L1).toInt(), 0, m_metric->count() - 1));
  m_unit->setCurrentIndex(std::clamp(state.value("unit"_L1).toInt(), 0, m_unit->count() - 1));
}

} // namespace charonia::ui
