// SPDX-License-Identifier: GPL-3.0-or-later
// Types edits into the matmul sample through the app's own window and measures, from the end of the
// typing pause, the time to new IR in the IR pane and to new cycles, and the longest time that the
// GUI thread was blocked.
//
//   edit_bench [--edits N] [--launch FILE] [--json]
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStyleFactory>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace charonia;

namespace {

constexpr int kTimeoutMs = 120'000;

/// An application that measures how long each event takes to handle.
class MeasuredApplication : public QApplication {
public:
  using QApplication::QApplication;
  double longestMs() const { return m_longest; }
  void reset() { m_longest = 0; }

  bool notify(QObject *receiver, QEvent *event) override {
    if (m_depth != 0) {
      return QApplication::notify(receiver, event); // counted with the outer event
    }
    ++m_depth;
    QElapsedTimer clock;
    clock.start();
    const bool handled = QApplication::notify(receiver, event);
    m_longest = std::max(m_longest, static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    --m_depth;
    return handled;
  }

private:
  int m_depth = 0;
  double m_longest = 0;
};

double percentile(std::vector<double> values, double p) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<size_t>(std::ceil(p * static_cast<double>(values.size())));
  return values[std::clamp<size_t>(rank, 1, values.size()) - 1];
}

/// Types the edits one after another and collects times.
class Bench {
public:
  Bench(MeasuredApplication &app, app::MainWindow &window) : m_app(app), m_window(window) {
    QObject::connect(&window.panels(), &app::Panels::irShown,
                     [this] { m_ir = std::max(m_ir, elapsed()); });
    QObject::connect(&window.workspace(), &app::Workspace::simulated,
                     [this] { m_cycles = elapsed(); });
  }

  /// One edit: a changed constant in a comment or a changed block constant, typed as keys are.
  bool edit(int number) {
    m_ir = m_cycles = 0;
    ui::CodeEditor &editor = m_window.panels().source->editor();
    m_app.reset();
    // A statement that changes the IR and stays valid Triton.
    std::string text = m_original;
    const size_t place = text.find("tl.dot(");
    const size_t line = place == std::string::npos ? std::string::npos : text.rfind('\n', place);
    if (line == std::string::npos) {
      return false;
    }
    const size_t indent = text.find_first_not_of(' ', line + 1) - line - 1;
    text.insert(line + 1, std::string(indent, ' ') + "edit_" + std::to_string(number) + " = " +
                              std::to_string(number) + " + 1\n");
    editor.replaceAll(text);
    QElapsedTimer clock;
    clock.start();
    // Waiting for events takes no processor time from the engines; the timer ends a wait in vain.
    QTimer tick;
    tick.start(100);
    while (m_cycles == 0 && clock.elapsed() < kTimeoutMs && !m_window.workspace().isStale()) {
      QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    }
    if (m_cycles == 0 || m_ir == 0) {
      return false;
    }
    irTimes.push_back(m_ir);
    cycleTimes.push_back(m_cycles);
    compileTimes.push_back(static_cast<double>(m_window.workspace().good().compilation->micros) /
                           1000);
    longestBlock = std::max(longestBlock, m_app.longestMs());
    blocks.push_back(m_app.longestMs());
    return true;
  }

  void keepOriginal() { m_original = m_window.panels().source->editor().text(); }

  std::vector<double> irTimes, cycleTimes, compileTimes, blocks;
  double longestBlock = 0;

private:
  double elapsed() const {
    return std::max(1e-3, static_cast<double>(m_window.workspace().compiler().sincePause()));
  }
  MeasuredApplication &m_app;
  app::MainWindow &m_window;
  std::string m_original;
  double m_ir = 0, m_cycles = 0;
};

} // namespace

int main(int argc, char **argv) {
  int edits = 20;
  bool json = false;
  QString launch =
      QStringLiteral(CHARONIA_SOURCE_DIR "/resources/samples/matmul/matmul-512-sram.launch.json");
  for (int i = 1; i < argc; ++i) {
    const QString word = QString::fromLocal8Bit(argv[i]);
    if (word == u"--edits"_s && i + 1 < argc) {
      edits = std::clamp(QString::fromLocal8Bit(argv[++i]).toInt(), 1, 100'000);
    } else if (word == u"--launch"_s && i + 1 < argc) {
      launch = QString::fromLocal8Bit(argv[++i]);
    } else if (word == u"--json"_s) {
      json = true;
    } else {
      std::fprintf(stderr, "usage: edit_bench [--edits N] [--launch FILE] [--json]\n");
      return 64;
    }
  }
  qputenv("QT_QPA_PLATFORM", "offscreen");
  MeasuredApplication application(argc, argv);
  QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
  app::MainWindow window(app::Arguments{}, app::MainWindow::Session::Fresh);
  window.resize(1720, 1040);
  window.show();
  QString error;
  if (!window.workspace().open(launch, &error) ||
      !app::waitForResults(window.workspace(), window.panels(), kTimeoutMs) ||
      !window.workspace().run().trace) {
    std::fprintf(stderr, "%s: %s\n", qPrintable(launch),
                 error.isEmpty() ? "the sample does not run" : qPrintable(error));
    return 2;
  }
  Bench bench(application, window);
  bench.keepOriginal();
  for (int i = 0; i < edits; ++i) {
    if (!bench.edit(i)) {
      std::fprintf(stderr, "edit %d gave no new result\n", i);
      return 3;
    }
  }
  const QJsonObject result{{u"edits"_s, edits},
                           {u"compile_ms_p50"_s, percentile(bench.compileTimes, 0.5)},
                           {u"ir_ms_p50"_s, percentile(bench.irTimes, 0.5)},
                           {u"ir_ms_p95"_s, percentile(bench.irTimes, 0.95)},
                           {u"cycles_ms_p50"_s, percentile(bench.cycleTimes, 0.5)},
                           {u"cycles_ms_p95"_s, percentile(bench.cycleTimes, 0.95)},
                           {u"gui_block_ms_p95"_s, percentile(bench.blocks, 0.95)},
                           {u"gui_block_ms_max"_s, bench.longestBlock}};
  if (json) {
    std::printf("%s", QJsonDocument(result).toJson(QJsonDocument::Indented).constData());
  } else {
    for (auto it = result.begin(); it != result.end(); ++it) {
      std::printf("%-18s %.1f\n", qPrintable(it.key()), it.value().toDouble());
    }
  }
  return 0;
}
