// SPDX-License-Identifier: GPL-3.0-or-later
// Base of canvases over time: rows with a label each, a ruler in cycles and time, zoom and pan by
// mouse and keyboard. Subclasses paint rows from data prepared beforehand.
//
// Keys: W S zoom, A D pan, F fit, `.` `,` next and previous, Esc drops the time selection.
// Mouse: Ctrl+wheel zooms at the cursor, Shift+wheel and drag pan, Shift+drag selects a time range.
#pragma once

#include "widgets/core/Panel.h"

#include <QWidget>

class QScrollBar;

namespace charonia::ui {

class TimelineCanvas : public QWidget {
  Q_OBJECT
public:
  explicit TimelineCanvas(const PanelContext &context, QWidget *parent = nullptr);

  /// Length of the run and clock for the ruler; 0 cycles: nothing to show. Keeps the view if the
  /// length stays.
  void setExtent(uint64_t cycles, double clockGhz);
  uint64_t extent() const { return static_cast<uint64_t>(m_extent); }
  double viewBegin() const { return m_begin; }
  double viewEnd() const { return m_end; }
  void setView(double begin, double end);
  void fit() { setView(0, m_extent); }
  void zoom(double factor, double atCycle);

  QRect rowRect(int row) const;
  QRect plotRect() const;
  double toX(double cycle) const;
  double toCycle(double x) const;
  QSize minimumSizeHint() const override { return {240, 120}; }
  /// Text shown when there is nothing to draw.
  void setEmptyText(const QString &text);

protected:
  virtual int rowCount() const = 0;
  virtual int rowHeight() const = 0;
  virtual void paintRow(QPainter &painter, int row, const QRect &band) const = 0;
  virtual void paintLabel(QPainter &painter, int row, const QRect &band) const = 0;
  virtual QString hoverText(int row, double cycle) const = 0;
  virtual void clicked(int row, double cycle) = 0;
  virtual void step(bool forward) { (void)forward; }
  virtual int labelWidth() const { return 120; }

  /// Row count or height changed.
  void rowsChanged();
  void scrollToRow(int row);
  void reveal(double begin, double end);
  const Theme &theme() const { return m_context.theme->theme(); }
  SelectionHub &hub() const { return *m_context.selection; }

  void paintEvent(QPaintEvent *event) override;
  void wheelEvent(QWheelEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void mouseReleaseEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void resizeEvent(QResizeEvent *event) override;
  bool event(QEvent *event) override;

private:
  void paintRuler(QPainter &painter) const;
  void paintTimeSelection(QPainter &painter) const;
  int rowAt(int y) const;

  PanelContext m_context;
  QScrollBar *m_scroll;
  double m_extent = 0, m_clock = 0;
  double m_begin = 0, m_end = 1;
  QString m_emptyText;
  QPoint m_pressed;
  double m_pressedBegin = 0, m_pressedEnd = 1, m_pressedCycle = 0;
  bool m_dragging = false, m_selecting = false;
};

/// The hint line below a timeline: its keys.
QString timelineHint();

} // namespace charonia::ui
