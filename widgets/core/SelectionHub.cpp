// SPDX-License-Identifier: GPL-3.0-or-later
// Selection shared by all panels: comparison, history, notification.
#include "widgets/core/SelectionHub.h"

namespace charonia::ui {

namespace {
constexpr size_t kHistoryLimit = 100;

bool sameRanges(const std::vector<compiler::SourceRange> &a,
                const std::vector<compiler::SourceRange> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const compiler::SourceRange &x, const compiler::SourceRange &y) {
                      return x.file == y.file && x.beginLine == y.beginLine &&
                             x.beginColumn == y.beginColumn && x.endLine == y.endLine &&
                             x.endColumn == y.endColumn;
                    });
}

SelectionHub::Parts difference(const Selection &a, const Selection &b) {
  SelectionHub::Parts parts;
  parts.setFlag(SelectionHub::Ops, a.ops != b.ops);
  parts.setFlag(SelectionHub::Ranges, !sameRanges(a.ranges, b.ranges));
  parts.setFlag(SelectionHub::Pes, a.pes != b.pes);
  parts.setFlag(SelectionHub::Cbs, a.cbs != b.cbs);
  parts.setFlag(SelectionHub::Time, a.time != b.time);
  return parts;
}
} // namespace

SelectionHub::SelectionHub(QObject *parent) : QObject(parent) { m_history.push_back({}); }

void SelectionHub::apply(Selection next, bool record) {
  const Parts parts = difference(m_selection, next);
  if (!parts) {
    return;
  }
  m_selection = std::move(next);
  if (record) {
    m_history.resize(m_position + 1);
    m_history.push_back(m_selection);
    if (m_history.size() > kHistoryLimit) {
      m_history.erase(m_history.begin());
    }
    m_position = m_history.size() - 1;
  }
  Q_EMIT changed(parts);
}

void SelectionHub::selectOps(std::vector<compiler::OpId> ops,
                             std::vector<compiler::SourceRange> ranges) {
  Selection next = m_selection;
  next.ops = std::move(ops);
  next.ranges = std::move(ranges);
  apply(std::move(next), true);
}

void SelectionHub::completeRanges(std::vector<compiler::SourceRange> ranges) {
  Selection next = m_selection;
  next.ranges = std::move(ranges);
  m_history[m_position] = next;
  apply(std::move(next), false);
}

void SelectionHub::selectPes(std::vector<int> pes) {
  Selection next = m_selection;
  next.pes = std::move(pes);
  apply(std::move(next), true);
}

void SelectionHub::selectCbs(std::vector<int> cbs) {
  Selection next = m_selection;
  next.cbs = std::move(cbs);
  apply(std::move(next), true);
}

void SelectionHub::selectTime(std::optional<TimeRange> time) {
  Selection next = m_selection;
  next.time = time;
  apply(std::move(next), true);
}

void SelectionHub::clear() { apply({}, true); }

void SelectionHub::forgetOps() {
  // Op ids of an older compilation mean nothing in a newer one, so history goes with them.
  Selection next = m_selection;
  next.ops.clear();
  next.ranges.clear();
  next.cbs.clear();
  m_history.assign(1, next);
  m_position = 0;
  apply(std::move(next), false);
}

void SelectionHub::goBack() {
  if (canGoBack()) {
    --m_position;
    apply(m_history[m_position], false);
  }
}

void SelectionHub::goForward() {
  if (canGoForward()) {
    ++m_position;
    apply(m_history[m_position], false);
  }
}

} // namespace charonia::ui
