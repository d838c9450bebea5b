// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of accesses, placements and boxes, with a line that sums them up.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/decisions/DecisionModels.h"

class QCheckBox;
class QLabel;
class QSortFilterProxyModel;
class QTabWidget;
class QTreeView;

namespace charonia::ui {

class DecisionsView : public Panel {
  Q_OBJECT
public:
  explicit DecisionsView(const PanelContext &context, QWidget *parent = nullptr);

  void setRows(std::vector<compiler::AccessRow> accesses,
               std::vector<compiler::Placement> placements, std::vector<compiler::BoxRow> boxes);
  AccessModel &accesses() { return *m_accesses; }
  PlacementModel &placements() { return *m_placements; }
  BoxModel &boxes() { return *m_boxes; }
  QString summary() const;

  QJsonObject saveState() const override;
  void restoreState(const QJsonObject &state) override;

Q_SIGNALS:
  /// A row was chosen: its op is selected, and this is its place in the source.
  void activated(const charonia::compiler::SourceRange &range);

protected:
  void selectionChanged(SelectionHub::Parts parts) override;

private:
  QSortFilterProxyModel *addTable(DecisionModel *model, const QString &title);
  void addScalarSwitch(QSortFilterProxyModel *placements);
  void choose(QTreeView *tree, const QModelIndex &index, bool go);
  AccessModel *m_accesses;
  PlacementModel *m_placements;
  BoxModel *m_boxes;
  QLabel *m_summary;
  QTabWidget *m_tabs;
  QCheckBox *m_scalars; ///< whether the scalar operations are listed
  bool m_choosing = false;
};

} // namespace charonia::ui
