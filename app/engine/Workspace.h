// SPDX-License-Identifier: GPL-3.0-or-later
// What is open: a source text, its launch, and the newest results. Edits go in, results come out as
// signals; the window, the headless renderer and the edit benchmark all drive this one class.
#pragma once

#include "app/engine/CompileController.h"
#include "app/engine/SimController.h"
#include "app/engine/UpstreamController.h"
#include "run/LaunchGuess.h"

#include <QFileSystemWatcher>

namespace charonia::app {

class Workspace : public QObject {
  Q_OBJECT
public:
  explicit Workspace(QObject *parent = nullptr);

  /// Opens a .py, .ttir, .mlir or .launch.json file. A source without a launch file beside it gets
  /// a guessed launch. False with `error` if it cannot be read or understood; then nothing changes.
  bool open(const QString &path, QString *error);
  /// The folder whose files import each other; empty: none is open. It is searched for imported
  /// files, after the kernel's own folder and package.
  void openFolder(const QString &path);
  const QString &folder() const { return m_folder; }
  /// What the user has set; what is open is compiled again if it matters to it.
  void setSettings(const Settings &settings);
  const Settings &settings() const { return m_settings; }
  /// Writes the source, and the launch as JSON, to their files.
  bool saveSource(QString *error);
  bool saveLaunch(QString *error);
  void setSourceFile(const std::string &file) { m_sourceFile = file; }

  const std::string &text() const { return m_text; }
  const std::string &sourceFile() const { return m_sourceFile; }
  compiler::From from() const { return m_from; }
  const launch::Launch &launch() const { return m_launch; }
  bool hasLaunch() const { return m_hasLaunch; }
  const ui::GuessedKeys &guessed() const { return m_guessed; }
  bool launchWasGuessed() const { return !m_guessed.empty(); }

  /// The user typed: compiles after the typing pause.
  void editText(std::string text);
  /// The user changed the launch: compiles after the typing pause.
  void editLaunch(launch::Launch launch, ui::GuessedKeys guessed);
  /// Compiles and simulates now.
  void compileNow();
  void stop();
  bool simulateAfterCompile() const { return m_autoSimulate; }
  void setSimulateAfterCompile(bool on) { m_autoSimulate = on; }
  void simulateNow();
  /// Case of the launch (other data, other expectations) that is simulated.
  size_t currentCase() const { return m_case; }
  void chooseCase(size_t index);

  /// Has upstream Triton compile the present text and compares; this executes the file.
  void compareWithUpstream();
  /// The present text and launch are what the comparison `outcome` was made from.
  bool isCurrent(const UpstreamOutcome &outcome) const;

  bool isBusy() const { return m_compiler.isBusy() || m_simulator.isBusy() || m_guessing; }
  CompileController &compiler() { return m_compiler; }
  SimController &simulator() { return m_simulator; }
  UpstreamController &upstream() { return m_upstream; }

  /// Newest compilation that went well, and its run.
  const CompileOutcome &good() const { return m_good; }
  const SimOutcome &run() const { return m_run; }
  std::vector<compiler::Diagnostic> diagnostics() const;
  /// The diagnostics are of the present text, so their places hold.
  bool diagnosticsAreCurrent() const;
  /// The source has errors, so `good()` is of an earlier text.
  bool isStale() const { return m_stale; }
  double clockGhz() const { return m_good.device ? m_good.device->clockGhz : 0; }

Q_SIGNALS:
  void opened();
  void folderOpened();
  void launchChanged();
  void stateChanged(); ///< busy, stale
  void compiled();     ///< good() is new
  void simulated();    ///< run() is new
  void diagnosticsChanged();
  /// The compiler crashed in this process and was recovered. From now on a worker process compiles;
  /// work should be saved and the program started again.
  void compilerRecovered();

private:
  CompileRequest request() const;
  void takeCompilation(const CompileOutcome &outcome);
  void takeRun(const SimOutcome &outcome);
  bool openLaunch(const QString &path, QString *error);
  bool openSource(const QString &path, QString *error);
  void requestGuess();
  void takeKernels(quint64 number, const std::vector<compiler::KernelInfo> &kernels);
  void watchImports(const CompileOutcome &outcome);
  void importChanged();

  CompileController m_compiler;
  SimController m_simulator;
  UpstreamController m_upstream{&m_compiler};
  Settings m_settings;
  QString m_folder;
  QFileSystemWatcher m_imports; ///< files that the source imports, or folders that may get them
  QTimer m_importPause;         ///< an editor writes a file in several steps
  quint64 m_guessNumber = 0;    ///< of the newest request for kernels
  bool m_guessing = false;      ///< what was opened waits for a launch
  std::string m_text, m_sourceFile;
  compiler::From m_from = compiler::From::Source;
  launch::Launch m_launch;
  ui::GuessedKeys m_guessed;
  size_t m_case = 0;
  bool m_hasLaunch = false, m_stale = false, m_autoSimulate = true;
  CompileOutcome m_good;
  std::shared_ptr<const CompileRequest> m_diagnosed; ///< what m_compileDiagnostics are about
  SimOutcome m_run;
  std::vector<compiler::Diagnostic> m_openDiagnostics, m_compileDiagnostics, m_runDiagnostics;
};

} // namespace charonia::app
