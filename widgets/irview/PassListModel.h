// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of a compilation as a tree: stage groups, and below them passes with what they did.
#pragma once

#include "charonia/compiler/Values.h"
#include "widgets/core/Theme.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace charonia::ui {

class PassListModel : public QAbstractItemModel {
  Q_OBJECT
public:
  enum Column { NameColumn, ChangeColumn, TimeColumn, OpsColumn, ColumnCount };
  enum ItemRole { PassRole = Qt::UserRole, ChangedRole };

  explicit PassListModel(ThemeHolder *theme, QObject *parent = nullptr);

  /// Records in pipeline order; summaries by flag are shown as tool tips.
  void setPasses(std::vector<compiler::PassRecord> passes,
                 std::map<std::string, std::string> summaries = {});
  const std::vector<compiler::PassRecord> &passes() const { return m_passes; }
  /// Index into passes(), or -1 for a stage row.
  int pass(const QModelIndex &index) const;
  QModelIndex indexOf(int pass) const;
  static QString stageName(int stage);
  /// "~" unchanged count, "+3", "-1": how the op count moved; empty if the pass changed nothing.
  static QString badge(const compiler::PassRecord &record);

  QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
  QModelIndex parent(const QModelIndex &index) const override;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  QVariant data(const QModelIndex &index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  struct Group {
    int stage = 0;
    std::vector<int> passes;
  };
  QVariant groupData(const Group &group, int column, int role) const;
  QVariant passData(int pass, int column, int role) const;

  ThemeHolder *m_theme;
  std::vector<compiler::PassRecord> m_passes;
  std::map<std::string, std::string> m_summaries;
  std::vector<Group> m_groups;
};

/// Keeps passes that changed something (and the imported IR), and those whose name has a text in
/// it.
class PassFilter : public QSortFilterProxyModel {
  Q_OBJECT
public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setChangedOnly(bool changedOnly);
  void setNamePart(const QString &part);

protected:
  bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
  bool m_changedOnly = false;
  QString m_part;
};

} // namespace charonia::ui
