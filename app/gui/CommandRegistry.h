// SPDX-License-Identifier: GPL-3.0-or-later
// The actions made from the command table, and others that join at run time (panels).
#pragma once

#include "app/gui/Commands.h"

#include <QAction>
#include <QObject>

#include <functional>
#include <map>
#include <vector>

class QWidget;

namespace charonia::app {

class CommandRegistry : public QObject {
  Q_OBJECT
public:
  /// Makes the actions of the table and adds them to `window`.
  explicit CommandRegistry(QWidget *window);

  QAction *action(Command command) const { return m_actions.at(command); }
  void on(Command command, std::function<void()> handler);
  /// An action that is not in the table (one per panel).
  void add(QAction *action) { m_all.push_back(action); }
  const std::vector<QAction *> &all() const { return m_all; }
  /// Tints icons for the theme.
  void setIconColor(const QColor &color);

private:
  std::map<Command, QAction *> m_actions;
  std::vector<QAction *> m_all;
};

} // namespace charonia::app
