// SPDX-License-Identifier: GPL-3.0-or-later
// The panels of the window in one table, and how results reach them. Window and headless renderer
// use the same set.
#pragma once

#include "app/engine/Workspace.h"
#include "app/gui/SourcePanel.h"
#include "widgets/cb/CbTimelineView.h"
#include "widgets/decisions/DecisionsView.h"
#include "widgets/diagnostics/ProblemsView.h"
#include "widgets/files/FilesPanel.h"
#include "widgets/grid/PeGridView.h"
#include "widgets/irview/FrontendDiffView.h"
#include "widgets/irview/IrView.h"
#include "widgets/irview/PassListView.h"
#include "widgets/launchpanel/LaunchPanel.h"
#include "widgets/schedule/ScheduleView.h"
#include "widgets/stats/RunReportView.h"

#include <array>
#include <deque>
#include <functional>

namespace charonia::app {

struct PanelInfo {
  const char *id;
  const char *title; ///< English; translated in the context "Panels"
  const char *icon;
};

/// All panels. The order is that of the View menu.
inline constexpr std::array<PanelInfo, 12> kPanels = {{
    {"source", QT_TRANSLATE_NOOP("Panels", "Source"), "compile"},
    {"files", QT_TRANSLATE_NOOP("Panels", "Files"), "open"},
    {"launch", QT_TRANSLATE_NOOP("Panels", "Launch"), "launch"},
    {"passes", QT_TRANSLATE_NOOP("Panels", "Passes"), "passes"},
    {"ir", QT_TRANSLATE_NOOP("Panels", "IR"), "passes"},
    {"frontends", QT_TRANSLATE_NOOP("Panels", "Front ends"), "passes"},
    {"heatmap", QT_TRANSLATE_NOOP("Panels", "Heat map"), "grid"},
    {"cb", QT_TRANSLATE_NOOP("Panels", "CB timeline"), "cb"},
    {"schedule", QT_TRANSLATE_NOOP("Panels", "Schedule"), "schedule"},
    {"decisions", QT_TRANSLATE_NOOP("Panels", "Decisions"), "report"},
    {"problems", QT_TRANSLATE_NOOP("Panels", "Problems"), "warning"},
    {"report", QT_TRANSLATE_NOOP("Panels", "Run report"), "report"},
}};

QString panelTitle(const QString &id);

/// Owns nothing of Qt's parents: the widgets belong to whoever places them.
class Panels : public QObject {
  Q_OBJECT
public:
  Panels(Workspace *workspace, const ui::PanelContext &context, QObject *parent = nullptr);

  ui::Panel *panel(const QString &id) const;
  SourcePanel *source;
  ui::LaunchPanel *launch;
  ui::PassListView *passes;
  ui::IrView *ir;
  ui::PeGridView *heatmap;
  ui::CbTimelineView *cb;
  ui::ScheduleView *schedule;
  ui::ProblemsView *problems;
  ui::RunReportView *report;
  ui::FilesPanel *files;
  ui::FrontendDiffView *frontends;
  ui::DecisionsView *decisions;

  /// Selects the PE that works longest in the newest run, if there is one.
  void selectLongestPe();

  /// The IR of the selected pass is on the screen, and no panel prepares data.
  bool isSettled() const;

Q_SIGNALS:
  /// IR of the newest compilation is shown.
  void irShown();

private:
  void connectWorkspace();
  void connectSelection();
  void showOpened();
  void showCompiled();
  void showDecisions();
  void showSimulated();
  void connectUpstream();
  void showComparison(const UpstreamOutcome &outcome);
  void updateComparison();
  void pickLine(uint32_t line);
  /// What the compiler made of the launch's mapping, where it is not what was asked for.
  void showMappingRemark();
  void updateStale();
  void updatePending();
  /// Runs `update` in an event of its own, after those already waiting: one panel at a time keeps
  /// the window answering. The timer that runs it bears `name` meanwhile, for measurements.
  void later(const char *name, std::function<void()> update);
  void requestIr();
  void takeIr(quint64 compilation, quint64 pass, const IrTextRef &text);
  void showIr();
  std::vector<compiler::SourceRange> rangesOf(const std::vector<compiler::OpId> &ops) const;
  void pickOps(const std::vector<compiler::OpId> &ops);
  void completeRanges(ui::SelectionHub::Parts parts);
  void goTo(const compiler::SourceRange &range);

  Workspace *m_workspace;
  ui::PanelContext m_context;
  std::map<size_t, IrTextRef> m_irTexts; ///< of the shown compilation, by pass
  uint64_t m_irCompilation = 0;
  bool m_irPending = false;
  UpstreamOutcome m_comparison; ///< shown, or empty
  std::deque<std::pair<const char *, std::function<void()>>> m_updates;
  QTimer m_updateTimer;
};

} // namespace charonia::app
