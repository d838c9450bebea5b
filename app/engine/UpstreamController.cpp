// SPDX-License-Identifier: GPL-3.0-or-later
// Process, imports, comparison, one after the other.
#include "app/engine/UpstreamController.h"

#include "app/engine/SourceMap.h"

namespace charonia::app {

namespace {
SourceLines sourceLines(const TtResult &result, const std::string &file) {
  SourceLines lines;
  for (const compiler::OpRange &range : result.text->ops) {
    if (range.op == compiler::kNone || range.line == 0) {
      continue;
    }
    lines.resize(std::max<size_t>(lines.size(), range.line));
    if (std::vector<uint32_t> &line = lines[range.line - 1]; line.empty()) {
      for (const compiler::SourceRange &place : sourceRanges(result.compilation, range.op, file)) {
        line.push_back(place.beginLine);
      }
    }
  }
  return lines;
}

void append(std::vector<compiler::Diagnostic> &to,
            const std::vector<compiler::Diagnostic> &diagnostics) {
  to.insert(to.end(), diagnostics.begin(), diagnostics.end());
}
} // namespace

UpstreamController::UpstreamController(CompileController *compiler, QObject *parent)
    : QObject(parent), m_compiler(compiler) {
  qRegisterMetaType<charonia::app::UpstreamOutcome>();
}

UpstreamController::~UpstreamController() { cancel(); }

void UpstreamController::cancel() {
  if (m_running) {
    m_running->request_stop();
    m_running.reset();
  }
}

void UpstreamController::compare(CompileRequest request, UpstreamSettings settings) {
  cancel();
  auto job = std::make_shared<std::stop_source>();
  m_running = job;
  Q_EMIT started();
  auto shared = std::make_shared<const CompileRequest>(std::move(request));
  auto prepared = std::make_shared<PreparedLaunch>();
  prepared->launch = shared->launch;
  prepared->invocation.from = shared->from;
  prepared->invocation.text = shared->text;
  prepared->invocation.file = shared->file;
  prepared->invocation.launch = shared->launch;
  prepared->invocation.options = shared->options;
  m_thread.post([this, job, shared, prepared, settings = std::move(settings)] {
    if (job->stop_requested()) {
      return;
    }
    UpstreamAnswer answer = runUpstream(*prepared, settings, job->get_token());
    // The controller waits for this thread before it goes, so `this` is alive here.
    QMetaObject::invokeMethod(
        this,
        [this, job, shared, prepared, answer = std::move(answer)]() mutable {
          if (m_running == job) {
            importBoth(job, std::move(shared), std::move(prepared), std::move(answer));
          }
        },
        Qt::QueuedConnection);
  });
}

void UpstreamController::importBoth(const Job &job, std::shared_ptr<const CompileRequest> request,
                                    std::shared_ptr<const PreparedLaunch> prepared,
                                    UpstreamAnswer answer) {
  UpstreamOutcome outcome;
  outcome.request = std::move(request);
  outcome.diagnostics = answer.diagnostics;
  outcome.version = answer.version;
  if (!answer.ok) {
    finish(job, std::move(outcome));
    return;
  }
  std::vector<compiler::Invocation> both = {prepared->invocation,
                                            upstreamInvocation(*prepared, answer)};
  m_compiler->importTt(
      std::move(both), job->get_token(), this,
      [this, job, outcome = std::move(outcome)](const std::vector<TtResult> &results) {
        auto done = std::make_shared<UpstreamOutcome>(outcome);
        for (const TtResult &result : results) {
          append(done->diagnostics, result.problems);
          append(done->diagnostics, result.compilation.diagnostics);
        }
        if (results.size() == 2 && results[0].text && results[1].text) {
          const std::string &file = done->request->file;
          done->diff = diffFrontends(results[0].text->text, results[1].text->text);
          done->builtinLines = sourceLines(results[0], file);
          done->upstreamLines = sourceLines(results[1], file);
          done->ok = true;
        }
        return [this, job, done] { finish(job, *done); };
      });
}

void UpstreamController::finish(const Job &job, UpstreamOutcome outcome) {
  if (m_running == job) {
    m_running.reset();
    Q_EMIT finished(outcome);
  }
}

} // namespace charonia::app
