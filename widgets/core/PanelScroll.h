// SPDX-License-Identifier: GPL-3.0-or-later
// Holds what a panel shows. A dock that is smaller than the content needs gets scroll bars, so that
// no panel decides how small the window can be.
#pragma once

#include <QScrollArea>

namespace charonia::ui {

class PanelScroll : public QScrollArea {
  Q_OBJECT
public:
  /// Takes `content` over.
  explicit PanelScroll(QWidget *content, QWidget *parent = nullptr);

  /// A few lines of text, or less where the content needs less.
  QSize minimumSizeHint() const override;
  QSize sizeHint() const override;

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;

private:
  QSize leastSize() const;
  int leastHeight(int width) const;
  /// Gives the content the room there is, and never less than it needs.
  void fit();
};

} // namespace charonia::ui
