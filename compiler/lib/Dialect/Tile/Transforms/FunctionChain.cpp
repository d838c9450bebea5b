// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FunctionChain.h"

#include "SimdChain.h"
#include "UnitCosts.h"

#include "charonia/Support/FnTable.h"
#include "charonia/program/SimdCost.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;

namespace charonia::tile {

bool isTableFunction(Operation *op, const arch::DeviceModel &device) {
  const std::optional<numerics::Fn> fn = compiler::fnOf(op);
  return fn && program::simdFunctionRate(device, *fn) > 0;
}

bool isUniform(Value value) {
  auto splat = value.getDefiningOp<SplatOp>();
  DenseElementsAttr constant;
  return (splat && !isa<RankedTensorType>(splat.getSource().getType())) ||
         (matchPattern(value, m_Constant(&constant)) && constant.isSplat());
}

Value rowSource(Value value) {
  auto broadcast = value.getDefiningOp<BroadcastOp>();
  if (!broadcast) {
    return {};
  }
  auto from = cast<RankedTensorType>(broadcast.getSource().getType());
  auto to = cast<RankedTensorType>(broadcast.getResult().getType());
  const int64_t last = to.getRank() - 1;
  for (int64_t d = 0; d < last; ++d) {
    if (from.getDimSize(d) != to.getDimSize(d)) {
      return {};
    }
  }
  if (last < 0 || from.getDimSize(last) != 1) {
    return {};
  }
  Value source = broadcast.getSource();
  while (auto reshape = source.getDefiningOp<ReshapeOp>()) {
    if (!isa<RankedTensorType>(reshape.getSource().getType())) {
      break;
    }
    source = reshape.getSource();
  }
  return source;
}

namespace {

bool isFloatTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && (tile.getElementType().isF32() || tile.getElementType().isF16() ||
                  tile.getElementType().isBF16());
}

/// What a form, a function or a cast works on: one tile, and numbers of which some are one a row.
struct Operands {
  Value tile;
  SmallVector<Value, 1> rows; ///< below their views
};

/// A sum along rows, which the engine gives beside its result.
bool isRowSum(Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  if (!reduce || reduce.getOperands().size() != 1 || reduce->getNumResults() != 1) {
    return false;
  }
  auto type = cast<RankedTensorType>(reduce.getOperands()[0].getType());
  Block &body = reduce.getCombine().front();
  Operation *combine = body.getTerminator()->getOperand(0).getDefiningOp();
  return type.getElementType().isF32() && type.getRank() == 2 &&
         static_cast<int64_t>(reduce.getAxis()) + 1 == type.getRank() &&
         isa_and_present<arith::AddFOp>(combine) && body.getOperations().size() == 2 &&
         llvm::all_of(combine->getOperands(), [](Value v) { return isa<BlockArgument>(v); });
}

bool isForm(Operation *op) { return !isSimdCast(op); }

/// One pass that begins with `first`, and where the next would begin.
struct Pass {
  SmallVector<Operation *> ops;
  Operation *next = nullptr;
};

/// Tiles that control flow carries lie with the vector core.
bool isMadeHere(Value value, Block *block) {
  Operation *def = value.getDefiningOp();
  return def && def->getBlock() == block && !isa_and_present<scf::SCFDialect>(def->getDialect());
}

/// Finds chains of one device's engine.
class Chains {
public:
  explicit Chains(const arch::DeviceModel &device) : m_device(device) {}

  SmallVector<Operation *> chainOf(Operation *op) const {
    if (!operandsOf(op) && !isRowSum(op)) {
      return {};
    }
    Operation *body = bodyOf(op);
    if (!operandsOf(body)) {
      return {};
    }
    Operation *first = body;
    while (Operation *before = predecessorOf(first)) {
      first = before;
    }
    while (first) {
      Pass pass = passFrom(first);
      if (llvm::is_contained(pass.ops, body)) {
        addEnds(pass.ops);
        bool whole = llvm::is_contained(pass.ops, op) && isAllowed(pass.ops) && pays(pass.ops);
        return whole ? pass.ops : SmallVector<Operation *>();
      }
      first = pass.next;
    }
    return {};
  }

  std::optional<Operands> operandsOf(Operation *op) const {
    if (!isSimdCast(op) && !isSimdForm(op) && !isTableFunction(op, m_device)) {
      return std::nullopt;
    }
    Operands result;
    for (Value operand : op->getOperands()) {
      if (!isFloatTile(operand.getType())) {
        return std::nullopt;
      }
      if (isUniform(operand)) {
        continue;
      }
      if (Value row = rowSource(operand)) {
        result.rows.push_back(row);
        continue;
      }
      if (result.tile) {
        return std::nullopt;
      }
      result.tile = operand;
    }
    return result.tile && isFloatTile(op->getResult(0).getType()) ? std::optional(result)
                                                                  : std::nullopt;
  }

private:
  /// The operation that goes on with the result of `op`: the first that is no mere end (a cast).
  Operation *successorOf(Operation *op) const {
    Operation *next = nullptr;
    for (Operation *user : op->getUsers()) {
      std::optional<Operands> operands =
          user->getBlock() == op->getBlock() ? operandsOf(user) : std::nullopt;
      bool goesOn =
          operands && operands->tile == op->getResult(0) && (!isSimdCast(user) || op->hasOneUse());
      if (goesOn && (!next || user->isBeforeInBlock(next))) {
        next = user;
      }
    }
    return next;
  }

  Operation *predecessorOf(Operation *op) const {
    std::optional<Operands> operands = operandsOf(op);
    Operation *def = operands ? operands->tile.getDefiningOp() : nullptr;
    return def && def->getBlock() == op->getBlock() && operandsOf(def) && successorOf(def) == op
               ? def
               : nullptr;
  }

  Pass passFrom(Operation *first) const {
    Pass pass;
    unsigned forms = 0;
    for (Operation *at = first; at; at = successorOf(at)) {
      bool rowsKnown = llvm::all_of(operandsOf(at)->rows, [&](Value row) {
        Operation *def = row.getDefiningOp();
        return def && def->getBlock() == first->getBlock() && def->isBeforeInBlock(first);
      });
      if (at != first && (!rowsKnown || forms + isForm(at) > opsPerPass())) {
        pass.next = at;
        break;
      }
      forms += isForm(at);
      pass.ops.push_back(at);
    }
    return pass;
  }

  /// Casts and sums of rows of a pass's results, which end there.
  void addEnds(SmallVector<Operation *> &ops) const {
    unsigned forms = llvm::count_if(ops, isForm);
    llvm::SmallDenseSet<Operation *> known(ops.begin(), ops.end());
    for (Operation *op : llvm::to_vector(ops)) {
      SmallVector<Operation *> ends;
      for (Operation *user : op->getUsers()) {
        bool here = user->getBlock() == op->getBlock() && !known.contains(user);
        bool cast = here && isSimdCast(user) && operandsOf(user);
        bool sum = here && isRowSum(user) && forms < opsPerPass();
        if (cast || sum) {
          forms += sum;
          known.insert(user);
          ends.push_back(user);
        }
      }
      llvm::sort(ends, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
      llvm::append_range(ops, ends);
    }
  }

  bool isAllowed(ArrayRef<Operation *> ops) const {
    if (llvm::none_of(ops, [&](Operation *op) { return isTableFunction(op, m_device); })) {
      return false;
    }
    for (Operation *op : ops) {
      std::optional<Operands> operands = operandsOf(op);
      if (operands && (!isMadeHere(operands->tile, op->getBlock()) ||
                       !llvm::all_of(operands->rows,
                                     [&](Value row) { return isMadeHere(row, op->getBlock()); }))) {
        return false;
      }
      bool leaves = llvm::any_of(op->getUsers(), [](Operation *user) {
        return user->hasTrait<OpTrait::IsTerminator>() ||
               isa_and_present<scf::SCFDialect>(user->getDialect());
      });
      if (leaves) {
        return false;
      }
    }
    return true;
  }

  bool pays(ArrayRef<Operation *> ops) const {
    double vector = 0;
    for (Operation *op : ops) {
      vector += unitCycles(op, Unit::Vec, m_device).value_or(0);
    }
    return vector > passCycles(ops, m_device) + m_device.se.latency + handOvers(ops);
  }

  /// Cycles of passing tiles from the vector core to the engine and back, which nothing hides in
  /// straight-line work: a command and its wait each way; with both, the core's work is two groups
  /// instead of one, of which the first stores its tile and the second starts anew. What is loaded
  /// or stored needs none.
  double handOvers(ArrayRef<Operation *> ops) const {
    const bool from =
        !isa<LoadOp, LoadRowsOp, DotOp>(operandsOf(ops.front())->tile.getDefiningOp());
    const bool to = llvm::any_of(ops, [&](Operation *op) {
      return llvm::any_of(op->getUsers(), [&](Operation *user) {
        return !llvm::is_contained(ops, user) && !isa<StoreOp, StoreRowsOp, DotOp>(user);
      });
    });
    const auto &cp = m_device.cp;
    const double each = cp.issue + cp.registerWrites * cp.registerWrite + cp.dependencyCheck +
                        cp.wakeUp + m_device.ls.unitLatency;
    auto tile = cast<RankedTensorType>(ops.front()->getResult(0).getType());
    const double bits = static_cast<double>(tile.getNumElements()) *
                        static_cast<double>(tile.getElementTypeBitWidth());
    const double anew = m_device.vector.loadLatency + m_device.vector.floatLatency +
                        2 * std::ceil(bits / m_device.vector.vlenBits);
    return (from ? each : 0) + (to ? each : 0) + (from && to ? anew : 0);
  }

  /// The operation among those of the passes that `op` ends.
  Operation *bodyOf(Operation *op) const {
    if (isRowSum(op) || (isSimdCast(op) && operandsOf(op) && !predecessorOf(op))) {
      Operation *def = op->getOperand(0).getDefiningOp();
      return def && def->getBlock() == op->getBlock() && operandsOf(def) ? def : op;
    }
    return op;
  }

  unsigned opsPerPass() const { return static_cast<unsigned>(m_device.se.opsPerPass); }

  const arch::DeviceModel &m_device;
};

} // namespace

SmallVector<Operation *> functionChain(Operation *op, const arch::DeviceModel &device) {
  return Chains(device).chainOf(op);
}

Value tileInChain(Operation *op, const arch::DeviceModel &device) {
  std::optional<Operands> operands = Chains(device).operandsOf(op);
  return operands ? operands->tile : Value();
}

} // namespace charonia::tile
