// SPDX-License-Identifier: GPL-3.0-or-later
// Queue and loop of an engine's thread.
#include "app/engine/EngineThread.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace charonia::app {

namespace {
constexpr uint kStackBytes = 64U << 20; // contracts: threads and crashes
constexpr int kNiceness = 10;
} // namespace

EngineThread::EngineThread(const QString &name, QObject *parent) : QThread(parent) {
  setObjectName(name);
  setStackSize(kStackBytes);
  start();
}

EngineThread::~EngineThread() {
  {
    const std::lock_guard lock(m_mutex);
    m_quit = true;
    m_normal.clear();
  }
  m_wake.notify_all();
  wait();
}

void EngineThread::post(std::function<void()> job, Urgency urgency) {
  {
    const std::lock_guard lock(m_mutex);
    (urgency == Urgency::First ? m_first : m_normal).push_back(std::move(job));
  }
  m_wake.notify_one();
}

void EngineThread::run() {
  // Linux counts niceness by thread.
  setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), kNiceness);
  while (true) {
    std::function<void()> job;
    {
      std::unique_lock lock(m_mutex);
      m_wake.wait(lock, [this] { return m_quit || !m_first.empty() || !m_normal.empty(); });
      std::deque<std::function<void()>> &queue = m_first.empty() ? m_normal : m_first;
      if (queue.empty()) {
        return;
      }
      job = std::move(queue.front());
      queue.pop_front();
    }
    job();
  }
}

} // namespace charonia::app
