// SPDX-License-Identifier: GPL-3.0-or-later
// What every panel does alike.
#include "widgets/core/Panel.h"

#include "widgets/core/PanelScroll.h"

#include <QLabel>
#include <QShowEvent>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

Panel::Panel(const QString &id, const PanelContext &context, QWidget *parent)
    : QWidget(parent), m_id(id), m_context(context) {
  setObjectName(id);
  m_layout = new QVBoxLayout(this);
  m_layout->setContentsMargins(0, 0, 0, 0);
  m_layout->setSpacing(0);
  m_strip = new QLabel(this);
  m_strip->setWordWrap(true);
  m_strip->setContentsMargins(8, 3, 8, 3);
  m_strip->setAutoFillBackground(true);
  m_strip->hide();
  m_layout->addWidget(m_strip);
  styleStrip();
  connect(m_context.theme, &ThemeHolder::changed, this, [this] {
    styleStrip();
    themeChanged();
  });
  connect(m_context.selection, &SelectionHub::changed, this,
          [this](SelectionHub::Parts parts) { selectionChanged(parts); });
}

void Panel::styleStrip() {
  QPalette palette = m_strip->palette();
  palette.setColor(QPalette::Window, theme().color(Role::Stale));
  palette.setColor(QPalette::WindowText, theme().color(Role::StaleText));
  m_strip->setPalette(palette);
}

void Panel::setStale(const QString &reason) {
  m_strip->setText(reason);
  m_strip->setVisible(!reason.isEmpty());
}

bool Panel::isStale() const { return !m_strip->text().isEmpty(); }

void Panel::setPending(const QString &text) {
  if (text == m_pending) {
    return;
  }
  m_pending = text;
  markDirty();
  for (QWidget *child : findChildren<QWidget *>()) {
    child->update();
  }
}

QString Panel::emptyText(const QWidget *widget, const QString &otherwise) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    if (const auto *panel = qobject_cast<const Panel *>(widget)) {
      return panel->m_pending.isEmpty() ? otherwise : panel->m_pending;
    }
  }
  return otherwise;
}

void Panel::markDirty() {
  if (isVisible()) {
    m_dirty = false;
    refresh();
  } else {
    m_dirty = true;
  }
}

void Panel::setContent(QWidget *content) { m_layout->addWidget(new PanelScroll(content), 1); }

void Panel::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  if (m_dirty) {
    m_dirty = false;
    refresh();
  }
}

QImage Panel::exportImage() {
  if (m_dirty) {
    m_dirty = false;
    refresh();
  }
  return grab().toImage();
}

} // namespace charonia::ui
