// SPDX-License-Identifier: GPL-3.0-or-later
// A label of one line that leaves out its middle where there is no room, instead of asking for
// room: names of kernels and paths have no blank to break at. What is left out shows as a tool tip,
// unless the label has one of its own.
#pragma once

#include <QLabel>

namespace charonia::ui {

class ElidedLabel : public QLabel {
  Q_OBJECT
public:
  explicit ElidedLabel(const QString &text = {}, QWidget *parent = nullptr);
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;
  /// What is painted at the present width.
  QString shownText() const;

protected:
  bool event(QEvent *event) override;
  void paintEvent(QPaintEvent *event) override;
};

} // namespace charonia::ui
