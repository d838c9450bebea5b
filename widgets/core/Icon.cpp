// SPDX-License-Identifier: GPL-3.0-or-later
// Tints by text: the shipped icons are drawn in black strokes only.
#include "widgets/core/Icon.h"

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace charonia::ui {

QIcon icon(const QString &name, const QColor &color) {
  QFile file(u":/charonia/icons/%1.svg"_s.arg(name));
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  QByteArray svg = file.readAll();
  svg.replace("#000\"", color.name().toLatin1() + "\"");
  QSvgRenderer renderer(svg);
  QIcon result;
  for (const int size : {16, 24, 32, 48, 64}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    result.addPixmap(pixmap);
  }
  return result;
}

} // namespace charonia::ui
