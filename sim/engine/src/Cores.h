// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the two cores of a PE do, as a row of steps. A step is scalar work that concerns nobody
// else, then one action that does. The functional run gets the steps by interpreting bytecode on
// local clocks that run ahead; a replay reads them from a recorded stream.
#pragma once

#include "GlobalAccess.h"
#include "Plan.h"

#include "charonia/program/CommandStream.h"

#include <array>
#include <functional>
#include <optional>

namespace charonia::sim {

struct Step {
  enum class Kind : uint8_t {
    Command, ///< put `command` into its unit's queue
    Local,   ///< run `command` on this core
    Memory,  ///< one uncached access
    Wait,    ///< until `unit` has completed what this core issued
    Barrier,
    Halt,
    Fail, ///< the source has an error
  };
  Kind kind = Kind::Halt;
  uint64_t cycles = 0;      ///< scalar work before the action
  uint64_t issueCycles = 0; ///< then, for a command: register writes and issue
  uint32_t command = program::kNone;
  arch::Unit unit = arch::Unit::FiRead;
  AccessKind access = AccessKind::Load;
  uint64_t address = 0;
  int64_t bytes = 0;
  uint64_t fixedCycles = 0; ///< Local in a replay: what the group takes
  uint32_t pids = 0;        ///< program instances begun in the work before
};

/// The program instance that a core is in.
struct Instance {
  int64_t pid = -1;           ///< -1 if it is in none
  std::vector<int64_t> later; ///< ids that its PE runs after it, the first few
  uint64_t laterCount = 0;
  program::FrameId frame = program::kNone; ///< of the access that it made last
};

/// Where the steps of all cores come from.
class StepSource {
public:
  virtual ~StepSource() = default;
  /// Runs core `core` (pe * 2 + core) on to its next action. `values` receives the resolved
  /// operands of a command (CommandPlan::values of them, then the scalar inputs).
  virtual void next(uint32_t core, Step &step, std::vector<int64_t> &values) = 0;
  /// Performs the data side of the last step's memory access.
  virtual bool access(uint32_t core) = 0;
  /// True if the core has just made an access that it made before, with the same registers, the
  /// same memory (of version `version`) and nothing but accesses in between: until memory changes
  /// it will go on like this.
  virtual bool repeats(uint32_t core, uint64_t version) = 0;
  virtual Instance instance(uint32_t core) const = 0;
  /// Uncached accesses of the last step's local command, in a replay.
  virtual const std::vector<AccessRun> *runs(uint32_t core) = 0;
  /// Register file of a core (scalar outputs), null in a replay.
  virtual uint64_t *registers(uint32_t core) = 0;

  std::optional<SimError> error;
  /// Where a core stood when its step was interrupted from outside.
  program::FrameId interruptedAt = program::kNone;
};

/// The functional source.
class Interpreter final : public StepSource {
public:
  Interpreter(const Plan &plan, const SimInput &input, GlobalAccess &memory, uint64_t &steps,
              uint64_t maxSteps, std::vector<std::string> &printed);
  void next(uint32_t core, Step &step, std::vector<int64_t> &values) override;
  bool access(uint32_t core) override;
  bool repeats(uint32_t core, uint64_t version) override;
  Instance instance(uint32_t core) const override;
  const std::vector<AccessRun> *runs(uint32_t) override { return nullptr; }
  uint64_t *registers(uint32_t core) override { return m_cores[core].regs.data(); }

  /// Asked every few thousand instructions; returns true if the run must end.
  std::function<bool()> interrupted;

private:
  /// A state after an access, to be met again (cycle search by doubling distances).
  struct Seen {
    std::vector<uint64_t> regs;
    uint32_t pc = 0;
    uint64_t version = 0, accesses = 0, limit = 0; ///< limit 0: there is none
  };
  struct Core {
    std::vector<uint64_t> regs;
    Seen seen;
    int64_t pid = -1, round = 0;
    std::vector<uint8_t> taken; ///< last outcome of each branch
    uint32_t pc = 0;
    uint32_t lastOfUnit[arch::kNumUnits];
    const program::Instr *pending = nullptr;
  };

  void startRegisters(uint32_t index);
  bool resolve(const Core &core, uint32_t command, std::vector<int64_t> &values) const;
  void print(uint32_t index, const program::Instr &instr);
  program::FrameId frameOf(const program::Instr &instr) const;
  void fail(Step &step, const char *code, std::string message, uint32_t core,
            const program::Instr &instr);

  const Plan &m_plan;
  const program::Program &m_program;
  const SimInput &m_input;
  GlobalAccess &m_memory;
  uint64_t &m_steps;
  uint64_t m_maxSteps, m_nextLook = 0;
  std::vector<std::string> &m_printed;
  std::vector<Core> m_cores;
};

/// The recorded source.
class StreamReader final : public StepSource {
public:
  StreamReader(const Plan &plan, const program::CommandStream &stream);
  void next(uint32_t core, Step &step, std::vector<int64_t> &values) override;
  bool access(uint32_t) override { return true; }
  bool repeats(uint32_t, uint64_t) override { return false; }
  Instance instance(uint32_t) const override { return {}; }
  const std::vector<AccessRun> *runs(uint32_t core) override { return &m_runs[core]; }
  uint64_t *registers(uint32_t) override { return nullptr; }

private:
  bool read(const program::StreamEntry &entry, Step &step, std::vector<int64_t> &values,
            std::vector<AccessRun> &runs);

  const Plan &m_plan;
  const program::CommandStream &m_stream;
  std::vector<size_t> m_at;
  std::vector<std::vector<AccessRun>> m_runs;
  std::vector<std::array<uint32_t, arch::kNumUnits>> m_lastOfUnit;
};

} // namespace charonia::sim
