// SPDX-License-Identifier: GPL-3.0-or-later
// Another program run with limits on time and output.
#include "run/ChildProcess.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <gtest/gtest.h>

namespace charonia::app {
namespace {

ChildRequest shell(const std::string &script) {
  ChildRequest request;
  request.command = {"sh", "-c", script};
  return request;
}

TEST(ChildProcess, PassesInputOutputErrorsAndCode) {
  ChildRequest request = shell("cat; echo wrong >&2; exit 3");
  request.input = std::string(300'000, 'x'); // more than a pipe holds
  const ChildResult result = runChild(request);
  EXPECT_EQ(result.end, ChildResult::End::Exited);
  EXPECT_EQ(result.code, 3);
  EXPECT_EQ(result.output, request.input);
  EXPECT_EQ(result.errors, "wrong\n");
}

TEST(ChildProcess, InputThatNobodyReadsIsNoError) {
  ChildRequest request = shell("echo done");
  request.input = std::string(300'000, 'x');
  EXPECT_EQ(runChild(request).output, "done\n");
}

TEST(ChildProcess, TheTimeLimitEndsItsChildrenToo) {
  ChildRequest request = shell("sleep 300 & echo begun; wait");
  request.seconds = 0.5;
  const auto begin = std::chrono::steady_clock::now();
  const ChildResult result = runChild(request);
  EXPECT_EQ(result.end, ChildResult::End::TimedOut);
  EXPECT_EQ(result.output, "begun\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(ChildProcess, AProcessLeftBehindDoesNotKeepItWaiting) {
  const auto begin = std::chrono::steady_clock::now();
  const ChildResult result = runChild(shell("sleep 300 & echo done"));
  EXPECT_EQ(result.end, ChildResult::End::Exited);
  EXPECT_EQ(result.output, "done\n");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

TEST(ChildProcess, EndlessOutputIsCut) {
  ChildRequest request = shell("yes");
  request.outputBytes = 100'000;
  const ChildResult result = runChild(request);
  EXPECT_EQ(result.end, ChildResult::End::TooMuchOutput);
  EXPECT_LT(result.output.size(), 200'000U);
}

TEST(ChildProcess, SignalsAndFailedStartsAreTold) {
  const ChildResult killed = runChild(shell("kill -SEGV $$"));
  EXPECT_EQ(killed.end, ChildResult::End::Signalled);
  EXPECT_EQ(killed.code, SIGSEGV);
  ChildRequest absent;
  absent.command = {"/no/such/program"};
  EXPECT_EQ(runChild(absent).end, ChildResult::End::NotStarted);
  EXPECT_EQ(runChild(absent).code, ENOENT);
}

TEST(ChildProcess, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(runChild(shell("sleep 300"), source.get_token()).end, ChildResult::End::Cancelled);
}

} // namespace
} // namespace charonia::app
