// SPDX-License-Identifier: GPL-3.0-or-later
// What outlives the window: saved sources, recovery after a crash, the layout of the last session.
#include "app/gui/MainWindow.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMessageBox>
#include <QScreen>
#include <QSettings>
#include <QStyle>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
/// Version of what saveState() writes; another one is ignored.
constexpr int kLayoutVersion = 2;
constexpr QSize kFirstSize(1600, 1000);
} // namespace

QRect placedWithin(const QRect &room, const QRect &wanted) {
  QRect placed(wanted.topLeft(), wanted.size().boundedTo(room.size()));
  placed.moveLeft(std::clamp(placed.left(), room.left(), room.right() + 1 - placed.width()));
  placed.moveTop(std::clamp(placed.top(), room.top(), room.bottom() + 1 - placed.height()));
  return placed;
}

bool MainWindow::saveSource() {
  if (m_workspace.sourceFile().empty()) {
    return true;
  }
  QString error;
  if (!m_workspace.saveSource(&error)) {
    QMessageBox::warning(this, tr("Save source"), error);
    return false;
  }
  m_modified = false;
  m_autosave->discard(QString::fromStdString(m_workspace.sourceFile()));
  updateTitle();
  return true;
}

bool MainWindow::maybeSave() {
  if (!m_modified || m_session == Session::Fresh) {
    return true;
  }
  const auto answer = QMessageBox::question(
      this, tr("Unsaved changes"), tr("The source has unsaved changes. Save them?"),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
  if (answer == QMessageBox::Save) {
    return saveSource();
  }
  if (answer == QMessageBox::Discard) {
    m_autosave->discard(QString::fromStdString(m_workspace.sourceFile()));
    return true;
  }
  return false;
}

bool MainWindow::offerRecovery(const std::function<bool(const Recovery &)> &answer) {
  for (const Recovery &recovery : m_autosave->pending()) {
    const QString name = recovery.file.isEmpty() ? tr("an unnamed document") : recovery.file;
    const bool restore =
        answer ? answer(recovery)
               : QMessageBox::question(
                     this, tr("Recover"),
                     tr("The program ended before changes to %1 were saved (%2). Restore them?")
                         .arg(name, QLocale().toString(recovery.saved.toLocalTime(),
                                                       QLocale::ShortFormat))) == QMessageBox::Yes;
    if (restore) {
      if (QFileInfo::exists(recovery.file)) {
        openFile(recovery.file);
      } else {
        m_workspace.setSourceFile(recovery.file.toStdString());
      }
      m_panels->source->editor().replaceAll(recovery.text);
      m_autosave->flush(); // under this process before the old file goes
    }
    Autosave::remove(recovery);
    if (restore) {
      return true; // one document at a time; others are offered at the next start
    }
  }
  return false;
}

void MainWindow::saveSession() {
  QSettings settings;
  settings.setValue(u"window/geometry"_s, saveGeometry());
  settings.setValue(u"window/state"_s, saveState(kLayoutVersion));
  settings.setValue(u"folder"_s, m_workspace.folder());
  for (const PanelInfo &info : kPanels) {
    const QString id = QString::fromLatin1(info.id);
    settings.setValue(
        u"panels/"_s + id,
        QJsonDocument(m_panels->panel(id)->saveState()).toJson(QJsonDocument::Compact));
  }
}

void MainWindow::restoreSession() {
  const QSettings settings;
  const bool restored = restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
  if (!isMaximized() && !isFullScreen()) {
    // The frame is the desktop's and not known yet; a title bar of the style stands for it.
    const QRect room = screen()->availableGeometry().adjusted(
        0, style()->pixelMetric(QStyle::PM_TitleBarHeight), 0, 0);
    const QRect wanted = restored ? geometry() : QRect(room.topLeft(), kFirstSize);
    setGeometry(placedWithin(room, wanted));
  }
  m_sizesPending = !restoreState(settings.value(u"window/state"_s).toByteArray(), kLayoutVersion);
  const QString folder = settings.value(u"folder"_s).toString();
  if (QFileInfo(folder).isDir()) {
    m_workspace.openFolder(folder);
  }
  for (const PanelInfo &info : kPanels) {
    const QString id = QString::fromLatin1(info.id);
    const QJsonObject state =
        QJsonDocument::fromJson(settings.value(u"panels/"_s + id).toByteArray()).object();
    if (!state.isEmpty()) {
      m_panels->panel(id)->restoreState(state);
    }
  }
}

void MainWindow::closeEvent(QCloseEvent *event) {
  if (!maybeSave()) {
    event->ignore();
    return;
  }
  m_workspace.stop();
  if (m_session == Session::User) {
    saveSession();
  }
  event->accept();
}

} // namespace charonia::app
