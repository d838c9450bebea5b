// SPDX-License-Identifier: GPL-3.0-or-later
// Has upstream Triton compile a kernel and compares its `tt` with ours: the Python process on a
// thread of its own, both imports on the compiler's thread. All signals come on the GUI thread.
#pragma once

#include "app/engine/CompileController.h"
#include "run/FrontendDiff.h"
#include "run/UpstreamFrontend.h"

namespace charonia::app {

/// For each line of an IR text the lines (1-based) of the kernel's file that it comes from.
using SourceLines = std::vector<std::vector<uint32_t>>;

/// What came of a comparison: both texts, or diagnostics that say why not.
struct UpstreamOutcome {
  bool ok = false;
  std::shared_ptr<const CompileRequest> request;
  std::vector<compiler::Diagnostic> diagnostics;
  std::string version; ///< Triton's
  FrontendDiff diff;
  SourceLines builtinLines, upstreamLines;
};

class UpstreamController : public QObject {
  Q_OBJECT
public:
  /// `compiler` outlives this.
  explicit UpstreamController(CompileController *compiler, QObject *parent = nullptr);
  ~UpstreamController() override;

  /// Compares; the newest request wins. This executes the file of the request.
  void compare(CompileRequest request, UpstreamSettings settings);
  void cancel();
  bool isBusy() const { return m_running != nullptr; }

Q_SIGNALS:
  void started();
  void finished(const charonia::app::UpstreamOutcome &outcome);

private:
  using Job = std::shared_ptr<std::stop_source>;
  void importBoth(const Job &job, std::shared_ptr<const CompileRequest> request,
                  std::shared_ptr<const PreparedLaunch> prepared, UpstreamAnswer answer);
  void finish(const Job &job, UpstreamOutcome outcome);

  CompileController *m_compiler;
  EngineThread m_thread{QStringLiteral("upstream")};
  Job m_running;
};

} // namespace charonia::app
