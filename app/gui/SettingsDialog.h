// SPDX-License-Identifier: GPL-3.0-or-later
// The settings: folders of imported files, upstream Triton, limits.
#pragma once

#include "app/engine/Settings.h"

#include <QDialog>

#include <memory>
#include <vector>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QProcess;
class QPushButton;
class QTabWidget;

namespace charonia::app {

class SettingsDialog : public QDialog {
  Q_OBJECT
public:
  enum class Page { Imports, Upstream, Limits };

  explicit SettingsDialog(const Settings &settings, QWidget *parent = nullptr);
  ~SettingsDialog() override;

  /// What the dialog shows now.
  Settings settings() const;
  void showPage(Page page);
  /// Starts the chosen interpreter (without any file) to see whether it has Triton.
  void testPython();
  QString testResult() const;
  bool isTesting() const { return m_test != nullptr; }

private:
  QWidget *makeImports();
  QWidget *makeUpstream();
  QWidget *makeLimits();
  void addFolder(const QString &folder);
  void updateButtons();
  void updateUpstream();
  void takeTest();

  Settings m_settings;
  QTabWidget *m_pages;
  QListWidget *m_folders;
  QPushButton *m_remove, *m_up, *m_down;
  QCheckBox *m_upstream;
  QLineEdit *m_python;
  QPushButton *m_browse, *m_testButton;
  QDoubleSpinBox *m_seconds;
  QLabel *m_result;
  std::vector<QDoubleSpinBox *> m_limits; ///< by row of the table
  std::unique_ptr<QProcess> m_test;
};

} // namespace charonia::app
