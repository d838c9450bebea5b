// SPDX-License-Identifier: GPL-3.0-or-later
// Base of all panels: identity, lazy refresh, the "stale" strip, saved state, image export.
#pragma once

#include "widgets/core/SelectionHub.h"
#include "widgets/core/Theme.h"

#include <QJsonObject>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace charonia::ui {

/// What a panel is given; all outlive it.
struct PanelContext {
  SelectionHub *selection = nullptr;
  ThemeHolder *theme = nullptr;
};

class Panel : public QWidget {
  Q_OBJECT
public:
  Panel(const QString &id, const PanelContext &context, QWidget *parent = nullptr);

  const QString &id() const { return m_id; }
  /// Name of the help page under resources/help, without ".md".
  virtual QString helpPage() const { return m_id; }

  /// Shows that the content belongs to an earlier, good state of the source; empty: it is current.
  void setStale(const QString &reason);
  bool isStale() const;

  /// Says in place of results that are not there yet what is being done ("Simulating..."); empty:
  /// nothing is, so the panel tells what it is for.
  void setPending(const QString &text);
  const QString &pending() const { return m_pending; }
  /// What the panel that `widget` is in says so, else `otherwise`.
  static QString emptyText(const QWidget *widget, const QString &otherwise);

  /// Asks for refresh(): at once if visible, else when the panel is shown.
  void markDirty();

  /// State worth keeping between sessions; empty is the default state.
  virtual QJsonObject saveState() const { return {}; }
  virtual void restoreState(const QJsonObject &) {}
  /// Whether data for the panel is still being prepared off-thread.
  virtual bool isBusy() const { return false; }
  /// The panel as an image, at its present size.
  virtual QImage exportImage();

protected:
  virtual void refresh() {}
  /// Colours changed; the default refreshes.
  virtual void themeChanged() { markDirty(); }
  virtual void selectionChanged(SelectionHub::Parts) {}

  /// `content` gets scroll bars where the panel is too small for it.
  void setContent(QWidget *content);
  SelectionHub &hub() const { return *m_context.selection; }
  const Theme &theme() const { return m_context.theme->theme(); }
  const PanelContext &context() const { return m_context; }
  void showEvent(QShowEvent *event) override;

private:
  void styleStrip();
  QString m_id;
  PanelContext m_context;
  QVBoxLayout *m_layout = nullptr;
  QLabel *m_strip = nullptr;
  QString m_pending;
  bool m_dirty = false;
};

} // namespace charonia::ui
