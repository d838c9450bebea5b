// SPDX-License-Identifier: GPL-3.0-or-later
// A thread for one engine: a large stack (the front end and MLIR recurse), low priority so that the
// window stays quick, and a queue with two levels.
#pragma once

#include <QThread>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>

namespace charonia::app {

class EngineThread : public QThread {
  Q_OBJECT
public:
  enum class Urgency { Normal, First };

  explicit EngineThread(const QString &name, QObject *parent = nullptr);
  /// Runs what is queued as First, drops the rest, and waits for the thread to end.
  ~EngineThread() override;

  /// Runs `job` on the thread. First goes before everything that is Normal, in order among its
  /// like.
  void post(std::function<void()> job, Urgency urgency = Urgency::Normal);

protected:
  void run() override;

private:
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::deque<std::function<void()>> m_first, m_normal;
  bool m_quit = false;
};

} // namespace charonia::app
