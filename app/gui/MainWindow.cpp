// SPDX-License-Identifier: GPL-3.0-or-later
// Assembly of the window; what panels show is decided in Panels.cpp.
#include "app/gui/MainWindow.h"

#include "app/gui/Appearance.h"
#include "app/gui/CommandPalette.h"
#include "app/gui/FixActions.h"
#include "app/gui/SettingsDialog.h"
#include "app/gui/UpstreamActions.h"
#include "widgets/core/Icon.h"
#include "widgets/core/NumberFormat.h"
#include "widgets/files/FileSearch.h"

#include <QApplication>
#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QToolBar>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
const QString kWorkerSetting = u"compiler/worker"_s;

Qt::DockWidgetArea areaOf(const QString &name) {
  return name == u"left"_s    ? Qt::LeftDockWidgetArea
         : name == u"right"_s ? Qt::RightDockWidgetArea
                              : Qt::BottomDockWidgetArea;
}
} // namespace

MainWindow::MainWindow(const Arguments &arguments, Session session)
    : m_session(session),
      m_theme(ui::Theme::load(arguments.theme.isEmpty() ? u"light"_s : arguments.theme)),
      m_panels(new Panels(&m_workspace, {&m_hub, &m_theme}, this)),
      m_commands(new CommandRegistry(this)), m_autosave(new Autosave({}, this)),
      m_state(new QLabel), m_figures(new QLabel) {
  setWindowIcon(QIcon(u":/charonia/icons/app.svg"_s));
  setDockNestingEnabled(true);
  setAcceptDrops(true);
  setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
  m_titleBars.setSingleShot(true);
  m_titleBars.setInterval(0);
  connect(&m_titleBars, &QTimer::timeout, this, &MainWindow::updateTitleBars);
  makeDocks();
  makeMenus();
  makeCrashBanner();
  connectCommands();
  statusBar()->addWidget(m_state);
  statusBar()->addPermanentWidget(m_figures);
  QString theme = arguments.theme;
  if (m_session == Session::User) {
    restoreSession();
    m_workspace.setSettings(readSettings(QSettings()));
    m_crashBanner->hide(); // of an earlier process
    theme = theme.isEmpty() ? QSettings().value(u"theme"_s, u"light"_s).toString() : theme;
  }
  setTheme(theme.isEmpty() ? u"light"_s : theme);
  connect(&m_workspace, &Workspace::opened, this, [this] {
    m_modified = false;
    updateTitle();
  });
  connect(&m_workspace, &Workspace::launchChanged, this, [this] {
    if (m_workspace.launchWasGuessed()) {
      statusBar()->showMessage(tr("There is no launch file: one was made from the signature. Check "
                                  "it in the launch panel and save it."),
                               15000);
    }
  });
  connect(&m_workspace, &Workspace::compilerRecovered, this, &MainWindow::takeCrash);
  connect(&m_workspace, &Workspace::stateChanged, this, &MainWindow::updateState);
  connect(&m_workspace, &Workspace::simulated, this, &MainWindow::updateState);
  connect(&m_workspace, &Workspace::diagnosticsChanged, this, [this] {
    QDockWidget *problems = dock(u"problems"_s);
    const int errors = m_panels->problems->model().count(compiler::Severity::Error);
    problems->setWindowTitle(errors > 0 ? u"%1 (%2)"_s.arg(panelTitle(u"problems"_s)).arg(errors)
                                        : panelTitle(u"problems"_s));
  });
  connect(m_panels->source, &SourcePanel::edited, this, [this] {
    m_modified = true;
    updateTitle();
    m_autosave->noteEdit(QString::fromStdString(m_workspace.sourceFile()),
                         [this] { return m_panels->source->editor().text(); });
  });
  connect(m_panels->files, &ui::FilesPanel::openFolderRequested, this,
          [this] { m_commands->action(Command::OpenFolder)->trigger(); });
  connect(m_panels->files, &ui::FilesPanel::fileActivated, this, [this](const QString &path) {
    if (maybeSave()) {
      openFile(path);
    }
  });
  connect(m_panels->frontends, &ui::FrontendDiffView::settingsRequested, this,
          [this] { editSettings(static_cast<int>(SettingsDialog::Page::Upstream)); });
  m_fixes = new FixActions(&m_workspace, m_panels, this);
  connect(m_fixes, &FixActions::said, this,
          [this](const QString &text) { statusBar()->showMessage(text, 5000); });
  m_upstream = new UpstreamActions(&m_workspace, m_panels, this);
  connect(m_upstream, &UpstreamActions::panelWanted, this, [this] { showPanel(u"frontends"_s); });
  connect(m_upstream, &UpstreamActions::agreed, this, &MainWindow::applySettings);
  connect(m_panels->launch, &ui::LaunchPanel::saveRequested, this,
          [this] { m_commands->action(Command::SaveLaunch)->trigger(); });
  updateTitle();
  updateState();
}

MainWindow::~MainWindow() {
  // Docks tell that they vanish when this object's members are gone already.
  for (const auto &[id, holder] : m_docks) {
    holder->disconnect(this);
  }
}

QDockWidget *MainWindow::dock(const QString &panel) const {
  const auto found = m_docks.find(panel);
  return found == m_docks.end() ? nullptr : found->second;
}

void MainWindow::makeDocks() {
  setCentralWidget(m_panels->source);
  for (const PanelInfo &info : kPanels) {
    const QString id = QString::fromLatin1(info.id);
    ui::Panel *panel = m_panels->panel(id);
    if (panel == m_panels->source) {
      continue;
    }
    auto *holder = new QDockWidget(panelTitle(id), this);
    holder->setObjectName(u"dock."_s + id);
    holder->setWidget(panel);
    m_docks[id] = holder;
    for (const auto moved : {&QDockWidget::visibilityChanged, &QDockWidget::topLevelChanged}) {
      connect(holder, moved, this, [this] { m_titleBars.start(); });
    }
    connect(holder, &QDockWidget::dockLocationChanged, this, [this] { m_titleBars.start(); });
    m_commands->add(holder->toggleViewAction());
  }
  applyDefaultLayout();
}

void MainWindow::applyDefaultLayout() {
  QFile file(u":/charonia/layouts/default.json"_s);
  if (!file.open(QIODevice::ReadOnly)) {
    return;
  }
  const QJsonObject layout = QJsonDocument::fromJson(file.readAll()).object();
  QList<QDockWidget *> behind;
  for (const QJsonValue &value : layout.value("docks"_L1).toArray()) {
    const QJsonObject entry = value.toObject();
    QDockWidget *holder = dock(entry.value("panel"_L1).toString());
    if (holder == nullptr) {
      continue;
    }
    QDockWidget *below = dock(entry.value("below"_L1).toString());
    QDockWidget *tabWith = dock(entry.value("tabWith"_L1).toString());
    holder->setFloating(false);
    addDockWidget(areaOf(entry.value("area"_L1).toString()), holder);
    if (below != nullptr) {
      splitDockWidget(below, holder, Qt::Vertical);
    } else if (tabWith != nullptr) {
      tabifyDockWidget(tabWith, holder);
      behind += tabWith;
    }
    holder->show();
  }
  for (QDockWidget *front : behind) {
    front->raise();
  }
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  m_shares = layout.value("shares"_L1).toObject();
  applyDefaultSizes();
}

void MainWindow::applyDefaultSizes() {
  const auto share = [this](const char *key) {
    return m_shares.value(QLatin1String(key)).toDouble();
  };
  const auto part = [](double fraction, int whole) { return static_cast<int>(fraction * whole); };
  resizeDocks({dock(u"launch"_s), dock(u"ir"_s)},
              {part(share("left"), width()), part(share("right"), width())}, Qt::Horizontal);
  resizeDocks({dock(u"schedule"_s)}, {part(share("bottom"), height())}, Qt::Vertical);
  resizeDocks({dock(u"ir"_s), dock(u"heatmap"_s)},
              {part(share("ir"), height()), part(1 - share("ir"), height())}, Qt::Vertical);
  resizeDocks({dock(u"launch"_s), dock(u"passes"_s)},
              {part(share("launch"), height()), part(1 - share("launch"), height())}, Qt::Vertical);
}

void MainWindow::updateTitleBars() {
  for (const auto &[id, holder] : m_docks) {
    const bool tabbed = !holder->isFloating() && !tabifiedDockWidgets(holder).isEmpty();
    QWidget *own = holder->titleBarWidget();
    if (tabbed == (own != nullptr)) {
      continue;
    }
    // An empty widget takes the place of the title bar; null brings the bar back.
    holder->setTitleBarWidget(tabbed ? new QWidget(holder) : nullptr);
    delete own;
  }
}

void MainWindow::makeCrashBanner() {
  addToolBarBreak();
  m_crashBanner = addToolBar(tr("Notice"));
  m_crashBanner->setObjectName(u"crashBanner"_s);
  m_crashBanner->setMovable(false);
  m_crashBanner->toggleViewAction()->setVisible(false);
  auto *text = new QLabel(tr("The compiler crashed and was recovered. Your text is kept safe and a "
                             "worker process compiles from now on; start the program again when "
                             "it suits you."));
  text->setContentsMargins(6, 2, 6, 2);
  text->setWordWrap(true);
  text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  m_crashBanner->addWidget(text);
  connect(m_crashBanner->addAction(tr("Close")), &QAction::triggered, m_crashBanner,
          &QWidget::hide);
  m_crashBanner->hide();
}

void MainWindow::takeCrash() {
  if (m_modified) {
    m_autosave->noteEdit(QString::fromStdString(m_workspace.sourceFile()),
                         [this] { return m_panels->source->editor().text(); });
    m_autosave->flush();
  }
  m_crashBanner->show();
}

void MainWindow::showEvent(QShowEvent *event) {
  QMainWindow::showEvent(event);
  if (m_sizesPending) {
    // Docks take sizes only once the window has laid itself out.
    m_sizesPending = false;
    QMetaObject::invokeMethod(this, [this] { applyDefaultSizes(); }, Qt::QueuedConnection);
  }
}

void MainWindow::makeMenus() {
  const std::map<Menu, QMenu *> menus = {{Menu::File, menuBar()->addMenu(tr("&File"))},
                                         {Menu::Edit, menuBar()->addMenu(tr("&Edit"))},
                                         {Menu::Run, menuBar()->addMenu(tr("&Run"))},
                                         {Menu::View, menuBar()->addMenu(tr("&View"))},
                                         {Menu::Help, menuBar()->addMenu(tr("&Help"))}};
  for (const CommandInfo &info : kCommands) {
    menus.at(info.menu)->addAction(m_commands->action(info.command));
  }
  QMenu *panels = menus.at(Menu::View)->addMenu(tr("Panels"));
  for (const PanelInfo &info : kPanels) {
    if (QDockWidget *holder = dock(QString::fromLatin1(info.id))) {
      panels->addAction(holder->toggleViewAction());
    }
  }
  QToolBar *bar = addToolBar(tr("Main tool bar"));
  bar->setObjectName(u"toolbar"_s);
  bar->setMovable(false);
  bar->setIconSize(QSize(18, 18));
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  for (const Command command : {Command::Open, Command::SaveSource}) {
    bar->addAction(m_commands->action(command));
  }
  bar->addSeparator();
  for (const Command command : {Command::CompileNow, Command::Simulate, Command::Stop}) {
    bar->addAction(m_commands->action(command));
  }
  m_commands->action(Command::AutoSimulate)->setChecked(true);
  if (m_session == Session::User && QSettings().value(kWorkerSetting).toBool()) {
    m_commands->action(Command::CompileInWorker)->setChecked(true);
    m_workspace.compiler().setWorkerDefault(true);
  }
}

void MainWindow::connectCommands() {
  m_commands->on(Command::Open, [this] {
    if (!maybeSave()) {
      return;
    }
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open a kernel or a launch"),
        QFileInfo(QString::fromStdString(m_workspace.sourceFile())).path(),
        tr("Kernels and launches (*.py *.ttir *.mlir *.launch.json);;All files (*)"));
    if (!path.isEmpty()) {
      openFile(path);
    }
  });
  m_commands->on(Command::OpenFolder, [this] {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("Open a folder"),
        QFileInfo(QString::fromStdString(m_workspace.sourceFile())).path());
    if (!folder.isEmpty()) {
      openFolder(folder);
    }
  });
  m_commands->on(Command::QuickOpen, [this] { quickOpen(); });
  m_commands->on(Command::Settings, [this] { editSettings(); });
  m_commands->on(Command::CompareFrontends, [this] { m_upstream->compare(); });
  m_commands->on(Command::NextDifference, [this] { m_panels->frontends->step(true); });
  m_commands->on(Command::PreviousDifference, [this] { m_panels->frontends->step(false); });
  m_commands->on(Command::SaveSource, [this] { saveSource(); });
  m_commands->on(Command::SaveLaunch, [this] {
    QString error;
    if (m_workspace.saveLaunch(&error)) {
      statusBar()->showMessage(
          tr("Saved %1").arg(QString::fromStdString(m_workspace.launch().file)), 5000);
    } else if (!error.isEmpty()) {
      QMessageBox::warning(this, tr("Save launch file"), error);
    }
  });
  m_commands->on(Command::ExportImage, [this] { exportView(); });
  m_commands->on(Command::Quit, [this] { close(); });
  m_commands->on(Command::Undo, [this] { m_panels->source->editor().undo(); });
  m_commands->on(Command::Redo, [this] { m_panels->source->editor().redo(); });
  m_commands->on(Command::Find, [this] { m_panels->source->showFind(); });
  m_commands->on(Command::ApplyFix, [this] { m_fixes->applyFix(); });
  m_commands->on(Command::NextProblem, [this] { m_fixes->goToProblem(true); });
  m_commands->on(Command::PreviousProblem, [this] { m_fixes->goToProblem(false); });
  m_commands->on(Command::CodeHelp, [this] { m_fixes->showHelp(); });
  m_commands->on(Command::CompileNow, [this] { m_workspace.compileNow(); });
  m_commands->on(Command::Simulate, [this] { m_workspace.simulateNow(); });
  m_commands->on(Command::Stop, [this] { m_workspace.stop(); });
  m_commands->on(Command::AutoSimulate, [this] {
    m_workspace.setSimulateAfterCompile(m_commands->action(Command::AutoSimulate)->isChecked());
  });
  m_commands->on(Command::CompileInWorker, [this] {
    const bool on = m_commands->action(Command::CompileInWorker)->isChecked();
    m_workspace.compiler().setWorkerDefault(on);
    if (m_session == Session::User) {
      QSettings().setValue(kWorkerSetting, on);
    }
  });
  m_commands->on(Command::NextChangedPass, [this] { m_panels->passes->stepChanged(true); });
  m_commands->on(Command::PreviousChangedPass, [this] { m_panels->passes->stepChanged(false); });
  m_commands->on(Command::IrPlain, [this] { m_panels->ir->setMode(ui::IrView::Mode::Plain); });
  m_commands->on(Command::IrUnified, [this] { m_panels->ir->setMode(ui::IrView::Mode::Unified); });
  m_commands->on(Command::IrSideBySide,
                 [this] { m_panels->ir->setMode(ui::IrView::Mode::SideBySide); });
  m_commands->on(Command::SelectionBack, [this] { m_hub.goBack(); });
  m_commands->on(Command::SelectionForward, [this] { m_hub.goForward(); });
  m_commands->on(Command::ThemeLight, [this] { setTheme(u"light"_s); });
  m_commands->on(Command::ThemeDark, [this] { setTheme(u"dark"_s); });
  m_commands->on(Command::LargerText, [this] { changeFont(m_fontSize + 1); });
  m_commands->on(Command::SmallerText, [this] { changeFont(m_fontSize - 1); });
  m_commands->on(Command::ResetLayout, [this] { applyDefaultLayout(); });
  m_commands->on(Command::Palette, [this] {
    choose(m_commands->all(), tr("Command palette"), tr("Type a command"));
  });
  m_commands->on(Command::Shortcuts, [this] { showShortcutSheet(m_commands->all(), this); });
  m_commands->on(Command::About, [this] {
    QMessageBox::about(this, tr("About Charonia"),
                       tr("Charonia %1: an IDE for Triton kernels on an accelerator with circular "
                          "buffers.\nLicense: GPL-3.0-or-later.")
                           .arg(QApplication::applicationVersion()));
  });
}

void MainWindow::openFolder(const QString &path) {
  m_workspace.openFolder(path);
  showPanel(u"files"_s);
}

void MainWindow::showPanel(const QString &id) {
  if (QDockWidget *holder = dock(id)) {
    holder->show();
    holder->raise();
  }
}

void MainWindow::quickOpen() {
  QString folder = m_workspace.folder();
  if (folder.isEmpty() && !m_workspace.sourceFile().empty()) {
    folder = QFileInfo(QString::fromStdString(m_workspace.sourceFile())).absolutePath();
  }
  if (folder.isEmpty()) {
    statusBar()->showMessage(tr("Open a folder or a file first."), 5000);
    return;
  }
  statusBar()->showMessage(tr("Looking for files..."));
  constexpr int kMostFiles = 5000;
  m_fileSearch.start(
      [folder](const std::stop_token &stop) { return ui::findFiles(folder, kMostFiles, stop); },
      [this, folder](const ui::FoundFiles &found) {
        statusBar()->clearMessage();
        QObject owner;
        std::vector<QAction *> actions;
        for (const QString &file : found.files) {
          auto *action = new QAction(file, &owner);
          connect(action, &QAction::triggered, this, [this, folder, file] {
            if (maybeSave()) {
              openFile(folder + u'/' + file);
            }
          });
          actions.push_back(action);
        }
        choose(std::move(actions), tr("Open a file of %1").arg(QFileInfo(folder).fileName()),
               tr("Type a part of the file's name"));
      });
}

void MainWindow::choose(std::vector<QAction *> actions, const QString &title, const QString &hint) {
  CommandPalette palette(std::move(actions), this);
  palette.setWords(title, hint);
  palette.move(mapToGlobal(QPoint((width() - palette.width()) / 2, 80)));
  palette.exec();
}

void MainWindow::editSettings(int page) {
  SettingsDialog dialog(m_workspace.settings(), this);
  dialog.showPage(static_cast<SettingsDialog::Page>(page));
  if (dialog.exec() == QDialog::Accepted) {
    applySettings(dialog.settings());
  }
}

void MainWindow::applySettings(const Settings &settings) {
  m_workspace.setSettings(settings);
  if (m_session == Session::User) {
    QSettings store;
    writeSettings(settings, store);
  }
}

void MainWindow::changeFont(int points) {
  m_fontSize = std::clamp(points, 7, 30);
  for (ui::CodeEditor *editor : findChildren<ui::CodeEditor *>()) {
    editor->setFontSize(m_fontSize);
  }
}

void MainWindow::setTheme(const QString &id) {
  const ui::Theme theme = ui::Theme::load(id);
  applyAppearance(theme);
  m_theme.setTheme(theme);
  QPalette notice = m_crashBanner->palette();
  notice.setColor(QPalette::Window, theme.color(ui::Role::Stale));
  notice.setColor(QPalette::WindowText, theme.color(ui::Role::StaleText));
  notice.setColor(QPalette::ButtonText, theme.color(ui::Role::StaleText));
  m_crashBanner->setPalette(notice);
  m_crashBanner->setAutoFillBackground(true);
  m_commands->setIconColor(theme.color(ui::Role::Text));
  if (m_session == Session::User) {
    QSettings().setValue(u"theme"_s, id);
  }
}

void MainWindow::openFile(const QString &path) {
  if (QFileInfo(path).isDir()) {
    openFolder(path);
    return;
  }
  QString error;
  if (!m_workspace.open(path, &error)) {
    QMessageBox::warning(this, tr("Open"), error);
  }
}

void MainWindow::updateTitle() {
  const QString file = QString::fromStdString(m_workspace.sourceFile());
  setWindowTitle(file.isEmpty() ? u"Charonia"_s
                                : u"%1%2 \u2013 Charonia"_s.arg(m_modified ? u"*"_s : QString(),
                                                                QFileInfo(file).fileName()));
}

void MainWindow::updateState() {
  QString state;
  if (m_workspace.compiler().isBusy()) {
    state = tr("Compiling...");
  } else if (m_workspace.simulator().isBusy()) {
    state = tr("Simulating...");
  } else if (m_workspace.isStale()) {
    state = tr("Errors in the source");
  } else if (m_workspace.good().compilation) {
    state = tr("Ready");
  } else {
    state = tr("Open a kernel to begin.");
  }
  m_state->setText(state);
  QString figures;
  const CompileOutcome &good = m_workspace.good();
  if (good.compilation) {
    figures = tr("compiled in %1 ms")
                  .arg(static_cast<double>(good.compilation->micros) / 1000, 0, 'f', 0);
  }
  if (m_workspace.run().trace) {
    //: figures in the status bar: cycles, time on the chip, time to simulate
    figures +=
        u"   "_s + tr("%1 cycles (%2), simulated in %3 s")
                       .arg(ui::formatCount(m_workspace.run().trace->makespan),
                            ui::formatTime(static_cast<double>(m_workspace.run().trace->makespan),
                                           m_workspace.clockGhz()))
                       .arg(m_workspace.run().seconds, 0, 'f', 2);
  }
  m_figures->setText(figures);
  m_commands->action(Command::Stop)->setEnabled(m_workspace.isBusy());
  m_commands->action(Command::Simulate)
      ->setEnabled(good.compilation != nullptr && !m_workspace.isStale());
  m_commands->action(Command::SaveLaunch)->setEnabled(m_workspace.hasLaunch());
}

void MainWindow::exportView() {
  const QString path = QFileDialog::getSaveFileName(this, tr("Export view as image"),
                                                    u"charonia.png"_s, tr("Images (*.png)"));
  if (path.isEmpty()) {
    return;
  }
  ui::Panel *panel = m_panels->heatmap;
  for (QWidget *w = QApplication::focusWidget(); w != nullptr; w = w->parentWidget()) {
    if (auto *focused = qobject_cast<ui::Panel *>(w)) {
      panel = focused;
      break;
    }
  }
  if (!panel->exportImage().save(path)) {
    QMessageBox::warning(this, tr("Export view as image"), tr("%1 cannot be written.").arg(path));
  }
}

void MainWindow::selectForPicture() {
  if (!m_workspace.run().trace) {
    return;
  }
  m_panels->selectLongestPe();
  // The first load with a place: every kernel has one.
  const auto &ops = m_workspace.good().compilation->ops;
  const auto load = std::find_if(ops.begin(), ops.end(), [](const compiler::OpRecord &op) {
    return op.name.ends_with(".load") && op.frame != compiler::kNone;
  });
  if (load != ops.end()) {
    m_hub.selectOps({static_cast<compiler::OpId>(load - ops.begin())}, {});
  }
}

bool MainWindow::isSelected(compiler::OpId op) const {
  const auto &ops = m_hub.selection().ops;
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

std::vector<uint32_t> MainWindow::selectedLines() const {
  std::vector<uint32_t> lines;
  for (const compiler::SourceRange &range : m_hub.selection().ranges) {
    lines.push_back(range.beginLine);
  }
  return lines;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event) {
  if (event->mimeData()->hasUrls()) {
    event->acceptProposedAction();
  }
}

void MainWindow::dropEvent(QDropEvent *event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (!urls.isEmpty() && urls.front().isLocalFile() && maybeSave()) {
    openFile(urls.front().toLocalFile());
  }
}

} // namespace charonia::app
