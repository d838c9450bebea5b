// SPDX-License-Identifier: GPL-3.0-or-later
// Time axis, ruler, scrolling and input of timelines.
#include "widgets/core/TimelineCanvas.h"

#include "widgets/core/NumberFormat.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
constexpr int kRuler = 34;
constexpr double kZoomStep = 1.3;

/// A round step (1, 2, 5 times a power of ten) so that marks are at least `minimum` apart.
double roundStep(double minimum) {
  const double power = std::pow(10, std::floor(std::log10(std::max(minimum, 1e-9))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= minimum) {
      return factor * power;
    }
  }
  return 10 * power;
}
} // namespace

QString timelineHint() {
  return QCoreApplication::translate("charonia::ui::TimelineCanvas",
                                     "W S zoom, A D pan, F fit, . , next and previous, Ctrl+wheel "
                                     "zooms at the cursor, Shift+drag selects a time range");
}

TimelineCanvas::TimelineCanvas(const PanelContext &context, QWidget *parent)
    : QWidget(parent), m_context(context), m_scroll(new QScrollBar(Qt::Vertical, this)) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(false);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(m_scroll, &QScrollBar::valueChanged, this, [this] { update(); });
  connect(context.theme, &ThemeHolder::changed, this, [this] { update(); });
  connect(context.selection, &SelectionHub::changed, this, [this] { update(); });
}

void TimelineCanvas::setExtent(uint64_t cycles, double clockGhz) {
  const bool same = static_cast<double>(cycles) == m_extent;
  m_extent = static_cast<double>(cycles);
  m_clock = clockGhz;
  if (!same) {
    fit();
  }
  rowsChanged();
}

void TimelineCanvas::setEmptyText(const QString &text) {
  m_emptyText = text;
  update();
}

void TimelineCanvas::setView(double begin, double end) {
  // At least 20 cycles wide and within the run.
  const double width = std::clamp(end - begin, 20.0, std::max(20.0, m_extent));
  m_begin = std::clamp(begin, 0.0, std::max(0.0, m_extent - width));
  m_end = m_begin + width;
  update();
}

void TimelineCanvas::zoom(double factor, double atCycle) {
  const double width = (m_end - m_begin) / factor;
  const double share = (atCycle - m_begin) / std::max(1e-9, m_end - m_begin);
  setView(atCycle - share * width, atCycle + (1 - share) * width);
}

QRect TimelineCanvas::plotRect() const {
  const int scroll = m_scroll->isVisible() ? m_scroll->width() : 0;
  return {labelWidth(), kRuler, std::max(1, width() - labelWidth() - scroll - 4),
          std::max(1, height() - kRuler)};
}

QRect TimelineCanvas::rowRect(int row) const {
  const QRect plot = plotRect();
  return {plot.left(), plot.top() + row * rowHeight() - m_scroll->value(), plot.width(),
          rowHeight()};
}

double TimelineCanvas::toX(double cycle) const {
  const QRect plot = plotRect();
  return plot.left() + (cycle - m_begin) / (m_end - m_begin) * plot.width();
}

double TimelineCanvas::toCycle(double x) const {
  const QRect plot = plotRect();
  return m_begin + (x - plot.left()) / plot.width() * (m_end - m_begin);
}

int TimelineCanvas::rowAt(int y) const {
  if (y < kRuler) {
    return -1;
  }
  const int row = (y - kRuler + m_scroll->value()) / std::max(1, rowHeight());
  return row < rowCount() ? row : -1;
}

void TimelineCanvas::rowsChanged() {
  const int content = rowCount() * rowHeight();
  const int room = std::max(1, height() - kRuler);
  m_scroll->setRange(0, std::max(0, content - room));
  m_scroll->setPageStep(room);
  m_scroll->setSingleStep(std::max(1, rowHeight()));
  m_scroll->setVisible(content > room);
  const int width = m_scroll->sizeHint().width();
  m_scroll->setGeometry(this->width() - width, kRuler, width, room);
  update();
}

void TimelineCanvas::scrollToRow(int row) {
  const int top = row * rowHeight();
  const int room = height() - kRuler;
  if (top < m_scroll->value()) {
    m_scroll->setValue(top);
  } else if (top + rowHeight() > m_scroll->value() + room) {
    m_scroll->setValue(top + rowHeight() - room);
  }
}

void TimelineCanvas::reveal(double begin, double end) {
  if (begin < m_begin || end > m_end) {
    const double width = std::max(m_end - m_begin, (end - begin) * 1.2);
    setView((begin + end - width) / 2, (begin + end + width) / 2);
  }
}

void TimelineCanvas::paintRuler(QPainter &painter) const {
  const QRect plot = plotRect();
  painter.fillRect(0, 0, width(), kRuler, theme().color(Role::Window));
  painter.setPen(theme().color(Role::Border));
  painter.drawLine(0, kRuler - 1, width(), kRuler - 1);
  const int textWidth = painter.fontMetrics().horizontalAdvance(u"000,000,000"_s);
  const double step = std::max(1.0, roundStep((m_end - m_begin) * (textWidth + 24) / plot.width()));
  painter.setPen(theme().color(Role::MutedText));
  painter.drawText(QRect(6, 0, labelWidth() - 12, kRuler / 2), Qt::AlignRight | Qt::AlignVCenter,
                   tr("cycle"));
  painter.drawText(QRect(6, kRuler / 2 - 1, labelWidth() - 12, kRuler / 2),
                   Qt::AlignRight | Qt::AlignVCenter, tr("time"));
  for (double cycle = std::ceil(m_begin / step) * step; cycle <= m_end; cycle += step) {
    const int x = static_cast<int>(toX(cycle));
    painter.setPen(theme().color(Role::GridLine));
    painter.drawLine(x, kRuler, x, height());
    painter.setPen(theme().color(Role::MutedText));
    painter.drawLine(x, kRuler - 5, x, kRuler - 1);
    if (x + textWidth + 8 > width()) {
      continue;
    }
    painter.setPen(theme().color(Role::Text));
    painter.drawText(x + 3, kRuler / 2 - 4, formatCount(static_cast<uint64_t>(cycle)));
    if (m_clock > 0) {
      painter.setPen(theme().color(Role::MutedText));
      painter.drawText(x + 3, kRuler - 6, formatTime(cycle, m_clock));
    }
  }
}

void TimelineCanvas::paintTimeSelection(QPainter &painter) const {
  const std::optional<TimeRange> &time = hub().selection().time;
  if (!time) {
    return;
  }
  QColor fill = theme().color(Role::Accent);
  fill.setAlpha(40);
  const QRect plot = plotRect();
  const double left = std::max<double>(plot.left(), toX(static_cast<double>(time->begin)));
  const double right = std::min<double>(plot.right(), toX(static_cast<double>(time->end)));
  if (right > left) {
    painter.fillRect(QRectF(left, 0, right - left, height()), fill);
    painter.setPen(theme().color(Role::Accent));
    painter.drawText(QPointF(left + 4, height() - 6),
                     tr("%1 cycles").arg(formatCount(time->end - time->begin)));
  }
}

void TimelineCanvas::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().color(Role::Base));
  if (rowCount() == 0 || m_extent <= 0) {
    painter.setPen(theme().color(Role::MutedText));
    painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     Panel::emptyText(this, m_emptyText));
    return;
  }
  const int first = std::max(0, rowAt(kRuler));
  const QRect plot = plotRect();
  painter.save();
  painter.setClipRect(0, kRuler, width(), height() - kRuler);
  for (int row = first; row < rowCount(); ++row) {
    const QRect band = rowRect(row);
    if (band.top() > height()) {
      break;
    }
    painter.fillRect(0, band.top(), labelWidth(), band.height(), theme().color(Role::Window));
    paintLabel(painter, row, QRect(6, band.top(), labelWidth() - 12, band.height()));
    painter.setPen(theme().color(Role::GridLine));
    painter.drawLine(0, band.bottom(), width(), band.bottom());
  }
  painter.restore();
  paintRuler(painter);
  painter.setClipRect(QRect(plot.left(), kRuler, plot.width(), height() - kRuler));
  for (int row = first; row < rowCount(); ++row) {
    const QRect band = rowRect(row);
    if (band.top() > height()) {
      break;
    }
    paintRow(painter, row, band);
  }
  painter.setClipping(false);
  paintTimeSelection(painter);
  if (hasFocus()) {
    painter.setPen(QPen(theme().color(Role::Accent), 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
  }
}

void TimelineCanvas::wheelEvent(QWheelEvent *event) {
  const double notches = (event->angleDelta().y() + event->angleDelta().x()) / 120.0;
  if (event->modifiers().testFlag(Qt::ControlModifier)) {
    zoom(std::pow(kZoomStep, notches), toCycle(event->position().x()));
  } else if (event->modifiers().testFlag(Qt::ShiftModifier) || event->angleDelta().x() != 0) {
    const double width = m_end - m_begin;
    setView(m_begin - notches * width * 0.1, m_end - notches * width * 0.1);
  } else {
    m_scroll->setValue(m_scroll->value() -
                       static_cast<int>(notches * 3 * m_scroll->singleStep() / 2));
  }
  event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event) {
  m_pressed = event->position().toPoint();
  m_pressedBegin = m_begin;
  m_pressedEnd = m_end;
  m_pressedCycle = toCycle(event->position().x());
  m_selecting = event->modifiers().testFlag(Qt::ShiftModifier);
  m_dragging = false;
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event) {
  const QPoint moved = event->position().toPoint() - m_pressed;
  if (!m_dragging && moved.manhattanLength() < 4) {
    return;
  }
  m_dragging = true;
  if (m_selecting) {
    const double cycle = toCycle(event->position().x());
    const double low = std::clamp(std::min(cycle, m_pressedCycle), 0.0, m_extent);
    const double high = std::clamp(std::max(cycle, m_pressedCycle), 0.0, m_extent);
    hub().selectTime(TimeRange{static_cast<uint64_t>(low), static_cast<uint64_t>(high)});
    return;
  }
  const double shift = -moved.x() * (m_pressedEnd - m_pressedBegin) / plotRect().width();
  setView(m_pressedBegin + shift, m_pressedEnd + shift);
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent *event) {
  if (!m_dragging && event->position().y() >= kRuler) {
    clicked(rowAt(event->position().toPoint().y()), toCycle(event->position().x()));
  }
  m_dragging = m_selecting = false;
}

void TimelineCanvas::keyPressEvent(QKeyEvent *event) {
  const double width = m_end - m_begin;
  const double middle = (m_begin + m_end) / 2;
  switch (event->key()) {
  case Qt::Key_W:
  case Qt::Key_Plus:
    return zoom(kZoomStep, middle);
  case Qt::Key_S:
  case Qt::Key_Minus:
    return zoom(1 / kZoomStep, middle);
  case Qt::Key_A:
  case Qt::Key_Left:
    return setView(m_begin - width * 0.15, m_end - width * 0.15);
  case Qt::Key_D:
  case Qt::Key_Right:
    return setView(m_begin + width * 0.15, m_end + width * 0.15);
  case Qt::Key_F:
    if (const std::optional<TimeRange> &time = hub().selection().time;
        time && time->end > time->begin) {
      return setView(static_cast<double>(time->begin), static_cast<double>(time->end));
    }
    return fit();
  case Qt::Key_Period:
    return step(true);
  case Qt::Key_Comma:
    return step(false);
  case Qt::Key_Up:
  case Qt::Key_Down:
    return m_scroll->setValue(m_scroll->value() +
                              (event->key() == Qt::Key_Up ? -1 : 1) * m_scroll->singleStep());
  case Qt::Key_Escape:
    return hub().selectTime(std::nullopt);
  default:
    QWidget::keyPressEvent(event);
  }
}

void TimelineCanvas::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  rowsChanged();
}

bool TimelineCanvas::event(QEvent *event) {
  if (event->type() == QEvent::ToolTip) {
    const auto *help = static_cast<QHelpEvent *>(event);
    const int row = rowAt(help->pos().y());
    const QString text = row >= 0 ? hoverText(row, toCycle(help->pos().x())) : QString();
    QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QWidget::event(event);
}

} // namespace charonia::ui
