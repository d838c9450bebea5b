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
  constexpr int kBar = 10;
  // The bar leaves room for the halves of the outer labels.
  int margin = 10;
  for (const QString &label : m_labels) {
    margin = std::max(margin, fontMetrics().horizontalAdvance(label) / 2 + 4);
  }
  const int width = std::max(1, this->width() - 2 * margin);
  for (int x = 0; x < width; ++x) {
    painter.fillRect(margin + x, 2, 1, kBar,
                     theme.heat().color(static_cast<double>(x) / std::max(1, width - 1)));
  }
  painter.setPen(theme.color(Role::Border));
  painter.drawRect(margin, 2, width - 1, kBar);
  painter.setPen(theme.color(Role::MutedText));
  const auto count = static_cast<int>(m_labels.size());
  for (int i = 0; i < count; ++i) {
    const int x = margin + (count > 1 ? width * i / (count - 1) : 0);
    const int half = fontMetrics().horizontalAdvance(m_labels[i]) / 2 + 3;
    painter.drawLine(std::min(x, margin + width - 1), 2 + kBar, std::min(x, margin + width - 1),
                     5 + kBar);
    painter.drawText(QRect(x - half, 5 + kBar, 2 * half, fontMetrics().height()), Qt::AlignCenter,
                     m_labels[i]);
  }
}

} // namespace charonia::ui
