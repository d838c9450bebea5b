// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunCorpus.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>

namespace charonia::app {
namespace {

std::vector<std::string> launchFiles(const std::string &folder) {
  std::vector<std::string> files;
  std::error_code ec;
  for (auto it = std::filesystem::recursive_directory_iterator(folder, ec);
       !ec && it != std::filesystem::recursive_directory_iterator(); it.increment(ec)) {
    std::string path = it->path().string();
    if (path.ends_with(".launch.json")) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void groupFailures(CorpusResult &result) {
  std::map<std::string, std::vector<std::string>> groups;
  for (const RunOutcome &outcome : result.outcomes) {
    if (outcome.comparedForms > 0) {
      ++result.comparedForms;
      result.sameForms += outcome.firstCause != kFormsDiffer;
    }
    if (outcome.exit == RunExit::Ok) {
      ++result.passed;
    } else {
      ++result.failed;
      groups[outcome.firstCause].push_back(outcome.file);
    }
  }
  result.failures.assign(groups.begin(), groups.end());
  std::stable_sort(result.failures.begin(), result.failures.end(),
                   [](const auto &a, const auto &b) { return a.second.size() > b.second.size(); });
}

} // namespace

CorpusResult runCorpus(const std::string &folder, const RunRequest &request, unsigned jobs,
                       const std::function<void(const RunOutcome &)> &progress) {
  std::vector<std::string> files = launchFiles(folder);
  CorpusResult result;
  result.outcomes.resize(files.size());
  std::atomic<size_t> next{0};
  std::mutex progressMutex;
  auto work = [&] {
    compiler::Session session;
    for (size_t i = next++; i < files.size(); i = next++) {
      RunOutcome outcome = runFile(session, files[i], request);
      outcome.report = nullptr;
      if (progress) {
        std::lock_guard lock(progressMutex);
        progress(outcome);
      }
      result.outcomes[i] = std::move(outcome);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned j = 1; j < std::max(1u, jobs); ++j) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread &thread : threads) {
    thread.join();
  }
  groupFailures(result);
  return result;
}

nlohmann::json toJson(const CorpusResult &result) {
  nlohmann::json failures = nlohmann::json::array();
  for (const auto &[cause, files] : result.failures) {
    failures.push_back({{"cause", cause}, {"count", files.size()}, {"files", files}});
  }
  return {{"passed", result.passed},
          {"failed", result.failed},
          {"comparedForms", result.comparedForms},
          {"sameForms", result.sameForms},
          {"failures", failures}};
}

} // namespace charonia::app
