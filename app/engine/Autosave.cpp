// SPDX-License-Identifier: GPL-3.0-or-later
// Recovery files: JSON with the text, the document's path and the process that wrote it.
#include "app/engine/Autosave.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <QSaveFile>
#include <QStandardPaths>
#include <QThreadPool>

#include <cerrno>
#include <csignal>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
/// When a process started, in the kernel's ticks; empty if that cannot be read.
QString startOf(qint64 process) {
  QFile file(u"/proc/%1/stat"_s.arg(process));
  if (!file.open(QIODevice::ReadOnly)) {
    return {};
  }
  const QByteArray line = file.readAll();
  // The name before the last parenthesis may hold spaces; the start is the 20th word after it.
  constexpr int kStartWord = 19;
  return QString::fromLatin1(line.mid(line.lastIndexOf(')') + 2).split(' ').value(kStartWord));
}

/// The process that wrote a file still runs: its number alone may be another one's by now.
bool isRunning(qint64 process, const QString &started) {
  return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM) &&
         (started.isEmpty() || started == startOf(process));
}

/// One writer at a time and in order: an older text never overwrites a newer one.
QThreadPool &writers() {
  static QThreadPool pool;
  pool.setMaxThreadCount(1);
  return pool;
}

bool writeFile(const QString &path, const QByteArray &bytes) {
  QDir().mkpath(QFileInfo(path).path());
  QSaveFile file(path);
  return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}
} // namespace

Autosave::Autosave(const QString &folder, QObject *parent) : QObject(parent), m_folder(folder) {
  if (m_folder.isEmpty()) {
    m_folder =
        QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + u"/recovery"_s;
  }
  m_timer.setSingleShot(true);
  m_timer.setInterval(kDelay);
  connect(&m_timer, &QTimer::timeout, this, [this] { write(false); });
}

Autosave::~Autosave() { writers().waitForDone(); }

QString Autosave::pathFor(const QString &file) const {
  const QByteArray key =
      file.toUtf8() + '|' + QByteArray::number(QCoreApplication::applicationPid());
  return u"%1/%2.json"_s.arg(
      m_folder, QString::fromLatin1(
                    QCryptographicHash::hash(key, QCryptographicHash::Sha1).toHex().left(20)));
}

void Autosave::noteEdit(const QString &file, std::function<std::string()> text) {
  if (m_timer.isActive() && file != m_file) {
    write(false); // another document: the first one's text must not be lost
  }
  m_file = file;
  m_text = std::move(text);
  if (!m_timer.isActive()) {
    m_timer.start(); // not restarted by later edits: steady typing is saved as well
  }
}

void Autosave::write(bool wait) {
  m_timer.stop();
  if (!m_text) {
    return;
  }
  const std::string text = m_text();
  m_text = nullptr;
  const QJsonObject object{
      {u"file"_s, m_file},
      {u"text"_s, QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))},
      {u"saved"_s, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)},
      {u"process"_s, QCoreApplication::applicationPid()},
      {u"started"_s, startOf(QCoreApplication::applicationPid())}};
  const QString path = pathFor(m_file);
  writers().start([path, object, self = QPointer(this)] {
    const bool ok = writeFile(path, QJsonDocument(object).toJson(QJsonDocument::Compact));
    if (ok && QCoreApplication::instance() != nullptr) {
      QMetaObject::invokeMethod(
          QCoreApplication::instance(),
          [self, path] {
            if (self) {
              Q_EMIT self->written(path);
            }
          },
          Qt::QueuedConnection);
    }
  });
  if (wait) {
    writers().waitForDone();
  }
}

void Autosave::flush() { write(true); }

void Autosave::discard(const QString &file) {
  if (file == m_file) {
    m_timer.stop();
    m_text = nullptr;
  }
  writers().start([path = pathFor(file)] { QFile::remove(path); });
  writers().waitForDone();
}

std::vector<Recovery> Autosave::pending() const {
  std::vector<Recovery> found;
  for (const QFileInfo &entry :
       QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files, QDir::Time)) {
    QFile file(entry.filePath());
    if (!file.open(QIODevice::ReadOnly)) {
      continue;
    }
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    const bool running =
        isRunning(object.value("process"_L1).toInteger(), object.value("started"_L1).toString());
    if (object.value("text"_L1).isString() && !running) {
      found.push_back(
          {entry.filePath(), object.value("file"_L1).toString(),
           object.value("text"_L1).toString().toStdString(),
           QDateTime::fromString(object.value("saved"_L1).toString(), Qt::ISODateWithMs)});
    }
  }
  return found;
}

void Autosave::remove(const Recovery &recovery) { QFile::remove(recovery.recoveryFile); }

} // namespace charonia::app
