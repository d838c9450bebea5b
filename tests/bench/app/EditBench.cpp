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
#include <QMetaEnum>
#include <QPointer>
#include <QStyleFactory>
#include <QTimer>

#include <cstdio>
#include <ctime>
#include <map>

using namespace Qt::StringLiterals;
using namespace charonia;

namespace {

constexpr int kTimeoutMs = 120'000;

/// An application that measures how long each event takes to handle.
class MeasuredApplication : public QApplication {
public:
  using QApplication::QApplication;
  double longestMs() const { return m_longest; }
  const QString &longestName() const { return m_name; }
  double longestCpuMs() const { return m_longestCpu; }
  /// Longest processor time by what was handled, over all edits [ms].
  const std::map<QString, double> &byName() const { return m_byName; }
  void reset() {
    m_longest = 0;
    m_name.clear();
  }
  void resetAll() {
    reset();
    m_longestCpu = 0;
    m_byName.clear();
  }

  bool notify(QObject *receiver, QEvent *event) override {
    // What is inside an event counts with it; paint events are told apart as well.
    if (m_depth != 0 && event->type() != QEvent::Paint) {
      return QApplication::notify(receiver, event);
    }
    const bool outer = m_depth++ == 0;
    const QPointer<QObject> target(receiver);
    const QString className = QString::fromLatin1(receiver->metaObject()->className());
    const auto type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    QElapsedTimer clock;
    clock.start();
    const double cpuBefore = threadCpuMs();
    const bool handled = QApplication::notify(receiver, event);
    const double cpu = threadCpuMs() - cpuBefore;
    const double ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    --m_depth;
    // The name of a receiver says what it did last (see Panels::later).
    const QString name = u"%1 %2 %3"_s.arg(QString::fromLatin1(type), className,
                                           target ? target->objectName() : QString());
    double &most = m_byName[name];
    most = std::max(most, cpu);
    if (outer && ms > m_longest) {
      m_longest = ms;
      m_name = name;
    }
    m_longestCpu = std::max(m_longestCpu, outer ? cpu : 0);
    return handled;
  }

private:
  /// Processor time of this thread: what a block costs on a machine that does nothing else [ms].
  static double threadCpuMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  }

  int m_depth = 0;
  double m_longest = 0, m_longestCpu = 0;
  QString m_name;
  std::map<QString, double> m_byName;
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
    if (m_app.longestMs() > longestBlock) {
      longestBlock = m_app.longestMs();
      longestName = m_app.longestName();
    }
    blocks.push_back(m_app.longestMs());
    return true;
  }

  void keepOriginal() { m_original = m_window.panels().source->editor().text(); }

  std::vector<double> irTimes, cycleTimes, compileTimes, blocks;
  double longestBlock = 0;
  QString longestName;

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
  const double firstCompile =
      static_cast<double>(window.workspace().good().compilation->micros) / 1000;
  Bench bench(application, window);
  bench.keepOriginal();
  application.resetAll(); // opening is no edit
  for (int i = 0; i < edits; ++i) {
    if (!bench.edit(i)) {
      std::fprintf(stderr, "edit %d gave no new result\n", i);
      return 3;
    }
  }
  QJsonObject blocks;
  constexpr double kWorthNamingMs = 4;
  for (const auto &[name, ms] : application.byName()) {
    if (ms >= kWorthNamingMs) {
      blocks[name] = ms;
    }
  }
  const QJsonObject result{{u"edits"_s, edits},
                           {u"first_compile_ms"_s, firstCompile},
                           {u"compile_ms_p50"_s, percentile(bench.compileTimes, 0.5)},
                           {u"ir_ms_p50"_s, percentile(bench.irTimes, 0.5)},
                           {u"ir_ms_p95"_s, percentile(bench.irTimes, 0.95)},
                           {u"cycles_ms_p50"_s, percentile(bench.cycleTimes, 0.5)},
                           {u"cycles_ms_p95"_s, percentile(bench.cycleTimes, 0.95)},
                           {u"gui_block_ms_p95"_s, percentile(bench.blocks, 0.95)},
                           {u"gui_block_ms_max"_s, bench.longestBlock},
                           {u"gui_block_cpu_ms_max"_s, application.longestCpuMs()},
                           {u"gui_block_longest"_s, bench.longestName},
                           {u"gui_block_cpu_ms_by_event"_s, blocks}};
  if (json) {
    std::printf("%s", QJsonDocument(result).toJson(QJsonDocument::Indented).constData());
  } else {
    for (auto it = result.begin(); it != result.end(); ++it) {
      if (it.value().isDouble()) {
        std::printf("%-18s %.1f\n", qPrintable(it.key()), it.value().toDouble());
      } else if (it.value().isString()) {
        std::printf("%-18s %s\n", qPrintable(it.key()), qPrintable(it.value().toString()));
      }
    }
  }
  return 0;
}
