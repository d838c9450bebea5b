// SPDX-License-Identifier: GPL-3.0-or-later
// One column of a table or tree takes the room that the others leave, but never less than what it
// shows: where there is less room, the view scrolls instead of cutting texts off.
#pragma once

#include <QTimer>

class QAbstractItemView;
class QHeaderView;

namespace charonia::ui {

class FillingColumn : public QObject {
  Q_OBJECT
public:
  /// `view` has its model already, and owns this.
  FillingColumn(QAbstractItemView *view, QHeaderView *header, int column);

protected:
  bool eventFilter(QObject *watched, QEvent *event) override;

private:
  void fit();
  QAbstractItemView *m_view;
  QHeaderView *m_header;
  int m_column;
  QTimer m_later; ///< several changes in one event count once
};

} // namespace charonia::ui
