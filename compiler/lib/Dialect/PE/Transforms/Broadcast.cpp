// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads the PEs of a row or a column share: their descriptors are evaluated for the program
// ids that the PEs start with. A wrong guess costs time only: the machine serves unequal reads
// apart.
#include "Tokens.h"

#include "charonia/Support/FnTable.h"
#include "charonia/Support/PassContext.h"
#include "charonia/program/Program.h"

using namespace mlir;

namespace charonia::pe {
namespace {

/// Scalars of the program for one program id, in the first iteration of every loop.
class ScalarEvaluator {
public:
  ScalarEvaluator(const compiler::LaunchFacts &launch, std::array<int64_t, 3> id)
      : m_launch(launch), m_id(id) {}

  std::optional<uint64_t> operator()(Value value) {
    auto [it, isNew] = m_known.try_emplace(value, std::nullopt);
    if (isNew) {
      std::optional<uint64_t> result = evaluate(value);
      return m_known[value] = result;
    }
    return it->second;
  }

private:
  std::optional<uint64_t> evaluate(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      return evaluateArgument(argument);
    }
    Operation *op = value.getDefiningOp();
    Attribute constant;
    if (matchPattern(op, m_Constant(&constant))) {
      return compiler::rawBitsOf(constant);
    }
    auto fn = compiler::fnOf(op);
    if (!fn || op->getNumResults() != 1 || op->getNumOperands() > 3) {
      return std::nullopt;
    }
    uint64_t bits[3] = {0, 0, 0};
    for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
      auto known = (*this)(operand);
      if (!known) {
        return std::nullopt;
      }
      bits[index] = *known;
    }
    Value typed = *fn == numerics::Fn::Select ? op->getOperand(1) : op->getOperand(0);
    auto in = compiler::elementTypeOf(typed.getType()),
         out = compiler::elementTypeOf(value.getType());
    if (!in || !out) {
      return std::nullopt;
    }
    return numerics::evaluate(*fn, *in, *out, bits[0], bits[1], bits[2]);
  }

  std::optional<uint64_t> evaluateArgument(BlockArgument argument) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned index = argument.getArgNumber();
    if (isa<PidLoopOp>(parent)) {
      return static_cast<uint32_t>(m_id[std::min(index, 2u)]);
    }
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      return (*this)(index == 0 ? loop.getLowerBound() : loop.getInitArgs()[index - 1]);
    }
    if (!isa<ProgramOp>(parent) || index >= m_launch.args.size()) {
      return std::nullopt;
    }
    const compiler::ArgumentFact &fact = m_launch.args[index];
    if (fact.isPointer) {
      return (uint64_t{index} + 1) << 40; // any distinct address does
    }
    auto type = dyn_cast<IntegerType>(argument.getType());
    if (!fact.value || !type) {
      return std::nullopt;
    }
    auto bits = static_cast<uint64_t>(*fact.value);
    return type.getWidth() < 64 ? bits & ((uint64_t{1} << type.getWidth()) - 1) : bits;
  }

  const compiler::LaunchFacts &m_launch;
  std::array<int64_t, 3> m_id;
  llvm::DenseMap<Value, std::optional<uint64_t>> m_known;
};

} // namespace

void markBroadcasts(ProgramOp program, const arch::DeviceModel &device,
                    compiler::PassContext &context) {
  if (!context.launch.grid) {
    return;
  }
  std::array<int64_t, 3> grid = *context.launch.grid;
  program::PidMapping mapping;
  program.walk([&](PidLoopOp loop) {
    mapping.kind = static_cast<program::PidMapping::Kind>(loop.getMapping());
  });
  int64_t total = grid[0] * grid[1] * grid[2], pes = device.grid.numPes();
  if (mapping.kind == program::PidMapping::Kind::List || total < pes) {
    return; // PEs without work would only be waited for
  }
  std::vector<ScalarEvaluator> evaluators;
  for (int64_t pe = 0; pe < pes; ++pe) {
    int64_t pid = program::mapPid(mapping, 0, pe, pes, total);
    evaluators.emplace_back(
        context.launch,
        std::array<int64_t, 3>{pid % grid[0], pid / grid[0] % grid[1], pid / grid[0] / grid[1]});
  }
  program.walk([&](FiLoadOp load) {
    if (!load->getParentOfType<scf::ForOp>()) {
      return;
    }
    bool sameRow = true, sameColumn = true;
    for (Value operand : load->getOperands()) {
      if (isa<CbType>(operand.getType())) {
        continue;
      }
      for (int64_t pe = 0; pe < pes && (sameRow || sameColumn); ++pe) {
        auto mine = evaluators[pe](operand);
        int64_t first = pe / device.grid.columns * device.grid.columns;
        sameRow &= mine && mine == evaluators[first](operand);
        sameColumn &= mine && mine == evaluators[pe % device.grid.columns](operand);
      }
    }
    if (sameRow || sameColumn) {
      load->setAttr(kBroadcastAttr, StringAttr::get(load.getContext(), sameRow ? "row" : "col"));
      context.remarks.add("pe-schedule", "broadcast", load,
                          sameRow ? "read once for a row" : "read once for a column",
                          "all its PEs ask for the same box");
    }
  });
}

} // namespace charonia::pe
