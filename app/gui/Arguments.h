// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the desktop app. Parsed before there is an application object, because it
// decides which platform Qt uses.
#pragma once

#include <QString>
#include <QStringList>

namespace charonia::app {

struct Arguments {
  QStringList files;
  QString view; ///< --view: render one view to `out` and end
  QString out;
  QString screenshot; ///< --screenshot: render the whole window and end
  QString theme;      ///< "light", "dark"; empty: the saved one
  QString language;   ///< "en", "ko"; empty: the system's
  int width = 0, height = 0;
  bool help = false, version = false;
  QString error; ///< what is wrong with the command line; empty if nothing

  bool headless() const { return !view.isEmpty() || !screenshot.isEmpty(); }
};

/// `words` without the program name.
Arguments parseArguments(const QStringList &words);
QString usageText();
/// Names of the views that --view takes.
const QStringList &viewNames();

} // namespace charonia::app
