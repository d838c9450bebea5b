// SPDX-License-Identifier: GPL-3.0-or-later
// The list of passes with its filter.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/irview/PassListModel.h"

class QCheckBox;
class QLineEdit;
class QTreeView;

namespace charonia::ui {

class PassListView : public Panel {
  Q_OBJECT
public:
  explicit PassListView(const PanelContext &context, QWidget *parent = nullptr);

  /// New records; the pass picked before stays picked by its flag, else the last one is.
  void setPasses(std::vector<compiler::PassRecord> passes,
                 std::map<std::string, std::string> summaries);
  int currentPass() const { return m_current; }
  void selectPass(int pass);
  /// Selects the next (previous) pass that changed something.
  void stepChanged(bool forward);
  PassListModel &model() { return *m_model; }

  QJsonObject saveState() const override;
  void restoreState(const QJsonObject &state) override;

Q_SIGNALS:
  void passSelected(int pass);

private:
  PassListModel *m_model;
  PassFilter *m_filter;
  QTreeView *m_tree;
  QCheckBox *m_changedOnly;
  QLineEdit *m_search;
  int m_current = -1;
};

} // namespace charonia::ui
