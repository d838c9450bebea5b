// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli serve: a worker. One request a line in, one response a line out; see
// run/WorkerProtocol.h, for questions of an editor run/EditorQuery.h.
#include "cli/Verbs.h"
#include "run/EditorQuery.h"
#include "run/WorkerProtocol.h"

#include <fmt/format.h>
#include <iostream>
#include <sys/resource.h>

namespace charonia::app {
namespace {

/// Memory of a worker [GiB]: a request that needs more fails, and the machine stays usable.
constexpr rlim_t kMemoryGiB = 8;

void limitMemory() {
#ifndef CHARONIA_SANITIZED // sanitizers reserve terabytes of address space
  rlimit limit{};
  const rlim_t bytes = kMemoryGiB << 30;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > bytes) {
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
#endif
}

nlohmann::json answerLine(compiler::Session &session, const std::string &line) {
  if (auto object = nlohmann::json::parse(line, nullptr, false);
      object.is_object() && object.value("verb", nlohmann::json()) == "query") {
    return answerQueryRequest(object);
  }
  auto request = parseRequestLine(line);
  return request ? answerRequest(session, *request) : request.error();
}

int serve() {
  limitMemory();
  std::ios::sync_with_stdio(false);
  compiler::Session session;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!line.empty()) {
      std::cout << toLine(answerLine(session, line)) << std::endl;
    }
  }
  return 0;
}

} // namespace

void addServeVerb(CLI::App &app, int &exitCode) {
  CLI::App *verb =
      app.add_subcommand("serve", "Worker: JSON lines on stdin and stdout, one request a line");
  verb->callback([&exitCode] { exitCode = serve(); });
}

} // namespace charonia::app
