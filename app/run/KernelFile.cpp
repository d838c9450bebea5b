// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/KernelFile.h"

#include "run/LaunchGuess.h"
#include "run/TextFile.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace charonia::app {
namespace {

namespace fs = std::filesystem;
using compiler::Diagnostic;

Diagnostic message(compiler::Severity severity, const char *code, const std::string &file,
                   std::string text) {
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.code = code;
  diagnostic.message = std::move(text);
  diagnostic.range.file = file;
  return diagnostic;
}

/// Grid and constants of a launch, for a note: "grid (cdiv(N, BLOCK)), BLOCK = 1024".
std::string summaryOf(const launch::Launch &launch) {
  std::string text = fmt::format("grid ({})", fmt::join(launch.grid, ", "));
  for (const auto &[name, value] : launch.constexprs) {
    text += fmt::format(", {} = {}", name, ui::constantText(value));
  }
  for (const launch::Argument &argument : launch.args) {
    text += argument.kind == launch::Argument::Kind::Scalar
                ? fmt::format(", {} = {}", argument.name, ui::constantText(argument.value))
                : fmt::format(", {}: {} of {}", argument.name, argument.typeText,
                              ui::shapeText(argument.shape));
  }
  return text;
}

PreparedLaunch prepareGuess(const std::string &file, const LaunchOptions &options) {
  PreparedLaunch failed;
  auto text = readFile(file, compiler::Limits{}.irBytes);
  if (!text) {
    failed.problems = {message(compiler::Severity::Error, "KL0103", file,
                               "cannot read the file: " + text.error().reason)};
    return failed;
  }
  const std::vector<compiler::KernelInfo> kernels =
      compiler::listKernels(*text, file, &failed.problems);
  if (kernels.empty()) {
    failed.badSource = true;
    if (failed.problems.empty()) {
      failed.problems.push_back(
          message(compiler::Severity::Error, "KL0111", file, "there is no @triton.jit function"));
    }
    return failed;
  }
  // Helpers come before the kernel that calls them, so the last one is the likeliest kernel.
  GuessedLaunch guess = guessLaunch(kernels.back(), *text, file);
  launch::LaunchErrors unresolved = launch::resolveExpressions(guess.launch);
  LaunchInput input;
  input.file = guess.launch.file;
  input.text = std::move(*text);
  input.textFile = file;
  input.launch = guess.launch;
  PreparedLaunch prepared = prepareLaunch(input, options);
  std::vector<Diagnostic> notes = toDiagnostics(unresolved);
  notes.push_back(message(
      compiler::Severity::Note, "KL0112", file,
      fmt::format("no launch file is beside it, so a launch of '{}' was guessed: {} (guessed: {})",
                  kernels.back().name, summaryOf(guess.launch), fmt::join(guess.guessed, ", "))));
  prepared.problems.insert(prepared.problems.begin(), notes.begin(), notes.end());
  return prepared;
}

} // namespace

std::string findLaunchOf(const std::string &sourceFile) {
  const fs::path source(sourceFile);
  const std::string stem = source.stem().string();
  std::vector<std::string> candidates;
  std::error_code ec;
  const fs::path folder = source.has_parent_path() ? source.parent_path() : fs::path(".");
  for (auto it = fs::directory_iterator(folder, ec); !ec && it != fs::directory_iterator();
       it.increment(ec)) {
    const std::string name = it->path().filename().string();
    if (name.starts_with(stem) && name.ends_with(".launch.json")) {
      candidates.push_back(it->path().string());
    }
  }
  std::sort(candidates.begin(), candidates.end());
  for (const std::string &candidate : candidates) {
    auto launch = launch::loadLaunch(candidate);
    std::error_code same;
    if (launch && !launch->source.empty() &&
        fs::equivalent(launch->resolve(launch->source), source, same)) {
      return candidate;
    }
  }
  return {};
}

PreparedLaunch prepareKernel(const std::string &file, const LaunchOptions &options) {
  if (!file.ends_with(".py")) {
    return prepareLaunch(file, options);
  }
  const std::string launchFile = findLaunchOf(file);
  if (launchFile.empty()) {
    return prepareGuess(file, options);
  }
  PreparedLaunch prepared = prepareLaunch(launchFile, options);
  prepared.problems.insert(prepared.problems.begin(),
                           message(compiler::Severity::Note, "KL0113", file,
                                   fmt::format("with the launch file {}", launchFile)));
  return prepared;
}

} // namespace charonia::app
