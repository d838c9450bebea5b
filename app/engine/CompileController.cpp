// SPDX-License-Identifier: GPL-3.0-or-later
// Queues compilations and prints. Results travel as shared immutable values.
#include "app/engine/CompileController.h"

#include "run/CompileLaunch.h"

#include <QPointer>

namespace charonia::app {

/// What only the compiler's thread touches.
struct CompileController::Engine {
  std::unique_ptr<compiler::Session> session;
  std::map<std::string, arch::DeviceRef> devices;

  compiler::Session &open() {
    if (!session) {
      session = std::make_unique<compiler::Session>();
    }
    return *session;
  }

  arch::DeviceRef device(const launch::Launch &launch,
                         std::vector<compiler::Diagnostic> &problems) {
    const std::string path = hardwarePath(launch);
    const auto found = devices.find(path);
    if (found != devices.end()) {
      return found->second;
    }
    auto loaded = arch::loadDevice(path);
    if (loaded) {
      return devices.emplace(path, *loaded).first->second;
    }
    problems = toDiagnostics(loaded.error());
    return nullptr;
  }
};

CompileController::CompileController(QObject *parent)
    : QObject(parent), m_engine(std::make_shared<Engine>()) {
  qRegisterMetaType<charonia::app::CompileOutcome>();
  qRegisterMetaType<charonia::app::IrTextRef>();
  m_pause.setSingleShot(true);
  m_pause.setInterval(kTypingPause);
  m_pause.setTimerType(Qt::PreciseTimer);
  connect(&m_pause, &QTimer::timeout, this, [this] { start(); });
  // Opening the session costs time that the first keystroke should not pay.
  m_thread.post([engine = m_engine] { engine->open(); });
}

CompileController::~CompileController() {
  cancel();
  m_thread.post([engine = m_engine] { engine->session.reset(); }, EngineThread::Urgency::First);
}

void CompileController::requestSoon(CompileRequest request) {
  cancel();
  m_pending = std::make_shared<const CompileRequest>(std::move(request));
  m_pause.start();
}

void CompileController::requestNow(CompileRequest request) {
  cancel();
  m_pending = std::make_shared<const CompileRequest>(std::move(request));
  start();
}

void CompileController::cancel() {
  m_pause.stop();
  if (m_running) {
    m_running->request_stop();
    m_running.reset();
  }
}

void CompileController::start() {
  m_pause.stop();
  m_clock.start();
  auto job = std::make_shared<std::stop_source>();
  m_running = job;
  Q_EMIT started();
  m_thread.post([engine = m_engine, request = m_pending, job, self = QPointer(this), this] {
    if (job->stop_requested()) {
      return;
    }
    CompileOutcome outcome;
    outcome.request = request;
    outcome.device = engine->device(request->launch, outcome.deviceProblems);
    auto compilation = std::make_shared<compiler::Compilation>();
    compiler::Options options = request->options;
    std::vector<compiler::Diagnostic> problems;
    const bool understood = applyLaunchOptions(request->launch, options, problems);
    if (outcome.device && understood) {
      compiler::Invocation invocation;
      invocation.from = request->from;
      invocation.text = request->text;
      invocation.file = request->file;
      invocation.launch = request->launch;
      invocation.options = options;
      invocation.device = outcome.device;
      *compilation = engine->open().compile(invocation, job->get_token());
    }
    compilation->diagnostics.insert(compilation->diagnostics.begin(), problems.begin(),
                                    problems.end());
    outcome.compilation = std::move(compilation);
    // The controller waits for this thread before it goes, so `this` is alive here; `self` is asked
    // on its own thread.
    QMetaObject::invokeMethod(
        this,
        [this, self, job, outcome = std::move(outcome)] {
          if (self && m_running == job) {
            m_running.reset();
            Q_EMIT finished(outcome);
          }
        },
        Qt::QueuedConnection);
  });
}

void CompileController::requestIr(uint64_t compilation, size_t pass) {
  m_thread.post(
      [engine = m_engine, compilation, pass, this] {
        std::optional<compiler::IrText> text = engine->open().print(compilation, pass);
        IrTextRef shared =
            text ? std::make_shared<const compiler::IrText>(std::move(*text)) : nullptr;
        QMetaObject::invokeMethod(
            this, [this, compilation, pass, shared] { Q_EMIT irReady(compilation, pass, shared); },
            Qt::QueuedConnection);
      },
      EngineThread::Urgency::First);
}

} // namespace charonia::app
