// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/UpstreamActions.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace charonia::app {

UpstreamActions::UpstreamActions(Workspace *workspace, Panels *panels, QWidget *window)
    : QObject(window), m_workspace(workspace), m_panels(panels), m_window(window) {
  connect(panels->frontends, &ui::FrontendDiffView::compareRequested, this,
          &UpstreamActions::compare);
}

void UpstreamActions::compare() {
  Settings settings = m_workspace->settings();
  const std::string python = upstreamPython(settings.python.toStdString());
  ui::FrontendDiffView *panel = m_panels->frontends;
  Q_EMIT panelWanted();
  if (m_workspace->sourceFile().empty()) {
    panel->setMessage(tr("Open a kernel to compare."));
    return;
  }
  if (!settings.upstream) {
    panel->setMessage(tr("Upstream Triton is off, because it executes the kernel's file. It can be "
                         "turned on in the settings."));
    return;
  }
  if (python.empty()) {
    panel->setMessage(tr("No Python interpreter is chosen. Name one that has Triton 3.4 to 3.6 in "
                         "the settings."));
    return;
  }
  const QString interpreter = QString::fromStdString(python);
  const QString file = QString::fromStdString(m_workspace->sourceFile());
  if (settings.agreedPython != interpreter) {
    if (!(m_consent ? m_consent(file, interpreter) : ask(file, interpreter))) {
      panel->setMessage(tr("Nothing was executed."));
      return;
    }
    settings.agreedPython = interpreter;
    m_workspace->setSettings(settings);
    Q_EMIT agreed(settings);
  }
  m_workspace->compareWithUpstream();
}

bool UpstreamActions::ask(const QString &file, const QString &python) {
  QMessageBox box(m_window);
  box.setIcon(QMessageBox::Warning);
  box.setWindowTitle(tr("Upstream Triton"));
  box.setText(
      tr("Upstream Triton executes %1 and all that it imports.").arg(QFileInfo(file).fileName()));
  box.setInformativeText(tr("%1 runs it with your rights, now and at each later comparison. Go on "
                            "if you trust the file.")
                             .arg(python));
  QPushButton *execute = box.addButton(tr("Execute"), QMessageBox::AcceptRole);
  box.setDefaultButton(box.addButton(tr("Cancel"), QMessageBox::RejectRole));
  box.exec();
  return box.clickedButton() == execute;
}

} // namespace charonia::app
