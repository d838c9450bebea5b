// SPDX-License-Identifier: GPL-3.0-or-later
// The DMA and FFU schedule: a lane per unit of each selected PE, a block per command, hatched gaps
// by the reason of the wait. Zoomed out, a lane shows its busy share as height.
#pragma once

#include "widgets/core/LatestJob.h"
#include "widgets/core/TimelineCanvas.h"
#include "widgets/schedule/ScheduleData.h"

class QLabel;

namespace charonia::ui {

class StallLegend;

class ScheduleCanvas : public TimelineCanvas {
  Q_OBJECT
public:
  explicit ScheduleCanvas(const PanelContext &context, QWidget *parent = nullptr);
  void setData(std::shared_ptr<const ScheduleData> data, std::vector<int> pes, double clockGhz);
  /// Lane of a row.
  struct Lane {
    int pe = 0;
    arch::Unit unit = arch::Unit::Core0;
  };
  const std::vector<Lane> &lanes() const { return m_lanes; }
  /// Command picked last, as lane and index; none: -1.
  int currentLane() const { return m_lane; }
  std::ptrdiff_t currentInterval() const { return m_interval; }
  void stepInterval(bool forward) { step(forward); }

protected:
  int rowCount() const override { return static_cast<int>(m_lanes.size()); }
  int rowHeight() const override { return 24; }
  int labelWidth() const override { return 108; }
  void paintRow(QPainter &painter, int row, const QRect &band) const override;
  void paintLabel(QPainter &painter, int row, const QRect &band) const override;
  QString hoverText(int row, double cycle) const override;
  void clicked(int row, double cycle) override;
  void step(bool forward) override;

private:
  void paintBlocks(QPainter &painter, const Lane &lane, int row, const QRect &band,
                   std::span<const Interval> intervals, size_t first, size_t last) const;
  void paintFolded(QPainter &painter, const Lane &lane, const QRect &band,
                   std::span<const Interval> intervals) const;
  void paintWait(QPainter &painter, const QRect &band, double left, double right,
                 const Interval &interval) const;
  void pick(int row, std::ptrdiff_t interval);
  QString commandName(uint32_t command) const;
  compiler::OpId opOf(uint32_t command) const;

  std::shared_ptr<const ScheduleData> m_data;
  std::vector<Lane> m_lanes;
  int m_lane = -1;
  std::ptrdiff_t m_interval = -1;
};

class ScheduleView : public Panel {
  Q_OBJECT
public:
  explicit ScheduleView(const PanelContext &context, QWidget *parent = nullptr);
  void setTrace(simdata::TraceRef trace, double clockGhz);
  ScheduleCanvas &canvas() { return *m_canvas; }
  bool isBusy() const override { return m_job.isRunning(); }

protected:
  void refresh() override;
  void themeChanged() override;
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  ScheduleCanvas *m_canvas;
  StallLegend *m_legend;
  QLabel *m_caption;
  LatestJob m_job;
  std::shared_ptr<const ScheduleData> m_data;
  double m_clock = 0;
};

} // namespace charonia::ui
