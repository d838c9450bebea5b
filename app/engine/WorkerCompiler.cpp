// SPDX-License-Identifier: GPL-3.0-or-later
// One request at a time; answers that were given up are skipped by their id.
#include "app/engine/WorkerCompiler.h"

#include "run/WorkerProtocol.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <sys/prctl.h>

#include <csignal>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
using compiler::Diagnostic;
using compiler::Severity;

constexpr int kPollMs = 10;
constexpr int kStartMs = 10'000;
/// A worker that does not answer so long after a stop is ended: the next request must not wait.
constexpr int kPatienceMs = 500;

QString defaultProgram() {
  const QString name = u"charonia-cli"_s;
  const QString beside = QCoreApplication::applicationDirPath() + u'/' + name;
  return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(name);
}

Diagnostic problem(Severity severity, const char *code, const QString &message) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = message.toStdString();
  return diagnostic;
}
} // namespace

WorkerCompiler::WorkerCompiler(const QString &program, uint32_t memoryGiB)
    : m_program(program.isEmpty() ? defaultProgram() : program), m_memoryGiB(memoryGiB) {}

WorkerCompiler::~WorkerCompiler() { end(); }

bool WorkerCompiler::isRunning() const {
  return m_process && m_process->state() == QProcess::Running;
}

qint64 WorkerCompiler::processId() const { return isRunning() ? m_process->processId() : 0; }

void WorkerCompiler::start() {
  if (isRunning()) {
    return;
  }
  m_process = std::make_unique<QProcess>();
  m_process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
  m_process->setChildProcessModifier([] {
    // Between fork and exec only such calls are safe. The worker limits its own memory.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  });
  m_process->start(m_program, {u"serve"_s, u"--memory"_s, QString::number(m_memoryGiB)});
  if (!m_process->waitForStarted(kStartMs)) {
    m_ended = m_process->errorString();
    m_process.reset();
  }
}

void WorkerCompiler::end() {
  if (m_process) {
    m_process->kill();
    m_process->waitForFinished(1000);
    m_process.reset();
  }
}

std::optional<QByteArray> WorkerCompiler::readLine(int milliseconds) {
  if (!m_process->canReadLine()) {
    m_process->waitForReadyRead(milliseconds);
  }
  if (!m_process->canReadLine()) {
    return std::nullopt;
  }
  return m_process->readLine();
}

WorkerCompiler::Reply WorkerCompiler::exchange(const std::function<std::string(uint64_t)> &request,
                                               std::stop_token stop, WorkerResponse &response) {
  start();
  if (!isRunning()) {
    return Reply::Died;
  }
  const uint64_t id = m_nextRequest++;
  m_process->write(QByteArray::fromStdString(request(id) + '\n'));
  QElapsedTimer stopped;
  while (true) {
    if (const auto line = readLine(kPollMs)) {
      auto parsed = parseResponseLine({line->constData(), static_cast<size_t>(line->size())});
      if (parsed && parsed->id == id) {
        response = std::move(*parsed);
        return stopped.isValid() ? Reply::Stopped : Reply::Answered;
      }
      continue; // of a request that was given up, or no answer at all
    }
    if (!isRunning()) {
      m_ended = m_process->exitStatus() == QProcess::CrashExit
                    ? u"a signal"_s
                    : u"exit code %1"_s.arg(m_process->exitCode());
      m_process.reset();
      return Reply::Died;
    }
    if (stop.stop_requested() && !stopped.isValid()) {
      stopped.start();
    }
    if (stopped.isValid() && stopped.elapsed() > kPatienceMs) {
      end();
      return Reply::Stopped;
    }
  }
}

compiler::Compilation WorkerCompiler::compile(const compiler::Invocation &invocation,
                                              std::stop_token stop,
                                              std::vector<Diagnostic> *problems) {
  compiler::Compilation failed;
  for (int attempt = 0; attempt < 2; ++attempt) {
    WorkerResponse response;
    const Reply reply =
        exchange([&](uint64_t id) { return compileRequestLine(id, invocation); }, stop, response);
    if (reply == Reply::Stopped) {
      failed.cancelled = true;
      return failed;
    }
    if (reply == Reply::Answered) {
      problems->insert(problems->end(), response.diagnostics.begin(), response.diagnostics.end());
      if (!response.compilation) {
        problems->push_back(problem(Severity::Error, "KW0002",
                                    u"the worker process did not compile: %1"_s.arg(
                                        QString::fromStdString(response.error))));
        return failed;
      }
      compiler::Compilation compilation = *response.compilation;
      if (compilation.tainted) {
        end(); // the next request gets a sound process
      }
      return compilation;
    }
    problems->push_back(
        attempt == 0
            ? problem(Severity::Warning, "KW0001",
                      u"the worker process ended (%1) and was started again"_s.arg(m_ended))
            : problem(Severity::Error, "KW0003",
                      u"the worker process ended twice while it compiled (%1)"_s.arg(m_ended)));
  }
  return failed;
}

std::vector<compiler::KernelInfo> WorkerCompiler::kernels(const std::string &text,
                                                          const std::string &file) {
  WorkerResponse response;
  const Reply reply = exchange(
      [&](uint64_t request) { return kernelsRequestLine(request, text, file); }, {}, response);
  return reply == Reply::Answered && response.kernels ? std::move(*response.kernels)
                                                      : std::vector<compiler::KernelInfo>{};
}

std::optional<compiler::IrText> WorkerCompiler::print(uint64_t id, size_t pass) {
  if (!isRunning()) {
    return std::nullopt;
  }
  WorkerResponse response;
  const Reply reply =
      exchange([&](uint64_t request) { return printRequestLine(request, id, pass); }, {}, response);
  return reply == Reply::Answered ? std::move(response.ir) : std::nullopt;
}

} // namespace charonia::app
