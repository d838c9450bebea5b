// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/core/ElidedLabel.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace charonia::ui {

namespace {
constexpr int kLeastCharacters = 8;
}

ElidedLabel::ElidedLabel(const QString &text, QWidget *parent) : QLabel(text, parent) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::sizeHint() const {
  const QMargins margins = contentsMargins();
  return {fontMetrics().horizontalAdvance(text()) + margins.left() + margins.right() + 2,
          fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const {
  const QSize whole = sizeHint();
  return {std::min(whole.width(), fontMetrics().averageCharWidth() * kLeastCharacters),
          whole.height()};
}

QString ElidedLabel::shownText() const {
  return fontMetrics().elidedText(text(), Qt::ElideMiddle, contentsRect().width());
}

bool ElidedLabel::event(QEvent *event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
    const QString hint = shownText() == text() ? QString() : text();
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), hint, this);
    return true;
  }
  return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *) {
  QPainter painter(this);
  painter.setPen(
      palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
  painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shownText());
}

} // namespace charonia::ui
