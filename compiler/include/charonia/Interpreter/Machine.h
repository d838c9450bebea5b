// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes decoded kernels over a memory image. No MLIR here.
#pragma once

#include "charonia/Interpreter/Code.h"
#include "charonia/compiler/Compiler.h"
#include "charonia/launch/Memory.h"
#include "charonia/program/Program.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace charonia::compiler::interp {

/// One buffer of the memory image, as the hot loops see it.
struct HostBuffer {
  uint64_t address = 0;
  uint64_t bytes = 0;
  std::byte *data = nullptr;
  bool floatAtomics = false;
};

/// The state of a run. Steps read and write it freely.
struct Machine {
  Machine(const Code &code, launch::MemoryImage &memory, const Limits &limits,
          std::stop_token stop);

  /// Sets the arguments and runs the prologue and then every program id. Returns false on failure.
  bool run(const std::vector<uint64_t> &args, std::array<int64_t, 3> extents);
  /// Runs steps from `pc` until one gives kStop. Returns false on failure.
  bool runFrom(const std::vector<Step> &steps, uint32_t pc);

  std::byte *data(uint32_t slot) const { return slots[slot]; }
  template <typename T>
  T *as(uint32_t slot) const {
    return reinterpret_cast<T *>(slots[slot]);
  }
  int64_t countOf(const Step &step) const { return step.count == kLanes ? lanes : step.count; }

  /// Finds the buffer that holds [address, address + bytes), null if none does.
  HostBuffer *find(uint64_t address, uint64_t bytes);

  /// Ends the run with an error at the step's place.
  uint32_t fail(const Step &step, std::string code, std::string message);
  /// Ends the run because an access of `bytes` at `address` lies outside every buffer.
  uint32_t failAccess(const Step &step, const char *verb, uint64_t address, uint64_t bytes,
                      int64_t lane);
  /// "program (1, 0, 0)".
  std::string programName() const;

  const Code &code;
  launch::MemoryImage &memory;
  const Limits &limits;
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;

  std::vector<std::byte *> slots;
  std::vector<std::byte> arena;
  std::vector<std::byte> constants;
  std::vector<HostBuffer> buffers;
  size_t lastBuffer = 0;

  uint64_t undefinedLanes = 0; ///< bits of lanes that the language leaves undefined
  int64_t lanes = 1;           ///< elements of the region being run
  std::array<int64_t, 3> pid{}, grid{1, 1, 1};
  int peRows = 1, peColumns = 1;
  program::PidMapping mapping;
  int64_t pe = 0;               ///< that runs the instance
  const Step *parked = nullptr; ///< where the instance waits for other PEs
  int64_t fuel = 0;             ///< steps until limits are looked at again
  uint64_t stepsTaken = 0;
  bool failed = false;
  ReferenceRun result;

private:
  struct Worker;

  bool refuel(const Step &step);
  /// Sets `pid` to the program id with this number, x fastest.
  void setPid(int64_t number);
  /// One instance after the other.
  bool runInOrder();
  /// All PEs side by side, from one collective step to the next.
  bool runTogether();
  bool beginNext(Worker &worker, int64_t pe, int64_t total);
  bool advance(Worker &worker, int64_t pe, int64_t total);
  bool openBarrier(std::vector<Worker> &workers);
  bool reduceLines(std::vector<Worker> &workers, bool rows);
  void reduceLine(const Step &step, std::vector<Worker *> &members);
  bool stuck(std::vector<Worker> &workers);
};

} // namespace charonia::compiler::interp
