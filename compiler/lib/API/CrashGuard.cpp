// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CrashGuard.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <mutex>

namespace charonia::compiler {
namespace {

std::atomic<bool> tainted{false};

#ifndef CHARONIA_SANITIZED

constexpr size_t kAlternateStackBytes = 256 * 1024;

/// LLVM's default handler for fatal errors may call exit(); an abort can be recovered from.
void abortOnFatalError(void *, const char *message, bool) {
  std::fprintf(stderr, "fatal error in LLVM: %s\n", message);
  std::abort();
}

/// Installs the recovery's signal handlers once. A stack overflow leaves no room to run a handler
/// on the same stack, so SIGSEGV and SIGBUS get theirs on an alternate one.
void enableRecovery() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(abortOnFatalError);
    llvm::CrashRecoveryContext::Enable();
    for (int signal : {SIGSEGV, SIGBUS}) {
      struct sigaction action;
      sigaction(signal, nullptr, &action);
      action.sa_flags |= SA_ONSTACK;
      sigaction(signal, &action, nullptr);
    }
  });
}

/// The alternate signal stack of one thread.
class AlternateStack {
public:
  AlternateStack() : m_memory(new char[kAlternateStackBytes]) {
    stack_t stack{};
    stack.ss_sp = m_memory.get();
    stack.ss_size = kAlternateStackBytes;
    sigaltstack(&stack, &m_previous);
  }
  ~AlternateStack() { sigaltstack(&m_previous, nullptr); }
  AlternateStack(const AlternateStack &) = delete;
  AlternateStack &operator=(const AlternateStack &) = delete;

private:
  std::unique_ptr<char[]> m_memory;
  stack_t m_previous{};
};

#endif

} // namespace

bool isTainted() { return tainted; }

bool runGuarded(const std::function<void()> &work, std::string &reason) {
#ifdef CHARONIA_SANITIZED
  (void)reason;
  work();
  return true;
#else
  enableRecovery();
  AlternateStack alternateStack;
  llvm::CrashRecoveryContext context;
  bool ok = context.RunSafely([&] { work(); });
  if (!ok) {
    tainted = true;
    // The recovery reports 128 + signal number.
    int signal = context.RetCode - 128;
    reason = signal == SIGSEGV   ? "invalid memory access or stack overflow"
             : signal == SIGABRT ? "abort"
                                 : "signal " + std::to_string(signal);
  }
  return ok;
#endif
}

} // namespace charonia::compiler
