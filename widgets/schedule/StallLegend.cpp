// SPDX-License-Identifier: GPL-3.0-or-later
// Lays items out as it paints them.
#include "widgets/schedule/StallLegend.h"

#include "widgets/grid/PeMetrics.h"

#include <QPainter>

namespace charonia::ui {

namespace {
constexpr int kSide = 8, kTop = 3;                 ///< margins
constexpr int kSwatch = 14, kGap = 5, kSpace = 14; ///< of an item, and after it
} // namespace

Qt::BrushStyle hatch(simdata::StallClass wait) {
  switch (wait) {
  case simdata::StallClass::Element:
    return Qt::BDiagPattern;
  case simdata::StallClass::Space:
    return Qt::FDiagPattern;
  case simdata::StallClass::Port:
    return Qt::DiagCrossPattern;
  case simdata::StallClass::Issue:
    return Qt::Dense7Pattern;
  case simdata::StallClass::Blocked:
    return Qt::VerPattern;
  case simdata::StallClass::Peer:
    return Qt::HorPattern;
  default:
    return Qt::NoBrush;
  }
}

StallLegend::StallLegend(ThemeHolder *theme, QWidget *parent) : QWidget(parent), m_theme(theme) {
  QFont small = font();
  small.setPointSizeF(QFontInfo(small).pointSizeF() * 0.88);
  setFont(small);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int StallLegend::heightForWidth(int width) const { return flow(width, nullptr); }

QSize StallLegend::sizeHint() const { return {200, flow(width(), nullptr)}; }

int StallLegend::flow(int width, QPainter *painter) const {
  const QFontMetrics metrics = fontMetrics();
  const int line = metrics.height() + 2;
  int x = kSide;
  int y = kTop;
  const auto put = [&](const QString &text, simdata::StallClass wait, bool swatch) {
    const int before = swatch ? kSwatch + kGap : 0;
    const int taken = before + metrics.horizontalAdvance(text);
    if (x > kSide && x + taken > width - kSide) {
      x = kSide;
      y += line;
    }
    if (painter != nullptr) {
      if (swatch) {
        const QRect box(x, y + (line - 10) / 2, kSwatch, 10);
        painter->setPen(m_theme->theme().stall(wait));
        painter->setBrush(QBrush(m_theme->theme().stall(wait), hatch(wait)));
        painter->drawRect(box.adjusted(0, 0, -1, -1));
      }
      painter->setPen(m_theme->theme().color(Role::Text));
      painter->drawText(x + before, y + metrics.ascent() + 1, text);
    }
    x += taken + kSpace;
  };
  put(tr("Hatched gaps:"), simdata::StallClass::Element, false);
  for (const simdata::StallClass wait :
       {simdata::StallClass::Element, simdata::StallClass::Space, simdata::StallClass::Port,
        simdata::StallClass::Issue, simdata::StallClass::Blocked, simdata::StallClass::Peer}) {
    put(stallName(wait), wait, true);
  }
  return y + line + kTop;
}

void StallLegend::resizeEvent(QResizeEvent *) {
  // A layout without room takes from the hint, which knows only the last width.
  setMinimumHeight(flow(width(), nullptr));
}

void StallLegend::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  flow(width(), &painter);
}

} // namespace charonia::ui
