// SPDX-License-Identifier: GPL-3.0-or-later
// The files below a folder that the program can open. Plain code for a pool thread.
#pragma once

#include <QString>
#include <QStringList>

#include <stop_token>

namespace charonia::ui {

/// Patterns of the names of files that can be opened.
const QStringList &openablePatterns();

struct FoundFiles {
  QStringList files; ///< relative to the folder, sorted
  bool complete = true;
};

/// Looks below `folder`, but not into hidden folders and caches, for at most `most` files.
FoundFiles findFiles(const QString &folder, int most, const std::stop_token &stop);

} // namespace charonia::ui
