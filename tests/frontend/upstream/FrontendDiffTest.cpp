// SPDX-License-Identifier: GPL-3.0-or-later
// What `compile --frontend both` calls a difference.
#include "run/FrontendDiff.h"

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

std::string module(const std::string &body) {
  return "module attributes {charonia.next_op_id = " + std::to_string(body.size()) +
         " : i64} {\n  tt.func public @k(%a: i32, %b: i32) {\n" + body + "  }\n}\n";
}

TEST(FrontendDiff, NamesAndTheCountOfOpsAreNoDifference) {
  const FrontendDiff diff =
      diffFrontends(module("    %x = arith.addi %a, %b : i32\n"
                           "    %y = arith.muli %x, %x : i32\n"),
                    "module {\n  tt.func public @k(%arg0: i32, %arg1: i32) {\n"
                    "    %0 = arith.addi %arg0, %arg1 : i32\n"
                    "    %1 = arith.muli %0, %0 : i32\n  }\n}\n");
  EXPECT_EQ(diff.text, "");
  EXPECT_EQ(diff.ops, 0U);
  EXPECT_EQ(diff.summary, "0 ops differ");
}

TEST(FrontendDiff, AnOpThatOnlyUpstreamHasDoesNotChangeTheNamesBehindIt) {
  const FrontendDiff diff = diffFrontends(module("    %0 = arith.addi %a, %b : i32\n"
                                                 "    %1 = arith.muli %0, %a : i32\n"),
                                          module("    %0 = arith.subi %a, %b : i32\n"
                                                 "    %1 = arith.addi %a, %b : i32\n"
                                                 "    %2 = arith.muli %1, %a : i32\n"));
  EXPECT_EQ(diff.ops, 1U);
  EXPECT_EQ(diff.summary, "1 op differs");
  EXPECT_NE(diff.text.find("+    %upstream_0 = arith.subi %a, %b : i32\n"), std::string::npos)
      << diff.text;
  EXPECT_EQ(diff.text.find("-  "), std::string::npos) << diff.text;
}

TEST(FrontendDiff, OperandsInAnotherOrderAreADifference) {
  const FrontendDiff diff = diffFrontends(module("    %0 = arith.subi %a, %b : i32\n"),
                                          module("    %0 = arith.subi %b, %a : i32\n"));
  EXPECT_EQ(diff.ops, 1U);
  EXPECT_NE(diff.text.find("-    %0 = arith.subi %a, %b : i32\n+    %0 = arith.subi %b, %a"),
            std::string::npos)
      << diff.text;
}

TEST(FrontendDiff, OfAReplacedOpTheUsesAreNoDifference) {
  const FrontendDiff diff = diffFrontends(module("    %0 = arith.addi %a, %b : i32\n"
                                                 "    %1 = arith.muli %0, %b : i32\n"),
                                          module("    %c = arith.xori %a, %b : i32\n"
                                                 "    %d = arith.muli %c, %b : i32\n"));
  EXPECT_EQ(diff.ops, 1U);
  EXPECT_NE(diff.text.find("-    %0 = arith.addi %a, %b : i32\n+    %0 = arith.xori %a, %b : i32\n"
                           "     %1 = arith.muli %0, %b : i32\n"),
            std::string::npos)
      << diff.text;
}

TEST(FrontendDiff, AUseOfAnotherValueOfBothIsADifference) {
  const std::string body = "    %0 = arith.addi %a, %b : i32\n"
                           "    %1 = arith.muli %a, %b : i32\n";
  const FrontendDiff diff = diffFrontends(module(body + "    %2 = arith.negf %0 : i32\n"),
                                          module(body + "    %2 = arith.negf %1 : i32\n"));
  EXPECT_EQ(diff.ops, 1U);
}

TEST(FrontendDiff, NamesThatComeBackInRegionsSideBySideAreFollowed) {
  const std::string first = "    \"tt.reduce\"(%a) ({\n"
                            "    ^bb0(%arg0: f32, %arg1: f32):\n"
                            "      %x_1 = arith.addf %arg0, %arg1 : f32\n"
                            "    }) : (f32) -> f32\n";
  const std::string ours = first + "    \"tt.reduce\"(%b) ({\n"
                                   "    ^bb0(%arg0: f32, %arg1: f32):\n"
                                   "      %x_1 = arith.subf %arg1, %arg0 : f32\n"
                                   "    }) : (f32) -> f32\n";
  const std::string theirs = first + "    \"tt.reduce\"(%b) ({\n"
                                     "    ^bb0(%arg1: f32, %arg0: f32):\n"
                                     "      %y = arith.subf %arg0, %arg1 : f32\n"
                                     "    }) : (f32) -> f32\n";
  EXPECT_EQ(diffFrontends(module(ours), module(theirs)).text, "");
}

TEST(FrontendDiff, LoopVariablesResultsAndNamesThatComeBackAreFollowed) {
  const std::string ours = "    %s:2 = scf.for %i = %a to %b step %b iter_args(%t = %a, %u = %b) "
                           "-> (i32, i32) : i32 {\n"
                           "      %v = arith.addi %t, %i : i32\n"
                           "      scf.yield %v, %u : i32, i32\n"
                           "    }\n"
                           "    %w = arith.addi %s#0, %s#1 : i32\n";
  const std::string theirs = "    %0:2 = scf.for %arg2 = %a to %b step %b iter_args(%arg3 = %a, "
                             "%arg4 = %b) -> (i32, i32) : i32 {\n"
                             "      %1 = arith.addi %arg3, %arg2 : i32\n"
                             "      scf.yield %1, %arg4 : i32, i32\n"
                             "    }\n"
                             "    %1 = arith.addi %0#0, %0#1 : i32\n";
  EXPECT_EQ(diffFrontends(module(ours), module(theirs)).text, "");
}

TEST(FrontendDiff, APercentSignInAStringIsNoName) {
  const FrontendDiff diff =
      diffFrontends(module("    tt.print \"%a \\\"%b\" {hex = false} : %a : i32\n"),
                    module("    tt.print \"%b \\\"%b\" {hex = false} : %a : i32\n"));
  EXPECT_EQ(diff.ops, 1U);
}

} // namespace
} // namespace charonia::app
