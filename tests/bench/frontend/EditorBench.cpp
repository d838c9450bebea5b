// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Latency of the editor services on the largest recorded kernel (a sample where no recording is):
// what a key stroke costs, what hovers cost with types at hand, and what these types cost. Prints
// figures; never fails for being slow.
#include "ReadFile.h"

#include "charonia/compiler/Editor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>

namespace charonia::compiler {
namespace {

namespace fs = std::filesystem;

/// The largest Python file below the recorded launches, else of the samples.
fs::path largest() {
  fs::path best;
  uintmax_t bytes = 0;
  for (fs::path folder :
       {fs::path(CHARONIA_CORPUS_DIR), fs::path(CHARONIA_SOURCE_DIR) / "resources/samples"}) {
    if (!best.empty() || folder.empty() || !fs::exists(folder)) {
      continue;
    }
    for (const auto &entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".py" && entry.file_size() > bytes) {
        bytes = entry.file_size();
        best = entry.path();
      }
    }
  }
  return best;
}

double milliseconds(std::chrono::steady_clock::time_point from) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}

void print(const char *what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("%-44s median %7.3f ms, 95 %% %7.3f ms, longest %7.3f ms (%zu)\n", what,
              times[times.size() / 2], times[times.size() * 95 / 100], times.back(), times.size());
}

/// The lines of a text with the offset of each.
std::vector<size_t> lineStarts(const std::string &text) {
  std::vector<size_t> starts = {0};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      starts.push_back(i + 1);
    }
  }
  return starts;
}

TEST(EditorBench, Latency) {
  fs::path path = largest();
  const std::string text = test::readFile(path), file = path.string();
  std::vector<size_t> starts = lineStarts(text);
  std::printf("%s: %zu bytes, %zu lines\n", file.c_str(), text.size(), starts.size());
  std::optional<launch::Launch> launch;
  fs::path launchFile = fs::path(path).replace_extension(".launch.json");
  if (auto loaded = launch::loadLaunch(launchFile.string())) {
    launch = std::move(*loaded);
  }

  std::vector<double> analyses;
  TypeAnalysis types;
  for (int i = 0; i < 10; ++i) {
    auto start = std::chrono::steady_clock::now();
    types = analyzeTypes(text, file, launch ? &*launch : nullptr);
    analyses.push_back(milliseconds(start));
  }
  print("types of the whole file", analyses);
  EXPECT_FALSE(types.ranges.empty());

  // A new text each time, as after a key stroke: `    t = tl.lo` in another line, which makes it
  // wrong.
  std::vector<double> strokes;
  size_t offered = 0;
  for (size_t line = starts.size() / 4; line + 1 < starts.size() && strokes.size() < 40;
       line += 1 + starts.size() / 60) {
    std::string changed = text;
    const std::string typed = "    t = tl.lo";
    changed.insert(starts[line], typed + "\n");
    auto start = std::chrono::steady_clock::now();
    EditorFile editor(changed, file);
    offered +=
        editor
            .complete({static_cast<uint32_t>(line + 1), static_cast<uint32_t>(typed.size() + 1)},
                      &types)
            .items.size();
    strokes.push_back(milliseconds(start));
  }
  print("a key stroke: parse and complete `tl.lo`", strokes);
  EXPECT_GT(offered, strokes.size());

  auto start = std::chrono::steady_clock::now();
  EditorFile editor(text, file);
  std::printf("%-44s %7.3f ms\n", "parse of a known text", milliseconds(start));
  std::vector<double> hovers, scopes;
  size_t found = 0;
  for (uint32_t line = 1; line < starts.size(); line += 1) {
    start = std::chrono::steady_clock::now();
    found += editor.hover({line, 7}, &types).has_value();
    hovers.push_back(milliseconds(start));
  }
  print("hover", hovers);
  EXPECT_GT(found, 0u);
  for (uint32_t line = 1; line < starts.size(); line += 7) {
    start = std::chrono::steady_clock::now();
    editor.complete({line, 1}, &types);
    scopes.push_back(milliseconds(start));
  }
  print("complete at a line's begin (all names)", scopes);
  start = std::chrono::steady_clock::now();
  size_t entries = editor.outline().size() + editor.folding().size();
  std::printf("%-44s %7.3f ms\n", "outline and folding", milliseconds(start));
  EXPECT_GT(entries, 0u);
}

} // namespace
} // namespace charonia::compiler
