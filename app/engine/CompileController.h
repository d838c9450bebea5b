// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles on the compiler's thread as the user types: waits for a pause, lets the newest request
// win, prints IR on demand. All signals come on the GUI thread.
#pragma once

#include "app/engine/EngineThread.h"
#include "charonia/compiler/Compiler.h"
#include "charonia/compiler/Process.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace charonia::app {

using CompilationRef = std::shared_ptr<const compiler::Compilation>;
using IrTextRef = std::shared_ptr<const compiler::IrText>;

/// One thing to compile, without the device, which the controller loads.
struct CompileRequest {
  compiler::From from = compiler::From::Source;
  std::string text, file;
  launch::Launch launch;
  compiler::Options options;
};

/// A finished compilation with what it was made from.
struct CompileOutcome {
  CompilationRef compilation; ///< its id is unique in this process, whoever compiled
  std::shared_ptr<const CompileRequest> request;
  arch::DeviceRef device; ///< null if the hardware file is unreadable
  /// What is wrong with the options of the launch, with the hardware file, or with the worker.
  std::vector<compiler::Diagnostic> problems;
  bool inWorker = false; ///< compiled by the worker process
  /// The compiler crashed on it in this process, so the worker was asked at once.
  bool crashedHere = false;
  /// Other files that the text imports: when one of them changes the result may too.
  std::vector<std::string> importedFiles;
};

/// The `tt` of an invocation after its clean-up.
struct TtResult {
  compiler::Compilation compilation;
  std::optional<compiler::IrText> text; ///< nothing after an error
  std::vector<compiler::Diagnostic> problems;
};

class CompileController : public QObject {
  Q_OBJECT
public:
  /// Pause after the last edit before a compilation starts [ms].
  static constexpr int kTypingPause = 250;

  explicit CompileController(QObject *parent = nullptr);
  ~CompileController() override;

  /// Compiles `request` after the typing pause; a later request replaces it. Cancels what runs.
  void requestSoon(CompileRequest request);
  void requestNow(CompileRequest request);
  bool isBusy() const { return m_running != nullptr || m_pause.isActive(); }
  void cancel();

  /// Compile in a worker process also while this one is sound. A process whose compiler has crashed
  /// compiles in the worker in any case.
  void setWorkerDefault(bool on);
  bool usesWorker() const { return m_workerDefault || compiler::processTainted(); }
  /// The program that is started as a worker; empty: charonia-cli beside this one.
  void setWorkerProgram(const QString &program);
  /// Memory that the next worker may take [GiB].
  void setWorkerMemory(uint32_t gib);
  /// Called on the compiler's thread after each pass that runs in this process.
  void setPassHook(std::function<void(const compiler::PassRecord &)> hook);

  /// Asks for the IR after a pass of a compilation; irReady answers, with null if it is gone.
  void requestIr(uint64_t compilation, size_t pass);

  /// Asks for the @triton.jit functions of a text; kernelsReady answers with the same number.
  void requestKernels(quint64 number, const std::string &text, const std::string &file);

  /// What to do with imported IR: runs on the compiler's thread and returns what is then to be done
  /// on the GUI thread.
  using ImportWork = std::function<std::function<void()>(const std::vector<TtResult> &)>;
  /// Imports invocations (their device is filled in) up to the `tt` after clean-up, apart from what
  /// is being edited. Nothing is done once `stop` or the end of `receiver` came.
  void importTt(std::vector<compiler::Invocation> invocations, std::stop_token stop,
                QObject *receiver, ImportWork work);

  /// Since the end of the last typing pause (or requestNow) [ms].
  qint64 sincePause() const { return m_clock.isValid() ? m_clock.elapsed() : 0; }

Q_SIGNALS:
  void started();
  void finished(const charonia::app::CompileOutcome &outcome);
  void kernelsReady(quint64 number, const std::vector<charonia::compiler::KernelInfo> &kernels);
  void irReady(quint64 compilation, quint64 pass, const charonia::app::IrTextRef &text);

private:
  struct Engine;
  void start();

  EngineThread m_thread{QStringLiteral("compiler")};
  std::shared_ptr<Engine> m_engine; ///< lives and dies on the thread
  QTimer m_pause;
  QElapsedTimer m_clock;
  std::shared_ptr<const CompileRequest> m_pending;
  std::shared_ptr<std::stop_source> m_running;
  bool m_workerDefault = false;
};

} // namespace charonia::app
