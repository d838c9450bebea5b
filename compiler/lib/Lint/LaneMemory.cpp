// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine's pointers and accesses.
#include "LaneMachine.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>

using namespace mlir;

namespace charonia::compiler::lint {
namespace {

/// Bytes of an element in memory; booleans take one.
int64_t bytesOf(Type type) {
  Type element = tt::elementOf(type);
  if (!isa<IntegerType, FloatType>(element)) {
    return 8;
  }
  return std::max<int64_t>(1, element.getIntOrFloatBitWidth() / 8);
}

/// The element that a pointer, a tile of pointers or a block pointer points to.
Type pointeeOf(Type type) {
  auto pointer = dyn_cast<tt::PointerType>(tt::elementOf(type));
  return pointer ? tt::elementOf(pointer.getPointeeType()) : Type();
}

/// Numbers of the arguments that a pointer may be made of; -1 among them: something else.
std::vector<int> rootsOf(Value pointer, tt::FuncOp kernel) {
  llvm::SetVector<Value> work;
  std::vector<int> roots;
  work.insert(pointer);
  auto visit = [&](Value value) {
    if (isa<tt::PointerType, tt::TensorDescType>(tt::elementOf(value.getType()))) {
      work.insert(value);
    }
  };
  for (size_t i = 0; i < work.size(); ++i) {
    Value value = work[i];
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *owner = argument.getOwner()->getParentOp();
      if (owner == kernel.getOperation()) {
        roots.push_back(int(argument.getArgNumber()));
      } else {
        // Whatever the loop takes in or hands on.
        llvm::for_each(owner->getOperands(), visit);
        for (Region &region : owner->getRegions()) {
          llvm::for_each(region.front().getTerminator()->getOperands(), visit);
        }
      }
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (isa<tt::LoadOp, tt::IntToPtrOp>(op)) {
      roots.push_back(-1);
    }
    llvm::for_each(op->getOperands(), visit);
    for (Region &region : op->getRegions()) {
      if (!region.empty()) {
        llvm::for_each(region.front().getTerminator()->getOperands(), visit);
      }
    }
  }
  return roots;
}

} // namespace

/// Finds out which arguments are written, and sets up the shadow of them.
void LaneMachine::watch() {
  int64_t granule = 8;
  m_kernel.walk([&](Operation *op) {
    bool writes = isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, tt::DescriptorStoreOp,
                      tt::DescriptorReduceOp, tt::DescriptorScatterOp>(op);
    if (op->getNumOperands() == 0 || (!writes && !isa<tt::LoadOp, tt::DescriptorLoadOp>(op))) {
      return;
    }
    Value pointer = op->getOperand(0);
    if (auto store = dyn_cast<tt::DescriptorStoreOp>(op)) {
      pointer = store.getDesc();
    }
    Type element = isa<tt::TensorDescType>(pointer.getType())
                       ? cast<tt::TensorDescType>(pointer.getType()).getBlockType().getElementType()
                       : pointeeOf(pointer.getType());
    granule = std::min(granule, element ? bytesOf(element) : 1);
    for (int root : writes ? rootsOf(pointer, m_kernel) : std::vector<int>()) {
      if (root < 0) {
        m_written.assign(m_written.size(), true);
      } else if (size_t(root) < m_written.size()) {
        m_written[size_t(root)] = true;
      }
    }
  });
  std::vector<int64_t> sizes;
  bool barrier =
      m_kernel.walk([](mtia::BarrierOp) { return WalkResult::interrupt(); }).wasInterrupted();
  for (auto [i, argument] : llvm::enumerate(m_facts.args)) {
    // What is only read cannot clash, and a barrier orders what no shadow of addresses can tell.
    sizes.push_back(m_written[i] && !barrier ? argument.fact.bytes : 0);
  }
  races.watch(sizes, granule);
}

bool LaneMachine::memory(Operation *op) {
  if (isa<tt::AddPtrOp>(op)) {
    addPointer(op);
  } else if (auto read = dyn_cast<tt::LoadOp>(op)) {
    load(read);
  } else if (auto write = dyn_cast<tt::StoreOp>(op)) {
    store(write);
  } else if (auto update = dyn_cast<tt::AtomicRMWOp>(op)) {
    atomic(op, update.getMask());
  } else if (isa<tt::AtomicCASOp>(op)) {
    atomic(op, {});
  } else if (isa<tt::MakeTensorPtrOp, tt::MakeTensorDescOp, tt::AdvanceOp>(op)) {
    makeBlock(op);
  } else if (isa<tt::BitcastOp>(op) && get(op->getOperand(0))->kind == Lanes::Kind::Pointer) {
    set(op->getResult(0), *get(op->getOperand(0)));
  } else if (auto fetch = dyn_cast<tt::DescriptorLoadOp>(op)) {
    auto block = cast<tt::TensorDescType>(fetch.getDesc().getType()).getBlockType();
    descriptorAccess(op, fetch.getDesc(), fetch.getIndices(), block, AccessKind::Load, {});
    set(fetch.getResult(), unknown(fetch.getType()));
  } else if (auto put = dyn_cast<tt::DescriptorStoreOp>(op)) {
    auto block = cast<tt::TensorDescType>(put.getDesc().getType()).getBlockType();
    used(*get(put.getSrc()), nullptr, op);
    descriptorAccess(op, put.getDesc(), put.getIndices(), block, AccessKind::Store, put.getSrc());
  } else {
    return false;
  }
  return true;
}

void LaneMachine::addPointer(Operation *op) {
  auto add = cast<tt::AddPtrOp>(op);
  Lanes result = undefinedOf(op);
  LanesRef pointer = get(add.getPtr()), offset = get(add.getOffset());
  Type pointee = pointeeOf(add.getType());
  result.kind = Lanes::Kind::Pointer;
  result.argument = pointer->argument;
  result.values.resize(std::max(pointer->values.size(), offset->values.size()));
  int64_t size = pointee ? bytesOf(pointee) : 1;
  for (size_t i = 0; i < result.values.size(); ++i) {
    const Interval &start = at(pointer->values, i), &by = at(offset->values, i);
    Interval moved;
    int64_t low = 0, high = 0;
    bool over = __builtin_mul_overflow(by.low, size, &low) ||
                __builtin_mul_overflow(by.high, size, &high) ||
                __builtin_add_overflow(start.low, low, &moved.low) ||
                __builtin_add_overflow(start.high, high, &moved.high);
    result.values[i] = over ? Interval() : moved;
  }
  set(add.getResult(), std::move(result));
}

/// Values of a block: shape, strides, then offsets, each `rank` scalars.
void LaneMachine::makeBlock(Operation *op) {
  if (auto advance = dyn_cast<tt::AdvanceOp>(op)) {
    Lanes block = *get(advance.getPtr());
    size_t rank = advance.getOffsets().size();
    if (block.kind == Lanes::Kind::Block && block.values.size() == 3 * rank) {
      for (size_t dim = 0; dim < rank; ++dim) {
        Interval by = get(advance.getOffsets()[dim])->values.front();
        Interval &offset = block.values[2 * rank + dim];
        if (__builtin_add_overflow(offset.low, by.low, &offset.low) ||
            __builtin_add_overflow(offset.high, by.high, &offset.high)) {
          offset = Interval();
        }
      }
    }
    set(advance.getResult(), std::move(block));
    return;
  }
  LanesRef base = get(op->getOperand(0));
  Lanes block;
  block.kind = Lanes::Kind::Block;
  block.argument = base->argument;
  block.base = base->values.front();
  block.values.clear();
  for (Value operand : op->getOperands().drop_front()) {
    block.values.push_back(get(operand)->values.front());
  }
  if (isa<tt::MakeTensorDescOp>(op)) {
    block.values.resize(block.values.size() / 2 * 3, {0, 0});
  }
  set(op->getResult(0), std::move(block));
}

std::pair<Lanes, Lanes> LaneMachine::expandBlock(const Lanes &block, RankedTensorType type,
                                                 ArrayRef<int32_t> checked, int64_t bytes) {
  Lanes pointers, inside;
  size_t rank = size_t(type.getRank()), count = size_t(type.getNumElements());
  pointers.kind = Lanes::Kind::Pointer;
  pointers.count = inside.count = count;
  inside.values = {checked.empty() ? Interval{1, 1} : Interval{0, 1}};
  pointers.values = {Interval()};
  if (block.kind != Lanes::Kind::Block || block.values.size() != 3 * rank ||
      !llvm::all_of(block.values, [](const Interval &v) { return v.exact(); }) ||
      !block.base.exact()) {
    return {std::move(pointers), std::move(inside)};
  }
  pointers.argument = block.argument;
  pointers.values.resize(count);
  inside.values.assign(count, {1, 1});
  for (size_t lane = 0; lane < count; ++lane) {
    size_t rest = lane;
    int64_t address = block.base.low;
    for (size_t dim = rank; dim-- > 0;) {
      int64_t index =
          block.values[2 * rank + dim].low + int64_t(rest % size_t(type.getDimSize(unsigned(dim))));
      rest /= size_t(type.getDimSize(unsigned(dim)));
      address = int64_t(uint64_t(address) +
                        uint64_t(index) * uint64_t(block.values[rank + dim].low) * uint64_t(bytes));
      if (llvm::is_contained(checked, int32_t(dim)) &&
          (index < 0 || index >= block.values[dim].low)) {
        inside.values[lane] = {0, 0};
      }
    }
    pointers.values[lane] = {address, address};
  }
  return {std::move(pointers), std::move(inside)};
}

void LaneMachine::descriptorAccess(Operation *op, Value desc, ValueRange indices,
                                   RankedTensorType block, AccessKind kind, Value value) {
  Lanes at = *get(desc);
  size_t rank = size_t(block.getRank());
  if (at.kind == Lanes::Kind::Block && at.values.size() == 3 * rank && indices.size() == rank) {
    for (size_t dim = 0; dim < rank; ++dim) {
      at.values[2 * rank + dim] = get(indices[dim])->values.front();
    }
  }
  int64_t bytes = bytesOf(block);
  SmallVector<int32_t> all;
  for (size_t dim = 0; dim < rank; ++dim) {
    all.push_back(int32_t(dim));
  }
  auto [pointers, inside] = expandBlock(at, block, all, bytes);
  access({op, kind, value, bytes, true}, pointers, inside);
}

/// Lanes of `mask`, or all.
static Lanes maskLanes(const LanesRef &mask, size_t count) {
  Lanes lanes;
  lanes.values = {{1, 1}};
  if (mask) {
    lanes = *mask;
  }
  lanes.count = count;
  return lanes;
}

void LaneMachine::load(tt::LoadOp op) {
  Lanes result = unknown(op.getType());
  LanesRef pointer = get(op.getPtr());
  LanesRef mask = op.getMask() ? get(op.getMask()) : nullptr;
  Lanes on = maskLanes(mask, result.count), pointers = *pointer;
  int64_t bytes = bytesOf(op.getType());
  auto block = dyn_cast<RankedTensorType>(op.getType());
  if (isa<tt::PointerType>(op.getPtr().getType()) && block) {
    std::tie(pointers, on) = expandBlock(*pointer, block, op.getBoundaryCheck(), bytes);
  }
  if (mask) {
    used(*mask, nullptr, op);
  }
  access({op, AccessKind::Load, {}, bytes, op.getMask() || !op.getBoundaryCheck().empty()},
         pointers, on);
  int argument = pointers.argument;
  if (result.kind == Lanes::Kind::Int && argument >= 0 && !m_written[size_t(argument)] &&
      m_facts.args[size_t(argument)].content &&
      m_facts.args[size_t(argument)].elementBytes == bytes) {
    auto [low, high] = *m_facts.args[size_t(argument)].content;
    result.values = {{low, high}};
  }
  uint64_t bit = bitsOf(op);
  LanesRef other = op.getOther() ? get(op.getOther()) : nullptr;
  bool allOn = llvm::all_of(on.values, [](const Interval &lane) { return lane.low != 0; });
  if (!allOn) {
    result.certain.assign(result.count, 0);
    result.perhaps.assign(result.count, 0);
    if (result.kind == Lanes::Kind::Int) {
      Interval content = result.values.front();
      result.values.assign(result.count, content);
    }
    for (size_t i = 0; i < result.count; ++i) {
      Interval lane = at(on.values, i);
      if (lane.low != 0) {
        continue;
      }
      if (other) {
        result.certain[i] = lane.high == 0 ? at(other->certain, i) : 0;
        result.perhaps[i] = at(other->perhaps, i);
      } else if (bit != 0) {
        result.certain[i] = lane.high == 0 ? bit : 0;
        result.perhaps[i] = bit;
        Sighting &seen = arisen[size_t(__builtin_ctzll(bit))];
        if (seen.certain + seen.perhaps == 0) {
          seen.program = m_id;
          seen.lane = i;
        }
        ++(lane.high == 0 && m_certain ? seen.certain : seen.perhaps);
      }
      if (result.kind == Lanes::Kind::Int) {
        unsigned width = unsigned(bytes * 8);
        bool isInt = other && other->kind == Lanes::Kind::Int;
        Interval off = isInt ? at(other->values, i) : fullInterval(width);
        result.values[i] = lane.high == 0 ? off
                                          : Interval{std::min(result.values[i].low, off.low),
                                                     std::max(result.values[i].high, off.high)};
      }
    }
  }
  set(op.getResult(), std::move(result));
}

void LaneMachine::store(tt::StoreOp op) {
  LanesRef pointer = get(op.getPtr()), value = get(op.getValue());
  LanesRef mask = op.getMask() ? get(op.getMask()) : nullptr;
  Type type = op.getValue().getType();
  auto block = dyn_cast<RankedTensorType>(type);
  Lanes on = maskLanes(mask, value->count), pointers = *pointer;
  int64_t bytes = bytesOf(type);
  if (isa<tt::PointerType>(op.getPtr().getType()) && block) {
    std::tie(pointers, on) = expandBlock(*pointer, block, op.getBoundaryCheck(), bytes);
  }
  if (mask) {
    used(*mask, nullptr, op);
  }
  used(*value, &on, op);
  access(
      {op, AccessKind::Store, op.getValue(), bytes, op.getMask() || !op.getBoundaryCheck().empty()},
      pointers, on);
}

void LaneMachine::atomic(Operation *op, Value mask) {
  LanesRef pointer = get(op->getOperand(0)), masks = mask ? get(mask) : nullptr;
  Lanes result = unknown(op->getResult(0).getType());
  Lanes on = maskLanes(masks, result.count);
  for (Value operand : op->getOperands().drop_front()) {
    used(*get(operand), operand == mask ? nullptr : &on, op);
  }
  access({op, AccessKind::Atomic, {}, bytesOf(op->getResult(0).getType()), masks != nullptr},
         *pointer, on);
  if (uint64_t bit = bitsOf(op); bit != 0 && masks) {
    result.certain.assign(result.count, 0);
    result.perhaps.assign(result.count, 0);
    Sighting &seen = arisen[size_t(__builtin_ctzll(bit))];
    for (size_t i = 0; i < result.count; ++i) {
      Interval lane = at(on.values, i);
      if (lane.low == 0) {
        result.perhaps[i] = bit;
        result.certain[i] = lane.high == 0 ? bit : 0;
        ++(lane.high == 0 && m_certain ? seen.certain : seen.perhaps);
      }
    }
  }
  set(op->getResult(0), std::move(result));
}

void LaneMachine::access(const Access &access, const Lanes &pointers, const Lanes &mask) {
  spend(mask.count / 2 + 1);
  used(pointers, &mask, access.op);
  if (pointers.argument < 0) {
    return;
  }
  checkRange(access, pointers, mask);
  if (!m_certain) {
    return;
  }
  races.beginAccess(access.op, access.kind);
  ++m_instance;
  LanesRef value = access.value ? get(access.value) : nullptr;
  ArrayRef<bool> varies = access.value ? variation(access.value) : ArrayRef<bool>();
  auto shape =
      access.value ? dyn_cast<RankedTensorType>(access.value.getType()) : RankedTensorType();
  for (size_t i = 0; i < mask.count; ++i) {
    const Interval &address = at(pointers.values, i);
    if (at(mask.values, i).low == 0 || !address.exact()) {
      continue;
    }
    uint64_t key = 0;
    if (value && value->kind == Lanes::Kind::Int && at(value->values, i).exact()) {
      key = size_t(llvm::hash_combine(1, at(value->values, i).low)) | 1;
    } else if (value && value->kind == Lanes::Kind::Float && value->low == value->high) {
      key = size_t(llvm::hash_combine(2, llvm::bit_cast<uint64_t>(value->low))) | 1;
    } else if (value) {
      size_t index = 0, rest = i;
      for (size_t dim = varies.size(); shape && dim-- > 0;) {
        size_t extent = size_t(shape.getDimSize(unsigned(dim)));
        index = index * extent + (varies[dim] ? rest % extent : 0);
        rest /= extent;
      }
      key = (size_t(llvm::hash_combine(3, m_instance, index)) & ~uint64_t(1)) | 2;
    }
    races.touch(pointers.argument, address.low, access.bytes, key);
  }
}

void LaneMachine::checkRange(const Access &access, const Lanes &pointers, const Lanes &mask) {
  int64_t size = m_facts.args[size_t(pointers.argument)].fact.bytes;
  if (size == 0) {
    return;
  }
  for (size_t i = 0; i < mask.count; ++i) {
    const Interval &address = at(pointers.values, i), &on = at(mask.values, i);
    bool allOut = address.high < 0 || address.low > size - access.bytes;
    bool someOut = address.low < 0 || address.high > size - access.bytes;
    // A wide interval says that nothing is known of an index.
    __extension__ using Wide = __int128;
    bool known = Wide(address.high) - address.low < (int64_t(1) << 28);
    if (on.high == 0 || !someOut || (!allOut && !known)) {
      continue;
    }
    auto [it, isNew] = outOfRange.insert({access.op, OutOfRange()});
    OutOfRange &found = it->second;
    bool sure = allOut && on.low != 0 && m_certain;
    if (isNew || (sure && found.sighting.certain == 0)) {
      found.argument = pointers.argument;
      found.firstElement = address.low / access.bytes - (address.low % access.bytes < 0 ? 1 : 0);
      found.lastElement = address.high / access.bytes - (address.high % access.bytes < 0 ? 1 : 0);
      found.masked = access.masked;
      found.sighting.program = m_id;
      found.sighting.lane = i;
    }
    ++(sure ? found.sighting.certain : found.sighting.perhaps);
  }
}

/// Along which dimensions the lanes of a value may differ.
ArrayRef<bool> LaneMachine::variation(Value value) {
  auto it = m_variation.find(value);
  if (it != m_variation.end()) {
    return *it->second;
  }
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto result = std::make_unique<SmallVector<bool>>();
  for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
    result->push_back(type.getDimSize(unsigned(dim)) > 1);
  }
  Operation *op = value.getDefiningOp();
  auto fill = [&](auto fn) {
    for (size_t dim = 0; dim < result->size(); ++dim) {
      (*result)[dim] = (*result)[dim] && fn(dim);
    }
  };
  if (op && type && m_variationDepth < 200) {
    ++m_variationDepth;
    if (isa<tt::SplatOp>(op) || constantOf(value) || op->hasTrait<OpTrait::ConstantLike>()) {
      auto dense = isa<tt::SplatOp>(op) ? DenseElementsAttr()
                                        : dyn_cast<DenseElementsAttr>(op->getAttr("value"));
      fill([&](size_t) { return dense && !dense.isSplat(); });
    } else if (isa<tt::BroadcastOp>(op)) {
      ArrayRef<bool> source = variation(op->getOperand(0));
      fill([&](size_t dim) { return source[dim]; });
    } else if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
      ArrayRef<bool> source = variation(op->getOperand(0));
      size_t axis = expand.getAxis();
      fill([&](size_t dim) { return dim != axis && source[dim < axis ? dim : dim - 1]; });
    } else if (op->getNumRegions() == 0 &&
               (isa<tt::LoadOp>(op) || op->hasTrait<OpTrait::Elementwise>())) {
      SmallVector<bool> any(result->size(), false);
      for (Value operand : op->getOperands()) {
        ArrayRef<bool> varies = variation(operand);
        for (size_t dim = 0; dim < std::min(varies.size(), any.size()); ++dim) {
          any[dim] |= varies[dim];
        }
      }
      fill([&](size_t dim) { return any[dim]; });
    }
    --m_variationDepth;
  }
  return *(m_variation[value] = std::move(result));
}

} // namespace charonia::compiler::lint
