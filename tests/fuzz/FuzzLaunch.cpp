// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// JSON files of users: launches, sequences and hardware. What was read must be written and read
// again as the same.
#include "Machine.h"
#include "Target.h"

#include "charonia/arch/DeviceModel.h"
#include "charonia/launch/Launch.h"
#include "charonia/launch/Memory.h"

using namespace charonia;

namespace {

constexpr int64_t kMaxElements = 1 << 16;

bool isSmall(const launch::Launch &launch) {
  int64_t elements = 0;
  for (const launch::Argument &argument : launch.args) {
    elements += std::min(argument.elements, kMaxElements);
  }
  return elements < kMaxElements;
}

void useLaunch(std::string_view text) {
  auto launch = launch::parseLaunch(text, "fuzz.launch.json");
  if (!launch) {
    fuzz::require(!launch.error().empty(), "a launch was refused without a message");
    return;
  }
  (void)launch::evaluateGrid(*launch);
  std::string written = launch::toJson(*launch);
  auto again = launch::parseLaunch(written, "fuzz.launch.json");
  fuzz::require(again.has_value(), "a written launch cannot be read");
  fuzz::require(launch::toJson(*again) == written,
                "a launch is written differently the second time");
  if (!isSmall(*launch)) {
    return;
  }
  for (size_t i = 0; i < launch->cases.size() && i < 4; ++i) {
    auto memory = launch::MemoryImage::create(*launch, i, *fuzz::device());
    if (memory) {
      launch::compareWithExpectations(*memory, launch->cases[i]);
      fuzz::require(memory->damagedGuards().empty(), "a guard is damaged by filling");
    }
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz::TimeLimit limit;
  std::string_view text(reinterpret_cast<const char *>(data), size);
  useLaunch(text);
  (void)launch::parseSequence(text, "fuzz.sequence.json");
  (void)arch::parseDevice(text, "fuzz.json");
  (void)launch::evaluateExpression(text, {{"n", 5}, {"BLOCK", 16}});
  return 0;
}
