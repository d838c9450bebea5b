// SPDX-License-Identifier: GPL-3.0-or-later
// Paints a gradient bar and its labels.
#include "widgets/grid/HeatLegend.h"

#include <QPainter>

namespace charonia::ui {

HeatLegend::HeatLegend(ThemeHolder *theme, QWidget *parent) : QWidget(parent), m_theme(theme) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(theme, &ThemeHolder::changed, this, [this] { update(); });
}

void HeatLegend::setLabels(const QStringList &labels) {
  m_labels = labels;
  setAccessibleDescription(labels.join(QStringLiteral(", ")));
  update();
}

QSize HeatLegend::sizeHint() const { return {200, fontMetrics().height() + 18}; }

void HeatLegend::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  const Theme &theme = m_theme->theme();
  constexpr int kMargin = 10;
  constexpr int kBar = 10;
  const int width = std::max(1, this->width() - 2 * kMargin);
  for (int x = 0; x < width; ++x) {
    painter.fillRect(kMargin + x, 2, 1, kBar,
                     theme.heat().color(static_cast<double>(x) / std::max(1, width - 1)));
  }
  painter.setPen(theme.color(Role::Border));
  painter.drawRect(kMargin, 2, width - 1, kBar);
  painter.setPen(theme.color(Role::MutedText));
  const auto count = static_cast<int>(m_labels.size());
  for (int i = 0; i < count; ++i) {
    const int x = kMargin + (count > 1 ? width * i / (count - 1) : 0);
    const int half = fontMetrics().horizontalAdvance(m_labels[i]) / 2 + 1;
    const int left = std::clamp(x - half, 0, std::max(0, this->width() - 2 * half));
    painter.drawLine(std::min(x, kMargin + width - 1), 2 + kBar, std::min(x, kMargin + width - 1),
                     5 + kBar);
    painter.drawText(QRect(left, 5 + kBar, 2 * half, fontMetrics().height()), Qt::AlignCenter,
                     m_labels[i]);
  }
}

} // namespace charonia::ui
