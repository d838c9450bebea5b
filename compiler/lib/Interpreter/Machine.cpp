// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loop over steps and program ids, limits, and the table of buffers.
#include "charonia/Interpreter/Machine.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace charonia::compiler::interp {

namespace {

constexpr int64_t kFuel = 4096;
constexpr size_t kAlignment = 64;

std::byte *align(std::byte *pointer) {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  return pointer + (kAlignment - address % kAlignment) % kAlignment;
}

} // namespace

Machine::Machine(const Code &decoded, launch::MemoryImage &image, const Limits &bounds,
                 std::stop_token token)
    : code(decoded), memory(image), limits(bounds), stop(std::move(token)),
      arena(decoded.arenaBytes + kAlignment), constants(decoded.constants) {
  // Slack after the constants as in the arena: both are addressed from an aligned start.
  constants.resize(constants.size() + kAlignment);
  std::byte *constantStart = align(constants.data());
  if (!decoded.constants.empty()) {
    std::memcpy(constantStart, decoded.constants.data(), decoded.constants.size());
  }
  std::byte *arenaStart = align(arena.data());
  for (const Slot &slot : code.slots) {
    slots.push_back(slot.kind == Slot::Kind::Arena      ? arenaStart + slot.offset
                    : slot.kind == Slot::Kind::Constant ? constantStart + slot.offset
                                                        : nullptr);
  }
  for (const launch::Buffer &buffer : memory.buffers()) {
    HostBuffer host;
    host.address = buffer.address;
    host.bytes = static_cast<uint64_t>(buffer.bytes);
    host.data = memory.data(buffer.address, buffer.bytes);
    buffers.push_back(host);
  }
}

HostBuffer *Machine::find(uint64_t address, uint64_t bytes) {
  for (size_t i = 0; i < buffers.size(); ++i) {
    size_t index = (lastBuffer + i) % buffers.size();
    HostBuffer &buffer = buffers[index];
    uint64_t offset = address - buffer.address;
    if (address >= buffer.address && offset < buffer.bytes && bytes <= buffer.bytes - offset) {
      lastBuffer = index;
      return &buffer;
    }
  }
  return nullptr;
}

std::string Machine::programName() const {
  return fmt::format("program ({}, {}, {})", pid[0], pid[1], pid[2]);
}

uint32_t Machine::fail(const Step &step, std::string errorCode, std::string message) {
  if (!failed) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(errorCode);
    diagnostic.message = std::move(message);
    diagnostic.range = code.places[step.place].range;
    result.diagnostics.push_back(std::move(diagnostic));
  }
  failed = true;
  return kStop;
}

uint32_t Machine::failAccess(const Step &step, const char *verb, uint64_t address, uint64_t bytes,
                             int64_t lane) {
  return fail(step, "KC0801",
              fmt::format("{} {} {} bytes outside every buffer: {} (lane {} of {})",
                          code.places[step.place].op, verb, bytes, memory.describe(address), lane,
                          programName()));
}

bool Machine::refuel(const Step &step) {
  stepsTaken += static_cast<uint64_t>(kFuel - fuel);
  fuel = kFuel;
  if (stepsTaken > limits.interpreterSteps) {
    fail(step, "KC0802",
         fmt::format("the interpreter took more steps than the limit of {}",
                     limits.interpreterSteps));
  } else if (stop.stop_requested()) {
    fail(step, "KC0804", "the run was cancelled");
  } else if (std::chrono::steady_clock::now() > deadline) {
    fail(step, "KC0803",
         fmt::format("the interpreter took longer than the limit of {} s",
                     limits.interpreterSeconds));
  }
  return !failed;
}

bool Machine::runFrom(const std::vector<Step> &steps, uint32_t pc) {
  while (pc != kStop) {
    const Step &step = steps[pc];
    // Long steps weigh more, so that time is looked at often enough.
    fuel -= 1 + (countOf(step) >> 8);
    if (fuel < 0 && !refuel(step)) {
      return false;
    }
    pc = step.exec(*this, step, pc);
  }
  return !failed;
}

void Machine::setPid(int64_t number) {
  pid = {number % grid[0], number / grid[0] % grid[1], number / grid[0] / grid[1]};
}

bool Machine::runInOrder() {
  const int64_t total = grid[0] * grid[1] * grid[2];
  std::vector<int32_t> runner; // by program id
  if (code.asksForPe) {
    const int64_t numPes = int64_t{peRows} * peColumns;
    runner.assign(static_cast<size_t>(total), 0);
    for (int64_t i = 0; i < numPes; ++i) {
      for (int64_t round = 0;; ++round) {
        int64_t number = program::mapPid(mapping, round, i, numPes, total);
        if (number < 0 || number >= total) {
          break;
        }
        runner[static_cast<size_t>(number)] = static_cast<int32_t>(i);
      }
    }
  }
  for (int64_t number = 0; number < total; ++number) {
    setPid(number);
    pe = runner.empty() ? 0 : runner[static_cast<size_t>(number)];
    if (!runFrom(code.steps, 0)) {
      return false;
    }
  }
  return true;
}

bool Machine::run(const std::vector<uint64_t> &args, std::array<int64_t, 3> extents) {
  grid = extents;
  fuel = kFuel;
  deadline = std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(limits.interpreterSeconds));
  for (size_t i = 0; i < code.parameters.size(); ++i) {
    numerics::storeElement(code.parameterTypes[i], data(code.parameters[i]), 0, args[i]);
  }
  if (!runFrom(code.prologue, 0)) {
    return false;
  }
  if (!(code.collective ? runTogether() : runInOrder())) {
    return false;
  }
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].floatAtomics) {
      result.atomicArguments.push_back(memory.buffers()[i].name);
    }
  }
  result.ok = true;
  return true;
}

} // namespace charonia::compiler::interp
