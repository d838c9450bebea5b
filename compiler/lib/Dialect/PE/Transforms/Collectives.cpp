// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the PEs that do something together all come to it: conditions are evaluated for every
// program id that the launch has.
#include "Collectives.h"

#include "charonia/Dialect/PE/ScalarEvaluator.h"
#include "charonia/program/Program.h"

#include <map>
#include <optional>

using namespace mlir;

namespace charonia::pe {
namespace {

/// Program ids for which conditions are evaluated; further rounds repeat the pattern.
constexpr int64_t kMostRounds = 16;

/// True if `value` may change within the loops below the one over program ids.
bool dependsOnLoop(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return isa<scf::ForOp, scf::WhileOp>(argument.getOwner()->getParentOp());
  }
  return llvm::any_of(value.getDefiningOp()->getOperands(), dependsOnLoop);
}

class CollectiveChecker {
public:
  CollectiveChecker(ProgramOp program, compiler::PassContext &context)
      : m_program(program), m_context(context), m_device(*context.device) {}

  LogicalResult run() {
    SmallVector<Operation *> collectives;
    m_program.walk([&](Operation *op) {
      if (isa<BarrierOp, ReReduceOp>(op)) {
        collectives.push_back(op);
      }
      if (auto loop = dyn_cast<PidLoopOp>(op)) {
        readMapping(loop);
      }
    });
    if (collectives.empty() || !m_context.launch.grid) {
      return success();
    }
    makeEvaluators();
    for (Operation *op : collectives) {
      bool fits = isa<BarrierOp>(op) ? barrierFits(op) : reductionFits(cast<ReReduceOp>(op));
      if (!fits || failed(checkWay(op))) {
        return failure();
      }
    }
    return success();
  }

private:
  void readMapping(PidLoopOp loop) {
    m_mapping.kind = static_cast<program::PidMapping::Kind>(loop.getMapping());
    if (ArrayAttr lists = loop.getListsAttr()) {
      for (Attribute list : lists) {
        ArrayRef<int64_t> ids = cast<DenseI64ArrayAttr>(list).asArrayRef();
        m_mapping.lists.emplace_back(ids.begin(), ids.end());
      }
    }
  }

  int64_t numPes() const { return m_device.grid.numPes(); }
  int64_t total() const {
    const std::array<int64_t, 3> &grid = *m_context.launch.grid;
    return grid[0] * grid[1] * grid[2];
  }

  /// [round][PE]; empty where the PE has no program id in that round.
  void makeEvaluators() {
    const std::array<int64_t, 3> &grid = *m_context.launch.grid;
    m_rounds.assign(static_cast<size_t>(numPes()), 0);
    for (int64_t pe = 0; pe < numPes(); ++pe) {
      int64_t &round = m_rounds[static_cast<size_t>(pe)];
      for (;; ++round) {
        int64_t pid = program::mapPid(m_mapping, round, pe, numPes(), total());
        if (pid < 0 || pid >= total()) {
          break;
        }
        if (round >= kMostRounds) {
          continue;
        }
        m_evaluators.resize(std::max<size_t>(m_evaluators.size(), static_cast<size_t>(round) + 1));
        auto &row = m_evaluators[static_cast<size_t>(round)];
        row.resize(static_cast<size_t>(numPes()));
        auto &evaluator = row[static_cast<size_t>(pe)];
        evaluator.emplace(m_context.launch,
                          std::array<int64_t, 3>{pid % grid[0], pid / grid[0] % grid[1],
                                                 pid / grid[0] / grid[1]});
        evaluator->setPe(pe, numPes(), m_device.grid.columns);
      }
    }
  }

  bool barrierFits(Operation *op) {
    if (total() <= numPes()) {
      return true;
    }
    op->emitError("KC0311: a barrier needs all programs at once, and the grid has ")
        << total() << " of them for " << numPes()
        << " PEs; launch one program a PE and loop over the work";
    return false;
  }

  bool reductionFits(ReReduceOp op) {
    const bool row = op.getAxis() == "row";
    const int64_t length = row ? m_device.grid.columns : m_device.grid.rows;
    if (static_cast<int64_t>(op.getRoot()) >= length) {
      op.emitError("KC0312: root ") << op.getRoot() << " of a reduction along a " << op.getAxis()
                                    << " of " << length << " PEs";
      return false;
    }
    for (int64_t pe = 0; pe < numPes(); ++pe) {
      int64_t first = row ? pe - pe % length : pe % m_device.grid.columns;
      int64_t mine = m_rounds[static_cast<size_t>(pe)];
      int64_t theirs = m_rounds[static_cast<size_t>(first)];
      if (mine != theirs) {
        op.emitError("KC0312: all PEs of a ")
            << op.getAxis() << " take part in a reduction, but under mapping "
            << program::name(m_mapping.kind) << " PE " << first << " runs " << theirs
            << " programs and PE " << pe << " runs " << mine;
        return false;
      }
    }
    return true;
  }

  /// The conditions and bounds on the way from the loop over program ids to `op`.
  LogicalResult checkWay(Operation *op) {
    for (Operation *parent = op->getParentOp(); parent && !isa<PidLoopOp, ProgramOp>(parent);
         parent = parent->getParentOp()) {
      SmallVector<Value> deciding;
      if (auto branch = dyn_cast<scf::IfOp>(parent)) {
        deciding = {branch.getCondition()};
      } else if (auto loop = dyn_cast<scf::ForOp>(parent)) {
        deciding = {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
      } else {
        askRun(op, parent);
        continue;
      }
      for (Value value : deciding) {
        if (failed(checkEqual(op, parent, value))) {
          return failure();
        }
      }
    }
    return success();
  }

  void askRun(Operation *op, Operation *parent) {
    m_context.remarks.add("pe-insert-sync", "collective", op,
                          "whether all PEs come to it shows when it runs",
                          "it stands under '" + parent->getName().getStringRef().str() +
                              "', which the launch does not decide");
  }

  LogicalResult checkEqual(Operation *op, Operation *parent, Value value) {
    if (dependsOnLoop(value)) {
      askRun(op, parent);
      return success();
    }
    auto reduce = dyn_cast<ReReduceOp>(op);
    const bool row = reduce && reduce.getAxis() == "row";
    std::map<std::pair<size_t, int64_t>, std::pair<uint64_t, int64_t>> seen; // value, PE by group
    for (size_t round = 0; round < m_evaluators.size(); ++round) {
      for (int64_t pe = 0; pe < static_cast<int64_t>(m_evaluators[round].size()); ++pe) {
        auto &evaluator = m_evaluators[round][static_cast<size_t>(pe)];
        if (!evaluator) {
          continue;
        }
        auto known = (*evaluator)(value);
        if (!known) {
          askRun(op, parent);
          return success();
        }
        int64_t line = !reduce ? 0 : row ? pe / m_device.grid.columns : pe % m_device.grid.columns;
        auto [it, isNew] = seen.try_emplace({round, line}, *known, pe);
        if (!isNew && it->second.first != *known) {
          return op->emitError("KC0313: not all PEs come to this ")
                 << (reduce ? "reduction" : "barrier") << ": what decides at '" << parent->getName()
                 << "' differs between PE " << it->second.second << " and PE " << pe;
        }
      }
    }
    return success();
  }

  ProgramOp m_program;
  compiler::PassContext &m_context;
  const arch::DeviceModel &m_device;
  program::PidMapping m_mapping;
  std::vector<int64_t> m_rounds; ///< by PE: how many program ids it has
  std::vector<std::vector<std::optional<ScalarEvaluator>>> m_evaluators;
};

} // namespace

LogicalResult checkCollectives(ProgramOp program, compiler::PassContext &context) {
  return context.device ? CollectiveChecker(program, context).run() : success();
}

} // namespace charonia::pe
