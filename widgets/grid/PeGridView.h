// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of the PE grid with its metric chooser, legend and the bar chart beside it.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/grid/PeGridModel.h"

class QComboBox;
class QLabel;

namespace charonia::ui {

class HeatLegend;
class LoadChart;

/// The cells. Arrows move the current PE, Shift extends, a click picks, Ctrl+click adds.
class PeGridCanvas : public QWidget {
  Q_OBJECT
public:
  PeGridCanvas(PeGridModel *model, const PanelContext &context, QWidget *parent = nullptr);
  /// Rectangle of a PE's cell; null if there is no such PE.
  QRect cellRect(int pe) const;
  int peAt(const QPoint &point) const;
  QSize minimumSizeHint() const override { return {220, 170}; }

protected:
  void paintEvent(QPaintEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  bool event(QEvent *event) override;

private:
  void pick(int pe, bool extend);
  void paintCell(QPainter &painter, int pe, bool selected) const;
  PeGridModel *m_model;
  PanelContext m_context;
};

class PeGridView : public Panel {
  Q_OBJECT
public:
  explicit PeGridView(const PanelContext &context, QWidget *parent = nullptr);
  void setTrace(simdata::TraceRef trace);
  void setMetric(Metric metric);
  PeGridModel &model() { return *m_model; }
  PeGridCanvas &canvas() { return *m_canvas; }

  QJsonObject saveState() const override;
  void restoreState(const QJsonObject &state) override;

protected:
  void refresh() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  PeGridModel *m_model;
  PeGridCanvas *m_canvas;
  QComboBox *m_metric;
  QComboBox *m_unit;
  QLabel *m_caption;
  HeatLegend *m_legend;
  LoadChart *m_chart;
};

} // namespace charonia::ui
