// SPDX-License-Identifier: GPL-3.0-or-later
// Editable tables over a Launch: its arguments and its constants. Guessed entries are marked until
// they are edited or accepted.
#pragma once

#include "widgets/core/Theme.h"
#include "widgets/text/LaunchText.h"

#include <QAbstractTableModel>

namespace charonia::ui {

/// The launch being edited and what of it is guessed. Shared by the models of a panel.
struct LaunchDraft {
  launch::Launch launch;
  GuessedKeys guessed;
};

/// Base of both tables: marks guesses, tells of edits.
class DraftModel : public QAbstractTableModel {
  Q_OBJECT
public:
  DraftModel(LaunchDraft *draft, ThemeHolder *theme, QObject *parent);
  void reload();

Q_SIGNALS:
  void edited();
  /// An edit was refused; `message` says why.
  void refused(const QString &message);

protected:
  virtual std::string key(const QModelIndex &index) const = 0;
  virtual QString text(const QModelIndex &index) const = 0;
  virtual QString store(const QModelIndex &index, const QString &text) = 0; ///< empty: accepted

  QVariant data(const QModelIndex &index, int role) const override;
  bool setData(const QModelIndex &index, const QVariant &value, int role) override;
  LaunchDraft &draft() const { return *m_draft; }

private:
  LaunchDraft *m_draft;
  ThemeHolder *m_theme;
};

class ArgumentModel : public DraftModel {
  Q_OBJECT
public:
  enum Column { NameColumn, TypeColumn, ValueColumn, PlaceColumn, ColumnCount };
  using DraftModel::DraftModel;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  std::string key(const QModelIndex &index) const override;
  QString text(const QModelIndex &index) const override;
  QString store(const QModelIndex &index, const QString &text) override;

private:
  QString storeValue(launch::Argument &argument, const std::string &text) const;
};

class ConstexprModel : public DraftModel {
  Q_OBJECT
public:
  enum Column { NameColumn, ValueColumn, ColumnCount };
  using DraftModel::DraftModel;
  int rowCount(const QModelIndex &parent = {}) const override;
  int columnCount(const QModelIndex &parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex &index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
  std::string key(const QModelIndex &index) const override;
  QString text(const QModelIndex &index) const override;
  QString store(const QModelIndex &index, const QString &text) override;

private:
  std::string name(int row) const;
};

} // namespace charonia::ui
