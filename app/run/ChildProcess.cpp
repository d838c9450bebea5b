// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/ChildProcess.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char **environ;

namespace charonia::app {
namespace {

constexpr size_t kErrorTail = size_t{64} << 10;
constexpr int kPollMilliseconds = 20;

/// A file descriptor that closes itself.
class Descriptor {
public:
  explicit Descriptor(int fd = -1) : m_fd(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  int get() const { return m_fd; }
  void reset(int fd) {
    close();
    m_fd = fd;
  }
  void close() {
    if (m_fd >= 0) {
      ::close(std::exchange(m_fd, -1));
    }
  }

private:
  int m_fd;
};

struct Pipe {
  Descriptor read, write;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      return false;
    }
    read.reset(ends[0]);
    write.reset(ends[1]);
    return ::fcntl(read.get(), F_SETFL, O_NONBLOCK) == 0;
  }
};

/// A file in memory that holds `text`. Unlike a pipe it cannot block the writer or raise SIGPIPE.
bool openInput(Descriptor &file, const std::string &text) {
  file.reset(::memfd_create("input", MFD_CLOEXEC));
  size_t done = 0;
  while (file.get() >= 0 && done < text.size()) {
    ssize_t written = ::write(file.get(), text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) {
      return false;
    }
    done += written > 0 ? size_t(written) : 0;
  }
  return file.get() >= 0 && ::lseek(file.get(), 0, SEEK_SET) == 0;
}

class Child {
public:
  Child(const ChildRequest &request, std::stop_token stop)
      : m_request(request), m_stop(std::move(stop)) {}

  ChildResult run() {
    if (!start()) {
      return std::move(m_result);
    }
    auto deadline =
        std::chrono::steady_clock::now() + std::chrono::duration<double>(m_request.seconds);
    using End = ChildResult::End;
    bool ended = false;
    while (!ended && m_result.end == End::Exited) {
      wait();
      ended = hasEnded(); // before reading: what it has written until now is then read in full
      read();
      if (m_result.output.size() > m_request.outputBytes) {
        m_result.end = End::TooMuchOutput;
      } else if (!ended && m_stop.stop_requested()) {
        m_result.end = End::Cancelled;
      } else if (!ended && std::chrono::steady_clock::now() > deadline) {
        m_result.end = End::TimedOut;
      }
    }
    reap();
    return std::move(m_result);
  }

private:
  bool start() {
    Descriptor input;
    if (m_request.command.empty() || !openInput(input, m_request.input) || !m_out.open() ||
        !m_err.open()) {
      m_result.code = errno;
      return false;
    }
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input.get(), 0);
    posix_spawn_file_actions_adddup2(&actions, m_out.write.get(), 1);
    posix_spawn_file_actions_adddup2(&actions, m_err.write.get(), 2);
    // A process group of its own, so that what it starts ends with it.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char *> words;
    for (const std::string &word : m_request.command) {
      words.push_back(const_cast<char *>(word.c_str()));
    }
    words.push_back(nullptr);
    m_result.code =
        ::posix_spawnp(&m_pid, words.front(), &actions, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (m_result.code != 0) {
      return false;
    }
    m_out.write.close();
    m_err.write.close();
    m_result.end = ChildResult::End::Exited;
    return true;
  }

  /// Until there is something to read, or a moment has passed. A closed end is not waited for.
  void wait() {
    std::array<pollfd, 2> ends = {pollfd{m_out.read.get(), POLLIN, 0},
                                  pollfd{m_err.read.get(), POLLIN, 0}};
    ::poll(ends.data(), ends.size(), kPollMilliseconds);
  }

  /// Without reaping it: its process group then keeps its number.
  bool hasEnded() const {
    siginfo_t info{};
    return ::waitid(P_PID, id_t(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
  }

  void read() {
    drain(m_out.read, m_result.output, m_request.outputBytes);
    drain(m_err.read, m_result.errors, 2 * kErrorTail);
    if (m_result.errors.size() > kErrorTail) {
      m_result.errors.erase(0, m_result.errors.size() - kErrorTail);
    }
  }

  /// What can be read now, up to somewhat more than `most` in all.
  static void drain(Descriptor &from, std::string &text, uint64_t most) {
    std::array<char, 16384> buffer;
    while (from.get() >= 0 && text.size() <= most) {
      ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
      if (count > 0) {
        text.append(buffer.data(), size_t(count));
      } else if (count == 0) {
        from.close();
      } else if (errno != EINTR) {
        return;
      }
    }
  }

  void reap() {
    ::kill(-m_pid, SIGKILL);
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
    }
    if (m_result.end == ChildResult::End::Exited) {
      const bool signalled = WIFSIGNALED(status);
      m_result.end = signalled ? ChildResult::End::Signalled : ChildResult::End::Exited;
      m_result.code = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    }
  }

  const ChildRequest &m_request;
  std::stop_token m_stop;
  ChildResult m_result;
  Pipe m_out, m_err;
  pid_t m_pid = -1;
};

} // namespace

ChildResult runChild(const ChildRequest &request, std::stop_token stop) {
  return Child(request, std::move(stop)).run();
}

} // namespace charonia::app
