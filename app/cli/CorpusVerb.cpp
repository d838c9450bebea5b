// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli corpus: runs every launch below a folder; ends with "N passed, M failed".
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/RunCorpus.h"
#include "run/SaveTrace.h"

#include <fmt/format.h>

namespace charonia::app {
namespace {

struct CorpusFlags {
  std::string folder, json;
  RunWords words;
  unsigned jobs = 2, show = 5;
  bool verbose = false, rungs = false;
};

/// The runs that an access on the rung `wrap` is cut into, in classes.
void printRuns(const CorpusResult &result) {
  size_t two = 0, few = 0, many = 0;
  for (const RunOutcome &outcome : result.outcomes) {
    for (const compiler::AccessRow &access : outcome.accesses) {
      if (access.rung == "wrap") {
        ++(access.descriptors <= 2 ? two : access.descriptors <= 6 ? few : many);
      }
    }
  }
  fmt::print("wrap: {} accesses of 2 descriptors, {} of 3 to 6, {} of more\n", two, few, many);
}

/// The share of each rung in the bytes that the simulated runs moved.
void printBytes(const CorpusResult &result) {
  double all = 0;
  for (const auto &[rung, bytes] : result.bytesByRung) {
    all += static_cast<double>(bytes);
  }
  if (all == 0) {
    return;
  }
  fmt::print("global memory: {:.0f} bytes", all);
  for (const auto &[rung, bytes] : result.bytesByRung) {
    fmt::print(", {} {} ({:.2f} %)", rung, bytes, 100 * static_cast<double>(bytes) / all);
  }
  fmt::print(
      "\n{:.2f} % on the rungs dma, uniform, wrap and rows; {:.2f} % if boxes of strided and "
      "indexed count as what is taken of them\n",
      100 * goodShare(result, /*wholeBoxes=*/true), 100 * goodShare(result, /*wholeBoxes=*/false));
}

void printRungs(const CorpusResult &result) {
  fmt::print("{:<8} {:<6} {:>8} {:>12}  reason, first\n", "rung", "kind", "accesses", "tile bytes");
  for (const RungCount &count : result.rungs) {
    fmt::print("{:<8} {:<6} {:>8} {:>12}  {}{}\n", count.rung, count.kind, count.accesses,
               count.bytesPerTile, count.reason, count.reason.empty() ? "" : ", " + count.example);
  }
}

int run(const CorpusFlags &flags) {
  auto request = runRequest(flags.words);
  if (!request) {
    return badUsage(request.error());
  }
  CorpusResult result =
      runCorpus(flags.folder, *request, flags.jobs, [&](const RunOutcome &outcome) {
        if (flags.verbose) {
          fmt::print("{} {}{}\n", outcome.exit == RunExit::Ok ? "pass" : "FAIL", outcome.file,
                     outcome.firstCause.empty() ? "" : ": " + outcome.firstCause);
          std::fflush(stdout);
        }
      });
  for (const auto &[cause, files] : result.failures) {
    fmt::print("{:5} x {}\n", files.size(), cause);
    for (size_t i = 0; i < files.size() && i < flags.show; ++i) {
      fmt::print("        {}\n", files[i]);
    }
  }
  if (!flags.json.empty()) {
    if (auto written = writeFile(flags.json, toJson(result).dump(1)); !written) {
      return badUsage(written.error());
    }
  }
  if (result.outcomes.empty()) {
    return badUsage("no *.launch.json below " + flags.folder);
  }
  if (flags.rungs) {
    printRungs(result);
    printRuns(result);
  }
  if (request->bothForms) {
    fmt::print(
        "source and ttir: {} launches compared element by element, {} leave the same values\n",
        result.comparedForms, result.sameForms);
  }
  printBytes(result);
  fmt::print("{} passed, {} failed\n", result.passed, result.failed);
  return result.failed == 0 ? 0 : 1;
}

} // namespace

void addCorpusVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<CorpusFlags>();
  CLI::App *verb =
      app.add_subcommand("corpus", "Run every launch below a folder and group the failures");
  verb->add_option("folder", flags->folder, "Folder")->required();
  addRunFlags(*verb, flags->words);
  verb->add_option("--jobs", flags->jobs, "Threads")->check(CLI::Range(1, 64));
  verb->add_option("--json", flags->json, "Write the result to a file");
  verb->add_option("--show", flags->show, "Files to list for each cause");
  verb->add_flag("--rungs", flags->rungs,
                 "Count the accesses by rung, with the reasons of those off the best");
  verb->add_flag("--verbose", flags->verbose, "One line for each launch");
  verb->callback([flags, &exitCode] { exitCode = run(*flags); });
}

} // namespace charonia::app
