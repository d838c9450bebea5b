// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A main for the fuzz targets without libFuzzer: runs files, and a fixed row of mutations of each.
//
//   fuzz_source_replay [--mutations N] [--dict FILE] [--ext .py] [--seconds S] FILE|FOLDER ...
//
// A file of several IR parts (`// -----` lines) counts as several inputs. Exits 1 when an input
// took longer than S seconds of processor time (5); a crash ends the process after the name of the
// input. CHARONIA_FUZZ_KEEP names a file that holds the last input.
#include "ReadFile.h"

#include "Mutator.h"
#include "Target.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace charonia::fuzz;

namespace {

struct Input {
  std::string name, text;
};

struct Settings {
  size_t mutations = 0;
  double seconds = 5;
  std::string extension, dictionary;
  std::vector<std::string> paths;
};

std::vector<Input> inputsOf(const std::string &path) {
  constexpr std::string_view kSplit = "\n// -----";
  std::vector<Input> inputs;
  std::string text = charonia::test::readFile(path);
  size_t begin = 0;
  while (true) {
    size_t end = text.find(kSplit, begin);
    inputs.push_back({path, text.substr(begin, end - begin)});
    if (end == std::string::npos) {
      return inputs;
    }
    begin = std::min(text.find('\n', end + 1), text.size());
  }
}

std::vector<Input> collect(const Settings &settings) {
  std::vector<std::string> files;
  for (const std::string &path : settings.paths) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    for (const auto &entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file() &&
          (settings.extension.empty() || entry.path().extension() == settings.extension)) {
        files.push_back(entry.path().string());
      }
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<Input> inputs;
  for (const std::string &file : files) {
    for (Input &input : inputsOf(file)) {
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

/// What runs now, for the message after a crash.
char current[512];

void sayWhatRan(int signal) {
  const char head[] = "\ncrashed on ";
  (void)!write(STDERR_FILENO, head, sizeof head - 1);
  (void)!write(STDERR_FILENO, current, std::strlen(current));
  (void)!write(STDERR_FILENO, "\n", 1);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class Replay {
public:
  explicit Replay(const Settings &settings) : m_settings(settings) {
    if (!settings.dictionary.empty()) {
      m_words = parseDictionary(charonia::test::readFile(settings.dictionary));
    }
  }

  void run(const Input &input) {
    one(input.name, 0, input.text);
    Random random(input.text.size());
    for (size_t i = 1; i <= m_settings.mutations; ++i) {
      one(input.name, i, mutate(input.text, m_words, random));
    }
  }

  int report(size_t inputs) const {
    std::printf("%zu inputs, %zu runs, slowest %.2f s: %s\n", inputs, m_runs, m_slowest,
                m_slowestName.c_str());
    return m_slowest > m_settings.seconds ? 1 : 0;
  }

private:
  void one(const std::string &name, size_t mutation, const std::string &text) {
    std::snprintf(current, sizeof current, "%s, mutation %zu", name.c_str(), mutation);
    if (const char *keep = std::getenv("CHARONIA_FUZZ_KEEP")) {
      std::ofstream(keep, std::ios::binary) << text;
    }
    std::clock_t start = std::clock();
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(text.data()), text.size());
    double took = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ++m_runs;
    if (took > m_slowest) {
      m_slowest = took;
      m_slowestName = current;
    }
  }

  const Settings &m_settings;
  std::vector<std::string> m_words;
  size_t m_runs = 0;
  double m_slowest = 0;
  std::string m_slowestName;
};

bool parse(int argc, char **argv, Settings &settings) {
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    bool option = word.starts_with("--") && i + 1 < argc;
    if (!option) {
      settings.paths.push_back(word);
    } else if (word == "--mutations") {
      settings.mutations = std::strtoul(argv[++i], nullptr, 10);
    } else if (word == "--seconds") {
      settings.seconds = std::strtod(argv[++i], nullptr);
    } else if (word == "--ext") {
      settings.extension = argv[++i];
    } else if (word == "--dict") {
      settings.dictionary = argv[++i];
    } else {
      return false;
    }
  }
  return !settings.paths.empty();
}

} // namespace

int main(int argc, char **argv) {
  Settings settings;
  if (!parse(argc, argv, settings)) {
    std::fprintf(stderr,
                 "usage: %s [--mutations N] [--dict FILE] [--ext .py] [--seconds S] "
                 "FILE|FOLDER ...\n",
                 argv[0]);
    return 2;
  }
  for (int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE}) {
    std::signal(signal, sayWhatRan);
  }
  std::vector<Input> inputs = collect(settings);
  if (inputs.empty()) {
    std::fprintf(stderr, "no inputs\n");
    return 2;
  }
  Replay replay(settings);
  for (const Input &input : inputs) {
    replay.run(input);
  }
  return replay.report(inputs.size());
}
