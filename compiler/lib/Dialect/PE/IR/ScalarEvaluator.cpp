// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluation of scalars through the numerics library, from the facts of a launch.
#include "charonia/Dialect/PE/ScalarEvaluator.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/FnTable.h"

using namespace mlir;

namespace charonia::pe {

std::optional<uint64_t> ScalarEvaluator::operator()(Value value) {
  auto [it, isNew] = m_known.try_emplace(value, std::nullopt);
  if (isNew) {
    std::optional<uint64_t> result = evaluate(value);
    return m_known[value] = result;
  }
  return it->second;
}

std::optional<uint64_t> ScalarEvaluator::evaluate(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return evaluateArgument(argument);
  }
  Operation *op = value.getDefiningOp();
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    return compiler::rawBitsOf(constant);
  }
  if (auto known = evaluateMachine(op)) {
    return known;
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

/// What the machine and the grid say.
std::optional<uint64_t> ScalarEvaluator::evaluateMachine(Operation *op) const {
  if (auto count = dyn_cast<tile::NumProgramsOp>(op)) {
    return m_launch.grid ? std::optional<uint64_t>(static_cast<uint32_t>(
                               (*m_launch.grid)[std::min(count.getAxis(), 2u)]))
                         : std::nullopt;
  }
  if (!m_pe) {
    return std::nullopt;
  }
  auto [pe, numPes, columns] = *m_pe;
  return llvm::TypeSwitch<Operation *, std::optional<uint64_t>>(op)
      .Case([&](mtia::GetPeIdOp) { return pe; })
      .Case([&](mtia::GetPeRowOp) { return pe / columns; })
      .Case([&](mtia::GetPeColOp) { return pe % columns; })
      .Case([&](mtia::NumPesOp) { return numPes; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<uint64_t> ScalarEvaluator::evaluateArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (isa<PidLoopOp, tile::PidLoopOp>(parent)) {
    return m_id ? std::optional<uint64_t>(static_cast<uint32_t>((*m_id)[std::min(index, 2u)]))
                : std::nullopt;
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    return (*this)(index == 0 ? loop.getLowerBound() : loop.getInitArgs()[index - 1]);
  }
  if (!isa<ProgramOp, tile::KernelOp>(parent) || index >= m_launch.args.size()) {
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

} // namespace charonia::pe
