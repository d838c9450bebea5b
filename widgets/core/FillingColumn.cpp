// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/core/FillingColumn.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>

namespace charonia::ui {

FillingColumn::FillingColumn(QAbstractItemView *view, QHeaderView *header, int column)
    : QObject(view), m_view(view), m_header(header), m_column(column) {
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  header->setStretchLastSection(false);
  header->setSectionResizeMode(column, QHeaderView::Fixed);
  m_later.setSingleShot(true);
  m_later.setInterval(0);
  connect(&m_later, &QTimer::timeout, this, &FillingColumn::fit);
  const auto again = [this] { m_later.start(); };
  const QAbstractItemModel *model = view->model();
  connect(model, &QAbstractItemModel::modelReset, this, again);
  connect(model, &QAbstractItemModel::layoutChanged, this, again);
  connect(model, &QAbstractItemModel::rowsInserted, this, again);
  connect(model, &QAbstractItemModel::rowsRemoved, this, again);
  connect(model, &QAbstractItemModel::dataChanged, this, again);
  connect(header, &QHeaderView::sectionResized, this, [this](int section) {
    if (section != m_column) {
      m_later.start();
    }
  });
  view->viewport()->installEventFilter(this);
  view->installEventFilter(this);
}

bool FillingColumn::eventFilter(QObject *watched, QEvent *event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) {
    m_later.start();
  }
  return QObject::eventFilter(watched, event);
}

void FillingColumn::fit() {
  const int least =
      std::max(m_header->sectionSizeHint(m_column), m_view->sizeHintForColumn(m_column));
  const int others = m_header->length() - m_header->sectionSize(m_column);
  m_header->resizeSection(m_column, std::max(least, m_view->viewport()->width() - others));
}

} // namespace charonia::ui
