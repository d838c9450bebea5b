// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the chart: two bar sets (the selected PE has its own), a mean line, a value axis.
#include "widgets/grid/LoadChart.h"

#include "widgets/core/NumberFormat.h"

#include <QLabel>
#include <QVBoxLayout>

#include <QtCharts/QBarSet>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QStackedBarSeries>
#include <QtCharts/QValueAxis>

using namespace Qt::StringLiterals;

namespace charonia::ui {

struct LoadChart::Charts {
  QChart *chart = nullptr;
  QChartView *view = nullptr;
  QLabel *title = nullptr; ///< in place of the chart's own, which does not wrap
  // Of the values shown; the chart owns them.
  QBarSet *plain = nullptr, *selected = nullptr;
  QLineSeries *mean = nullptr;
  QValueAxis *xAxis = nullptr, *yAxis = nullptr;
  Metric metric{};
  bool isShare = false;
  int count = 0;

  bool fits(Metric wanted, const MetricValues &values) const {
    return plain != nullptr && metric == wanted && isShare == values.isShare &&
           count == static_cast<int>(values.values.size());
  }
};

LoadChart::LoadChart(ThemeHolder *theme, QWidget *parent)
    : QWidget(parent), m_charts(std::make_unique<Charts>()), m_theme(theme) {
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  m_charts->chart = new QChart;
  m_charts->view = new QChartView(m_charts->chart, this);
  m_charts->view->setRenderHint(QPainter::Antialiasing);
  m_charts->view->setFrameShape(QFrame::NoFrame);
  m_charts->chart->setMargins(QMargins(0, 0, 4, 0));
  m_charts->chart->setBackgroundRoundness(0);
  m_charts->chart->legend()->setVisible(false);
  m_charts->title = new QLabel(this);
  m_charts->title->setWordWrap(true);
  m_charts->title->setAlignment(Qt::AlignHCenter);
  m_charts->title->setContentsMargins(8, 4, 8, 0);
  layout->setSpacing(0);
  layout->addWidget(m_charts->title);
  layout->addWidget(m_charts->view, 1);
  setAccessibleName(tr("Load of each PE"));
  connect(theme, &ThemeHolder::changed, this, [this] { rebuild(); });
}

LoadChart::~LoadChart() = default;

void LoadChart::setValues(Metric metric, const MetricValues &values, const QString &caption) {
  m_metric = metric;
  m_values = values;
  m_caption = caption;
  if (m_charts->fits(metric, values)) {
    showValues();
  } else {
    rebuild();
  }
}

void LoadChart::setSelected(int pe) {
  if (pe != m_selected) {
    m_selected = pe;
    showValues();
  }
}

namespace {
/// Replaces a value if it differs: each replacement is a signal to the chart.
void put(QBarSet *set, int index, double value) {
  if (set->at(index) != value) {
    set->replace(index, value);
  }
}
} // namespace

void LoadChart::showValues() {
  if (m_charts->plain == nullptr) {
    return;
  }
  const double scale = m_values.isShare ? 100 : m_metric == Metric::DmaBytes ? 1.0 / 1024 : 1;
  for (int pe = 0; pe < m_charts->count; ++pe) {
    const double value = m_values.values[static_cast<size_t>(pe)] * scale;
    put(m_charts->plain, pe, pe == m_selected ? 0 : value);
    put(m_charts->selected, pe, pe == m_selected ? value : 0);
  }
  const QList<QPointF> mean{{-0.5, m_values.mean * scale},
                            {m_charts->count - 0.5, m_values.mean * scale}};
  if (m_charts->mean->points() != mean) {
    m_charts->mean->replace(mean);
  }
  const double top = m_values.isShare ? 100 : std::max(1e-9, m_values.highest * scale * 1.05);
  if (m_charts->yAxis->max() != top) {
    m_charts->yAxis->setRange(0, top);
  }
  const QString meanText = metricText(m_metric, m_values.mean, false);
  //: %1 is what the bars show, %2 the mean, %3 a ratio such as 1.35
  m_charts->title->setText(tr("%1: mean %2 (dashed), max / mean %3")
                               .arg(m_caption, meanText)
                               .arg(m_values.maxOverMean(), 0, 'f', 2));
  setAccessibleDescription(m_charts->title->text());
}

QValueAxis *LoadChart::makeAxis() const {
  const Theme &theme = m_theme->theme();
  auto *axis = new QValueAxis;
  axis->setLabelsColor(theme.color(Role::Text));
  axis->setTitleBrush(theme.color(Role::MutedText));
  axis->setGridLineColor(theme.color(Role::GridLine));
  axis->setLinePenColor(theme.color(Role::Border));
  axis->setTitleFont(font());
  axis->setLabelsFont(font());
  return axis;
}

QSize LoadChart::minimumSizeHint() const {
  constexpr int kLines = 9;
  const QSize least = QWidget::minimumSizeHint();
  return {least.width(), std::max(least.height(), kLines * fontMetrics().lineSpacing())};
}

void LoadChart::fitAxes() {
  if (m_charts->plain == nullptr) {
    return;
  }
  constexpr int kLines = 12;
  const bool low = height() < kLines * fontMetrics().lineSpacing();
  m_charts->yAxis->setTickCount(low ? 3 : 5);
  m_charts->xAxis->setTitleVisible(!low);
}

void LoadChart::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  fitAxes();
}

void LoadChart::rebuild() {
  const Theme &theme = m_theme->theme();
  QChart *chart = m_charts->chart;
  m_charts->plain = m_charts->selected = nullptr;
  chart->removeAllSeries();
  for (QAbstractAxis *axis : chart->axes()) {
    chart->removeAxis(axis);
    delete axis;
  }
  chart->setBackgroundBrush(theme.color(Role::Base));
  m_charts->view->setBackgroundBrush(theme.color(Role::Base));
  const auto count = static_cast<int>(m_values.values.size());
  if (count == 0) {
    m_charts->title->clear();
    return;
  }
  m_charts->metric = m_metric;
  m_charts->isShare = m_values.isShare;
  m_charts->count = count;
  auto *bars = new QStackedBarSeries;
  const auto makeSet = [&](const QString &name, Role role) {
    auto *set = new QBarSet(name);
    set->append(QList<qreal>(count, 0));
    set->setColor(theme.color(role));
    set->setBorderColor(theme.color(role));
    bars->append(set);
    return set;
  };
  m_charts->plain = makeSet(m_caption, Role::CbFill);
  m_charts->selected = makeSet(tr("Selected PE"), Role::OpHighlight);
  bars->setBarWidth(0.85);
  m_charts->mean = new QLineSeries;
  m_charts->mean->setPen(QPen(theme.color(Role::Error), 1.6, Qt::DashLine));
  QValueAxis *xAxis = m_charts->xAxis = makeAxis();
  xAxis->setRange(-0.5, count - 0.5);
  xAxis->setTickType(QValueAxis::TicksDynamic);
  xAxis->setTickAnchor(0);
  xAxis->setTickInterval(count > 16 ? 8 : 1);
  xAxis->setLabelFormat(u"%d"_s);
  xAxis->setTitleText(tr("PE number"));
  xAxis->setGridLineVisible(false);
  QValueAxis *yAxis = m_charts->yAxis = makeAxis();
  yAxis->setLabelFormat(m_values.isShare ? u"%.0f %%"_s : u"%.0f"_s);
  if (m_metric == Metric::DmaBytes) {
    yAxis->setTitleText(u"KiB"_s);
  } else if (m_metric == Metric::FinishTime) {
    yAxis->setTitleText(tr("cycles"));
  }
  fitAxes();
  showValues(); // before the chart listens
  chart->addAxis(xAxis, Qt::AlignBottom);
  chart->addAxis(yAxis, Qt::AlignLeft);
  for (QAbstractSeries *series :
       {static_cast<QAbstractSeries *>(bars), static_cast<QAbstractSeries *>(m_charts->mean)}) {
    chart->addSeries(series);
    series->attachAxis(xAxis);
    series->attachAxis(yAxis);
  }
  connect(bars, &QStackedBarSeries::clicked, this, [this](int index) { Q_EMIT peClicked(index); });
  connect(bars, &QStackedBarSeries::hovered, this, [this](bool on, int index) {
    setToolTip(on && static_cast<size_t>(index) < m_values.values.size()
                   ? u"PE %1: %2"_s.arg(index).arg(
                         metricText(m_metric, m_values.values[static_cast<size_t>(index)], false))
                   : QString());
  });
}

} // namespace charonia::ui
