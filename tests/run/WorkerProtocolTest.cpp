// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker and its client say to each other arrives whole, and nonsense is refused.
#include "run/WorkerProtocol.h"

#include "charonia/arch/Resources.h"
#include "charonia/program/Serialize.h"

#include <cmath>
#include <gtest/gtest.h>

namespace charonia::app {
namespace {

using nlohmann::json;

compiler::Invocation sample() {
  PreparedLaunch prepared = prepareLaunch(
      arch::resourcePath("samples/vector_add/vector_add-1000.launch.json"), LaunchOptions{});
  EXPECT_TRUE(prepared.ok);
  return prepared.invocation;
}

/// The worker's answer to a line, as the client reads it.
WorkerResponse answer(compiler::Session &session, const std::string &line) {
  auto request = parseRequestLine(line);
  auto response =
      parseResponseLine(toLine(request ? answerRequest(session, *request) : request.error()));
  EXPECT_TRUE(response) << response.error();
  return response.value_or(WorkerResponse{});
}

TEST(WorkerProtocol, CompilationArrivesWhole) {
  compiler::Session session;
  WorkerResponse response = answer(session, compileRequestLine(7, sample()));
  EXPECT_EQ(response.id, 7u);
  EXPECT_EQ(response.exit, RunExit::Ok);
  ASSERT_TRUE(response.compilation);
  compiler::Session local;
  compiler::Compilation expected = local.compile(sample());
  const compiler::Compilation &got = *response.compilation;
  ASSERT_TRUE(got.program);
  EXPECT_EQ(program::toBinary(*got.program), program::toBinary(*expected.program));
  EXPECT_EQ(got.programArguments, expected.programArguments);
  EXPECT_EQ(got.frames, expected.frames);
  ASSERT_FALSE(expected.passes.empty());
  // Times and the number of the compilation are a run's own.
  json a = toJson(got), b = toJson(expected);
  for (json *value : {&a, &b}) {
    value->erase("id");
    value->erase("micros");
    for (json &pass : (*value)["passes"]) {
      pass.erase("micros");
    }
  }
  EXPECT_EQ(a, b);
}

TEST(WorkerProtocol, IrAfterAPass) {
  compiler::Session session;
  WorkerResponse compiled = answer(session, compileRequestLine(1, sample()));
  ASSERT_TRUE(compiled.compilation);
  const uint64_t id = compiled.compilation->id;
  WorkerResponse printed = answer(session, printRequestLine(2, id, 0));
  ASSERT_TRUE(printed.ir);
  auto direct = session.print(id, 0);
  ASSERT_TRUE(direct);
  EXPECT_EQ(printed.ir->text, direct->text);
  ASSERT_EQ(printed.ir->ops.size(), direct->ops.size());
  ASSERT_FALSE(direct->ops.empty());
  EXPECT_EQ(printed.ir->ops.back().begin, direct->ops.back().begin);
  EXPECT_EQ(answer(session, printRequestLine(3, id, 999)).exit, RunExit::Usage);
}

TEST(WorkerProtocol, ErrorsOfTheKernelArriveWithTheirPlace) {
  compiler::Invocation invocation = sample();
  invocation.text = "import triton\n\n@triton.jit\ndef vector_add(x):\n    y = (1 +\n";
  compiler::Session session;
  WorkerResponse response = answer(session, compileRequestLine(1, invocation));
  EXPECT_EQ(response.exit, RunExit::CompileError);
  ASSERT_TRUE(response.compilation);
  ASSERT_FALSE(response.compilation->diagnostics.empty());
  EXPECT_EQ(response.compilation->diagnostics.front().range.beginLine, 5u);
  EXPECT_FALSE(response.compilation->program);
}

TEST(WorkerProtocol, OptionsTravel) {
  compiler::Invocation invocation = sample();
  invocation.options.policy = compiler::Policy::Fast;
  invocation.options.mapping = "zigzag";
  invocation.options.cbDepth = 3;
  invocation.options.limits.ops = 123;
  auto request = parseRequestLine(compileRequestLine(1, invocation));
  ASSERT_TRUE(request);
  auto options = optionsFromJson(request->options);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->policy, compiler::Policy::Fast);
  EXPECT_EQ(options->mapping, "zigzag");
  EXPECT_EQ(options->cbDepth, 3);
  EXPECT_EQ(options->limits.ops, 123u);
}

TEST(WorkerProtocol, RunOfALaunchInMemory) {
  compiler::Invocation invocation = sample();
  LaunchInput input;
  input.launch = invocation.launch;
  input.text = invocation.text;
  input.textFile = invocation.file;
  compiler::Session session;
  WorkerResponse response = answer(session, runRequestLine(4, input, RunWords{}));
  EXPECT_EQ(response.exit, RunExit::Ok);
  ASSERT_TRUE(response.run);
  EXPECT_EQ(response.run->kernel, "vector_add");
  EXPECT_EQ(response.run->report["status"], "ok");
  EXPECT_EQ(response.run->cases, invocation.launch.cases.size());
}

TEST(WorkerProtocol, ResponsesOfAnotherFormAreRefused) {
  for (const char *line :
       {"", "[]", "{\"id\": -1, \"exit\": 0}", "{\"id\": 1, \"exit\": 0, \"compilation\": 3}",
        "{\"id\": 1, \"exit\": 0, \"compilation\": {\"passes\": [{\"micros\": -5}]}}",
        "{\"id\": 1, \"exit\": 0, \"compilation\": {\"program\": \"AAAA\"}}",
        "{\"id\": 1, \"exit\": 0, \"compilation\": {\"frames\": [{\"line\": 4294967296}]}}"}) {
    EXPECT_FALSE(parseResponseLine(line)) << line;
  }
  auto bad = parseResponseLine(
      "{\"id\": 1, \"exit\": 0, \"compilation\": {\"passes\": [{\"micros\": -5}]}}");
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().find("passes[0].micros"), std::string::npos) << bad.error();
}

TEST(ValuesJson, NumbersThatJsonLacks) {
  std::vector<launch::Mismatch> mismatches = {{"x", "element 3", NAN, -HUGE_VAL, 0.5}};
  auto back = mismatchesFromJson(json::parse(toJson(mismatches).dump()));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 1u);
  EXPECT_TRUE(std::isnan(back->front().expected));
  EXPECT_EQ(back->front().actual, -HUGE_VAL);
  EXPECT_EQ(back->front().tolerance, 0.5);
}

TEST(ValuesJson, Base64OfEveryLength) {
  EXPECT_EQ(toBase64("Man"), "TWFu");
  EXPECT_EQ(toBase64("Ma"), "TWE=");
  EXPECT_EQ(toBase64("M"), "TQ==");
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += char(i);
    EXPECT_EQ(fromBase64(toBase64(bytes)), bytes);
  }
  EXPECT_FALSE(fromBase64("TQ="));
  EXPECT_FALSE(fromBase64("T*=="));
}

} // namespace
} // namespace charonia::app
