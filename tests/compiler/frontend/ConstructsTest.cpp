// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which constructs a kernel may use: what upstream compiles must compile, what it rejects must get
// a diagnostic with a place. constructs.txt holds the bodies and upstream's verdicts.
#include "EmitHelper.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>

using namespace charonia::frontend::test;

namespace {

struct Construct {
  std::string verdict, name, body;
};

std::vector<Construct> readConstructs() {
  std::vector<Construct> constructs;
  std::ifstream file(CHARONIA_SOURCE_DIR "/tests/compiler/frontend/constructs.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) {
      std::istringstream words(line.substr(4));
      Construct &construct = constructs.emplace_back();
      words >> construct.verdict >> construct.name;
    } else if (!constructs.empty()) {
      constructs.back().body += line + "\n";
    }
  }
  return constructs;
}

/// Where the verdict differs on purpose.
const std::map<std::string, std::string> &deviations() {
  static const std::map<std::string, std::string> kDeviations = {
      {"tuple_unpack_mismatch", "upstream drops the third value without a word"},
      {"return_value", "a kernel has nobody to return a value to"},
      {"loop_var_after", "upstream uses a value of the loop outside of it"},
      {"zero_step", "the loop would never end"},
      {"atomic_and_float", "no machine has it"},
      {"constexpr_of_tensor", "the annotation says what is not so"},
      {"inline_asm", "the text is for another machine"},
  };
  return kDeviations;
}

TEST(Constructs, VerdictsAgree) {
  size_t count = 0;
  for (const Construct &construct : readConstructs()) {
    ++count;
    Emitted emitted = emit(kernel("x, o, n, B: tl.constexpr", construct.body),
                           "x:*fp32 o:*fp32 n:i32=1000", "B=64");
    bool accepted = !emitted.ir.empty();
    bool expected = construct.verdict == "accepted";
    if (deviations().count(construct.name) != 0) {
      expected = !expected;
    }
    EXPECT_EQ(accepted, expected) << construct.name << ":\n"
                                  << construct.body << emitted.diagnostic(0);
    if (!accepted && !emitted.diagnostics.empty()) {
      EXPECT_GE(emitted.diagnostics[0].range.beginLine, 5u)
          << construct.name << ": " << emitted.diagnostic(0);
    }
  }
  EXPECT_GT(count, 190u);
}

} // namespace
