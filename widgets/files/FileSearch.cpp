// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/files/FileSearch.h"

#include <QDir>

#include <deque>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// Folders looked into: a folder tree can be endless through links, or as large as a disk.
constexpr int kMostFolders = 20'000;
} // namespace

const QStringList &openablePatterns() {
  static const QStringList kPatterns = {u"*.py"_s, u"*.ttir"_s, u"*.mlir"_s, u"*.launch.json"_s};
  return kPatterns;
}

FoundFiles findFiles(const QString &folder, int most, const std::stop_token &stop) {
  FoundFiles found;
  const QDir root(folder);
  std::deque<QString> folders = {folder};
  for (int seen = 0; !folders.empty() && !stop.stop_requested(); ++seen) {
    if (seen == kMostFolders || found.files.size() >= most) {
      found.complete = false;
      break;
    }
    const QDir at(folders.front());
    folders.pop_front();
    for (const QString &name : at.entryList(openablePatterns(), QDir::Files, QDir::Name)) {
      if (found.files.size() < most) {
        found.files += root.relativeFilePath(at.filePath(name));
      }
    }
    for (const QString &name :
         at.entryList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::NoSymLinks, QDir::Name)) {
      if (name != u"__pycache__"_s && name != u"node_modules"_s) {
        folders.push_back(at.filePath(name));
      }
    }
  }
  found.files.sort();
  return found;
}

} // namespace charonia::ui
