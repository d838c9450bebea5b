// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what was typed in a recovery file, at most two seconds behind, and finds recovery files
// that a crash left.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>
#include <string>

namespace charonia::app {

/// Text that was not saved when its program ended.
struct Recovery {
  QString recoveryFile; ///< to delete once dealt with
  QString file;         ///< the document; empty if it never had a name
  std::string text;
  QDateTime saved;
};

class Autosave : public QObject {
  Q_OBJECT
public:
  /// Delay from the first unsaved edit to the write [ms]; with the write itself below two seconds.
  static constexpr int kDelay = 1000;

  /// Keeps files in `folder`; empty: the user's state folder.
  explicit Autosave(const QString &folder = {}, QObject *parent = nullptr);
  ~Autosave() override;

  /// The document `file` changed; `text` is called when it is time to write.
  void noteEdit(const QString &file, std::function<std::string()> text);
  /// The document was saved or its changes are given up: its recovery file goes.
  void discard(const QString &file);
  /// Writes at once what is pending (a crash handler, the end of a test).
  void flush();

  /// Recovery files of programs that no longer run, newest first.
  std::vector<Recovery> pending() const;
  static void remove(const Recovery &recovery);
  QString pathFor(const QString &file) const;

Q_SIGNALS:
  void written(const QString &recoveryFile);

private:
  void write(bool wait);
  QString m_folder;
  QTimer m_timer;
  QString m_file;
  std::function<std::string()> m_text;
};

} // namespace charonia::app
