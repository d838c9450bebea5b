// SPDX-License-Identifier: GPL-3.0-or-later
// The one selection that all panels share. Panels write what the user picked and listen to
// `changed`; they never know of each other.
#pragma once

#include "charonia/compiler/Values.h"

#include <QFlags>
#include <QObject>

#include <optional>
#include <vector>

namespace charonia::ui {

/// A span of cycles, the end exclusive.
struct TimeRange {
  uint64_t begin = 0, end = 0;
  bool operator==(const TimeRange &) const = default;
};

/// What is selected. Each part stands for itself; an empty part means "nothing".
struct Selection {
  std::vector<compiler::OpId> ops;
  std::vector<compiler::SourceRange> ranges;
  std::vector<int> pes; ///< PE ids, the first is the main one
  std::vector<int> cbs; ///< indices into the CB table
  std::optional<TimeRange> time;
};

/// Holds the Selection and its history.
class SelectionHub : public QObject {
  Q_OBJECT
public:
  enum Part { Ops = 1, Ranges = 2, Pes = 4, Cbs = 8, Time = 16, Everything = 31 };
  Q_DECLARE_FLAGS(Parts, Part)

  explicit SelectionHub(QObject *parent = nullptr);

  const Selection &selection() const { return m_selection; }

  /// Selects ops together with the source ranges they stand for: one step of history.
  void selectOps(std::vector<compiler::OpId> ops, std::vector<compiler::SourceRange> ranges);
  /// Adds the ranges that the selected ops stand for; no step of history of its own.
  void completeRanges(std::vector<compiler::SourceRange> ranges);
  void selectPes(std::vector<int> pes);
  void selectCbs(std::vector<int> cbs);
  void selectTime(std::optional<TimeRange> time);
  /// Drops every part.
  void clear();
  /// Drops what belongs to a compilation (op ids change from one to the next); keeps PEs and time.
  void forgetOps();

  bool canGoBack() const { return m_position > 0; }
  bool canGoForward() const { return m_position + 1 < m_history.size(); }
  void goBack();
  void goForward();

Q_SIGNALS:
  /// Parts that differ from before. Not sent when a call changes nothing.
  void changed(charonia::ui::SelectionHub::Parts parts);

private:
  void apply(Selection next, bool record);
  Selection m_selection;
  std::vector<Selection> m_history;
  size_t m_position = 0;
};

Q_DECLARE_OPERATORS_FOR_FLAGS(SelectionHub::Parts)

} // namespace charonia::ui
