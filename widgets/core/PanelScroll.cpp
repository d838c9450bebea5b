// SPDX-License-Identifier: GPL-3.0-or-later
// QScrollArea's own resizing gives wrapped text its preferred height, not the least one, and so
// scrolls too early; sizes are computed here instead.
#include "widgets/core/PanelScroll.h"

#include <QEvent>
#include <QLayout>
#include <QScrollBar>

namespace charonia::ui {

namespace {
/// Of a panel that can be scrolled.
constexpr int kPanelCharacters = 24, kPanelLines = 6;
} // namespace

PanelScroll::PanelScroll(QWidget *content, QWidget *parent) : QScrollArea(parent) {
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(false);
  setFocusPolicy(Qt::NoFocus);
  setWidget(content);
}

QSize PanelScroll::leastSize() const {
  return widget()->minimumSizeHint().expandedTo(widget()->minimumSize());
}

int PanelScroll::leastHeight(int width) const {
  const QLayout *layout = widget()->layout();
  return layout != nullptr && layout->hasHeightForWidth()
             ? layout->totalMinimumHeightForWidth(width)
             : leastSize().height();
}

QSize PanelScroll::minimumSizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  return leastSize().boundedTo(
      {metrics.averageCharWidth() * kPanelCharacters, metrics.lineSpacing() * kPanelLines});
}

QSize PanelScroll::sizeHint() const { return widget()->sizeHint().expandedTo(minimumSizeHint()); }

void PanelScroll::fit() {
  const QSize room = maximumViewportSize();
  const int least = leastSize().width();
  const int across = least > room.width() ? horizontalScrollBar()->sizeHint().height() : 0;
  int width = std::max(least, room.width());
  if (leastHeight(width) > room.height() - across) {
    width = std::max(least, room.width() - verticalScrollBar()->sizeHint().width());
  }
  const int bar = width > room.width() ? horizontalScrollBar()->sizeHint().height() : 0;
  widget()->resize(width, std::max(leastHeight(width), room.height() - bar));
}

bool PanelScroll::eventFilter(QObject *watched, QEvent *event) {
  const bool result = QScrollArea::eventFilter(watched, event);
  if (watched == widget() && event->type() == QEvent::LayoutRequest) {
    updateGeometry();
    fit();
  }
  return result;
}

void PanelScroll::resizeEvent(QResizeEvent *event) {
  fit();
  QScrollArea::resizeEvent(event);
}

} // namespace charonia::ui
