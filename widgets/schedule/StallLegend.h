// SPDX-License-Identifier: GPL-3.0-or-later
// What the hatches of the schedule mean: a swatch and a name for each reason to wait. Items flow
// onto further lines whole.
#pragma once

#include "widgets/core/Theme.h"

#include "charonia/simdata/Trace.h"

#include <QWidget>

namespace charonia::ui {

/// Each wait has its own hatch, so that it can be told without colour.
Qt::BrushStyle hatch(simdata::StallClass wait);

class StallLegend : public QWidget {
  Q_OBJECT
public:
  explicit StallLegend(ThemeHolder *theme, QWidget *parent = nullptr);
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;

protected:
  void resizeEvent(QResizeEvent *event) override;
  void paintEvent(QPaintEvent *event) override;

private:
  /// Places items in `width`; draws them if there is a painter. Returns the height.
  int flow(int width, QPainter *painter) const;
  ThemeHolder *m_theme;
};

} // namespace charonia::ui
