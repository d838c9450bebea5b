// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/sim/Simulator.h"

#include "Machine.h"

namespace charonia::sim {
namespace {

SimError badInput(std::string message) {
  return {"bad-program", std::move(message), -1, 0, program::kNone, {}};
}

std::optional<SimError> checkGrid(const SimInput &input) {
  constexpr int64_t kMostPids = int64_t{1} << 24;
  int64_t pids = 1;
  for (int64_t extent : input.grid) {
    if (extent < 0 || extent > kMostPids || (pids *= extent) > kMostPids) {
      return badInput("the launch grid has too many program ids");
    }
  }
  return std::nullopt;
}

/// DRAM ranges that the cache holds at the start: what was placed or left there, and everything if
/// warm.
std::vector<program::MemoryRange> residentRanges(const launch::MemoryImage &memory,
                                                 const SimOptions &options) {
  std::vector<program::MemoryRange> ranges;
  for (const launch::Buffer &buffer : memory.buffers()) {
    bool cached = buffer.place == launch::Place::Llc ||
                  (options.warm && buffer.place == launch::Place::Dram) ||
                  options.cachedBuffers.count(buffer.address) != 0;
    if (cached && !(buffer.address & launch::kScratchBit)) {
      ranges.push_back({static_cast<int64_t>(buffer.address), buffer.bytes});
    }
  }
  return ranges;
}

} // namespace

tl::expected<SimResult, SimError> simulate(const SimInput &input, launch::MemoryImage &memory,
                                           const SimOptions &options, std::stop_token stop) {
  auto plan = makePlan(input);
  if (!plan) {
    return tl::make_unexpected(plan.error());
  }
  if (auto bad = checkGrid(input)) {
    return tl::make_unexpected(*bad);
  }
  Machine machine(*plan, input, options, std::move(stop), &memory);
  machine.makeResident(residentRanges(memory, options));
  Interpreter interpreter(*plan, input, machine.globalAccess(), machine.steps(), options.maxSteps,
                          machine.printed());
  interpreter.interrupted = [&] { return machine.interrupted(); };
  return machine.run(interpreter);
}

tl::expected<SimResult, SimError> replay(const SimInput &input,
                                         const program::CommandStream &stream,
                                         const SimOptions &options, std::stop_token stop) {
  auto plan = makePlan(input);
  if (!plan) {
    return tl::make_unexpected(plan.error());
  }
  int numPes = input.device->grid.numPes();
  if (stream.numPes != numPes || stream.entries.size() != static_cast<size_t>(numPes) * 2) {
    return tl::make_unexpected(badInput("the stream was recorded on another grid"));
  }
  Machine machine(*plan, input, options, std::move(stop), nullptr);
  for (const program::MemoryRange &range : stream.resident) {
    if (range.address < 0 || range.bytes < 0 || range.bytes > input.device->sram.bytes * 64) {
      return tl::make_unexpected(badInput("the stream names an impossible memory range"));
    }
  }
  machine.makeResident(stream.resident);
  StreamReader reader(*plan, stream);
  return machine.run(reader);
}

} // namespace charonia::sim
