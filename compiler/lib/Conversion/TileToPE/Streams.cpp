// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tensors that control flow does not carry become circular buffers between their producer and
// their readers; between two groups of the vector core, resident buffers.
#include "Converter.h"

#include "charonia/Dialect/Tile/SimdForms.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace charonia::pe {

/// What the kernel calls a tile: a value of a group by what computes it or the buffer that it lies
/// in, a tile that a loop carries by its next value. Empty if nothing tells.
static std::string sourceName(Value source) {
  if (auto result = dyn_cast<OpResult>(source)) {
    if (auto group = dyn_cast<VecGroupOp>(result.getOwner())) {
      Value inner = yielded(result);
      auto argument = dyn_cast<BlockArgument>(inner);
      const bool isRead = argument && argument.getArgNumber() < group.getReads().size();
      std::string name =
          isRead
              ? group.getReads()[argument.getArgNumber()].getDefiningOp<CbAllocOp>().getName().str()
              : compiler::sourceNameOf(inner.getLoc());
      return name.empty() ? compiler::sourceNameOf(source.getLoc()) : name;
    }
  } else if (auto loop = dyn_cast<scf::ForOp>(source.getParentBlock()->getParentOp())) {
    OpOperand *next = loop.getTiedLoopYieldedValue(cast<BlockArgument>(source));
    std::string name = next && next->get() != source && next->get().getDefiningOp()
                           ? sourceName(next->get())
                           : std::string();
    return name.empty() ? compiler::sourceNameOf(source.getLoc()) : name;
  }
  return compiler::sourceNameOf(source.getLoc());
}

std::string Converter::nameFor(Value source) {
  std::string name = sourceName(source);
  if (name.empty()) {
    name = "t";
  }
  unsigned count = m_names[name]++;
  return count ? name + "_" + std::to_string(count) : name;
}

Value Converter::allocate(RankedTensorType tile, Value source, Space space, Unit producer,
                          ArrayRef<Unit> readers, bool resident) {
  MLIRContext *context = m_kernel.getContext();
  OpBuilder builder(context);
  if (m_lastAlloc) {
    builder.setInsertionPointAfter(m_lastAlloc);
  } else {
    builder.setInsertionPointToStart(&m_kernel.getBody().front());
  }
  SmallVector<Attribute> units;
  for (Unit unit : readers) {
    units.push_back(UnitAttr::get(context, unit));
  }
  Operation *anchor =
      source.getDefiningOp() ? source.getDefiningOp() : source.getParentBlock()->getParentOp();
  compiler::OpId id = compiler::takeFreshOpId(m_kernel);
  m_context.lineage.create(id, {compiler::getOpId(anchor)}, "allocate");
  auto alloc = builder.create<CbAllocOp>(
      compiler::withOpId(source.getLoc(), id), CbType::get(tile),
      builder.getStringAttr(nameFor(source)), SpaceAttr::get(context, space),
      builder.getI32IntegerAttr(1), UnitAttr::get(context, producer), builder.getArrayAttr(units),
      resident ? builder.getUnitAttr() : mlir::UnitAttr(), IntegerAttr());
  m_lastAlloc = alloc;
  return alloc;
}

std::optional<Unit> Converter::unitOf(Operation *op) const {
  return llvm::TypeSwitch<Operation *, std::optional<Unit>>(op)
      .Case([&](VecGroupOp group) { return m_simd.contains(group) ? Unit::Se : Unit::Core1; })
      .Case<tile::LoadOp, tile::LoadRowsOp>([](auto) { return Unit::FiRead; })
      .Case<tile::StoreOp, tile::StoreRowsOp>([](auto) { return Unit::FiWrite; })
      .Case<tile::PermuteOp, tile::ExtractSliceOp, mtia::ExtractSliceOp>(
          [](auto) { return Unit::Mlu; })
      .Case([](mtia::ReReduceOp) { return Unit::Re; })
      .Case([](UnrealizedConversionCastOp cast) {
        return isa<CbType>(cast.getResult(0).getType()) ? Unit::Dpe : Unit::Re;
      })
      .Default([](Operation *) { return std::nullopt; });
}

void Converter::dropDead() {
  SmallVector<Operation *> producers;
  m_kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<VecGroupOp, tile::LoadOp, tile::LoadRowsOp, tile::PermuteOp, tile::ExtractSliceOp,
            mtia::ExtractSliceOp, mtia::ReReduceOp, UnrealizedConversionCastOp>(op)) {
      producers.push_back(op);
    }
    return isa<VecGroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  llvm::DenseSet<Value> deadAccumulators;
  for (Operation *op : llvm::reverse(producers)) {
    if (auto group = dyn_cast<VecGroupOp>(op)) {
      dropUnused(group);
      continue;
    }
    bool mma = m_mmas.contains(op);
    if (mma && deadAccumulators.contains(m_mmas[op].accumulator)) {
      m_mmas.erase(op);
      op->erase();
    } else if (!mma && op->use_empty()) {
      if (isa<UnrealizedConversionCastOp>(op)) {
        deadAccumulators.insert(op->getOperand(0));
      }
      op->erase();
    }
  }
  for (Operation &op : llvm::make_early_inc_range(m_kernel.getBody().front())) {
    if (isa<CbAllocOp>(op) && op.use_empty() && llvm::none_of(m_mmas, [&](auto &entry) {
          return entry.second.accumulator == op.getResult(0);
        })) {
      if (&op == m_lastAlloc) {
        m_lastAlloc = isa_and_present<CbAllocOp>(op.getPrevNode()) ? op.getPrevNode() : nullptr;
      }
      op.erase();
    }
  }
}

/// True if tile-map-units gave work of the body to the vector core.
static bool isForVectorCore(VecGroupOp group) {
  return llvm::any_of(group.getBody().front().without_terminator(), [](Operation &op) {
    auto unit = op.getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
    return unit && unit.getValue() == tile::Unit::Vec && !isa<tile::SplatOp>(op) &&
           !matchPattern(&op, m_Constant());
  });
}

/// True if tile-map-units gave all work of the body to the SIMD engine.
static bool isForSimdEngine(VecGroupOp group) {
  bool any = false;
  for (Operation &op : group.getBody().front().without_terminator()) {
    auto unit = op.getAttrOfType<tile::UnitAttr>(tile::kUnitAttr);
    const bool engine = unit && unit.getValue() == tile::Unit::Se;
    if (!engine && !isView(&op) && !isa<tile::SplatOp>(op) && !matchPattern(&op, m_Constant())) {
      return false;
    }
    any |= engine;
  }
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  return any && group.getReads().empty() && group.getWrites().empty() &&
         llvm::any_of(group.getInputs().getTypes(), isTile) &&
         llvm::all_of(group->getResultTypes(), isTile);
}

/// True if the SIMD engine can run the body in one pass: casts, and as many operations as a pass
/// holds, of the tile that it reads with scalars.
static bool isSimdPass(VecGroupOp group, const arch::DeviceModel &device) {
  int count = 0;
  for (Operation &op : group.getBody().front().without_terminator()) {
    auto splat = dyn_cast<tile::SplatOp>(op);
    bool constant = matchPattern(&op, m_Constant()) ||
                    (splat && !isa<RankedTensorType>(splat.getSource().getType()));
    if (!tile::isSimdCast(&op) && !tile::isSimdForm(&op) && !constant) {
      return false;
    }
    count += tile::isSimdForm(&op) ? 1 : 0;
  }
  return count <= device.se.opsPerPass;
}

void Converter::chooseSimd() {
  SmallVector<UnrealizedConversionCastOp> drains;
  m_kernel.walk([&](UnrealizedConversionCastOp cast) {
    if (!m_mmas.contains(cast) && cast.getResult(0).hasOneUse() && cast.getOperand(0).hasOneUse()) {
      drains.push_back(cast);
    }
  });
  for (UnrealizedConversionCastOp drain : drains) {
    OpOperand &use = *drain.getResult(0).use_begin();
    auto group = dyn_cast<VecGroupOp>(use.getOwner());
    if (!group || group->getBlock() != drain->getBlock() || !group.getReads().empty() ||
        !group.getWrites().empty() || m_simd.contains(group)) {
      continue;
    }
    bool onlyTile = llvm::all_of(group.getInputs(), [&](Value input) {
      return input == drain.getResult(0) || !isa<RankedTensorType>(input.getType());
    });
    const bool given = isForSimdEngine(group);
    bool fits = given || llvm::all_of(group->getResults(), [&](OpResult result) {
                  auto tile = dyn_cast<RankedTensorType>(result.getType());
                  return tile && llvm::none_of(result.getUsers(), [](Operation *user) {
                           return isa<VecGroupOp>(user);
                         });
                });
    if (!onlyTile || !fits ||
        (!given &&
         (group.getNumResults() != 1 || !isSimdPass(group, m_device) || isForVectorCore(group)))) {
      continue;
    }
    auto accumulator = drain.getOperand(0).getDefiningOp<CbAllocOp>();
    inputToRead(group, use.getOperandNumber(), accumulator);
    accumulator.setReadersAttr(
        ArrayAttr::get(m_kernel.getContext(), UnitAttr::get(m_kernel.getContext(), Unit::Se)));
    m_simd.insert(group);
    drain.erase();
  }
  m_kernel.walk([&](VecGroupOp group) {
    if (isForSimdEngine(group)) {
      m_simd.insert(group);
    }
  });
}

LogicalResult Converter::placeValue(Value tensor) {
  Operation *producer = tensor.getDefiningOp();
  std::optional<Unit> maker = unitOf(producer);
  if (!maker) {
    return producer->emitError("no unit of the PE can make this tile");
  }
  SmallVector<Unit> readers;
  bool vectorUse = false;
  for (Operation *user : tensor.getUsers()) {
    std::optional<Unit> unit = unitOf(user);
    if (!unit) {
      return user->emitError("no unit of the PE can use a tile here");
    }
    vectorUse |= *unit == Unit::Core1;
    if ((*maker != Unit::Core1 || *unit != Unit::Core1) && !llvm::is_contained(readers, *unit)) {
      readers.push_back(*unit);
    }
  }
  llvm::sort(readers);
  auto type = cast<RankedTensorType>(tensor.getType());
  Value stream, resident;
  if (!readers.empty()) {
    stream = m_streams[tensor] = allocate(type, tensor, Space::Ls, *maker, readers, false);
  }
  if (*maker == Unit::Core1 && vectorUse) {
    resident = allocate(type, tensor, Space::Ls, Unit::Core1, {Unit::Core1}, true);
  }
  // A resident buffer is the vector core's alone.
  if (resident && stream) {
    inputsToReads(tensor, stream, [&](VecGroupOp group) { return m_simd.contains(group); });
  }
  inputsToReads(tensor, resident ? resident : stream);
  if (auto group = dyn_cast<VecGroupOp>(producer)) {
    Value inner = yielded(cast<OpResult>(tensor));
    for (Value cb : {stream, resident}) {
      if (cb) {
        addWrite(group, cb, inner);
      }
    }
  }
  return success();
}

LogicalResult Converter::convertStreams() {
  SmallVector<Value> tensors;
  WalkResult walk = m_kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults()) {
      if (isa<RankedTensorType>(result.getType())) {
        tensors.push_back(result);
      }
    }
    return isa<VecGroupOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  (void)walk;
  for (Value tensor : tensors) {
    if (!tensor.use_empty() && failed(placeValue(tensor))) {
      return failure();
    }
  }
  return success();
}

} // namespace charonia::pe
