// SPDX-License-Identifier: GPL-3.0-or-later
// Fills panels from the workspace and keeps ops, ranges and IR in step.
#include "app/gui/Panels.h"

#include "app/engine/SourceMap.h"
#include "widgets/core/NumberFormat.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
std::map<std::string, std::string> passSummaries() {
  std::map<std::string, std::string> summaries;
  for (const compiler::PassInfo &info : compiler::passTable()) {
    summaries[info.flag] = info.summary;
  }
  return summaries;
}
} // namespace

QString panelTitle(const QString &id) {
  for (const PanelInfo &info : kPanels) {
    if (id == QLatin1String(info.id)) {
      return QCoreApplication::translate("Panels", info.title);
    }
  }
  return id;
}

Panels::Panels(Workspace *workspace, const ui::PanelContext &context, QObject *parent)
    : QObject(parent), source(new SourcePanel(context)), launch(new ui::LaunchPanel(context)),
      passes(new ui::PassListView(context)), ir(new ui::IrView(context)),
      heatmap(new ui::PeGridView(context)), cb(new ui::CbTimelineView(context)),
      schedule(new ui::ScheduleView(context)), problems(new ui::ProblemsView(context)),
      report(new ui::RunReportView(context)), files(new ui::FilesPanel(context)),
      frontends(new ui::FrontendDiffView(context)), decisions(new ui::DecisionsView(context)),
      m_workspace(workspace), m_context(context) {
  connectWorkspace();
  connectSelection();
  connectUpstream();
  m_updateTimer.setInterval(0);
  connect(&m_updateTimer, &QTimer::timeout, this, [this] {
    if (m_updates.empty()) {
      m_updateTimer.stop();
      return;
    }
    const auto [name, update] = std::move(m_updates.front());
    m_updates.pop_front();
    m_updateTimer.setObjectName(QString::fromLatin1(name));
    update();
  });
}

ui::Panel *Panels::panel(const QString &id) const {
  for (ui::Panel *candidate :
       std::initializer_list<ui::Panel *>{source, files, launch, passes, ir, frontends, heatmap, cb,
                                          schedule, decisions, problems, report}) {
    if (candidate->id() == id) {
      return candidate;
    }
  }
  return nullptr;
}

void Panels::connectWorkspace() {
  connect(m_workspace, &Workspace::opened, this, &Panels::showOpened);
  connect(m_workspace, &Workspace::compiled, this, &Panels::showCompiled);
  connect(m_workspace, &Workspace::simulated, this, &Panels::showSimulated);
  connect(m_workspace, &Workspace::stateChanged, this, [this] {
    updateStale();
    updatePending();
    updateComparison();
  });
  connect(m_workspace, &Workspace::folderOpened, this,
          [this] { files->setFolder(m_workspace->folder()); });
  connect(m_workspace, &Workspace::launchChanged, this, [this] {
    if (m_workspace->hasLaunch()) {
      launch->setLaunch(m_workspace->launch(), m_workspace->guessed(), m_workspace->currentCase());
    } else {
      launch->clear();
    }
  });
  connect(m_workspace, &Workspace::diagnosticsChanged, this, [this] {
    const std::vector<compiler::Diagnostic> all = m_workspace->diagnostics();
    problems->setDiagnostics(all);
    std::vector<compiler::Diagnostic> inSource;
    const std::string &file = m_workspace->sourceFile();
    std::copy_if(all.begin(), all.end(), std::back_inserter(inSource),
                 [&](const compiler::Diagnostic &d) {
                   return d.range.file.empty() || d.range.file == file;
                 });
    source->editor().setDiagnostics(inSource);
  });
  connect(&m_workspace->compiler(), &CompileController::irReady, this, &Panels::takeIr);
  connect(source, &SourcePanel::edited, this,
          [this] { m_workspace->editText(source->editor().text()); });
  connect(launch, &ui::LaunchPanel::launchEdited, this,
          [this] { m_workspace->editLaunch(launch->launch(), launch->guessed()); });
  connect(launch, &ui::LaunchPanel::caseChosen, m_workspace, &Workspace::chooseCase);
  connect(problems, &ui::ProblemsView::activated, this, &Panels::goTo);
  connect(decisions, &ui::DecisionsView::activated, this, &Panels::goTo);
}

void Panels::goTo(const compiler::SourceRange &range) {
  if (range.file.empty() || range.file == m_workspace->sourceFile()) {
    source->editor().selectRange(range);
    source->editor().setFocus();
  }
}

void Panels::connectSelection() {
  connect(passes, &ui::PassListView::passSelected, this, [this] { requestIr(); });
  connect(ir, &ui::IrView::shown, this, &Panels::irShown);
  connect(ir, &ui::IrView::opsPicked, this, &Panels::pickOps);
  connect(source, &SourcePanel::lineChosen, this, &Panels::pickLine);
  connect(frontends, &ui::FrontendDiffView::linePicked, this, &Panels::pickLine);
  connect(m_context.selection, &ui::SelectionHub::changed, this, &Panels::completeRanges);
}

void Panels::pickLine(uint32_t line) {
  const CompileOutcome &good = m_workspace->good();
  if (good.compilation && !m_workspace->isStale()) {
    std::vector<compiler::OpId> ops = opsOnLine(*good.compilation, good.request->file, line);
    std::vector<compiler::SourceRange> ranges;
    if (!ops.empty()) {
      ranges.push_back({good.request->file, line, 1, line, 1U << 24});
    }
    m_context.selection->selectOps(std::move(ops), std::move(ranges));
  }
}

void Panels::connectUpstream() {
  UpstreamController &upstream = m_workspace->upstream();
  connect(&upstream, &UpstreamController::started, this, [this] { frontends->setRunning(true); });
  connect(&upstream, &UpstreamController::finished, this, &Panels::showComparison);
  connect(frontends, &ui::FrontendDiffView::stopRequested, this, [this] {
    m_workspace->upstream().cancel();
    frontends->setRunning(false);
  });
}

void Panels::showComparison(const UpstreamOutcome &outcome) {
  frontends->setRunning(false);
  m_comparison = outcome;
  if (outcome.ok) {
    ui::FrontendTexts texts;
    texts.builtin = outcome.diff.builtin;
    texts.upstream = outcome.diff.upstream;
    texts.builtinLines = outcome.builtinLines;
    texts.upstreamLines = outcome.upstreamLines;
    texts.ops = outcome.diff.ops;
    texts.version = ui::fromUtf8(outcome.version);
    texts.source = outcome.request->file;
    frontends->setTexts(std::move(texts));
  } else {
    frontends->setProblem(tr("There is nothing to compare."), outcome.diagnostics);
  }
  updateComparison();
}

void Panels::updateComparison() {
  if (!m_workspace->upstream().isBusy()) {
    frontends->setRunning(false);
  }
  const bool older = m_comparison.ok && !m_workspace->isCurrent(m_comparison);
  frontends->setStale(older ? tr("Stale: this comparison is of an earlier text or launch.")
                            : QString());
}

void Panels::showMappingRemark() {
  const std::string &mapping = m_workspace->good().request->launch.mapping;
  if (mapping != "lpt" && mapping != "auto") {
    return;
  }
  for (const compiler::Remark &remark : m_workspace->good().compilation->remarks) {
    if (remark.kind == "mapping") {
      launch->setStatus(ui::fromUtf8(remark.message + ": " + remark.reason), false);
      return;
    }
  }
}

void Panels::updatePending() {
  const bool compiling = m_workspace->compiler().isBusy();
  const bool simulating = m_workspace->simulator().isBusy();
  const QString pending = m_workspace->run().trace ? QString()
                          : compiling              ? tr("Compiling...")
                          : simulating             ? tr("Simulating...")
                                                   : QString();
  for (ui::Panel *panel : std::initializer_list<ui::Panel *>{heatmap, cb, schedule, report}) {
    panel->setPending(pending);
  }
}

void Panels::showOpened() {
  m_updates.clear();
  launch->clear();
  m_comparison = {};
  frontends->setMessage(tr("Compare to see what upstream Triton makes of this kernel."));
  files->setCurrentFile(ui::fromUtf8(m_workspace->sourceFile()));
  source->setText(m_workspace->text(), m_workspace->from() == compiler::From::Source
                                           ? ui::Language::Triton
                                           : ui::Language::Mlir);
  m_context.selection->forgetOps();
  passes->setPasses({}, {});
  decisions->setRows({}, {}, {});
  m_irTexts.clear();
  ir->setMessage(tr("Compiling..."));
  heatmap->setTrace(nullptr);
  cb->setTrace(nullptr, 0);
  schedule->setTrace(nullptr, 0);
  report->setReport(std::nullopt);
}

void Panels::showCompiled() {
  const CompileOutcome &good = m_workspace->good();
  m_irTexts.clear();
  m_irCompilation = good.compilation->id;
  m_context.selection->forgetOps();
  m_irPending = true;
  passes->setPasses(good.compilation->passes, passSummaries());
  showDecisions();
  showMappingRemark();
}

void Panels::showDecisions() {
  const compiler::Compilation &compilation = *m_workspace->good().compilation;
  auto accesses = compiler::withCosts(compilation.accesses, compilation.remarks);
  auto placements = compiler::placementsOf(compilation.placements, compilation.remarks);
  auto boxes = compiler::boxesOf(compilation.remarks);
  // What a library does for the kernel stands at the line that calls it.
  const auto bring = [&](auto &row) {
    row.range = rangeIn(compilation, row.op, row.range, m_workspace->good().request->file);
  };
  std::for_each(accesses.begin(), accesses.end(), bring);
  std::for_each(placements.begin(), placements.end(),
                [&](compiler::Placement &placement) { bring(placement.row); });
  std::for_each(boxes.begin(), boxes.end(), bring);
  decisions->setRows(std::move(accesses), std::move(placements), std::move(boxes));
}

void Panels::requestIr() {
  const int pass = passes->currentPass();
  if (pass < 0 || !m_workspace->good().compilation) {
    return;
  }
  const auto index = static_cast<size_t>(pass);
  m_irPending = true;
  for (const size_t wanted : {index, index == 0 ? index : index - 1}) {
    if (!m_irTexts.contains(wanted)) {
      m_workspace->compiler().requestIr(m_irCompilation, wanted);
    }
  }
  showIr();
}

void Panels::takeIr(quint64 compilation, quint64 pass, const IrTextRef &text) {
  if (compilation != m_irCompilation) {
    return;
  }
  if (!text) {
    // The session keeps only the newest compilations.
    m_irPending = false;
    ir->setMessage(tr("The IR of this pass is no longer there. Compile again to see it."));
    return;
  }
  m_irTexts[pass] = text;
  showIr();
}

void Panels::showIr() {
  const auto current = static_cast<size_t>(std::max(0, passes->currentPass()));
  const auto after = m_irTexts.find(current);
  const auto before = current == 0 ? m_irTexts.end() : m_irTexts.find(current - 1);
  const bool complete = after != m_irTexts.end() && (current == 0 || before != m_irTexts.end());
  if (!m_irPending || !complete || !m_workspace->good().compilation) {
    return;
  }
  m_irPending = false;
  const auto &records = m_workspace->good().compilation->passes;
  const QString title = current < records.size() && !records[current].flag.empty()
                            ? ui::fromUtf8(records[current].flag)
                            : tr("imported IR");
  ir->setTexts(title, after->second, current == 0 ? nullptr : before->second);
}

void Panels::later(const char *name, std::function<void()> update) {
  m_updates.emplace_back(name, std::move(update));
  m_updateTimer.start();
}

void Panels::showSimulated() {
  const SimOutcome &run = m_workspace->run();
  const double clock = m_workspace->clockGhz();
  m_updates.clear();
  later("heatmap", [this, trace = run.trace] { heatmap->setTrace(trace); });
  later("schedule", [this, trace = run.trace, clock] { schedule->setTrace(trace, clock); });
  later("cb", [this, trace = run.trace, clock] { cb->setTrace(trace, clock); });
  ui::RunReport figures = ui::makeReport(*run.trace, clock);
  figures.mapping = run.source.request->launch.mapping;
  figures.compared = run.compared;
  figures.mismatches = run.mismatches;
  figures.simulationSeconds = run.seconds;
  figures.rooflineLevel = run.roofline.level;
  figures.rooflineCycles = run.roofline.bound;
  if (run.source.compilation->program) {
    figures.policy = run.source.compilation->program->policy;
  }
  later("report", [this, figures = std::move(figures)] { report->setReport(figures); });
}

void Panels::updateStale() {
  const bool stale = m_workspace->isStale() && m_workspace->good().compilation;
  const QString compiled =
      stale ? tr("Stale: the source has errors. This is the last good result.") : QString();
  for (ui::Panel *panel : std::initializer_list<ui::Panel *>{passes, ir, decisions}) {
    panel->setStale(compiled);
  }
  const SimOutcome &run = m_workspace->run();
  const bool older = run.trace && !m_workspace->simulator().isBusy() &&
                     (run.source.compilation != m_workspace->good().compilation ||
                      run.caseIndex != m_workspace->currentCase());
  const QString ran = stale && m_workspace->run().trace ? compiled
                      : older ? tr("Stale: this run is of an earlier text or of another case.")
                              : QString();
  for (ui::Panel *panel : std::initializer_list<ui::Panel *>{heatmap, cb, schedule, report}) {
    panel->setStale(ran);
  }
}

std::vector<compiler::SourceRange> Panels::rangesOf(const std::vector<compiler::OpId> &ops) const {
  const CompileOutcome &good = m_workspace->good();
  std::vector<compiler::SourceRange> ranges;
  for (size_t i = 0; good.compilation && i < ops.size(); ++i) {
    for (compiler::SourceRange &range :
         sourceRanges(*good.compilation, ops[i], good.request->file)) {
      ranges.push_back(std::move(range));
    }
  }
  return ranges;
}

void Panels::pickOps(const std::vector<compiler::OpId> &ops) {
  m_context.selection->selectOps(ops, rangesOf(ops));
}

void Panels::completeRanges(ui::SelectionHub::Parts parts) {
  // Panels that know no source (schedule, CBs) select ops alone; the ranges are added here.
  const ui::Selection &selection = m_context.selection->selection();
  if (parts.testFlag(ui::SelectionHub::Ops) && !selection.ops.empty() && selection.ranges.empty()) {
    m_context.selection->completeRanges(rangesOf(selection.ops));
  }
}

void Panels::selectLongestPe() {
  if (const simdata::TraceRef &trace = m_workspace->run().trace; trace && !trace->pes.empty()) {
    const auto longest =
        std::max_element(trace->pes.begin(), trace->pes.end(),
                         [](const auto &a, const auto &b) { return a.finished < b.finished; });
    m_context.selection->selectPes({static_cast<int>(longest - trace->pes.begin())});
  }
}

bool Panels::isSettled() const {
  return !m_irPending && !ir->isBusy() && !frontends->isBusy() && !cb->isBusy() &&
         !schedule->isBusy();
}

} // namespace charonia::app
