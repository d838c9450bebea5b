// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, waits, grabs.
#include "app/gui/ViewRenderer.h"

#include "app/gui/Appearance.h"
#include "app/gui/MainWindow.h"
#include "app/gui/Panels.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
constexpr int kTimeoutMs = 540'000;

void say(const QString &text) { std::fprintf(stderr, "%s\n", qPrintable(text)); }

void sayDiagnostics(const Workspace &workspace) {
  for (const compiler::Diagnostic &d : workspace.diagnostics()) {
    if (d.severity == compiler::Severity::Error) {
      say(u"%1:%2:%3: %4: %5"_s.arg(ui::fromUtf8(d.range.file))
              .arg(d.range.beginLine)
              .arg(d.range.beginColumn)
              .arg(ui::fromUtf8(d.code), ui::fromUtf8(d.message)));
    }
  }
}

int exitCode(const Workspace &workspace) {
  if (!workspace.good().compilation || workspace.isStale()) {
    return 2;
  }
  return workspace.run().trace ? 0 : 3;
}

/// A widget that holds what a view shows.
std::unique_ptr<QWidget> makeView(Panels &panels, const QString &view, QSize *size) {
  auto frame = std::make_unique<QWidget>();
  auto *layout = new QVBoxLayout(frame.get());
  layout->setContentsMargins(0, 0, 0, 0);
  *size = QSize(1280, 800);
  if (view == u"passes"_s) {
    auto *splitter = new QSplitter;
    splitter->addWidget(panels.passes);
    splitter->addWidget(panels.ir);
    splitter->setSizes({380, 1020});
    panels.ir->setMode(ui::IrView::Mode::SideBySide);
    layout->addWidget(splitter);
    *size = QSize(1500, 850);
  } else if (view == u"source"_s) {
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(panels.source);
    splitter->addWidget(panels.problems);
    splitter->setSizes({640, 160});
    layout->addWidget(splitter);
    *size = QSize(1100, 800);
  } else {
    if (view == u"heatmap"_s) {
      *size = QSize(820, 900);
    } else if (view == u"schedule"_s) {
      *size = QSize(1280, 420);
    }
    layout->addWidget(panels.panel(view));
  }
  return frame;
}

bool save(const QImage &image, const QString &path) {
  if (!image.save(path)) {
    say(u"%1 cannot be written"_s.arg(path));
    return false;
  }
  return true;
}

int renderWindow(const Arguments &arguments) {
  MainWindow window(arguments, MainWindow::Session::Fresh);
  window.resize(arguments.width > 0 ? QSize(arguments.width, arguments.height) : QSize(1720, 1040));
  window.show();
  QString error;
  if (!window.workspace().open(arguments.files.front(), &error)) {
    say(error);
    return 64;
  }
  const bool settled = waitForResults(window.workspace(), window.panels(), kTimeoutMs);
  sayDiagnostics(window.workspace());
  window.selectForPicture();
  QApplication::processEvents(QEventLoop::AllEvents, 100);
  if (!save(window.grab().toImage(), arguments.screenshot)) {
    return 64;
  }
  return settled ? exitCode(window.workspace()) : 3;
}
} // namespace

bool waitForResults(Workspace &workspace, const Panels &panels, int timeoutMs) {
  QElapsedTimer clock;
  clock.start();
  // Waiting for events takes no processor time from the engines; the timer ends a wait in vain.
  QTimer tick;
  tick.start(20);
  while (clock.elapsed() < timeoutMs) {
    QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    const bool failed = workspace.isStale() || !workspace.diagnostics().empty();
    const bool compiled = workspace.good().compilation != nullptr;
    if (!workspace.isBusy() && (failed || compiled) && panels.isSettled()) {
      QApplication::processEvents(QEventLoop::AllEvents, 50);
      return true;
    }
  }
  return false;
}

int renderHeadless(const Arguments &arguments) {
  if (!arguments.screenshot.isEmpty()) {
    return renderWindow(arguments);
  }
  ui::ThemeHolder theme(ui::Theme::load(arguments.theme.isEmpty() ? u"light"_s : arguments.theme));
  applyAppearance(theme.theme());
  ui::SelectionHub hub;
  Workspace workspace;
  Panels panels(&workspace, {&hub, &theme});
  QSize size;
  const std::unique_ptr<QWidget> view = makeView(panels, arguments.view, &size);
  view->resize(arguments.width > 0 ? QSize(arguments.width, arguments.height) : size);
  view->show();
  QString error;
  int code = 64;
  if (!workspace.open(arguments.files.front(), &error)) {
    say(error);
  } else {
    const bool settled = waitForResults(workspace, panels, kTimeoutMs);
    sayDiagnostics(workspace);
    code = settled ? exitCode(workspace) : 3;
    if (settled && arguments.view == u"passes"_s) {
      // A picture of a diff shows one.
      panels.passes->stepChanged(false);
      waitForResults(workspace, panels, kTimeoutMs);
    }
    if (code == 0 && arguments.view != u"heatmap"_s) {
      panels.selectLongestPe();
    }
    QApplication::processEvents(QEventLoop::AllEvents, 50);
    if (!save(view->grab().toImage(), arguments.out)) {
      code = 64;
    }
  }
  // Panels that the view does not show have no parent.
  for (const PanelInfo &info : kPanels) {
    if (ui::Panel *panel = panels.panel(QString::fromLatin1(info.id)); panel->parent() == nullptr) {
      delete panel;
    }
  }
  return code;
}

} // namespace charonia::app
