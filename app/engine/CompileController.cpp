// SPDX-License-Identifier: GPL-3.0-or-later
// Queues compilations and prints. Results travel as shared immutable values.
#include "app/engine/CompileController.h"

#include "app/engine/Settings.h"
#include "app/engine/WorkerCompiler.h"
#include "charonia/compiler/Imports.h"
#include "charonia/compiler/Lint.h"
#include "run/CompileLaunch.h"

#include <QPointer>

#include <map>

namespace charonia::app {

namespace {
/// A kernel that takes the way through front end and passes that every kernel takes.
constexpr const char *kWarmUpKernel = R"(import triton
import triton.language as tl

@triton.jit
def warm_up(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask, other=0.0)
    tl.store(x_ptr + offsets, x + 1.0, mask=mask)
)";
constexpr const char *kWarmUpLaunch = R"({"format": "charonia-launch/1",
  "kernel": {"source": "warm_up.py", "function": "warm_up"},
  "grid": [2], "constexprs": {"BLOCK": 128},
  "args": [{"name": "x_ptr", "type": "*fp32", "elements": 200, "salt": 1},
           {"name": "n", "type": "i32", "value": 200}]})";

/// Lanes that the lint may evaluate after each edit.
constexpr uint64_t kLintBudgetOfEdit = 5'000'000;

/// What the lint finds in a kernel that compiles stands among its diagnostics.
void appendFindings(const compiler::Invocation &invocation, const std::stop_token &stop,
                    compiler::Compilation &compilation) {
  compiler::LintResult found = compiler::runLint(invocation, stop, kLintBudgetOfEdit);
  compilation.tainted |= found.tainted;
  if (found.ok || found.tainted) {
    compilation.diagnostics.insert(compilation.diagnostics.end(), found.diagnostics.begin(),
                                   found.diagnostics.end());
  }
}
} // namespace

/// Takes the crash's error out of a compilation's diagnostics: it becomes a note.
compiler::Diagnostic crashNote(const compiler::Compilation &crashed) {
  compiler::Diagnostic note;
  note.severity = compiler::Severity::Note;
  note.code = "KW0004";
  note.message = "the compiler crashed on this in the window; a worker process compiled it instead";
  for (const compiler::Diagnostic &d : crashed.diagnostics) {
    if (d.severity == compiler::Severity::Error) {
      note.notes.push_back({d.message, d.range});
    }
  }
  return note;
}

/// What only the compiler's thread touches.
struct CompileController::Engine {
  /// Who holds a compilation, and under which id.
  struct Origin {
    bool inWorker = false;
    uint64_t id = 0;
  };
  static constexpr size_t kMostOrigins = 16; ///< more than a session or a worker keeps

  std::unique_ptr<compiler::Session> session;
  std::unique_ptr<WorkerCompiler> worker;
  /// For imports beside the edited kernel: a session keeps the IR of few compilations.
  std::unique_ptr<compiler::Session> importSession;
  std::unique_ptr<WorkerCompiler> importWorker;
  QString workerProgram;
  uint32_t workerGiB = RunLimits{}.workerGiB;
  std::function<void(const compiler::PassRecord &)> passHook;
  std::map<std::string, arch::DeviceRef> devices;
  std::map<uint64_t, Origin> origins;
  uint64_t nextId = 1;

  compiler::Session &open() {
    if (!session) {
      session = std::make_unique<compiler::Session>();
    }
    return *session;
  }

  WorkerCompiler &openWorker() { return opened(worker); }
  WorkerCompiler &opened(std::unique_ptr<WorkerCompiler> &which) {
    if (!which) {
      which = std::make_unique<WorkerCompiler>(workerProgram, workerGiB);
    }
    return *which;
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
    const std::vector<compiler::Diagnostic> errors = toDiagnostics(loaded.error());
    problems.insert(problems.end(), errors.begin(), errors.end());
    return nullptr;
  }

  /// Runs a small compilation: the first one of a process loads libraries and starts Python, which
  /// the user's first kernel should not wait for.
  void warmUp() {
    auto launch = launch::parseLaunch(kWarmUpLaunch, "warm_up.launch.json");
    std::vector<compiler::Diagnostic> problems;
    if (!launch) {
      return;
    }
    compiler::Invocation invocation;
    invocation.text = kWarmUpKernel;
    invocation.file = "warm_up.py";
    invocation.device = device(*launch, problems);
    invocation.launch = std::move(*launch);
    if (invocation.device) {
      const compiler::Compilation compilation = open().compile(invocation);
      if (!compilation.passes.empty()) {
        open().print(compilation.id, compilation.passes.size() - 1);
      }
    }
  }

  CompileOutcome compile(std::shared_ptr<const CompileRequest> request, bool inWorker,
                         std::stop_token stop) {
    CompileOutcome outcome;
    outcome.request = request;
    outcome.inWorker = inWorker;
    compiler::Invocation invocation;
    invocation.from = request->from;
    invocation.text = request->text;
    invocation.file = request->file;
    invocation.launch = request->launch;
    invocation.options = request->options;
    const bool optionsOk =
        applyLaunchOptions(request->launch, invocation.options, outcome.problems);
    outcome.device = device(request->launch, outcome.problems);
    invocation.device = outcome.device;
    auto compilation = std::make_shared<compiler::Compilation>();
    if (outcome.device && optionsOk) {
      *compilation = inWorker ? openWorker().compile(invocation, stop, &outcome.problems)
                              : open().compile(invocation, stop, passHook);
      if (compilation->ok && !inWorker) {
        appendFindings(invocation, stop, *compilation);
      }
    }
    origins[nextId] = {inWorker, compilation->id};
    compilation->id = nextId++;
    if (origins.size() > kMostOrigins) {
      origins.erase(origins.begin());
    }
    outcome.compilation = std::move(compilation);
    if (request->from == compiler::From::Source && !compiler::processTainted()) {
      outcome.importedFiles =
          compiler::importedFiles(request->text, request->file, request->options);
    }
    return outcome;
  }

  /// As compile(); what crashes this process is compiled by the worker at once.
  CompileOutcome compileSafely(const std::shared_ptr<const CompileRequest> &request, bool inWorker,
                               std::stop_token stop) {
    CompileOutcome outcome = compile(request, inWorker, stop);
    if (inWorker || !compiler::processTainted()) {
      return outcome;
    }
    openWorker().start(); // warm when the next request comes
    if (!outcome.compilation->tainted || stop.stop_requested()) {
      return outcome;
    }
    CompileOutcome again = compile(request, true, stop);
    again.crashedHere = true;
    again.problems.insert(again.problems.begin(), crashNote(*outcome.compilation));
    return again;
  }

  std::vector<compiler::KernelInfo> kernels(const std::string &text, const std::string &file,
                                            bool inWorker) {
    return inWorker ? openWorker().kernels(text, file) : compiler::listKernels(text, file);
  }

  TtResult importTt(compiler::Invocation invocation, bool inWorker, std::stop_token stop) {
    TtResult result;
    invocation.stopAfter = "tt-import";
    invocation.device = device(invocation.launch, result.problems);
    if (!invocation.device || stop.stop_requested()) {
      return result;
    }
    if (!inWorker && !importSession) {
      importSession = std::make_unique<compiler::Session>();
    }
    result.compilation = inWorker ? opened(importWorker).compile(invocation, stop, &result.problems)
                                  : importSession->compile(invocation, stop);
    if (result.compilation.ok && !result.compilation.passes.empty()) {
      const size_t last = result.compilation.passes.size() - 1;
      result.text = inWorker ? opened(importWorker).print(result.compilation.id, last)
                             : importSession->print(result.compilation.id, last);
    }
    return result;
  }

  std::optional<compiler::IrText> print(uint64_t compilation, size_t pass) {
    const auto origin = origins.find(compilation);
    if (origin == origins.end()) {
      return std::nullopt;
    }
    return origin->second.inWorker ? openWorker().print(origin->second.id, pass)
                                   : open().print(origin->second.id, pass);
  }
};

CompileController::CompileController(QObject *parent)
    : QObject(parent), m_engine(std::make_shared<Engine>()) {
  qRegisterMetaType<charonia::app::CompileOutcome>();
  qRegisterMetaType<charonia::app::IrTextRef>();
  qRegisterMetaType<std::vector<charonia::compiler::KernelInfo>>();
  m_pause.setSingleShot(true);
  m_pause.setInterval(kTypingPause);
  m_pause.setTimerType(Qt::PreciseTimer);
  connect(&m_pause, &QTimer::timeout, this, [this] { start(); });
  m_thread.post([engine = m_engine] { engine->warmUp(); });
}

CompileController::~CompileController() {
  cancel();
  m_thread.post(
      [engine = m_engine] {
        engine->session.reset();
        engine->importSession.reset();
        engine->worker.reset();
        engine->importWorker.reset();
      },
      EngineThread::Urgency::First);
}

void CompileController::setWorkerDefault(bool on) {
  m_workerDefault = on;
  if (on) {
    m_thread.post([engine = m_engine] { engine->openWorker().start(); });
  }
}

void CompileController::setWorkerProgram(const QString &program) {
  m_thread.post([engine = m_engine, program] {
    engine->workerProgram = program;
    engine->worker.reset();
  });
}

void CompileController::setWorkerMemory(uint32_t gib) {
  m_thread.post([engine = m_engine, gib] {
    if (engine->workerGiB != gib) {
      engine->workerGiB = gib;
      engine->worker.reset();
      engine->importWorker.reset();
    }
  });
}

void CompileController::requestKernels(quint64 number, const std::string &text,
                                       const std::string &file) {
  m_thread.post(
      [engine = m_engine, number, text, file, inWorker = usesWorker(), this] {
        std::vector<compiler::KernelInfo> kernels = engine->kernels(text, file, inWorker);
        QMetaObject::invokeMethod(
            this,
            [this, number, kernels = std::move(kernels)] { Q_EMIT kernelsReady(number, kernels); },
            Qt::QueuedConnection);
      },
      EngineThread::Urgency::First);
}

void CompileController::importTt(std::vector<compiler::Invocation> invocations,
                                 std::stop_token stop, QObject *receiver, ImportWork work) {
  m_thread.post([engine = m_engine, invocations = std::move(invocations), stop,
                 receiver = QPointer(receiver), work = std::move(work), inWorker = usesWorker(),
                 this] {
    std::vector<TtResult> results;
    for (const compiler::Invocation &invocation : invocations) {
      if (stop.stop_requested()) {
        return;
      }
      // An import that crashed leaves the process to the worker.
      results.push_back(engine->importTt(invocation, inWorker || compiler::processTainted(), stop));
    }
    QMetaObject::invokeMethod(
        this,
        [receiver, then = work(results)] {
          if (receiver) {
            then();
          }
        },
        Qt::QueuedConnection);
  });
}

void CompileController::setPassHook(std::function<void(const compiler::PassRecord &)> hook) {
  m_thread.post([engine = m_engine, hook = std::move(hook)]() mutable {
    engine->passHook = std::move(hook);
  });
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
  m_thread.post([engine = m_engine, request = m_pending, inWorker = usesWorker(), job,
                 self = QPointer(this), this] {
    if (job->stop_requested()) {
      return;
    }
    CompileOutcome outcome = engine->compileSafely(request, inWorker, job->get_token());
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
        std::optional<compiler::IrText> text = engine->print(compilation, pass);
        IrTextRef shared =
            text ? std::make_shared<const compiler::IrText>(std::move(*text)) : nullptr;
        QMetaObject::invokeMethod(
            this, [this, compilation, pass, shared] { Q_EMIT irReady(compilation, pass, shared); },
            Qt::QueuedConnection);
      },
      EngineThread::Urgency::First);
}

} // namespace charonia::app
