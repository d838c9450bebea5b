// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunWords.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace charonia::app {
namespace {

using Words = std::vector<std::string>;

/// What is wrong with `word` as a `what`, or "".
std::string problemOf(const char *what, const std::string &word, const Words &known,
                      const Words &later = {}) {
  if (std::find(known.begin(), known.end(), word) != known.end()) {
    return "";
  }
  if (std::find(later.begin(), later.end(), word) != later.end()) {
    return fmt::format("{} '{}' is not there yet; there are {}", what, word,
                       fmt::join(known, " and "));
  }
  return fmt::format("unknown {} '{}'; known are {}", what, word, fmt::join(known, ", "));
}

std::string firstProblem(const RunWords &words) {
  std::string problem;
  const auto check = [&](const char *what, const std::string &word, const Words &known,
                         const Words &later = {}) {
    if (problem.empty() && !word.empty()) {
      problem = problemOf(what, word, known, later);
    }
  };
  for (const std::string &from : words.from) {
    check("form", from, {"source", "ttir"});
  }
  check("engine", words.engine, {"reference", "sim"}, {"riscv", "cpp"});
  for (const std::string &against : words.against) {
    check("comparison", against, {"expect", "reference"});
  }
  check("mapping", words.mapping, {"linear", "round-robin", "zigzag", "lpt", "auto"});
  check("policy", words.policy, {"strict", "default", "fast"});
  if (problem.empty() && words.cbDepth && (*words.cbDepth < 0 || *words.cbDepth > 64)) {
    problem = "the depth of circular buffers must be 0 (greedy) to 64";
  }
  for (const std::string &path : words.searchPaths) {
    std::error_code ec;
    if (problem.empty() && !std::filesystem::is_directory(path, ec)) {
      problem = fmt::format("the search path '{}' is not a folder", path);
    }
  }
  return problem;
}

} // namespace

tl::expected<LaunchOptions, std::string> launchOptions(const RunWords &words) {
  std::string problem = firstProblem(words);
  if (problem.empty() && words.from.size() > 1) {
    problem = "only one form can be compiled at once: source or ttir";
  }
  if (!problem.empty()) {
    return tl::unexpected(problem);
  }
  LaunchOptions options;
  if (!words.from.empty()) {
    options.from = words.from.front() == "source" ? compiler::From::Source : compiler::From::Ttir;
  }
  options.mapping = words.mapping;
  options.policy = words.policy;
  options.hardware = words.hardware;
  options.cbDepth = words.cbDepth;
  options.searchPaths = words.searchPaths;
  return options;
}

tl::expected<RunRequest, std::string> runRequest(const RunWords &words) {
  RunWords single = words;
  std::sort(single.from.begin(), single.from.end());
  single.from.erase(std::unique(single.from.begin(), single.from.end()), single.from.end());
  RunRequest request;
  request.bothForms = single.from.size() == 2;
  if (request.bothForms) {
    single.from.clear();
  }
  // Checked as given: a wrong word among several must not be lost.
  if (std::string problem = firstProblem(words); !problem.empty()) {
    return tl::unexpected(problem);
  }
  auto options = launchOptions(single);
  if (!options) {
    return tl::unexpected(options.error());
  }
  request.launch = *options;
  request.engine = words.engine == "reference" ? Engine::Reference : Engine::Sim;
  request.traceFile = words.trace;
  request.poison = words.poison;
  request.againstGiven = !words.against.empty();
  for (const std::string &against : words.against) {
    (against == "expect" ? request.againstExpect : request.againstReference) = true;
  }
  return request;
}

} // namespace charonia::app
