// SPDX-License-Identifier: GPL-3.0-or-later
// From the command table to actions.
#include "app/gui/CommandRegistry.h"

#include "widgets/core/Icon.h"

#include <QCoreApplication>
#include <QWidget>

namespace charonia::app {

CommandRegistry::CommandRegistry(QWidget *window) : QObject(window) {
  for (const CommandInfo &info : kCommands) {
    auto *action = new QAction(QCoreApplication::translate("Commands", info.text), window);
    action->setObjectName(QString::fromLatin1(info.id));
    action->setShortcut(QKeySequence(QString::fromLatin1(info.key)));
    action->setCheckable(info.checkable);
    window->addAction(action);
    m_actions[info.command] = action;
    m_all.push_back(action);
  }
}

void CommandRegistry::on(Command command, std::function<void()> handler) {
  connect(action(command), &QAction::triggered, this,
          [handler = std::move(handler)] { handler(); });
}

void CommandRegistry::setIconColor(const QColor &color) {
  for (const CommandInfo &info : kCommands) {
    if (info.icon[0] != '\0') {
      action(info.command)->setIcon(ui::icon(QString::fromLatin1(info.icon), color));
    }
  }
}

} // namespace charonia::app
