// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// frontend_bench [FOLDER] [REPEATS]: the front end's time for every launch file below a folder (the
// recorded launches, or the samples). Prints figures; never fails for being slow.
#include "ReadFile.h"

#include "FrontendBench.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace charonia;
namespace fs = std::filesystem;

namespace {

struct Row {
  std::string name;
  size_t bytes = 0;
  frontend::bench::Times times;
};

std::vector<std::string> launchFiles(const std::string &folder) {
  std::vector<std::string> files;
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().string().ends_with(".launch.json")) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

void print(const char *what, std::vector<Row> &rows, double frontend::bench::Times::*field) {
  std::sort(rows.begin(), rows.end(),
            [&](const Row &a, const Row &b) { return a.times.*field < b.times.*field; });
  auto at = [&](double part) {
    return rows[std::min(rows.size() - 1, size_t(part * double(rows.size())))].times.*field;
  };
  std::printf("%-8s median %6.2f ms, p95 %6.2f ms, most %6.2f ms (%s)\n", what, at(0.5), at(0.95),
              rows.back().times.*field, rows.back().name.c_str());
}

} // namespace

int main(int argc, char **argv) {
  std::string folder = argc > 1 ? argv[1] : CHARONIA_CORPUS_DIR;
  if (folder.empty()) {
    folder = CHARONIA_SOURCE_DIR "/resources/samples";
  }
  int repeats = argc > 2 ? std::atoi(argv[2]) : 3;
  std::vector<Row> rows;
  double first = 0;
  for (const std::string &file : launchFiles(folder)) {
    auto launch = launch::loadLaunch(file);
    if (!launch) {
      std::printf("skipped %s\n", file.c_str());
      continue;
    }
    std::string text = test::readFile(launch->resolve(launch->source));
    if (first == 0) {
      first = frontend::bench::warmUp(*launch, text);
    }
    rows.push_back({fs::path(file).filename().string(), text.size(),
                    frontend::bench::measure(*launch, text, repeats)});
    if (!rows.back().times.ok) {
      std::printf("not emitted: %s\n", file.c_str());
    }
  }
  if (rows.empty()) {
    std::printf("no launch files in %s\n", folder.c_str());
    return 0;
  }
  std::printf("%zu kernels of %s, best of %d; first use in the process %.2f ms\n", rows.size(),
              folder.c_str(), repeats, first);
  print("parse", rows, &frontend::bench::Times::parse);
  print("context", rows, &frontend::bench::Times::context);
  print("total", rows, &frontend::bench::Times::total);
  auto largest = std::max_element(rows.begin(), rows.end(),
                                  [](const Row &a, const Row &b) { return a.bytes < b.bytes; });
  std::printf("largest source (%zu bytes, %s): %.2f ms\n", largest->bytes, largest->name.c_str(),
              largest->times.total);
}
