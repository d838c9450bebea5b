// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RunWords.h"

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

TEST(RunWords, WhatWasNotChosenKeepsItsDefault) {
  auto request = runRequest({});
  ASSERT_TRUE(request);
  EXPECT_EQ(request->engine, Engine::Sim);
  EXPECT_FALSE(request->againstGiven);
  EXPECT_FALSE(request->bothForms);
  EXPECT_FALSE(request->launch.from);
}

TEST(RunWords, TwoFormsAreCompared) {
  RunWords words;
  words.from = {"source", "ttir"};
  auto request = runRequest(words);
  ASSERT_TRUE(request);
  EXPECT_TRUE(request->bothForms);
  EXPECT_FALSE(launchOptions(words));
  words.from = {"ttir", "ttir"};
  request = runRequest(words);
  ASSERT_TRUE(request);
  EXPECT_FALSE(request->bothForms);
  EXPECT_EQ(request->launch.from, compiler::From::Ttir);
}

TEST(RunWords, AnEngineThatIsNotThereYetIsNamed) {
  RunWords words;
  words.engine = "riscv";
  auto request = runRequest(words);
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error(), "engine 'riscv' is not there yet; there are reference and sim");
}

TEST(RunWords, AWrongWordAmongSeveralIsFound) {
  RunWords words;
  words.from = {"source", "source", "binary"};
  EXPECT_FALSE(runRequest(words));
  words = {};
  words.against = {"expect", "truth"};
  EXPECT_FALSE(runRequest(words));
}

TEST(LaunchOptionsOfFiles, ReachTheCompiler) {
  launch::Launch launch;
  launch.mapping = "zigzag";
  launch.options = {{"policy", "fast"}, {"cbDepth", 2}, {"skew", 1}};
  compiler::Options options;
  std::vector<compiler::Diagnostic> problems;
  EXPECT_TRUE(applyLaunchOptions(launch, options, problems));
  EXPECT_TRUE(problems.empty());
  EXPECT_EQ(options.policy, compiler::Policy::Fast);
  EXPECT_EQ(options.cbDepth, 2);
  EXPECT_EQ(options.skew, 1);
  EXPECT_EQ(options.mapping, "zigzag");
}

TEST(LaunchOptionsOfFiles, UnknownOnesWarnAndWrongOnesFail) {
  launch::Launch launch;
  launch.options = {{"num_warps", 4}};
  compiler::Options options;
  std::vector<compiler::Diagnostic> problems;
  EXPECT_TRUE(applyLaunchOptions(launch, options, problems));
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].severity, compiler::Severity::Warning);
  for (const nlohmann::json &wrong :
       {nlohmann::json{{"policy", "exact"}}, {{"cbDepth", -1}}, {{"skew", "1"}}}) {
    launch.options = wrong;
    problems.clear();
    EXPECT_FALSE(applyLaunchOptions(launch, options, problems)) << wrong.dump();
    EXPECT_EQ(problems.size(), 1u);
  }
}

} // namespace
} // namespace charonia::app
