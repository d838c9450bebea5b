// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// charonia-emit: emits the kernel `k` of a Python file as IR, for the lit tests; with --run also
// interprets it and prints its buffers. The file's comments say with what it is called:
//
//   # ARGS: x:*fp32[16]=ramp n:i32=5
//   # CONSTS: BLOCK=16 DTYPE=fp16
#include "EmitHelper.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace charonia;

namespace {

/// What follows `key` in the comments of a text, all lines joined.
std::string directive(const std::string &text, const std::string &key) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key, 0) == 0) {
      result += line.substr(key.size()) + " ";
    }
  }
  return result;
}

/// Prints diagnostics as line:column, with the file when it is not the kernel's.
void print(const std::vector<compiler::Diagnostic> &diagnostics, const std::string &file) {
  static constexpr const char *kSeverities[] = {"error", "warning", "note"};
  for (const compiler::Diagnostic &entry : diagnostics) {
    if (entry.range.file != file) {
      std::cout << entry.range.file << ":";
    }
    std::cout << entry.range.beginLine << ":" << entry.range.beginColumn << ": "
              << kSeverities[static_cast<size_t>(entry.severity)] << ": " << entry.code << " "
              << entry.message << "\n";
    for (const compiler::DiagnosticNote &note : entry.notes) {
      std::cout << "  note: " << note.message << "\n";
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  std::string path;
  std::vector<std::string> searchPaths;
  bool locations = false, run = false;
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    if (word == "--locations") {
      locations = true;
    } else if (word == "--run") {
      run = true;
    } else if (word == "--path" && i + 1 < argc) {
      searchPaths.push_back(argv[++i]);
    } else {
      path = word;
    }
  }
  std::ifstream file(path, std::ios::binary);
  if (path.empty() || !file) {
    std::cerr << "usage: charonia-emit [--locations] [--run] [--path FOLDER] FILE.py\n";
    return 2;
  }
  std::string text{std::istreambuf_iterator<char>(file), {}};
  launch::Launch launch =
      frontend::test::makeLaunch(directive(text, "# ARGS:"), directive(text, "# CONSTS:"));
  launch.grid = {directive(text, "# GRID:")};
  if (launch.grid[0].empty()) {
    launch.grid[0] = "1";
  }
  frontend::test::Emitted emitted = frontend::test::emitText(
      text, path, launch, locations, run ? &std::cout : nullptr, searchPaths);
  print(emitted.diagnostics, path);
  if (!run) {
    std::cout << emitted.ir;
  }
  return emitted.ir.empty() ? 1 : 0;
}
