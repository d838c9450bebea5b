// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a launch: grid, constants, arguments, mapping, warmth, hardware file.
#pragma once

#include "widgets/core/Panel.h"
#include "widgets/launchpanel/LaunchModels.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace charonia::ui {

class ElidedLabel;

class LaunchPanel : public Panel {
  Q_OBJECT
public:
  explicit LaunchPanel(const PanelContext &context, QWidget *parent = nullptr);

  /// Shows a launch, with one of its cases chosen; no signal.
  void setLaunch(launch::Launch launch, GuessedKeys guessed = {}, size_t currentCase = 0);
  void clear();
  const launch::Launch &launch() const { return m_draft.launch; }
  const GuessedKeys &guessed() const { return m_draft.guessed; }
  ArgumentModel &arguments() { return *m_arguments; }
  ConstexprModel &constants() { return *m_constants; }
  /// Shows what is wrong with the launch, or what it amounts to; empty hides the line.
  void setStatus(const QString &text, bool error);
  /// The launch's configs to choose from; the first entry stands for its own constants.
  QComboBox *configs() const { return m_configs; }

Q_SIGNALS:
  void launchEdited();
  /// The user wants another case (data and expectations) to be run.
  void caseChosen(size_t index);
  /// The user wants the launch written to its file.
  void saveRequested();

private:
  void showLaunch();
  void showCases();
  void showConfigs();
  /// Shows which config the draft has now.
  void updateConfig();
  void chooseConfig(int index);
  void takeGrid();
  void edited();

  LaunchDraft m_draft;
  size_t m_currentCase = 0;
  bool m_showing = false; ///< widgets are being filled
  ElidedLabel *m_title;
  QLabel *m_hint;
  QLabel *m_status;
  QLineEdit *m_grid[3];
  QFormLayout *m_form;
  QComboBox *m_mapping;
  QComboBox *m_cases;
  QComboBox *m_configs;
  launch::Launch m_base; ///< as given, without a config
  std::vector<LaunchConfig> m_choices;
  QCheckBox *m_warm;
  QLineEdit *m_hardware;
  QPushButton *m_save;
  ArgumentModel *m_arguments;
  ConstexprModel *m_constants;
};

} // namespace charonia::ui
