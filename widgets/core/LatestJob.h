// SPDX-License-Identifier: GPL-3.0-or-later
// Work off the GUI thread of which only the newest result counts.
//
//   m_job.start([data](std::stop_token stop) { return fold(*data, stop); },
//               [this](Folded folded) { show(std::move(folded)); });
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>
#include <stop_token>

namespace charonia::ui {

/// Runs jobs on the global pool for `receiver`, whose thread gets the results. A job that was
/// overtaken, or whose receiver is gone, is asked to stop and its result is dropped.
class LatestJob {
public:
  explicit LatestJob(QObject *receiver) : m_receiver(receiver) {}
  ~LatestJob() { cancel(); }
  LatestJob(const LatestJob &) = delete;
  LatestJob &operator=(const LatestJob &) = delete;

  /// `work(std::stop_token)` runs on a pool thread, `done(result)` on the receiver's.
  template <typename Work, typename Done>
  void start(Work work, Done done) {
    cancel();
    m_running = std::make_shared<std::stop_source>();
    QThreadPool::globalInstance()->start([job = m_running, receiver = QPointer<QObject>(m_receiver),
                                          work = std::move(work), done = std::move(done),
                                          this]() mutable {
      auto result = std::make_shared<decltype(work(job->get_token()))>(work(job->get_token()));
      // Delivered through the application object: the receiver may go away meanwhile.
      QMetaObject::invokeMethod(
          QCoreApplication::instance(),
          [job, receiver, result, done = std::move(done), this]() mutable {
            if (receiver && !job->stop_requested()) {
              m_running.reset();
              done(std::move(*result));
            }
          },
          Qt::QueuedConnection);
    });
  }

  void cancel() {
    if (m_running) {
      m_running->request_stop();
      m_running.reset();
    }
  }
  bool isRunning() const { return m_running != nullptr; }

private:
  QObject *m_receiver;
  std::shared_ptr<std::stop_source> m_running;
};

} // namespace charonia::ui
