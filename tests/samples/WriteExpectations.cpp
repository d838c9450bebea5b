// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sample_expectations LAUNCH...: writes the independently computed `expect` of each case into the
// files.
#include "SampleReference.h"

#include <cstdio>
#include <fstream>

using namespace charonia;

static bool update(const std::string &path) {
  auto launch = launch::loadLaunch(path);
  auto device = arch::loadDevice(arch::defaultDevicePath());
  if (!launch || !device) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    return false;
  }
  for (size_t i = 0; i < launch->cases.size(); ++i) {
    auto memory = launch::MemoryImage::create(*launch, i, **device);
    if (!memory || !samples::computeReference(*launch, *memory)) {
      std::fprintf(stderr, "%s: no reference\n", path.c_str());
      return false;
    }
    launch->cases[i].expect.clear();
    for (const launch::Buffer &buffer : memory->buffers()) {
      for (const std::string &output : samples::outputsOf(*launch)) {
        if (buffer.name == output) {
          launch::Expectation expectation = launch::summarize(*memory, buffer);
          if (launch->function == "attention") {
            expectation.tolerance = 3;
            expectation.reason =
                "the kernel rounds probabilities to fp16 before the second product";
          }
          launch->cases[i].expect[output] = expectation;
        }
      }
    }
  }
  std::ofstream(path) << launch::toJson(*launch);
  return true;
}

int main(int argc, char **argv) {
  bool ok = true;
  for (int i = 1; i < argc; ++i) {
    ok = update(argv[i]) && ok;
  }
  return ok ? 0 : 1;
}
