// SPDX-License-Identifier: GPL-3.0-or-later
// Paints CB strips column by column: each pixel shows the least and the most fill of its cycles.
#include "widgets/cb/CbTimelineView.h"

#include "widgets/core/FillingColumn.h"
#include "widgets/core/NumberFormat.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// Rows up to which data is prepared at once; above, on a pool thread.
constexpr size_t kInlineRows = 200'000;

/// Least and most of the fill within one pixel's cycles.
struct PixelFill {
  uint16_t least = UINT16_MAX, most = 0, reserved = 0;
  void add(const CbStep &step) {
    least = std::min(least, step.filled);
    most = std::max(most, step.filled);
    reserved = std::max({reserved, step.reserved, step.filled});
  }
};
} // namespace

CbCanvas::CbCanvas(const PanelContext &context, QWidget *parent) : TimelineCanvas(context, parent) {
  setAccessibleName(tr("CB occupancy"));
  setEmptyText(tr("The occupancy of the circular buffers shows here after a run."));
}

void CbCanvas::setData(std::shared_ptr<const CbData> data, int pe, double clockGhz) {
  m_data = std::move(data);
  m_pe = pe;
  m_rows.clear();
  for (size_t cb = 0; m_data && cb < m_data->cbCount(); ++cb) {
    if (!m_data->steps(pe, cb).empty()) {
      m_rows.push_back(cb);
    }
  }
  setEmptyText(m_data && m_data->trace()
                   ? tr("PE %1 used no circular buffer in this run.").arg(pe)
                   : tr("The occupancy of the circular buffers shows here after a run."));
  setExtent(m_data && m_data->trace() ? m_data->trace()->makespan : 0, clockGhz);
}

int CbCanvas::rowCount() const { return static_cast<int>(m_rows.size()); }

void CbCanvas::paintLabel(QPainter &painter, int row, const QRect &band) const {
  const size_t cb = m_rows[static_cast<size_t>(row)];
  const program::CircularBuffer &buffer = m_data->trace()->cbTable[cb];
  const auto &selected = hub().selection().cbs;
  if (std::find(selected.begin(), selected.end(), static_cast<int>(cb)) != selected.end()) {
    painter.fillRect(band.adjusted(-6, 0, 6, -1), theme().color(Role::Selection));
  }
  QFont bold = painter.font();
  const QFont normal = bold;
  bold.setBold(true);
  painter.setFont(bold);
  painter.setPen(theme().color(Role::Text));
  const QFontMetrics metrics(bold);
  const int line = metrics.height();
  painter.drawText(QRect(band.left(), band.top() + 4, band.width(), line), Qt::AlignLeft,
                   metrics.elidedText(fromUtf8(buffer.name), Qt::ElideRight, band.width()));
  painter.setFont(normal);
  painter.setPen(theme().color(Role::MutedText));
  const QString units = CbModel::unitsText(buffer);
  painter.drawText(QRect(band.left(), band.top() + 4 + line, band.width(), line), Qt::AlignLeft,
                   painter.fontMetrics().elidedText(units, Qt::ElideRight, band.width()));
}

void CbCanvas::paintRow(QPainter &painter, int row, const QRect &band) const {
  const size_t cb = m_rows[static_cast<size_t>(row)];
  const std::span<const CbStep> steps = m_data->steps(m_pe, cb);
  const int depth = std::max(1, m_data->trace()->cbTable[cb].depth);
  const QRect plot = band.adjusted(0, 6, 0, -6);
  const auto height = [&](int slots) { return plot.height() * std::min(slots, depth) / depth; };
  // Scale: one faint line a slot while they are apart, the depth as a number.
  painter.setPen(theme().color(Role::GridLine));
  for (int slot = 0; slot <= depth; ++slot) {
    if (plot.height() / depth >= 4 || slot == 0 || slot == depth) {
      const int y = plot.bottom() - height(slot);
      painter.drawLine(plot.left(), y, plot.right(), y);
    }
  }
  const QColor fill = theme().color(Role::CbFill);
  const QColor reserved = theme().color(Role::CbReserved);
  const QColor full = theme().color(Role::CbFull);
  const QColor empty = theme().color(Role::CbEmpty);
  QColor partly = fill;
  partly.setAlpha(130);
  auto next = std::upper_bound(steps.begin(), steps.end(),
                               static_cast<uint64_t>(std::max(0.0, viewBegin())),
                               [](uint64_t c, const CbStep &s) { return c < s.cycle; });
  CbStep current = next == steps.begin() ? CbStep{} : *(next - 1);
  const auto makespan = static_cast<double>(m_data->trace()->makespan);
  for (int x = plot.left(); x <= plot.right(); ++x) {
    if (toCycle(x) >= makespan) {
      break;
    }
    PixelFill pixel;
    pixel.add(current);
    const double end = toCycle(x + 1);
    while (next != steps.end() && static_cast<double>(next->cycle) < end) {
      current = *next++;
      pixel.add(current);
    }
    const int y0 = plot.bottom();
    painter.fillRect(x, y0 - height(pixel.reserved), 1, height(pixel.reserved) - height(pixel.most),
                     reserved);
    painter.fillRect(x, y0 - height(pixel.most), 1, height(pixel.most) - height(pixel.least),
                     partly);
    painter.fillRect(x, y0 - height(pixel.least), 1, height(pixel.least), fill);
    if (pixel.reserved >= depth) {
      painter.fillRect(x, plot.top() - 4, 1, 3, full);
    }
    if (pixel.least == 0) {
      painter.fillRect(x, plot.bottom() + 2, 1, 3, empty);
    }
  }
  painter.setPen(theme().color(Role::MutedText));
  painter.drawText(QRect(plot.left() + 2, plot.top(), 60, plot.height()),
                   Qt::AlignLeft | Qt::AlignTop, QString::number(depth));
}

QString CbCanvas::hoverText(int row, double cycle) const {
  const size_t cb = m_rows[static_cast<size_t>(row)];
  const auto at = static_cast<uint64_t>(std::max(0.0, cycle));
  const CbStep step = m_data->at(m_pe, cb, at);
  const CbSummary summary = m_data->summary(m_pe, cb);
  const program::CircularBuffer &buffer = m_data->trace()->cbTable[cb];
  return tr("%1 at cycle %2: %3 filled, %4 reserved or filled, of %5 slots\nFull %6, empty %7 of "
            "the makespan; most slots used: %8")
      .arg(fromUtf8(buffer.name), formatCount(at))
      .arg(step.filled)
      .arg(std::max(step.filled, step.reserved))
      .arg(buffer.depth)
      .arg(formatShare(summary.fullShare), formatShare(summary.emptyShare))
      .arg(summary.highWater);
}

void CbCanvas::clicked(int row, double) {
  if (row < 0) {
    return;
  }
  const size_t cb = m_rows[static_cast<size_t>(row)];
  hub().selectCbs({static_cast<int>(cb)});
  const compiler::OpId op = m_data->trace()->cbTable[cb].op;
  if (op != compiler::kNone) {
    hub().selectOps({op}, {});
  }
}

void CbCanvas::step(bool forward) {
  if (m_rows.empty()) {
    return;
  }
  const auto &selected = hub().selection().cbs;
  const auto found = selected.empty() ? m_rows.end()
                                      : std::find(m_rows.begin(), m_rows.end(),
                                                  static_cast<size_t>(selected.front()));
  auto row = found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
  row = std::clamp(row + (forward ? 1 : -1), 0, rowCount() - 1);
  hub().selectCbs({static_cast<int>(m_rows[static_cast<size_t>(row)])});
  scrollToRow(row);
}

CbTimelineView::CbTimelineView(const PanelContext &context, QWidget *parent)
    : Panel(u"cb"_s, context, parent), m_model(new CbModel(this)), m_canvas(new CbCanvas(context)),
      m_caption(new QLabel), m_job(this) {
  setAccessibleName(tr("CB timeline"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_caption->setContentsMargins(8, 4, 8, 4);
  m_caption->setWordWrap(true);
  layout->addWidget(m_caption);
  auto *splitter = new QSplitter(Qt::Vertical);
  auto *table = new QTableView;
  table->setModel(m_model);
  table->setFrameShape(QFrame::NoFrame);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setShowGrid(false);
  table->setAlternatingRowColors(true);
  table->setAccessibleName(tr("Circular buffers"));
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  new FillingColumn(table, table->horizontalHeader(), CbModel::UnitsColumn);
  splitter->addWidget(m_canvas);
  splitter->addWidget(table);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 2);
  layout->addWidget(splitter, 1);
  setContent(content);
  connect(table, &QTableView::clicked, this,
          [this](const QModelIndex &index) { hub().selectCbs({index.row()}); });
  refresh();
}

int CbTimelineView::pe() const {
  const auto &pes = hub().selection().pes;
  return pes.empty() ? 0 : pes.front();
}

void CbTimelineView::setTrace(simdata::TraceRef trace, double clockGhz) {
  m_clock = clockGhz;
  const size_t rows = trace ? trace->cbs.size() : 0;
  if (rows <= kInlineRows) {
    m_job.cancel();
    m_data = std::make_shared<const CbData>(CbData::build(std::move(trace)));
    markDirty();
    return;
  }
  m_job.start(
      [trace = std::move(trace)](std::stop_token stop) {
        return std::make_shared<const CbData>(CbData::build(trace, stop));
      },
      [this](std::shared_ptr<const CbData> data) {
        m_data = std::move(data);
        markDirty();
      });
}

void CbTimelineView::refresh() {
  const simdata::TraceRef trace = m_data ? m_data->trace() : nullptr;
  m_model->setData(trace ? m_data : nullptr, pe());
  m_canvas->setData(m_data, pe(), m_clock);
  if (trace && trace->columns > 0) {
    //: a PE by number, row and column, then the key to the drawing
    m_caption->setText(tr("PE %1 (row %2, column %3). Dark: filled; light: reserved. Bar above a "
                          "strip: full; bar below: empty.")
                           .arg(pe())
                           .arg(pe() / trace->columns)
                           .arg(pe() % trace->columns));
    m_caption->setToolTip(timelineHint());
  }
  m_caption->setVisible(trace != nullptr);
}

void CbTimelineView::selectionChanged(SelectionHub::Parts parts) {
  if (parts.testFlag(SelectionHub::Pes)) {
    markDirty();
  }
}

} // namespace charonia::ui
