// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli serve: a worker. One request a line in, one response a line out; see
// run/WorkerProtocol.h, for questions of an editor run/EditorQuery.h.
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/EditorQuery.h"
#include "run/WorkerProtocol.h"

#include <fmt/format.h>
#include <iostream>
#include <sys/resource.h>

namespace charonia::app {
namespace {

/// Memory of a worker [GiB]: a request that needs more fails, and the machine stays usable.
constexpr unsigned kMemoryGiB = 8, kMostMemoryGiB = 1024;

void limitMemory([[maybe_unused]] rlim_t gib) {
#ifndef CHARONIA_SANITIZED // sanitizers reserve terabytes of address space
  rlimit limit{};
  const rlim_t bytes = gib << 30;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > bytes) {
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &limit);
  }
#endif
}

nlohmann::json answerLine(compiler::Session &session, const std::string &line,
                          const std::vector<std::string> &searchPaths) {
  if (auto object = nlohmann::json::parse(line, nullptr, false);
      object.is_object() && object.value("verb", nlohmann::json()) == "query") {
    return answerQueryRequest(object);
  }
  auto request = parseRequestLine(line);
  if (!request) {
    return request.error();
  }
  std::vector<std::string> &paths = request->run.launch.searchPaths;
  paths.insert(paths.end(), searchPaths.begin(), searchPaths.end());
  return answerRequest(session, *request);
}

int serve(const RunWords &words, unsigned memoryGiB) {
  if (auto options = launchOptions(words); !options) {
    return badUsage(options.error());
  }
  limitMemory(memoryGiB);
  std::ios::sync_with_stdio(false);
  compiler::Session session;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (!line.empty()) {
      std::cout << toLine(answerLine(session, line, words.searchPaths)) << std::endl;
    }
  }
  return 0;
}

} // namespace

void addServeVerb(CLI::App &app, int &exitCode) {
  CLI::App *verb =
      app.add_subcommand("serve", "Worker: JSON lines on stdin and stdout, one request a line");
  auto words = std::make_shared<RunWords>();
  auto memory = std::make_shared<unsigned>(kMemoryGiB);
  addSearchPathFlag(*verb, *words);
  verb->add_option("--memory", *memory, "Memory that the worker may take [GiB]")
      ->check(CLI::Range(1U, kMostMemoryGiB));
  verb->callback([words, memory, &exitCode] { exitCode = serve(*words, *memory); });
}

} // namespace charonia::app
