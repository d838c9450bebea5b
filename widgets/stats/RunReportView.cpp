// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the report as HTML in the theme's colours.
#include "widgets/stats/RunReportView.h"

#include "widgets/core/NumberFormat.h"
#include "widgets/grid/PeMetrics.h"

#include <QTextBrowser>
#include <QTextOption>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
QString row(const QString &name, const QString &value) {
  return u"<tr><td style=\"padding-right:18px\">%1</td><td>%2</td></tr>"_s.arg(
      name, value.toHtmlEscaped());
}

/// `text` with spaces at which no line breaks.
QString unbroken(QString text) { return text.replace(u' ', QChar(QChar::Nbsp)); }
} // namespace

RunReportView::RunReportView(const PanelContext &context, QWidget *parent)
    : Panel(u"report"_s, context, parent), m_page(new QTextBrowser) {
  setAccessibleName(tr("Run report"));
  m_page->setFrameShape(QFrame::NoFrame);
  m_page->setOpenLinks(false);
  m_page->setWordWrapMode(QTextOption::WordWrap); // never within a word: narrow tables scroll
  m_page->document()->setDocumentMargin(10);
  m_page->setAccessibleName(tr("Run report"));
  setContent(m_page);
  refresh();
}

void RunReportView::setReport(std::optional<RunReport> report) {
  m_report = std::move(report);
  markDirty();
}

QString RunReportView::plainText() const { return m_page->toPlainText(); }

QString RunReportView::unitTable(const RunReport &report) const {
  std::vector<simdata::StallClass> shown;
  for (unsigned c = 0; c < simdata::kNumStallClasses; ++c) {
    if (std::any_of(report.units.begin(), report.units.end(),
                    [&](const UnitReport &u) { return u.shares[c] >= 0.0005; })) {
      shown.push_back(static_cast<simdata::StallClass>(c));
    }
  }
  const QString cell =
      u"<td align=\"right\" style=\"padding:1px 5px; white-space:nowrap\">%1</td>"_s;
  QString html =
      u"<table cellspacing=\"0\"><tr><th align=\"left\">%1</th><th align=\"right\" style=\"padding:1px 5px\">%2</th>"_s
          .arg(tr("Unit"), tr("Commands"));
  for (const simdata::StallClass c : shown) {
    html += u"<th align=\"right\" style=\"padding:1px 5px\">%1</th>"_s.arg(stallName(c));
  }
  html += u"</tr>"_s;
  for (size_t i = 0; i < report.units.size(); ++i) {
    const UnitReport &unit = report.units[i];
    html += u"<tr bgcolor=\"%1\"><td>%2</td>"_s.arg(
        theme().color(i % 2 == 0 ? Role::AlternateBase : Role::Base).name(),
        unbroken(unitName(unit.unit)));
    html += cell.arg(formatCount(unit.commands));
    for (const simdata::StallClass c : shown) {
      const QString text = unbroken(formatShare(unit.shares[static_cast<size_t>(c)]));
      html += cell.arg(c == simdata::StallClass::Busy ? u"<b>%1</b>"_s.arg(text) : text);
    }
    html += u"</tr>"_s;
  }
  return html + u"</table>"_s;
}

QString RunReportView::comparison(const RunReport &report) const {
  if (!report.compared) {
    return tr("The launch file states no expected values, so results were not compared.");
  }
  if (report.mismatches.empty()) {
    return u"<span style=\"color:%1\">\u2713 %2</span>"_s.arg(theme().color(Role::Success).name(),
                                                              tr("All expected values hold."));
  }
  QString html = u"<span style=\"color:%1\">\u2717 %2</span><ul>"_s.arg(
      theme().color(Role::Error).name(),
      tr("%n expected value(s) do not hold:", nullptr, static_cast<int>(report.mismatches.size())));
  for (const launch::Mismatch &m : report.mismatches) {
    html += u"<li>%1</li>"_s.arg(tr("%1, %2: expected %3, got %4 (tolerance %5)")
                                     .arg(fromUtf8(m.argument), fromUtf8(m.what))
                                     .arg(m.expected, 0, 'g', 9)
                                     .arg(m.actual, 0, 'g', 9)
                                     .arg(m.tolerance, 0, 'g', 3)
                                     .toHtmlEscaped());
  }
  return html + u"</ul>"_s;
}

QString RunReportView::html(const RunReport &report) const {
  const QString heading = u"<h3 style=\"margin-bottom:2px\">%1</h3>"_s;
  QString html =
      u"<h2 style=\"margin-bottom:0\">%1</h2>"_s.arg(fromUtf8(report.kernel).toHtmlEscaped());
  html += u"<p style=\"font-size:large; margin-top:2px\"><b>%1</b> &nbsp; %2</p>"_s.arg(
      tr("%1 cycles").arg(formatCount(report.cycles)),
      formatTime(static_cast<double>(report.cycles), report.clockGhz));
  html += u"<p>%1</p>"_s.arg(comparison(report));
  if (!report.rooflineLevel.empty() && report.cycles > 0) {
    //: %1 is a share, %2 a level such as DRAM, %3 cycles
    html += u"<p>%1</p>"_s.arg(
        tr("%1 of the roofline: at best %3 cycles, bound by %2.")
            .arg(formatShare(report.rooflineCycles / static_cast<double>(report.cycles)),
                 fromUtf8(report.rooflineLevel),
                 formatCount(static_cast<uint64_t>(report.rooflineCycles))));
  }
  html += heading.arg(tr("Load"));
  html += u"<table>"_s;
  html += row(tr("Program ids"), formatCount(report.pids));
  html += row(tr("PEs at work"), tr("%1 of %2").arg(report.pesUsed).arg(report.pes));
  html += row(tr("Imbalance (slowest PE over mean)"), QString::number(report.maxOverMean, 'f', 2));
  if (!report.mapping.empty()) {
    html += row(tr("PID mapping"), fromUtf8(report.mapping));
  }
  html += row(tr("Launch cost"), tr("%1 cycles").arg(formatCount(report.launchCycles)));
  html += u"</table>"_s;
  html += heading.arg(tr("Units: mean share of the makespan"));
  html += unitTable(report);
  html += heading.arg(tr("Traffic"));
  html += u"<table>"_s;
  html += row(tr("DMA reads"), formatBytes(static_cast<double>(report.dmaReadBytes)));
  html += row(tr("DMA writes"), formatBytes(static_cast<double>(report.dmaWriteBytes)));
  html += row(tr("Scalar accesses"), formatBytes(static_cast<double>(report.scalarBytes)));
  for (size_t i = 0; i < std::min<size_t>(3, report.resources.size()); ++i) {
    const simdata::ResourceTotals &r = report.resources[i];
    if (r.busyCycles > 0 && report.cycles > 0) {
      html += row(tr("Busiest: %1").arg(fromUtf8(r.name)),
                  tr("%1 busy, %2")
                      .arg(formatShare(r.busyCycles / static_cast<double>(report.cycles)),
                           formatBytes(static_cast<double>(r.bytes))));
    }
  }
  html += u"</table>"_s;
  html += u"<p style=\"color:%1\"><small>%2"_s.arg(
      theme().color(Role::MutedText).name(),
      tr("Simulated in %1 s, %2 events, on %3.")
          .arg(report.simulationSeconds, 0, 'f', 2)
          .arg(formatCount(report.events), fromUtf8(report.hardware).toHtmlEscaped()));
  if (!report.policy.empty()) {
    html += u' ' + tr("Numerics policy: %1.").arg(fromUtf8(report.policy));
  }
  if (report.truncated) {
    html += u"<br>"_s + tr("The trace reached its limit: later commands are missing in the "
                           "timelines, totals are complete.");
  }
  return html + u"</small></p>"_s;
}

void RunReportView::refresh() {
  QPalette palette = m_page->palette();
  palette.setColor(QPalette::Base, theme().color(Role::Base));
  palette.setColor(QPalette::Text, theme().color(Role::Text));
  m_page->setPalette(palette);
  m_page->setHtml(
      m_report ? html(*m_report)
               : u"<p style=\"color:%1\">%2</p>"_s.arg(
                     theme().color(Role::MutedText).name(),
                     emptyText(this, tr("The figures of a run show here.")).toHtmlEscaped()));
}

} // namespace charonia::ui
