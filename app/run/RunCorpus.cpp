// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunCorpus.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <thread>
#include <tuple>

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

/// Keeps what one run moved, before its report is dropped.
void keepBytes(RunOutcome &outcome) {
  const nlohmann::json &report = outcome.report;
  if (!report.is_object() || !report.contains("dma") || !report["dma"].is_object()) {
    return;
  }
  for (const auto &[rung, bytes] : report["dma"]["by_rung"].items()) {
    outcome.bytesByRung[rung] = bytes.get<uint64_t>();
  }
  for (const auto &[rung, bytes] : report["dma"]["taken"].items()) {
    outcome.takenByRung[rung] = bytes.get<uint64_t>();
  }
  outcome.cycles = report.value("cycles", uint64_t{0});
}

void countRungs(CorpusResult &result) {
  std::map<std::tuple<std::string, std::string, std::string>, RungCount> counts;
  for (const RunOutcome &outcome : result.outcomes) {
    for (const auto &[rung, bytes] : outcome.bytesByRung) {
      result.bytesByRung[rung] += bytes;
    }
    for (const auto &[rung, bytes] : outcome.takenByRung) {
      result.takenByRung[rung] += bytes;
    }
    for (const compiler::AccessRow &access : outcome.accesses) {
      RungCount &count = counts[{access.rung, access.kind, access.reason}];
      if (count.accesses++ == 0) {
        count.kind = access.kind;
        count.rung = access.rung;
        count.reason = access.reason;
        count.example = outcome.file + ":" + std::to_string(access.range.beginLine);
      }
      count.bytesPerTile += access.bytesPerTile;
    }
  }
  for (auto &[key, count] : counts) {
    result.rungs.push_back(std::move(count));
  }
  std::stable_sort(result.rungs.begin(), result.rungs.end(),
                   [](const RungCount &a, const RungCount &b) {
                     return a.rung != b.rung ? a.rung < b.rung : a.bytesPerTile > b.bytesPerTile;
                   });
}

} // namespace

double goodShare(const CorpusResult &result, bool wholeBoxes) {
  double good = 0, all = 0;
  std::map<std::string, uint64_t> byRung = result.bytesByRung;
  for (const auto &[rung, bytes] : result.takenByRung) {
    byRung[rung] = wholeBoxes ? byRung[rung] : bytes;
  }
  for (const auto &[rung, bytes] : byRung) {
    const bool isGood = rung == "dma" || rung == "uniform" || rung == "wrap" || rung == "rows";
    all += static_cast<double>(bytes);
    good += isGood ? static_cast<double>(bytes) : 0;
  }
  return all > 0 ? good / all : 1;
}

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
      keepBytes(outcome);
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
  countRungs(result);
  return result;
}

nlohmann::json toJson(const CorpusResult &result) {
  nlohmann::json failures = nlohmann::json::array();
  for (const auto &[cause, files] : result.failures) {
    failures.push_back({{"cause", cause}, {"count", files.size()}, {"files", files}});
  }
  nlohmann::json rungs = nlohmann::json::array();
  for (const RungCount &count : result.rungs) {
    rungs.push_back({{"rung", count.rung},
                     {"kind", count.kind},
                     {"reason", count.reason},
                     {"accesses", count.accesses},
                     {"bytes_per_tile", count.bytesPerTile},
                     {"example", count.example}});
  }
  nlohmann::json launches = nlohmann::json::array();
  for (const RunOutcome &outcome : result.outcomes) {
    nlohmann::json accesses = nlohmann::json::array();
    for (const compiler::AccessRow &access : outcome.accesses) {
      accesses.push_back({{"kind", access.kind},
                          {"rung", access.rung},
                          {"reason", access.reason},
                          {"argument", access.argument},
                          {"line", access.range.beginLine},
                          {"column", access.range.beginColumn},
                          {"descriptors", access.descriptors},
                          {"bytes_per_tile", access.bytesPerTile}});
    }
    launches.push_back({{"file", outcome.file},
                        {"cycles", outcome.cycles},
                        {"bytes_by_rung", outcome.bytesByRung},
                        {"accesses", accesses}});
  }
  return {{"passed", result.passed},
          {"failed", result.failed},
          {"comparedForms", result.comparedForms},
          {"sameForms", result.sameForms},
          {"failures", failures},
          {"bytes_by_rung", result.bytesByRung},
          {"taken_by_rung", result.takenByRung},
          {"good_share", goodShare(result, /*wholeBoxes=*/false)},
          {"good_share_whole_boxes", goodShare(result, /*wholeBoxes=*/true)},
          {"rungs", rungs},
          {"launches", launches}};
}

} // namespace charonia::app
