// SPDX-License-Identifier: GPL-3.0-or-later
// The window: docks from the layout file, menus from the command table, theme, recovery.
#pragma once

#include "app/engine/Autosave.h"
#include "app/gui/Arguments.h"
#include "app/gui/CommandRegistry.h"
#include "app/gui/Panels.h"
#include "widgets/core/LatestJob.h"

#include <QJsonObject>
#include <QMainWindow>

class QDockWidget;
class QLabel;
class QToolBar;

namespace charonia::app {

class FixActions;
class UpstreamActions;

/// `wanted`, moved and made smaller as far as it must be to lie within `room`.
QRect placedWithin(const QRect &room, const QRect &wanted);

class MainWindow : public QMainWindow {
  Q_OBJECT
public:
  /// Fresh: default layout, nothing is read from or written to the user's settings.
  enum class Session { User, Fresh };

  MainWindow(const Arguments &arguments, Session session);
  ~MainWindow() override;

  Workspace &workspace() { return m_workspace; }
  const Panels &panels() const { return *m_panels; }
  CommandRegistry &commands() { return *m_commands; }
  QDockWidget *dock(const QString &panel) const;
  /// Opens a file; a message box says why it cannot.
  void openFile(const QString &path);
  void openFolder(const QString &path);
  UpstreamActions &upstream() { return *m_upstream; }
  FixActions &fixes() { return *m_fixes; }
  /// Takes settings over, and keeps them unless the session is fresh.
  void applySettings(const Settings &settings);
  void setTheme(const QString &id);
  /// Offers texts that a crash left; `answer` decides (a dialog by default). True if one was
  /// restored and is open now.
  bool offerRecovery(const std::function<bool(const Recovery &)> &answer = {});
  /// The strip that says that a worker process compiles since the compiler crashed here.
  QToolBar *crashBanner() const { return m_crashBanner; }
  /// Selects an op and a PE, so that a picture of the window shows how panes follow each other.
  void selectForPicture();
  bool isSelected(compiler::OpId op) const;
  /// Source lines (1-based) that the selection stands for.
  std::vector<uint32_t> selectedLines() const;

protected:
  void showEvent(QShowEvent *event) override;
  void closeEvent(QCloseEvent *event) override;
  void dragEnterEvent(QDragEnterEvent *event) override;
  void dropEvent(QDropEvent *event) override;

private:
  void makeDocks();
  void applyDefaultLayout();
  void applyDefaultSizes();
  /// A dock among tabs has its title in the tab: its own title bar goes.
  void updateTitleBars();
  void makeMenus();
  void makeCrashBanner();
  void takeCrash();
  void connectCommands();
  void updateState();
  void updateTitle();
  bool saveSource();
  bool maybeSave();
  void exportView();
  void showPanel(const QString &id);
  /// Chooses a file of the opened folder by a part of its name.
  void quickOpen();
  void choose(std::vector<QAction *> actions, const QString &title, const QString &hint);
  void editSettings(int page = 0);
  void changeFont(int points);
  void saveSession();
  void restoreSession();

  Session m_session;
  ui::ThemeHolder m_theme;
  ui::SelectionHub m_hub;
  Workspace m_workspace;
  Panels *m_panels;
  CommandRegistry *m_commands;
  Autosave *m_autosave;
  UpstreamActions *m_upstream = nullptr;
  FixActions *m_fixes = nullptr;
  ui::LatestJob m_fileSearch{this};
  std::map<QString, QDockWidget *> m_docks;
  QLabel *m_state, *m_figures;
  QToolBar *m_crashBanner = nullptr;
  QTimer m_titleBars;   ///< docks move in several steps; titles follow after the last
  QJsonObject m_shares; ///< of the window that docks take, from the layout file
  int m_fontSize = 11;
  bool m_modified = false;
  bool m_sizesPending = true; ///< dock sizes are set once the window has its own
};

} // namespace charonia::app
