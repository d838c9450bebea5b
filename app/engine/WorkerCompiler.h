// SPDX-License-Identifier: GPL-3.0-or-later
// A compiler in another process: `charonia-cli serve` over JSON lines. Used once the compiler of
// this process has crashed, or when the settings ask for it. Lives on the compiler's thread and
// blocks.
#pragma once

#include "charonia/compiler/Compiler.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <memory>

class QProcess;

namespace charonia::app {

struct WorkerResponse;

class WorkerCompiler {
public:
  /// `program` is started with the word "serve" and may take `memoryGiB`; empty: charonia-cli
  /// beside this program, else on the search path.
  explicit WorkerCompiler(const QString &program = {}, uint32_t memoryGiB = 8);
  ~WorkerCompiler();
  WorkerCompiler(const WorkerCompiler &) = delete;
  WorkerCompiler &operator=(const WorkerCompiler &) = delete;

  /// Starts the process if none runs, so that it is warm when a request comes.
  void start();
  bool isRunning() const;
  /// Process id of the worker, 0 if none runs.
  qint64 processId() const;

  /// As Session::compile. A worker that ends before it answers is started again once, which is told
  /// in `problems`; if it ends again, that is an error there.
  compiler::Compilation compile(const compiler::Invocation &invocation, std::stop_token stop,
                                std::vector<compiler::Diagnostic> *problems);
  /// As compiler::listKernels; nothing if there is no answer.
  std::vector<compiler::KernelInfo> kernels(const std::string &text, const std::string &file);
  /// As Session::print; nothing also if the worker that compiled has ended since.
  std::optional<compiler::IrText> print(uint64_t id, size_t pass);

private:
  enum class Reply : uint8_t { Answered, Stopped, Died };
  /// Sends the line that `request` makes for an id and waits for the response with that id.
  Reply exchange(const std::function<std::string(uint64_t)> &request, std::stop_token stop,
                 WorkerResponse &response);
  /// The next line of the process, if one came within `milliseconds`.
  std::optional<QByteArray> readLine(int milliseconds);
  void end();

  QString m_program;
  uint32_t m_memoryGiB;
  std::unique_ptr<QProcess> m_process;
  uint64_t m_nextRequest = 1;
  QString m_ended; ///< how the last process ended
};

} // namespace charonia::app
