// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UnitPlan.h"

#include "FunctionChain.h"
#include "SimdChain.h"
#include "SplitDots.h"
#include "UnitCosts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace mlir;

namespace charonia::tile {
namespace {

/// So many assignments are tried one by one; beyond, the search improves step by step.
constexpr size_t kMostTries = 4096;

enum Resource : size_t { kDpe, kRe, kSe, kMlu, kFiRead, kFiWrite, kVec, kSca, kLs, kResources };
constexpr const char *kNames[] = {"dpe",      "re",  "se",  "mlu", "fi read",
                                  "fi write", "vec", "sca", "ls"};
static_assert(std::size(kNames) == kResources);

constexpr int kMemory = -1, kRegisters = 0, kEngine = 1; ///< places of UnitChoice

Resource resourceOf(Operation *op, Unit unit) {
  switch (unit) {
  case Unit::Dpe:
    return kDpe;
  case Unit::Re:
    return kRe;
  case Unit::Se:
    return kSe;
  case Unit::Mlu:
    return kMlu;
  case Unit::Fi:
    return isa<StoreOp, StoreRowsOp>(op) ? kFiWrite : kFiRead;
  case Unit::Sca:
    return kSca;
  default:
    return kVec;
  }
}

/// The loop, or the kernel, that `op` is done once an iteration of.
Operation *ownerOf(Operation *op) {
  Operation *owner = op->getParentOp();
  while (owner && !isa<scf::ForOp, scf::WhileOp, PidLoopOp, KernelOp>(owner)) {
    owner = owner->getParentOp();
  }
  return owner;
}

double bytesOf(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  if (!tile || !tile.hasStaticShape() || !tile.getElementType().isIntOrFloat()) {
    return 0;
  }
  return static_cast<double>(tile.getNumElements()) *
         std::max(1.0, tile.getElementTypeBitWidth() / 8.0);
}

/// The dot that `dot` goes on adding to, whose accumulator it shares.
bool continuesSum(DotOp dot) {
  auto before = dot.getC().getDefiningOp<DotOp>();
  return before && before->getBlock() == dot->getBlock() && before.getResult().hasOneUse();
}

double drainCycles(DotOp dot, const arch::DeviceModel &device) {
  auto sum = cast<RankedTensorType>(dot.getC().getType());
  return static_cast<double>(sum.getNumElements()) / std::max(1, device.re.drainToLsFp32PerCycle);
}

bool isMatrixRow(const UnitRow &row) {
  return row.operation == DotOp::getOperationName() && row.unit == Unit::Dpe;
}

std::string whole(double cycles) { return llvm::formatv("{0:F0}", std::ceil(cycles)); }

} // namespace

bool UnitPlan::reserve(ArrayRef<Operation *> chain) {
  int64_t bytes = 0, buffers = 0;
  auto add = [&](Value value) {
    bytes += isPlaced(value) ? 0 : slotBytes(value.getType());
    buffers += isPlaced(value) ? 0 : 1;
  };
  add(tileInChain(chain.front(), m_device));
  for (Operation *op : chain) {
    bool leaves = llvm::any_of(op->getUsers(),
                               [&](Operation *user) { return !llvm::is_contained(chain, user); });
    if (leaves) {
      add(op->getResult(0));
    }
  }
  if (bytes > m_free || buffers > m_freeBuffers) {
    return false;
  }
  m_free -= bytes;
  m_freeBuffers -= buffers;
  return true;
}

std::vector<UnitPlan::Body> UnitPlan::bodies() {
  llvm::MapVector<Operation *, Body> byOwner;
  // Loops come before what they are in: they are done most often.
  m_kernel->walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp, PidLoopOp, KernelOp>(op)) {
      byOwner[op].owner = op;
    }
  });
  m_kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == m_kernel || isUnplaced(op)) {
      return;
    }
    Body &body = byOwner[ownerOf(op)];
    SmallVector<Operation *> chain = simdChain(op, &m_device);
    if (chain.empty() || chain.front() == op) {
      body.groups.emplace_back(chain.empty() ? ArrayRef<Operation *>(op) : ArrayRef(chain));
      body.rows.push_back(rowsFor(op, &m_device, m_strict));
      if (!chain.empty() && !needsSum(chain, m_device) && !reserve(chain)) {
        body.rows.back() = {body.rows.back().back()};
        for (Operation *member : chain) {
          m_decisions[member] = {body.rows.back().back(),
                                 "; its tiles would need more local memory or buffers than there "
                                 "are beside the others"};
        }
      }
    }
    auto dot = dyn_cast<DotOp>(op);
    if (dot && isMatrixDot(dot, &m_device) && !continuesSum(dot)) {
      body.banks += banksOf(dot, m_device.re);
    }
  });
  std::vector<Body> result;
  for (auto &[owner, body] : byOwner) {
    if (llvm::any_of(body.groups, [](const auto &group) { return isOnTile(group.front()); })) {
      result.push_back(std::move(body));
    }
  }
  return result;
}

/// The cut of operands, which for one from outside of the loop is done there, and the way of the
/// parts through local memory.
void UnitPlan::addSplit(DotOp dot, const Body &body, UnitChoice &choice) const {
  const unsigned parts = partsOf(dot);
  const SplitCycles cycles = splitCycles(dot, parts, m_device);
  choice.cycles[kDpe] += cycles.dpe;
  for (auto [operand, cut] : {std::pair<Value, double>(dot.getA(), cycles.vecA),
                              std::pair<Value, double>(dot.getB(), cycles.vecB)}) {
    const double part = bytesOf(operand) / 2 / m_device.ls.bytesPerCycle;
    choice.cycles[kLs] += part * static_cast<double>(productsOf(parts).size());
    Operation *def = operand.getDefiningOp();
    if (def && ownerOf(def) == body.owner) {
      choice.cycles[kVec] += cut;
      choice.cycles[kLs] += part * parts;
    }
  }
}

UnitChoice UnitPlan::dotOnEngine(DotOp dot, const Body &body) const {
  UnitChoice choice;
  choice.cycles.assign(kResources, 0);
  choice.place = kMemory;
  if (isMatrixDot(dot, &m_device)) {
    choice.cycles[kDpe] = unitCycles(dot, Unit::Dpe, m_device).value_or(0);
  } else {
    addSplit(dot, body, choice);
  }
  choice.room = continuesSum(dot) ? 0 : static_cast<double>(banksOf(dot, m_device.re));
  // A sum that goes on, here or in the next iteration, stays in the reduction engine; for one that
  // the SIMD engine may take, draining it is part of the other choice.
  bool drained = llvm::any_of(dot->getUsers(), [&](Operation *user) {
    if (isa<DotOp>(user) || user->hasTrait<OpTrait::IsTerminator>()) {
      return false;
    }
    const auto chain = simdChain(user, &m_device);
    return chain.empty() || !needsSum(chain, m_device);
  });
  choice.cycles[kRe] = drained ? drainCycles(dot, m_device) : 0;
  return choice;
}

UnitChoice UnitPlan::choiceOf(ArrayRef<Operation *> group, const UnitRow &row,
                              const Body &body) const {
  if (auto dot = dyn_cast<DotOp>(group.front()); dot && isMatrixRow(row)) {
    return dotOnEngine(dot, body);
  }
  UnitChoice choice;
  choice.cycles.assign(kResources, 0);
  if (isa<PermuteOp>(group.front()) && turnsOperand(group.front(), &m_device)) {
    return choice; // part of the dot's command
  }
  choice.place = row.unit == Unit::Vec ? kRegisters : row.unit == Unit::Se ? kEngine : kMemory;
  double &cycles = choice.cycles[resourceOf(group.front(), row.unit)];
  for (Operation *op : group) {
    const double mine = unitCycles(op, row.unit, m_device).value_or(0);
    cycles = row.unit == Unit::Se ? mine : cycles + mine; // one pass, bound by what it writes
  }
  const auto chain = simdChain(group.front(), &m_device);
  if (row.unit == Unit::Se && !needsSum(chain, m_device)) {
    cycles = passCycles(chain, m_device);
  }
  if (row.unit == Unit::Vec && !chain.empty() && needsSum(chain, m_device)) {
    for (Value operand : chain.front()->getOperands()) {
      if (DotOp dot = drainedDot(operand)) {
        choice.cycles[kRe] += drainCycles(dot, m_device);
      }
    }
  }
  return choice;
}

void UnitPlan::addTiles(Operation *op, const llvm::DenseMap<Operation *, size_t> &items,
                        UnitProblem &problem) const {
  if (isShape(op)) {
    return;
  }
  const size_t item = items.lookup(op);
  for (Value result : op->getResults()) {
    UnitValue value{item, {}, bytesOf(result) / m_device.ls.bytesPerCycle};
    for (OpOperand &use : result.getUses()) {
      auto user = items.find(use.getOwner());
      bool sum = isa<DotOp>(op) && isa<DotOp>(use.getOwner()) && use.getOperandNumber() == 2;
      if (user != items.end() && user->second != item && !sum) {
        value.consumers.push_back(user->second);
      }
    }
    llvm::sort(value.consumers); // the use list's own order says nothing
    if (!value.consumers.empty() && value.cycles > 0) {
      problem.values.push_back(std::move(value));
    }
  }
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    bool sum = isa<DotOp>(op) && operand == cast<DotOp>(op).getC();
    if (!sum && (!def || (!items.contains(def) && !isShape(def)))) {
      problem.fixed[kLs] += bytesOf(operand) / m_device.ls.bytesPerCycle;
    }
  }
}

UnitProblem UnitPlan::problemOf(const Body &body) const {
  UnitProblem problem;
  problem.fixed.assign(kResources, 0);
  problem.memory = kLs;
  llvm::DenseMap<Operation *, size_t> items;
  for (auto [index, group] : llvm::enumerate(body.groups)) {
    std::vector<UnitChoice> choices;
    for (const UnitRow *row : body.rows[index]) {
      choices.push_back(choiceOf(group, *row, body));
    }
    problem.items.push_back(std::move(choices));
    for (Operation *op : group) {
      items[op] = index;
    }
  }
  for (const auto &group : body.groups) {
    for (Operation *op : group) {
      addTiles(op, items, problem);
    }
  }
  return problem;
}

/// True if the SIMD engine was chosen for work on a sum that the matrix engine does not make.
bool UnitPlan::lacksSum(ArrayRef<Operation *> group, const UnitRow &row) const {
  return row.unit == Unit::Se && needsSum(group, m_device) &&
         llvm::none_of(group.front()->getOperands(), [&](Value operand) {
           DotOp dot = drainedDot(operand);
           const UnitDecision *made = dot ? decisionFor(dot) : nullptr;
           return made && made->row->unit == Unit::Dpe;
         });
}

void UnitPlan::decide(const Body &body, const UnitProblem &problem, const UnitAssignment &found) {
  for (auto [index, group] : llvm::enumerate(body.groups)) {
    const auto &rows = body.rows[index];
    if (rows.size() < 2) {
      continue;
    }
    const bool lacks = lacksSum(group, *rows[found.chosen[index]]);
    UnitDecision decision{lacks ? rows.back() : rows[found.chosen[index]], {}};
    for (size_t other = 0; !lacks && other < rows.size(); ++other) {
      std::vector<size_t> chosen = found.chosen;
      chosen[index] = other;
      auto loads = other == found.chosen[index] ? std::nullopt : unitLoads(problem, chosen);
      if (loads) {
        decision.note += llvm::formatv(
            "; an iteration is bound by {0} cycles, with it on {1} by {2}", whole(found.interval),
            stringifyUnit(rows[other]->unit), whole(*llvm::max_element(*loads)));
      }
    }
    for (Operation *op : group) {
      m_decisions[op] = decision;
    }
  }
}

void UnitPlan::remark(const Body &body, const UnitProblem &problem, const UnitAssignment &found) {
  UnitProblem roomy = problem;
  roomy.room = std::numeric_limits<double>::infinity();
  const std::vector<double> before =
      *unitLoads(roomy, std::vector<size_t>(problem.items.size(), 0));
  const size_t busiest = llvm::max_element(found.loads) - found.loads.begin();
  std::vector<std::pair<std::string, double>> numbers;
  for (size_t r = 0; r < kResources; ++r) {
    if (found.loads[r] > 0 || before[r] > 0) {
      numbers.push_back({kNames[r], std::ceil(found.loads[r])});
    }
  }
  for (size_t r = 0; r < kResources; ++r) {
    if (before[r] != found.loads[r]) {
      numbers.push_back({std::string("first rows: ") + kNames[r], std::ceil(before[r])});
    }
  }
  bool choice = llvm::any_of(body.rows, [](const auto &rows) { return rows.size() > 1; });
  std::string reason =
      !choice ? "no operation has a choice of units"
      : found.exact
          ? "it is the least of all choices of units"
          : llvm::formatv("no choice of units is bound by less than {0} cycles", whole(found.bound))
                .str();
  if (found.second) {
    reason += llvm::formatv("; the next best is bound by {0}", whole(*found.second));
  }
  bool loop = isa<scf::ForOp, scf::WhileOp>(body.owner);
  m_context.remarks.add("tile-map-units", "interval", body.owner,
                        llvm::formatv("{0} is bound by {1} cycles of {2}",
                                      loop ? "an iteration" : "a program outside of its loops",
                                      whole(found.interval), kNames[busiest]),
                        reason, numbers);
}

void UnitPlan::run() {
  const std::vector<Body> all = bodies();
  int64_t taken = 0, waiting = 0;
  for (const Body &body : all) {
    waiting += body.banks;
  }
  for (const Body &body : all) {
    // Dots further on that the engine takes as they are have the banks before those in parts here.
    waiting -= body.banks;
    const int64_t free = m_device.re.banks - taken;
    const int64_t kept = std::min(waiting, std::max<int64_t>(0, free - body.banks));
    UnitProblem problem = problemOf(body);
    problem.room = static_cast<double>(free - kept);
    const UnitAssignment found = assignUnits(problem, kMostTries);
    for (auto [index, choices] : llvm::enumerate(problem.items)) {
      taken += static_cast<int64_t>(choices[found.chosen[index]].room);
    }
    decide(body, problem, found);
    remark(body, problem, found);
  }
}

} // namespace charonia::tile
