// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of groups, and combining regions of reductions and scans, as tile programs.
#include "charonia/Target/TileProgram.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Support/FnTable.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace charonia::pe {

using program::TileId;
using program::TileInst;
using program::TileOp;

namespace {

class TileEmitter {
public:
  explicit TileEmitter(const TilePrograms &out) : m_out(out) {}

  LogicalResult emitGroup(Block &body, unsigned reads, unsigned writes);
  /// A combining region; values it captures must be constants.
  LogicalResult emitCombine(Region &region);
  uint32_t finish() {
    m_out.list.push_back(std::move(m_program));
    return static_cast<uint32_t>(m_out.list.size() - 1);
  }

private:
  LogicalResult emitOp(Operation *op);
  LogicalResult emitMemory(Operation *op);
  LogicalResult emitShape(Operation *op);
  LogicalResult emitCombiner(Operation *op);
  LogicalResult emitConstant(Operation *op);
  LogicalResult emitSplat(tile::SplatOp splat);

  FailureOr<TileId> define(Operation *op, Value value);
  /// Appends an instruction for `op` with its results defined.
  FailureOr<TileInst *> append(Operation *op, TileOp tileOp, ArrayRef<TileId> operands,
                               ValueRange results);
  TileId of(Value value) const { return value ? m_ids.lookup(value) : program::kNone; }
  SmallVector<TileId> ofAll(ValueRange values) const {
    SmallVector<TileId> ids;
    for (Value value : values) {
      ids.push_back(of(value));
    }
    return ids;
  }

  /// Finds the inserts that need no copy: a tile that the group reads, with a part of it replaced,
  /// is written to the slot that it lies in, and nothing else takes the new tile.
  void findInPlace(VecGroupOp group);
  FailureOr<TileInst *> appendInsert(Operation *op, Value source, ValueRange offsets);

  const TilePrograms &m_out;
  llvm::DenseMap<Operation *, uint32_t> m_inPlace; ///< index of the write
  program::TileProgram m_program;
  llvm::DenseMap<Value, TileId> m_ids;
};

FailureOr<TileId> TileEmitter::define(Operation *op, Value value) {
  auto type = compiler::elementTypeOf(value.getType());
  if (!type) {
    return op->emitError("has a value of type ")
           << value.getType() << ", which the machine does not have";
  }
  program::TileValue tile;
  tile.type = *type;
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType())) {
    tile.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
  }
  m_program.values.push_back(std::move(tile));
  return m_ids[value] = static_cast<TileId>(m_program.values.size() - 1);
}

FailureOr<TileInst *> TileEmitter::append(Operation *op, TileOp tileOp, ArrayRef<TileId> operands,
                                          ValueRange results) {
  TileInst inst;
  inst.op = tileOp;
  inst.operands.assign(operands.begin(), operands.end());
  inst.opId = m_out.opId(op);
  for (Value result : results) {
    FailureOr<TileId> id = define(op, result);
    if (failed(id)) {
      return failure();
    }
    inst.results.push_back(*id);
  }
  m_program.insts.push_back(std::move(inst));
  return &m_program.insts.back();
}

/// The operand of an insert that is the tile whose part it replaces; null for other operations.
static OpOperand *destOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, OpOperand *>(op)
      .Case([](tile::InsertSliceOp slice) { return &slice.getDestMutable(); })
      .Case([](mtia::InsertSliceOp slice) { return &slice.getDstMutable(); })
      .Default([](Operation *) { return nullptr; });
}

void TileEmitter::findInPlace(VecGroupOp group) {
  Block &body = group.getBody().front();
  for (auto [index, write] : llvm::enumerate(group.getWrites())) {
    Value tile = body.getTerminator()->getOperand(static_cast<unsigned>(index));
    SmallVector<Operation *> inserts;
    for (Operation *op = tile.getDefiningOp(); op && destOf(op) && tile.hasOneUse();
         op = tile.getDefiningOp()) {
      inserts.push_back(op);
      tile = destOf(op)->get();
    }
    auto argument = dyn_cast<BlockArgument>(tile);
    bool isSame = argument && argument.getArgNumber() < group.getReads().size() &&
                  group.getReads()[argument.getArgNumber()] == write;
    for (Operation *op : isSame ? inserts : SmallVector<Operation *>()) {
      m_inPlace[op] = static_cast<uint32_t>(index);
    }
  }
}

LogicalResult TileEmitter::emitGroup(Block &body, unsigned reads, unsigned writes) {
  Operation *group = body.getParentOp();
  if (auto vector = dyn_cast<VecGroupOp>(group)) {
    findInPlace(vector);
  }
  auto isReplaced = [&](OpOperand &use) {
    return m_inPlace.contains(use.getOwner()) && &use == destOf(use.getOwner());
  };
  for (auto [index, argument] : llvm::enumerate(body.getArguments())) {
    if (!argument.use_empty() && llvm::all_of(argument.getUses(), isReplaced)) {
      continue; // never loaded
    }
    bool read = index < reads || isa<RankedTensorType>(argument.getType());
    FailureOr<TileInst *> inst =
        append(group, read ? TileOp::LoadCb : TileOp::Splat, {}, ValueRange(argument));
    if (failed(inst)) {
      return failure();
    }
    (*inst)->index = static_cast<uint32_t>(read ? index : index - reads);
  }
  for (Operation &op : body.without_terminator()) {
    if (failed(emitOp(&op))) {
      return failure();
    }
  }
  for (auto [index, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    if (Operation *def = value.getDefiningOp(); def && m_inPlace.contains(def)) {
      continue; // stored already
    }
    bool write = index < writes || isa<RankedTensorType>(value.getType());
    FailureOr<TileInst *> inst =
        append(group, write ? TileOp::StoreCb : TileOp::ToScalar, {of(value)}, {});
    if (failed(inst)) {
      return failure();
    }
    (*inst)->index = static_cast<uint32_t>(write ? index : index - writes);
  }
  return success();
}

FailureOr<TileInst *> TileEmitter::appendInsert(Operation *op, Value source, ValueRange offsets) {
  auto found = m_inPlace.find(op);
  SmallVector<TileId> operands = {of(source)};
  if (found == m_inPlace.end()) {
    operands.insert(operands.begin(), of(destOf(op)->get()));
  }
  operands.append(ofAll(offsets));
  TileOp form = found == m_inPlace.end() ? TileOp::SliceInsert : TileOp::StoreSlice;
  FailureOr<TileInst *> inst = append(op, form, operands, op->getResults());
  if (succeeded(inst) && found != m_inPlace.end()) {
    (*inst)->index = found->second;
  }
  return inst;
}

LogicalResult TileEmitter::emitCombine(Region &region) {
  Operation *owner = region.getParentOp();
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  for (Value value : captured) {
    Operation *def = value.getDefiningOp();
    if (!def || !matchPattern(value, m_Constant())) {
      return owner->emitError(
          "has a combining region that uses a value from outside which is no constant");
    }
    if (failed(emitConstant(def))) {
      return failure();
    }
  }
  for (BlockArgument argument : region.getArguments()) {
    FailureOr<TileId> id = define(owner, argument);
    if (failed(id)) {
      return failure();
    }
    m_program.inputs.push_back(*id);
  }
  for (Operation &op : region.front().without_terminator()) {
    if (failed(emitOp(&op))) {
      return failure();
    }
  }
  for (Value value : region.front().getTerminator()->getOperands()) {
    m_program.outputs.push_back(of(value));
  }
  return success();
}

LogicalResult TileEmitter::emitConstant(Operation *op) {
  Attribute value;
  if (!matchPattern(op, m_Constant(&value))) {
    return failure();
  }
  Value result = op->getResult(0);
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (dense && !dense.isSplat()) {
    return op->emitError(
        "is a constant tile whose elements differ; the machine has no such constant");
  }
  Attribute scalar = dense ? dense.getSplatValue<Attribute>() : value;
  std::optional<uint64_t> bits = compiler::rawBitsOf(scalar);
  if (!bits) {
    return op->emitError("is a constant that the machine does not have");
  }
  FailureOr<TileInst *> inst = append(op, TileOp::Constant, {}, ValueRange(result));
  if (failed(inst)) {
    return failure();
  }
  (*inst)->imm = static_cast<int64_t>(*bits);
  return success();
}

LogicalResult TileEmitter::emitSplat(tile::SplatOp splat) {
  // A splat of an input or a constant needs no tile of rank 0 in between; any other is a broadcast.
  return append(splat, TileOp::Broadcast, {of(splat.getSource())}, ValueRange(splat.getResult()));
}

LogicalResult TileEmitter::emitShape(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tile::SplatOp splat) { return emitSplat(splat); })
      .Case([&](tile::IotaOp iota) -> LogicalResult {
        auto inst = append(op, TileOp::Iota, {}, op->getResults());
        if (succeeded(inst)) {
          (*inst)->imm = iota.getStartAttr().getInt();
          (*inst)->axis = static_cast<int32_t>(iota.getAxis());
        }
        return inst;
      })
      .Case([&](tile::BroadcastOp) -> LogicalResult {
        return append(op, TileOp::Broadcast, ofAll(op->getOperands()), op->getResults());
      })
      .Case([&](tile::ReshapeOp) -> LogicalResult {
        return append(op, TileOp::Reshape, ofAll(op->getOperands()), op->getResults());
      })
      .Case([&](tile::PermuteOp permute) -> LogicalResult {
        auto inst = append(op, TileOp::Permute, ofAll(op->getOperands()), op->getResults());
        if (succeeded(inst)) {
          (*inst)->permutation.assign(permute.getPermutation().begin(),
                                      permute.getPermutation().end());
        }
        return inst;
      })
      .Case([&](tile::JoinOp) -> LogicalResult {
        return append(op, TileOp::Join, ofAll(op->getOperands()), op->getResults());
      })
      .Case([&](tile::SplitOp split) -> LogicalResult {
        if (failed(append(op, TileOp::SplitLeft, {of(split.getSource())},
                          ValueRange(split.getLhs())))) {
          return failure();
        }
        return append(op, TileOp::SplitRight, {of(split.getSource())}, ValueRange(split.getRhs()));
      })
      .Case([&](tile::CatOp) -> LogicalResult {
        return append(op, TileOp::Cat, ofAll(op->getOperands()), op->getResults());
      })
      .Case([&](tile::ExtractSliceOp slice) -> LogicalResult {
        auto inst = append(op, TileOp::SliceExtract, {of(slice.getSource())}, op->getResults());
        if (succeeded(inst)) {
          (*inst)->permutation.assign(slice.getOffsets().begin(), slice.getOffsets().end());
        }
        return inst;
      })
      .Case([&](tile::InsertSliceOp slice) -> LogicalResult {
        auto inst = appendInsert(op, slice.getSource(), {});
        if (succeeded(inst)) {
          (*inst)->permutation.assign(slice.getOffsets().begin(), slice.getOffsets().end());
        }
        return inst;
      })
      .Case([&](mtia::ExtractSliceOp slice) -> LogicalResult {
        auto inst = append(op, TileOp::SliceExtract, ofAll(op->getOperands()), op->getResults());
        if (succeeded(inst)) {
          (*inst)->permutation.assign(slice.getStrides().size(), 0);
          (*inst)->strides.assign(slice.getStrides().begin(), slice.getStrides().end());
        }
        return inst;
      })
      .Case([&](mtia::InsertSliceOp slice) -> LogicalResult {
        auto inst = appendInsert(op, slice.getSrc(), slice.getOffsets());
        if (succeeded(inst)) {
          (*inst)->permutation.assign(slice.getStrides().size(), 0);
          (*inst)->strides.assign(slice.getStrides().begin(), slice.getStrides().end());
        }
        return inst;
      })
      .Default([](Operation *other) {
        return other->emitError("'") << other->getName() << "' has no form in a tile program";
      });
}

LogicalResult TileEmitter::emitCombiner(Operation *op) {
  TileEmitter inner(m_out);
  if (failed(inner.emitCombine(op->getRegion(0)))) {
    return failure();
  }
  uint32_t body = inner.finish();
  auto scan = dyn_cast<tile::ScanOp>(op);
  auto inst =
      append(op, scan ? TileOp::Scan : TileOp::Reduce, ofAll(op->getOperands()), op->getResults());
  if (failed(inst)) {
    return failure();
  }
  (*inst)->body = body;
  (*inst)->axis = static_cast<int32_t>(scan ? scan.getAxis() : cast<tile::ReduceOp>(op).getAxis());
  (*inst)->reverse = scan && scan.getReverse();
  return success();
}

LogicalResult TileEmitter::emitMemory(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tile::GatherOp gather) -> LogicalResult {
        return append(op, TileOp::LoadGlobal,
                      {of(gather.getAddresses()), of(gather.getMask()), of(gather.getOther())},
                      op->getResults());
      })
      .Case([&](tile::ScatterOp scatter) -> LogicalResult {
        return append(op, TileOp::StoreGlobal,
                      {of(scatter.getAddresses()), of(scatter.getValue()), of(scatter.getMask())},
                      {});
      })
      .Case([&](tile::AtomicRmwOp atomic) -> LogicalResult {
        auto inst = append(op, TileOp::AtomicRmw,
                           {of(atomic.getAddress()), of(atomic.getValue()), of(atomic.getMask())},
                           op->getResults());
        if (succeeded(inst)) {
          (*inst)->atomic = static_cast<program::AtomicOp>(atomic.getKind());
        }
        return inst;
      })
      .Case([&](tile::AtomicCasOp atomic) -> LogicalResult {
        return append(op, TileOp::AtomicCas,
                      {of(atomic.getAddress()), of(atomic.getExpected()), of(atomic.getValue())},
                      op->getResults());
      })
      .Case([&](tile::AssertOp assertion) -> LogicalResult {
        auto inst = append(op, TileOp::Assert, {of(assertion.getCondition())}, {});
        if (succeeded(inst)) {
          (*inst)->text = assertion.getMessage().str();
        }
        return inst;
      })
      .Case([&](tile::PrintOp print) -> LogicalResult {
        auto inst = append(op, TileOp::Print, ofAll(print.getArgs()), {});
        if (succeeded(inst)) {
          (*inst)->text = print.getPrefix().str();
        }
        return inst;
      })
      .Default([&](Operation *other) { return emitShape(other); });
}

LogicalResult TileEmitter::emitOp(Operation *op) {
  if (matchPattern(op, m_Constant())) {
    return emitConstant(op);
  }
  if (std::optional<numerics::Fn> fn = compiler::fnOf(op)) {
    auto inst = append(op, TileOp::Elementwise, ofAll(op->getOperands()), op->getResults());
    if (succeeded(inst)) {
      (*inst)->fn = *fn;
    }
    return inst;
  }
  if (isa<tile::ReduceOp, tile::ScanOp>(op)) {
    return emitCombiner(op);
  }
  if (isa<tile::DotOp>(op)) {
    return append(op, TileOp::Dot, ofAll(op->getOperands()), op->getResults());
  }
  if (auto gather = dyn_cast<tile::GatherIndexOp>(op)) {
    auto inst = append(op, TileOp::GatherIndex, ofAll(op->getOperands()), op->getResults());
    if (succeeded(inst)) {
      (*inst)->axis = static_cast<int32_t>(gather.getAxis());
    }
    return inst;
  }
  if (auto histogram = dyn_cast<tile::HistogramOp>(op)) {
    return append(op, TileOp::Histogram, {of(histogram.getSource()), of(histogram.getMask())},
                  op->getResults());
  }
  return emitMemory(op);
}

} // namespace

FailureOr<uint32_t> emitTileProgram(const TilePrograms &out, Block &body, unsigned reads,
                                    unsigned writes) {
  TileEmitter emitter(out);
  if (failed(emitter.emitGroup(body, reads, writes))) {
    return failure();
  }
  return emitter.finish();
}

} // namespace charonia::pe
