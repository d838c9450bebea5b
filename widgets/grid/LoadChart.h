// SPDX-License-Identifier: GPL-3.0-or-later
// Bar chart of a metric per PE with its mean: the twin of the heat map. The only user of Qt Charts.
#pragma once

#include "widgets/core/Theme.h"
#include "widgets/grid/PeMetrics.h"

#include <QWidget>

class QValueAxis;

namespace charonia::ui {

class LoadChart : public QWidget {
  Q_OBJECT
public:
  explicit LoadChart(ThemeHolder *theme, QWidget *parent = nullptr);
  ~LoadChart() override;

  /// `caption` says what the bars are.
  void setValues(Metric metric, const MetricValues &values, const QString &caption);
  void setSelected(int pe);

  QSize minimumSizeHint() const override;

Q_SIGNALS:
  void peClicked(int pe);

protected:
  void resizeEvent(QResizeEvent *event) override;

private:
  /// Makes series and axes anew: another quantity, another number of PEs, another theme.
  void rebuild();
  /// Puts values into the series there are: the chart lays out only what changed.
  void showValues();
  QValueAxis *makeAxis() const;
  /// Where the chart is low, fewer marks and no title leave room for the labels.
  void fitAxes();
  struct Charts;
  std::unique_ptr<Charts> m_charts;
  ThemeHolder *m_theme;
  Metric m_metric = Metric::Busy;
  MetricValues m_values;
  QString m_caption;
  int m_selected = -1;
};

} // namespace charonia::ui
