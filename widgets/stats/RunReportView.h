// SPDX-License-Identifier: GPL-3.0-or-later
// The run report as a page: verdict first, then load, units with their stalls, traffic, comparison.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/stats/RunReport.h"

#include <optional>

class QTextBrowser;

namespace charonia::ui {

class RunReportView : public Panel {
  Q_OBJECT
public:
  explicit RunReportView(const PanelContext &context, QWidget *parent = nullptr);
  void setReport(std::optional<RunReport> report);
  /// The page as text (for tests and copying).
  QString plainText() const;

protected:
  void refresh() override;

private:
  QString html(const RunReport &report) const;
  QString unitTable(const RunReport &report) const;
  QString comparison(const RunReport &report) const;
  QTextBrowser *m_page;
  std::optional<RunReport> m_report;
};

} // namespace charonia::ui
