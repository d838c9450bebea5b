// SPDX-License-Identifier: GPL-3.0-or-later
// Occupancy of the CBs of the selected PE over time, a strip each, and a table of the same CBs.
#pragma once

#include "widgets/cb/CbModel.h"
#include "widgets/core/LatestJob.h"
#include "widgets/core/TimelineCanvas.h"

class QLabel;

namespace charonia::ui {

/// The strips. Dark: filled slots; light: reserved, not yet filled. A bar at the top edge marks a
/// full CB, one at the bottom an empty one.
class CbCanvas : public TimelineCanvas {
  Q_OBJECT
public:
  explicit CbCanvas(const PanelContext &context, QWidget *parent = nullptr);
  void setData(std::shared_ptr<const CbData> data, int pe, double clockGhz);
  int pe() const { return m_pe; }

protected:
  int rowCount() const override;
  int rowHeight() const override { return 46; }
  int labelWidth() const override { return 150; }
  void paintRow(QPainter &painter, int row, const QRect &band) const override;
  void paintLabel(QPainter &painter, int row, const QRect &band) const override;
  QString hoverText(int row, double cycle) const override;
  void clicked(int row, double cycle) override;
  void step(bool forward) override;

private:
  std::shared_ptr<const CbData> m_data;
  std::vector<size_t> m_rows; ///< CBs shown: those that this PE used
  int m_pe = 0;
};

class CbTimelineView : public Panel {
  Q_OBJECT
public:
  explicit CbTimelineView(const PanelContext &context, QWidget *parent = nullptr);
  void setTrace(simdata::TraceRef trace, double clockGhz);
  CbModel &model() { return *m_model; }
  CbCanvas &canvas() { return *m_canvas; }
  bool isBusy() const override { return m_job.isRunning(); }

protected:
  void refresh() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  int pe() const;
  CbModel *m_model;
  CbCanvas *m_canvas;
  QLabel *m_caption;
  LatestJob m_job;
  std::shared_ptr<const CbData> m_data;
  double m_clock = 0;
};

} // namespace charonia::ui
