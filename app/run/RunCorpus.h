// SPDX-License-Identifier: GPL-3.0-or-later
// Runs every launch below a folder and groups the failures by first cause. No Qt.
#pragma once

#include "run/RunLaunch.h"

#include <functional>
#include <map>

namespace charonia::app {

/// Accesses of one kind that stand on one rung for one reason.
struct RungCount {
  std::string kind, rung, reason; ///< as in compiler::AccessRow
  size_t accesses = 0;
  int64_t bytesPerTile = 0; ///< of all of them together
  std::string example;      ///< file and line of the first
};

struct CorpusResult {
  size_t passed = 0, failed = 0;
  /// Launches whose source and ttir were run and compared; those of them that left the same values.
  size_t comparedForms = 0, sameForms = 0;
  std::vector<RunOutcome> outcomes; ///< in order of the sorted file names; reports dropped
  /// Cause -> files, the most frequent first.
  std::vector<std::pair<std::string, std::vector<std::string>>> failures;
  /// Bytes of global memory that the simulated runs moved, by the names of the run report.
  std::map<std::string, uint64_t> bytesByRung;
  /// What tiles took of the boxes that bytesByRung has under `strided` and `indexed`.
  std::map<std::string, uint64_t> takenByRung;
  std::vector<RungCount> rungs; ///< by rung, then by bytes, the most first
};

/// The part of the bytes that stands on the rungs dma, uniform, wrap and rows; 1 if nothing moved.
/// Boxes that elements are taken from count whole, or as what is taken of them.
double goodShare(const CorpusResult &result, bool wholeBoxes);

/// `jobs` threads, each with a Session of its own. `progress` is called from any of them, one at a
/// time.
CorpusResult runCorpus(const std::string &folder, const RunRequest &request, unsigned jobs,
                       const std::function<void(const RunOutcome &)> &progress = {});

nlohmann::json toJson(const CorpusResult &result);

} // namespace charonia::app
