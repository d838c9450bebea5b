// SPDX-License-Identifier: GPL-3.0-or-later
// The heat scale with numbers on it.
#pragma once

#include "widgets/core/Theme.h"

#include <QWidget>

namespace charonia::ui {

class HeatLegend : public QWidget {
  Q_OBJECT
public:
  explicit HeatLegend(ThemeHolder *theme, QWidget *parent = nullptr);
  /// Labels from the low to the high end, evenly spaced.
  void setLabels(const QStringList &labels);
  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent *event) override;

private:
  ThemeHolder *m_theme;
  QStringList m_labels;
};

} // namespace charonia::ui
