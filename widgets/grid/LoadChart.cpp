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
  rebuild();
}

void LoadChart::setSelected(int pe) {
  if (pe != m_selected) {
    m_selected = pe;
    rebuild();
  }
}

void LoadChart::rebuild() {
  const Theme &theme = m_theme->theme();
  QChart *chart = m_charts->chart;
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
  const double scale = m_values.isShare ? 100 : m_metric == Metric::DmaBytes ? 1.0 / 1024 : 1;
  auto *plain = new QBarSet(m_caption);
  auto *selected = new QBarSet(tr("Selected PE"));
  for (int pe = 0; pe < count; ++pe) {
    const double value = m_values.values[static_cast<size_t>(pe)] * scale;
    plain->append(pe == m_selected ? 0 : value);
    selected->append(pe == m_selected ? value : 0);
  }
  plain->setColor(theme.color(Role::CbFill));
  plain->setBorderColor(theme.color(Role::CbFill));
  selected->setColor(theme.color(Role::OpHighlight));
  selected->setBorderColor(theme.color(Role::OpHighlight));
  auto *bars = new QStackedBarSeries;
  bars->append(plain);
  bars->append(selected);
  bars->setBarWidth(0.85);
  chart->addSeries(bars);
  auto *mean = new QLineSeries;
  mean->append(-0.5, m_values.mean * scale);
  mean->append(count - 0.5, m_values.mean * scale);
  mean->setPen(QPen(theme.color(Role::Error), 1.6, Qt::DashLine));
  chart->addSeries(mean);
  auto *xAxis = new QValueAxis;
  xAxis->setRange(-0.5, count - 0.5);
  xAxis->setTickType(QValueAxis::TicksDynamic);
  xAxis->setTickAnchor(0);
  xAxis->setTickInterval(count > 16 ? 8 : 1);
  xAxis->setLabelFormat(u"%d"_s);
  xAxis->setTitleText(tr("PE number"));
  auto *yAxis = new QValueAxis;
  yAxis->setRange(0, m_values.isShare ? 100 : std::max(1e-9, m_values.highest * scale * 1.05));
  yAxis->setTickCount(5);
  yAxis->setLabelFormat(m_values.isShare ? u"%.0f %%"_s : u"%.0f"_s);
  if (m_metric == Metric::DmaBytes) {
    yAxis->setTitleText(u"KiB"_s);
  } else if (m_metric == Metric::FinishTime) {
    yAxis->setTitleText(tr("cycles"));
  }
  for (QValueAxis *axis : {xAxis, yAxis}) {
    axis->setLabelsColor(theme.color(Role::Text));
    axis->setTitleBrush(theme.color(Role::MutedText));
    axis->setGridLineColor(theme.color(Role::GridLine));
    axis->setLinePenColor(theme.color(Role::Border));
    axis->setTitleFont(font());
    axis->setLabelsFont(font());
  }
  xAxis->setGridLineVisible(false);
  chart->addAxis(xAxis, Qt::AlignBottom);
  chart->addAxis(yAxis, Qt::AlignLeft);
  for (QAbstractSeries *series :
       {static_cast<QAbstractSeries *>(bars), static_cast<QAbstractSeries *>(mean)}) {
    series->attachAxis(xAxis);
    series->attachAxis(yAxis);
  }
  const QString meanText = metricText(m_metric, m_values.mean, false);
  //: %1 is what the bars show, %2 the mean, %3 a ratio such as 1.35
  m_charts->title->setText(tr("%1: mean %2 (dashed), max / mean %3")
                               .arg(m_caption, meanText)
                               .arg(m_values.maxOverMean(), 0, 'f', 2));
  setAccessibleDescription(m_charts->title->text());
  connect(bars, &QStackedBarSeries::clicked, this, [this](int index) { Q_EMIT peClicked(index); });
  connect(bars, &QStackedBarSeries::hovered, this, [this](bool on, int index) {
    setToolTip(on && static_cast<size_t>(index) < m_values.values.size()
                   ? u"PE %1: %2"_s.arg(index).arg(
                         metricText(m_metric, m_values.values[static_cast<size_t>(index)], false))
                   : QString());
  });
}

} // namespace charonia::ui
