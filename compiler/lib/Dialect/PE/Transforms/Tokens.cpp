// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unrolls a program for the token machine.
#include "Tokens.h"

#include "charonia/Dialect/PE/CoreSlice.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace charonia::pe {
namespace {

class Unroller {
public:
  Unroller(ProgramOp program, const arch::DeviceModel &device, const UnrollOptions &options)
      : m_program(program), m_device(device), m_options(options) {}

  Tokens run() {
    m_tokens.program.cores.resize(2);
    m_tokens.program.units = arch::kNumUnits;
    m_tokens.program.queueDepth = m_device.cp.queueDepth;
    int64_t accumulators = 0, banks = 0;
    for (CbAllocOp alloc : m_program.getBody().getOps<CbAllocOp>()) {
      if (alloc.getSpace() == Space::Re) {
        accumulators += 1;
        banks += banksOf(alloc, m_device);
      }
    }
    for (CbAllocOp alloc : m_program.getBody().getOps<CbAllocOp>()) {
      m_buffer[alloc] = static_cast<uint32_t>(m_tokens.buffers.size());
      m_tokens.buffers.push_back(alloc);
      scheduling::BufferModel model;
      model.name = alloc.getName().str();
      model.depth = static_cast<int32_t>(alloc.getDepth());
      model.readers = static_cast<uint32_t>(alloc.getReaders().size());
      model.resident = alloc.getResident();
      model.slotBytes = alloc.getSpace() == Space::Ls ? slotBytesOf(alloc, m_device) : 0;
      if (alloc.getSpace() == Space::Re) {
        int64_t spare = std::max<int64_t>(0, m_device.re.banks - banks);
        model.maxDepth = static_cast<int32_t>(
            1 + spare / (banksOf(alloc, m_device) * std::max<int64_t>(1, accumulators)));
      }
      m_tokens.program.buffers.push_back(std::move(model));
    }
    emit(m_program.getBody().front());
    return std::move(m_tokens);
  }

private:
  bool full() const { return m_tokens.commands.size() >= m_options.maxSteps; }

  void emit(Block &block) {
    for (Operation &op : block) {
      emit(&op);
    }
  }

  int64_t trips(Operation *loop) const {
    bool inner = true;
    loop->walk([&](Operation *op) { inner &= op == loop || !isa<scf::ForOp, scf::WhileOp>(op); });
    int64_t most = inner ? m_options.innerTrips : m_options.outerTrips;
    if (auto counted = dyn_cast<scf::ForOp>(loop)) {
      auto lower = getConstantIntValue(counted.getLowerBound()),
           upper = getConstantIntValue(counted.getUpperBound());
      auto step = getConstantIntValue(counted.getStep());
      if (lower && upper && step && *step > 0) {
        return std::clamp<int64_t>((*upper - *lower + *step - 1) / *step, 0, most);
      }
    }
    return most;
  }

  void emit(Operation *op) {
    if (auto pidLoop = dyn_cast<PidLoopOp>(op)) {
      for (int64_t i = 0; i < m_options.pidRounds && !full(); ++i) {
        emit(pidLoop.getBody().front());
      }
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (int64_t i = 0, n = trips(op); i < n && !full(); ++i) {
        emit(*loop.getBody());
      }
    } else if (auto whileLoop = dyn_cast<scf::WhileOp>(op)) {
      emit(*whileLoop.getBeforeBody());
      for (int64_t i = 0, n = trips(op); i < n && !full(); ++i) {
        emit(*whileLoop.getAfterBody());
        emit(*whileLoop.getBeforeBody());
      }
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Region &arm = m_arms[op]++ % 2 == 0 ? branch.getThenRegion() : branch.getElseRegion();
      if (!arm.empty()) {
        emit(arm.front());
      }
    } else if (auto wait = dyn_cast<WaitUnitOp>(op)) {
      scheduling::Step step;
      step.kind = scheduling::Step::Kind::WaitUnit;
      step.unit = static_cast<uint32_t>(wait.getUnit());
      push(op, issuingCore(wait.getUnit(), m_program.getSingleStream()), std::move(step));
    } else if (auto command = dyn_cast<CommandOpInterface>(op)) {
      emitCommand(command);
    }
  }

  void emitCommand(CommandOpInterface command) {
    scheduling::Step step;
    Unit unit = command.getCommandUnit();
    step.kind = unit == Unit::Core1 ? scheduling::Step::Kind::Run : scheduling::Step::Kind::Issue;
    step.unit = static_cast<uint32_t>(unit);
    step.scalar = m_options.timed
                      ? m_device.cp.registerWrites * m_device.cp.registerWrite + m_device.cp.issue
                      : 0;
    CommandCost cost = m_options.timed ? cachedCost(command) : CommandCost{1, 0};
    step.busy = cost.busy;
    step.latency = cost.latency;
    for (auto [index, cb] : llvm::enumerate(command.getCbReads())) {
      CbAllocOp alloc = allocOf(cb);
      auto reader = static_cast<uint32_t>(std::max(0, alloc.readerIndex(unit)));
      ArrayRef<int32_t> counters = command.getReadCounters().slice(2 * index, 2);
      step.reads.push_back({m_buffer.lookup(alloc), reader, counters[0], counters[1]});
    }
    for (auto [index, cb] : llvm::enumerate(command.getCbWrites())) {
      ArrayRef<int32_t> counters = command.getWriteCounters().slice(3 * index, 3);
      step.writes.push_back({m_buffer.lookup(allocOf(cb)), counters[0], counters[1], counters[2]});
    }
    push(command, issuingCore(unit, m_program.getSingleStream()), std::move(step));
  }

  CommandCost cachedCost(Operation *op) {
    auto [it, isNew] = m_costs.try_emplace(op);
    if (isNew) {
      it->second = costOf(op, m_device);
    }
    return it->second;
  }

  void push(Operation *op, int core, scheduling::Step step) {
    step.source = static_cast<uint32_t>(m_tokens.commands.size());
    m_tokens.commands.push_back(op);
    m_tokens.program.cores[core].push_back(std::move(step));
  }

  ProgramOp m_program;
  const arch::DeviceModel &m_device;
  UnrollOptions m_options;
  Tokens m_tokens;
  llvm::DenseMap<Operation *, uint32_t> m_buffer;
  llvm::DenseMap<Operation *, CommandCost> m_costs;
  llvm::DenseMap<Operation *, unsigned> m_arms;
};

} // namespace

Tokens unroll(ProgramOp program, const arch::DeviceModel &device, const UnrollOptions &options) {
  return Unroller(program, device, options).run();
}

} // namespace charonia::pe
