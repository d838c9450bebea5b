// SPDX-License-Identifier: GPL-3.0-or-later
// Paints lanes: blocks with names while commands are few on the screen, busy shares when they are
// many.
#include "widgets/schedule/ScheduleView.h"

#include "widgets/core/NumberFormat.h"
#include "widgets/grid/PeMetrics.h"
#include "widgets/schedule/StallLegend.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
constexpr size_t kInlineCommands = 200'000;
/// Most commands of a lane drawn as blocks of their own, by pixels of width.
constexpr size_t kPixelsPerBlock = 2;
} // namespace

ScheduleCanvas::ScheduleCanvas(const PanelContext &context, QWidget *parent)
    : TimelineCanvas(context, parent) {
  setAccessibleName(tr("Schedule"));
  setEmptyText(tr("The commands of each DMA and FFU show here after a run."));
}

void ScheduleCanvas::setData(std::shared_ptr<const ScheduleData> data, std::vector<int> pes,
                             double clockGhz) {
  m_data = std::move(data);
  m_lanes.clear();
  m_lane = -1;
  m_interval = -1;
  if (m_data && m_data->trace()) {
    for (const int pe : pes) {
      for (const arch::Unit unit : m_data->units()) {
        m_lanes.push_back({pe, unit});
      }
    }
  }
  setExtent(m_data && m_data->trace() ? m_data->trace()->makespan : 0, clockGhz);
}

QString ScheduleCanvas::commandName(uint32_t command) const {
  const auto &names = m_data->trace()->commandNames;
  return command < names.size() ? withoutFolders(fromUtf8(names[command])) : QString();
}

compiler::OpId ScheduleCanvas::opOf(uint32_t command) const {
  const auto &ops = m_data->trace()->commandOps;
  return command < ops.size() ? ops[command] : compiler::kNone;
}

void ScheduleCanvas::paintLabel(QPainter &painter, int row, const QRect &band) const {
  const Lane &lane = m_lanes[static_cast<size_t>(row)];
  painter.fillRect(QRect(band.left(), band.top() + 7, 9, 9), theme().unit(lane.unit));
  painter.setPen(theme().color(Role::Text));
  painter.drawText(band.adjusted(14, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   unitName(lane.unit));
  const bool firstOfPe = row == 0 || m_lanes[static_cast<size_t>(row) - 1].pe != lane.pe;
  if (firstOfPe) {
    painter.setPen(theme().color(Role::MutedText));
    painter.drawText(band, Qt::AlignRight | Qt::AlignVCenter, u"PE %1"_s.arg(lane.pe));
    painter.setPen(theme().color(Role::Border));
    painter.drawLine(0, band.top(), width(), band.top());
  }
}

void ScheduleCanvas::paintRow(QPainter &painter, int row, const QRect &band) const {
  const Lane &lane = m_lanes[static_cast<size_t>(row)];
  const std::span<const Interval> intervals = m_data->lane(lane.pe, lane.unit);
  const size_t first = ScheduleData::firstAfter(intervals, viewBegin());
  const size_t last =
      std::min(intervals.size(), ScheduleData::firstAfter(intervals, viewEnd()) + 1);
  if (first >= intervals.size()) {
    return;
  }
  if ((last - first) * kPixelsPerBlock > static_cast<size_t>(band.width())) {
    paintFolded(painter, lane, band, intervals);
  } else {
    paintBlocks(painter, lane, row, band, intervals, first, last);
  }
}

void ScheduleCanvas::paintFolded(QPainter &painter, const Lane &lane, const QRect &band,
                                 std::span<const Interval> intervals) const {
  const std::vector<float> shares = busyByPixel(intervals, viewBegin(), viewEnd(), band.width());
  const QColor color = theme().unit(lane.unit);
  const int room = band.height() - 6;
  for (int x = 0; x < band.width(); ++x) {
    const float share = shares[static_cast<size_t>(x)];
    if (share > 0) {
      const int height = std::max(1, static_cast<int>(share * static_cast<float>(room) + 0.5F));
      painter.fillRect(band.left() + x, band.bottom() - 2 - height, 1, height, color);
    }
  }
}

void ScheduleCanvas::paintWait(QPainter &painter, const QRect &band, double left, double right,
                               const Interval &interval) const {
  const Qt::BrushStyle style = hatch(interval.wait);
  if (style == Qt::NoBrush || right - left < 3) {
    return;
  }
  const QRectF rect(left, band.top() + 8, right - left, band.height() - 15);
  painter.fillRect(rect, QBrush(theme().stall(interval.wait), style));
}

void ScheduleCanvas::paintBlocks(QPainter &painter, const Lane &lane, int row, const QRect &band,
                                 std::span<const Interval> intervals, size_t first,
                                 size_t last) const {
  const auto &selected = hub().selection().ops;
  const QColor color = theme().unit(lane.unit);
  const QColor textColor = readableOn(color);
  const double leftEdge = band.left();
  const double rightEdge = band.right() + 1;
  for (size_t i = first; i < last; ++i) {
    const Interval &interval = intervals[i];
    const double left = std::max(leftEdge, toX(static_cast<double>(interval.begin)));
    const double right = std::min(rightEdge, toX(static_cast<double>(interval.end)));
    const double gapLeft =
        std::max(leftEdge, i == 0 ? leftEdge : toX(static_cast<double>(intervals[i - 1].end)));
    paintWait(painter, band, gapLeft, std::min(left, rightEdge), interval);
    if (left >= rightEdge) {
      break;
    }
    const QRectF block(left, band.top() + 3, std::max(1.0, right - left), band.height() - 6);
    painter.fillRect(block, color);
    if (block.width() > 3) {
      painter.setPen(color.darker(150));
      painter.drawLine(block.topLeft(), block.bottomLeft());
    }
    const compiler::OpId op = opOf(interval.command);
    const bool isSelected =
        op != compiler::kNone && std::find(selected.begin(), selected.end(), op) != selected.end();
    if (isSelected || (row == m_lane && static_cast<std::ptrdiff_t>(i) == m_interval)) {
      painter.setPen(QPen(
          theme().color(row == m_lane && static_cast<std::ptrdiff_t>(i) == m_interval ? Role::Error
                                                                                      : Role::Text),
          2));
      painter.drawRect(block.adjusted(1, 0, -1, 0));
    }
    if (block.width() > 26) {
      painter.setPen(textColor);
      const QRectF text = block.adjusted(4, 0, -2, 0);
      painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                       painter.fontMetrics().elidedText(commandName(interval.command),
                                                        Qt::ElideRight,
                                                        static_cast<int>(text.width())));
    }
  }
}

QString ScheduleCanvas::hoverText(int row, double cycle) const {
  const Lane &lane = m_lanes[static_cast<size_t>(row)];
  const std::span<const Interval> intervals = m_data->lane(lane.pe, lane.unit);
  const std::ptrdiff_t index = ScheduleData::at(intervals, cycle);
  if (index >= 0) {
    const Interval &i = intervals[static_cast<size_t>(index)];
    QString text = tr("PE %1, %2: %3\ncycles %4 to %5 (%6)")
                       .arg(lane.pe)
                       .arg(unitName(lane.unit), commandName(i.command), formatCount(i.begin),
                            formatCount(i.end), formatCount(i.end - i.begin));
    if (i.bytes != 0) {
      text += u'\n' + formatBytes(static_cast<double>(i.bytes));
    }
    return text;
  }
  const size_t next = ScheduleData::firstAfter(intervals, cycle);
  if (next >= intervals.size()) {
    return tr("PE %1, %2: nothing more to do").arg(lane.pe).arg(unitName(lane.unit));
  }
  const Interval &i = intervals[next];
  QString text = tr("PE %1, %2: %3 until cycle %4")
                     .arg(lane.pe)
                     .arg(unitName(lane.unit), stallName(i.wait), formatCount(i.begin));
  const auto &cbs = m_data->trace()->cbTable;
  if (i.waitCb < cbs.size()) {
    text += u'\n' + tr("on circular buffer %1").arg(fromUtf8(cbs[i.waitCb].name));
  }
  return text;
}

void ScheduleCanvas::pick(int row, std::ptrdiff_t interval) {
  m_lane = row;
  m_interval = interval;
  if (row >= 0 && interval >= 0) {
    const Lane &lane = m_lanes[static_cast<size_t>(row)];
    const Interval &picked = m_data->lane(lane.pe, lane.unit)[static_cast<size_t>(interval)];
    scrollToRow(row);
    reveal(static_cast<double>(picked.begin), static_cast<double>(picked.end));
    setAccessibleDescription(hoverText(row, static_cast<double>(picked.begin)));
    const compiler::OpId op = opOf(picked.command);
    hub().selectOps(op == compiler::kNone ? std::vector<compiler::OpId>{} : std::vector{op}, {});
  }
  update();
}

void ScheduleCanvas::clicked(int row, double cycle) {
  if (row >= 0) {
    const Lane &lane = m_lanes[static_cast<size_t>(row)];
    pick(row, ScheduleData::at(m_data->lane(lane.pe, lane.unit), cycle));
  }
}

void ScheduleCanvas::step(bool forward) {
  if (m_lanes.empty()) {
    return;
  }
  const int row = std::max(0, m_lane);
  const Lane &lane = m_lanes[static_cast<size_t>(row)];
  const auto count = static_cast<std::ptrdiff_t>(m_data->lane(lane.pe, lane.unit).size());
  if (count > 0) {
    const std::ptrdiff_t next =
        m_interval < 0 ? (forward ? 0 : count - 1) : m_interval + (forward ? 1 : -1);
    pick(row, std::clamp<std::ptrdiff_t>(next, 0, count - 1));
  }
}

ScheduleView::ScheduleView(const PanelContext &context, QWidget *parent)
    : Panel(u"schedule"_s, context, parent), m_canvas(new ScheduleCanvas(context)),
      m_legend(new StallLegend(context.theme)), m_caption(new QLabel), m_job(this) {
  setAccessibleName(tr("Schedule"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_caption->setContentsMargins(8, 4, 8, 2);
  m_caption->setWordWrap(true);
  m_legend->setToolTip(timelineHint());
  layout->addWidget(m_caption);
  layout->addWidget(m_canvas, 1);
  layout->addWidget(m_legend);
  setContent(content);
  refresh();
}

void ScheduleView::setTrace(simdata::TraceRef trace, double clockGhz) {
  m_clock = clockGhz;
  const size_t rows = trace ? trace->commands.size() : 0;
  if (rows <= kInlineCommands) {
    m_job.cancel();
    m_data = std::make_shared<const ScheduleData>(ScheduleData::build(std::move(trace)));
    markDirty();
    return;
  }
  m_job.start(
      [trace = std::move(trace)](std::stop_token stop) {
        return std::make_shared<const ScheduleData>(ScheduleData::build(trace, stop));
      },
      [this](std::shared_ptr<const ScheduleData> data) {
        m_data = std::move(data);
        markDirty();
      });
}

void ScheduleView::themeChanged() {
  m_legend->update();
  m_canvas->update();
}

void ScheduleView::refresh() {
  const simdata::TraceRef trace = m_data ? m_data->trace() : nullptr;
  std::vector<int> pes = hub().selection().pes;
  std::sort(pes.begin(), pes.end());
  if (pes.empty()) {
    pes.push_back(0);
  }
  m_canvas->setData(m_data, pes, m_clock);
  m_legend->setVisible(trace != nullptr);
  m_caption->setVisible(trace != nullptr);
  if (!trace) {
    return;
  }
  QStringList numbers;
  for (const int pe : pes) {
    numbers += QString::number(pe);
  }
  QString text = tr("PEs shown: %1 (select others in the heat map).").arg(numbers.join(u", "_s));
  if (trace->truncated) {
    text +=
        u' ' +
        tr("The trace reached its limit: later commands are missing here, totals are complete.");
  }
  m_caption->setText(text);
}

void ScheduleView::selectionChanged(SelectionHub::Parts parts) {
  if (parts.testFlag(SelectionHub::Pes)) {
    markDirty();
  }
}

} // namespace charonia::ui
