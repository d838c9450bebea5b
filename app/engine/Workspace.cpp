// SPDX-License-Identifier: GPL-3.0-or-later
// Opening files, and the way from an edit to new results.
#include "app/engine/Workspace.h"

#include "run/CompileLaunch.h"
#include "run/KernelFile.h"
#include "run/TextFile.h"
#include "run/ValuesJson.h"

#include <QFileInfo>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
QString joined(const launch::LaunchErrors &errors) {
  QStringList lines;
  for (const launch::LaunchError &e : errors) {
    QString line = QString::fromStdString(e.path.empty() ? e.message : e.path + ": " + e.message);
    if (!e.file.empty()) {
      const QString file = QString::fromStdString(e.file);
      line =
          e.line > 0 ? u"%1:%2: %3"_s.arg(file).arg(e.line).arg(line) : u"%1: %2"_s.arg(file, line);
    }
    lines += line;
  }
  return lines.join(u'\n');
}

bool writeTextFile(const std::string &path, const std::string &text, QString *error) {
  QSaveFile file(QString::fromStdString(path));
  if (!file.open(QIODevice::WriteOnly) ||
      file.write(text.data(), static_cast<qint64>(text.size())) !=
          static_cast<qint64>(text.size()) ||
      !file.commit()) {
    *error = Workspace::tr("%1 cannot be written: %2").arg(file.fileName(), file.errorString());
    return false;
  }
  return true;
}

bool readText(const QString &path, uint64_t limit, std::string *text, QString *error) {
  auto read = readTextFile(path.toStdString(), limit);
  if (read) {
    *text = std::move(*read);
    return true;
  }
  switch (read.error().kind) {
  case TextFileError::Kind::Unreadable:
    *error = Workspace::tr("%1 cannot be read: %2")
                 .arg(path, QString::fromStdString(read.error().reason));
    break;
  case TextFileError::Kind::TooLarge:
    *error = Workspace::tr("%1 is larger than the limit of %2 MiB.").arg(path).arg(limit >> 20);
    break;
  case TextFileError::Kind::NoText:
    *error = Workspace::tr("%1 is not UTF-8 text.").arg(path);
    break;
  }
  return false;
}
} // namespace

Workspace::Workspace(QObject *parent) : QObject(parent) {
  connect(&m_compiler, &CompileController::started, this, &Workspace::stateChanged);
  connect(&m_compiler, &CompileController::finished, this, &Workspace::takeCompilation);
  connect(&m_simulator, &SimController::started, this, &Workspace::stateChanged);
  connect(&m_simulator, &SimController::finished, this, &Workspace::takeRun);
  connect(&m_compiler, &CompileController::kernelsReady, this, &Workspace::takeKernels);
  constexpr int kImportPauseMs = 150;
  m_importPause.setSingleShot(true);
  m_importPause.setInterval(kImportPauseMs);
  connect(&m_importPause, &QTimer::timeout, this, &Workspace::importChanged);
  for (const auto changed :
       {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged}) {
    connect(&m_imports, changed, this, [this] { m_importPause.start(); });
  }
}

void Workspace::openFolder(const QString &path) {
  m_folder = path.isEmpty() ? QString() : QFileInfo(path).absoluteFilePath();
  Q_EMIT folderOpened();
  if (!m_sourceFile.empty()) {
    compileNow();
  }
}

void Workspace::setSettings(const Settings &settings) {
  const auto asJson = [](const Settings &s) {
    compiler::Options options;
    options.limits = s.limits.compile;
    return toJson(options);
  };
  const bool matters = settings.searchPaths != m_settings.searchPaths ||
                       asJson(settings) != asJson(m_settings) ||
                       settings.limits.traceRows != m_settings.limits.traceRows;
  m_settings = settings;
  m_simulator.setLimits(settings.limits);
  m_compiler.setWorkerMemory(settings.limits.workerGiB);
  if (matters && !m_sourceFile.empty()) {
    compileNow();
  }
}

bool Workspace::open(const QString &path, QString *error) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const bool ok =
      absolute.endsWith(".json"_L1) ? openLaunch(absolute, error) : openSource(absolute, error);
  if (ok) {
    stop();
    const bool withoutLaunch = !m_hasLaunch && m_from == compiler::From::Source;
    m_case = 0;
    m_good = {};
    m_run = {};
    m_stale = false;
    m_compileDiagnostics.clear();
    m_runDiagnostics.clear();
    Q_EMIT opened();
    Q_EMIT launchChanged();
    Q_EMIT diagnosticsChanged();
    if (withoutLaunch) {
      m_guessing = true; // compiled when the launch is there
      requestGuess();
    } else {
      compileNow();
    }
  }
  return ok;
}

bool Workspace::openLaunch(const QString &path, QString *error) {
  launch::LaunchErrors warnings;
  auto loaded = launch::loadLaunch(path.toStdString(), &warnings);
  if (!loaded) {
    *error = joined(loaded.error());
    return false;
  }
  const bool fromSource = !loaded->source.empty();
  const std::string &relative = fromSource ? loaded->source : loaded->ttir;
  if (relative.empty()) {
    *error = tr("%1 names neither a source nor an IR file.").arg(path);
    return false;
  }
  std::string text;
  const std::string file = loaded->resolve(relative);
  if (!readText(QString::fromStdString(file), m_settings.limits.compile.irBytes, &text, error)) {
    return false;
  }
  m_text = std::move(text);
  m_sourceFile = file;
  m_from = fromSource ? compiler::From::Source : compiler::From::Ttir;
  m_launch = std::move(*loaded);
  m_hasLaunch = true;
  m_guessed.clear();
  m_openDiagnostics = toDiagnostics(warnings);
  return true;
}

bool Workspace::openSource(const QString &path, QString *error) {
  std::string text;
  if (!readText(path, m_settings.limits.compile.irBytes, &text, error)) {
    return false;
  }
  if (const std::string launch = findLaunchOf(path.toStdString()); !launch.empty()) {
    return openLaunch(QString::fromStdString(launch), error);
  }
  m_text = std::move(text);
  m_sourceFile = path.toStdString();
  m_from = path.endsWith(".py"_L1) ? compiler::From::Source : compiler::From::Ttir;
  m_openDiagnostics.clear();
  m_launch = {};
  m_guessed.clear();
  m_hasLaunch = false;
  return true;
}

void Workspace::requestGuess() {
  // Parsing is the compiler's work: a long text must not stop the window.
  m_compiler.requestKernels(++m_guessNumber, m_text, m_sourceFile);
  Q_EMIT stateChanged();
}

void Workspace::takeKernels(quint64 number, const std::vector<compiler::KernelInfo> &kernels) {
  if (number != m_guessNumber || m_hasLaunch) {
    return;
  }
  const bool opening = std::exchange(m_guessing, false);
  if (!kernels.empty()) {
    // Helpers come before the kernel that calls them, so the last one is the likeliest kernel.
    GuessedLaunch guessed = guessLaunch(kernels.back(), m_text, m_sourceFile);
    m_launch = std::move(guessed.launch);
    m_guessed = std::move(guessed.guessed);
    m_hasLaunch = true;
    Q_EMIT launchChanged();
  }
  if (opening) {
    compileNow(); // without a kernel this says what is wrong
  } else if (m_hasLaunch) {
    m_compiler.requestSoon(request());
  }
  Q_EMIT stateChanged();
}

bool Workspace::saveSource(QString *error) { return writeTextFile(m_sourceFile, m_text, error); }

bool Workspace::saveLaunch(QString *error) {
  if (!m_hasLaunch || !writeTextFile(m_launch.file, launch::toJson(m_launch), error)) {
    return false;
  }
  m_guessed.clear();
  Q_EMIT launchChanged();
  return true;
}

CompileRequest Workspace::request() const {
  CompileRequest request;
  request.from = m_from;
  request.text = m_text;
  request.file = m_sourceFile;
  request.launch = m_launch;
  request.options.limits = m_settings.limits.compile;
  for (const QString &path : m_settings.searchPaths) {
    request.options.searchPaths.push_back(path.toStdString());
  }
  if (!m_folder.isEmpty()) {
    request.options.searchPaths.push_back(m_folder.toStdString());
  }
  return request;
}

void Workspace::editText(std::string text) {
  m_text = std::move(text);
  m_simulator.cancel();
  if (!m_hasLaunch && m_from == compiler::From::Source) {
    requestGuess();
  }
  m_compiler.requestSoon(request());
  Q_EMIT stateChanged();
}

void Workspace::editLaunch(launch::Launch launch, ui::GuessedKeys guessed) {
  m_launch = std::move(launch);
  m_guessed = std::move(guessed);
  m_simulator.cancel();
  m_compiler.requestSoon(request());
  Q_EMIT stateChanged();
}

void Workspace::compileNow() {
  m_simulator.cancel();
  m_compiler.requestNow(request());
}

void Workspace::compareWithUpstream() {
  UpstreamSettings settings;
  settings.python = upstreamPython(m_settings.python.toStdString());
  settings.seconds = m_settings.upstreamSeconds;
  m_upstream.compare(request(), settings);
}

bool Workspace::isCurrent(const UpstreamOutcome &outcome) const {
  return outcome.request && outcome.request->text == m_text &&
         outcome.request->file == m_sourceFile &&
         launch::toJson(outcome.request->launch) == launch::toJson(m_launch);
}

void Workspace::watchImports(const CompileOutcome &outcome) {
  QStringList wanted;
  for (const std::string &file : outcome.importedFiles) {
    wanted += QString::fromStdString(file);
  }
  if (!outcome.compilation->ok && m_from == compiler::From::Source) {
    // A file that is missing may come.
    wanted += QFileInfo(QString::fromStdString(m_sourceFile)).absolutePath();
    wanted += m_settings.searchPaths;
    if (!m_folder.isEmpty()) {
      wanted += m_folder;
    }
  }
  const QStringList watched = m_imports.files() + m_imports.directories();
  for (const QString &path : watched) {
    if (!wanted.contains(path)) {
      m_imports.removePath(path);
    }
  }
  for (const QString &path : std::as_const(wanted)) {
    if (!watched.contains(path)) {
      m_imports.addPath(path); // false where it is not there
    }
  }
}

void Workspace::importChanged() {
  if (!m_sourceFile.empty()) {
    m_simulator.cancel();
    m_compiler.requestNow(request());
    Q_EMIT stateChanged();
  }
}

void Workspace::stop() {
  ++m_guessNumber;
  m_guessing = false;
  m_upstream.cancel();
  m_compiler.cancel();
  m_simulator.cancel();
  Q_EMIT stateChanged();
}

void Workspace::simulateNow() {
  if (m_good.compilation && !m_stale) {
    m_simulator.run(m_good, m_case);
  }
}

void Workspace::chooseCase(size_t index) {
  if (index != m_case && index < m_launch.cases.size()) {
    m_case = index;
    if (m_autoSimulate && !m_compiler.isBusy()) {
      simulateNow(); // a compilation under way simulates the new case when it is done
    }
    Q_EMIT stateChanged();
  }
}

std::vector<compiler::Diagnostic> Workspace::diagnostics() const {
  std::vector<compiler::Diagnostic> all = m_openDiagnostics;
  all.insert(all.end(), m_compileDiagnostics.begin(), m_compileDiagnostics.end());
  all.insert(all.end(), m_runDiagnostics.begin(), m_runDiagnostics.end());
  return all;
}

bool Workspace::diagnosticsAreCurrent() const {
  return m_diagnosed && m_diagnosed->text == m_text && m_diagnosed->file == m_sourceFile;
}

void Workspace::takeCompilation(const CompileOutcome &outcome) {
  if (outcome.crashedHere || (!outcome.inWorker && outcome.compilation->tainted)) {
    Q_EMIT compilerRecovered();
  }
  if (outcome.compilation->cancelled) {
    return;
  }
  watchImports(outcome);
  m_diagnosed = outcome.request;
  m_compileDiagnostics = outcome.problems;
  m_compileDiagnostics.insert(m_compileDiagnostics.end(), outcome.compilation->diagnostics.begin(),
                              outcome.compilation->diagnostics.end());
  m_runDiagnostics.clear();
  m_stale = !outcome.compilation->ok;
  if (outcome.compilation->ok) {
    m_good = outcome;
    Q_EMIT compiled();
    if (m_autoSimulate) {
      m_simulator.run(outcome, m_case);
    }
  }
  Q_EMIT diagnosticsChanged();
  Q_EMIT stateChanged();
}

void Workspace::takeRun(const SimOutcome &outcome) {
  m_runDiagnostics = outcome.diagnostics;
  if (outcome.trace) {
    m_run = outcome;
    Q_EMIT simulated();
  }
  Q_EMIT diagnosticsChanged();
  Q_EMIT stateChanged();
}

} // namespace charonia::app
