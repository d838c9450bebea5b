// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison with upstream Triton as the user meets it: off until it is turned on, and the
// first use of an interpreter is asked about, because it executes the file.
#pragma once

#include "app/gui/Panels.h"

namespace charonia::app {

class UpstreamActions : public QObject {
  Q_OBJECT
public:
  UpstreamActions(Workspace *workspace, Panels *panels, QWidget *window);

  /// Compares if the user may and wants to; the panel says why not.
  void compare();
  /// Who answers "may `python` execute `file`?"; a message box by default.
  using Consent = std::function<bool(const QString &file, const QString &python)>;
  void setConsent(Consent consent) { m_consent = std::move(consent); }

Q_SIGNALS:
  /// The panel has something to say.
  void panelWanted();
  /// The user agreed to an interpreter: keep it.
  void agreed(const charonia::app::Settings &settings);

private:
  bool ask(const QString &file, const QString &python);

  Workspace *m_workspace;
  Panels *m_panels;
  QWidget *m_window;
  Consent m_consent;
};

} // namespace charonia::app
