// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs, command streams and traces as files. A program that the validator accepts is simulated
// with small limits.
#include "Machine.h"
#include "Target.h"

#include "charonia/program/Serialize.h"
#include "charonia/sim/Simulator.h"
#include "charonia/simdata/TraceFile.h"

using namespace charonia;

namespace {

constexpr int64_t kElements = 1024;

void simulate(const program::Program &program) {
  launch::Launch launch;
  launch.cases.emplace_back();
  for (const program::Parameter &parameter : program.parameters) {
    if (parameter.isPointer) {
      launch::Argument argument;
      argument.kind = launch::Argument::Kind::Pointer;
      argument.name = "a" + std::to_string(launch.args.size());
      argument.type = parameter.type;
      argument.elements = kElements;
      launch.args.push_back(std::move(argument));
    }
  }
  auto memory = launch::MemoryImage::create(launch, 0, *fuzz::device());
  if (!memory) {
    return;
  }
  sim::SimInput input;
  input.program = &program;
  input.device = fuzz::device().get();
  size_t buffer = 0;
  for (const program::Parameter &parameter : program.parameters) {
    input.arguments.push_back(parameter.isPointer ? memory->buffers()[buffer++].address : 7);
  }
  sim::SimOptions options;
  options.maxSteps = 20'000;
  options.maxSeconds = 1;
  options.recordStream = true;
  auto result = sim::simulate(input, *memory, options);
  if (!result) {
    fuzz::require(!result.error().message.empty(), "a simulation failed without a message");
    return;
  }
  std::string bytes = simdata::toBytes(*result->trace);
  fuzz::require(simdata::traceFromBytes(bytes).has_value(), "a written trace cannot be read");
}

void useProgram(const program::Program &program) {
  std::string bytes = program::toBinary(program);
  auto again = program::programFromBinary(bytes);
  fuzz::require(again.has_value(), "a written program cannot be read");
  fuzz::require(program::toBinary(*again) == bytes,
                "a program is written differently the second time");
  if (program.parameters.size() <= 16 && program::validate(program, *fuzz::device()).empty()) {
    simulate(program);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::TimeLimit limit;
  std::string_view text(reinterpret_cast<const char *>(data), size);
  auto binary = program::programFromBinary(text);
  auto json = program::programFromJson(text);
  for (const auto *program : {&binary, &json}) {
    if (*program) {
      useProgram(**program);
    }
  }
  (void)program::streamFromBinary(text);
  (void)program::streamFromJson(text);
  if (auto trace = simdata::traceFromBytes(text)) {
    std::string bytes = simdata::toBytes(*trace);
    fuzz::require(simdata::traceFromBytes(bytes).has_value(), "a written trace cannot be read");
  }
  return 0;
}
