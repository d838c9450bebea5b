// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core of decoding: storage of values, lifetimes, steps, blocks and calls.
#include "charonia/Interpreter/Decoder.h"

#include "Exec.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Support/FnTable.h"
#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace charonia::compiler::interp {

namespace {

/// Values that do not depend on the program id keep their storage for the whole run; beyond this
/// many bytes they are computed where they are used.
constexpr uint64_t kMaxInvariantBytes = uint64_t{256} << 20;
/// Storage of all values of a kernel.
constexpr uint64_t kMaxArenaBytes = uint64_t{4} << 30;

llvm::StringMap<DecodeFn> &decoders() {
  static llvm::StringMap<DecodeFn> map;
  return map;
}

/// True if the result may share storage with an operand, so that the operand must live as long.
bool mayAlias(Operation *op) {
  return isa<tt::SplatOp, tt::UnsplatOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::BroadcastOp,
             tt::TransOp, tt::BitcastOp, tt::FpToFpOp, tt::IntToPtrOp, tt::PtrToIntOp>(op) ||
         op->getName().getStringRef() == "arith.bitcast" ||
         op->getName().getStringRef() == "arith.index_cast" ||
         op->getName().getStringRef() == "arith.index_castui";
}

} // namespace

void registerDecoder(llvm::StringRef opName, DecodeFn decode) { decoders()[opName] = decode; }

DecodeFn findDecoder(llvm::StringRef opName) { return decoders().lookup(opName); }

std::optional<ElementType> storedTypeOf(Type type) {
  return isa<tt::PointerType>(type) ? ElementType::I64 : elementTypeOf(type);
}

std::optional<TypeLayout> layoutOf(Type type) {
  TypeLayout layout;
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    layout.type = ElementType::I64;
    layout.aggregate = true;
    layout.count = 2 + 2 * descriptor.getBlockType().getRank();
    return layout;
  }
  if (auto pointer = dyn_cast<tt::PointerType>(type)) {
    layout.type = ElementType::I64;
    if (auto block = dyn_cast<RankedTensorType>(pointer.getPointeeType())) {
      layout.aggregate = true;
      layout.count = 1 + 3 * block.getRank();
    }
    return layout;
  }
  Type element = type;
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape()) {
      return std::nullopt;
    }
    element = tensor.getElementType();
    layout.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    layout.count = tensor.getNumElements();
  }
  auto scalar = storedTypeOf(element);
  if (!scalar) {
    return std::nullopt;
  }
  layout.type = *scalar;
  return layout;
}

// --- Storage -----------------------------------------------------------------------------------

uint32_t Decoder::allocate(uint64_t bytes, bool permanent) {
  bytes = (std::max<uint64_t>(bytes, 1) + 63) / 64 * 64;
  Slot slot;
  auto &free = m_free[bytes];
  if (!permanent && !free.empty()) {
    slot.offset = free.back();
    free.pop_back();
  } else {
    slot.offset = m_code.arenaBytes;
    m_code.arenaBytes += bytes;
  }
  m_code.slots.push_back(slot);
  m_slotBytes.push_back(permanent ? 0 : bytes);
  return static_cast<uint32_t>(m_code.slots.size() - 1);
}

void Decoder::release(uint32_t slot) {
  if (m_slotBytes[slot] != 0) {
    m_free[m_slotBytes[slot]].push_back(m_code.slots[slot].offset);
    m_slotBytes[slot] = 0;
  }
}

void Decoder::releaseTemporaries(size_t from) {
  while (m_temporaries.size() > from) {
    release(m_temporaries.back());
    m_temporaries.pop_back();
  }
}

const Value &Decoder::get(mlir::Value value) const {
  auto found = m_frames.back().values.find(value);
  assert(found != m_frames.back().values.end() && "operand is decoded before its user");
  return found->second;
}

llvm::SmallVector<Value> Decoder::values(ValueRange range) const {
  llvm::SmallVector<Value> result;
  for (mlir::Value value : range) {
    result.push_back(get(value));
  }
  return result;
}

FailureOr<Value> Decoder::define(mlir::Value value, bool uniform) {
  auto layout = layoutOf(value.getType());
  if (!layout) {
    return mlir::emitError(value.getLoc())
           << "the interpreter has no values of type " << value.getType();
  }
  Value result;
  result.type = layout->type;
  result.shape = layout->shape;
  result.count = layout->count;
  result.uniform = uniform && !layout->aggregate;
  result.lanes = m_maxLanes > 0 && !result.uniform;
  result.invariant = m_invariant;
  int64_t stored = result.uniform ? 1 : result.lanes ? m_maxLanes : result.count;
  result.slot =
      allocate(static_cast<uint64_t>(stored) * numerics::byteSize(result.type), m_invariant);
  m_frames.back().values[value] = result;
  return result;
}

LogicalResult Decoder::alias(mlir::Value value, Value other) {
  auto layout = layoutOf(value.getType());
  if (!layout) {
    return mlir::emitError(value.getLoc())
           << "the interpreter has no values of type " << value.getType();
  }
  other.type = layout->type;
  other.shape = layout->shape;
  other.count = layout->count;
  m_frames.back().values[value] = other;
  return success();
}

Value Decoder::temporary(ElementType type, int64_t count, bool uniform) {
  Value result;
  result.type = type;
  result.count = count;
  result.uniform = uniform;
  result.lanes = m_maxLanes > 0 && !uniform;
  result.invariant = m_invariant;
  int64_t stored = uniform ? 1 : result.lanes ? m_maxLanes : count;
  result.slot = allocate(static_cast<uint64_t>(stored) * numerics::byteSize(type), m_invariant);
  m_temporaries.push_back(result.slot);
  return result;
}

Value Decoder::materialise(Operation *op, const Value &value) {
  if (!value.uniform) {
    return value;
  }
  Value full = temporary(value.type, value.count);
  full.shape = value.shape;
  emitCopy(op, full, value);
  return full;
}

Value Decoder::constantArray(ElementType type, llvm::ArrayRef<uint64_t> bits) {
  size_t start = (m_code.constants.size() + 63) / 64 * 64;
  m_code.constants.resize(start + bits.size() * numerics::byteSize(type));
  for (size_t i = 0; i < bits.size(); ++i) {
    numerics::storeElement(type, m_code.constants.data() + start, static_cast<int64_t>(i), bits[i]);
  }
  Value result;
  result.slot = static_cast<uint32_t>(m_code.slots.size());
  result.type = type;
  result.count = static_cast<int64_t>(bits.size());
  result.uniform = false;
  result.invariant = true;
  m_code.slots.push_back({Slot::Kind::Constant, start});
  m_slotBytes.push_back(0);
  return result;
}

Value Decoder::constant(ElementType type, uint64_t bits) {
  auto [found, isNew] = m_constants.try_emplace({type, bits}, 0);
  Value result;
  result.type = type;
  result.invariant = true;
  if (isNew) {
    found->second = constantArray(type, bits).slot;
  }
  result.slot = found->second;
  return result;
}

// --- Lifetimes ---------------------------------------------------------------------------------

/// Notes after which op of its block a value's storage may be reused.
void Decoder::findDeath(mlir::Value value) {
  Block *block = value.getParentBlock();
  Operation *last = nullptr;
  llvm::SmallVector<mlir::Value> work{value};
  while (!work.empty()) {
    mlir::Value current = work.pop_back_val();
    for (Operation *user : current.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (ancestor == nullptr) {
        return; // used in another block: lives on
      }
      if (last == nullptr || last->isBeforeInBlock(ancestor)) {
        last = ancestor;
      }
      if (mayAlias(user)) {
        work.append(user->result_begin(), user->result_end());
      }
    }
  }
  if (last == nullptr) {
    last = value.getDefiningOp();
  }
  if (last != nullptr) {
    m_frames.back().deaths[last].push_back(value);
  }
}

void Decoder::findDeaths(Region &region) {
  region.walk([&](Operation *inner) {
    if (!mayAlias(inner)) {
      for (mlir::Value result : inner->getResults()) {
        findDeath(result);
      }
    }
  });
}

bool Decoder::isInvariant(Operation *operation) const {
  if (operation->getNumRegions() != 0 || operation->getNumResults() == 0 ||
      m_code.arenaBytes > kMaxInvariantBytes || !isMemoryEffectFree(operation) ||
      isa<tt::GetProgramIdOp, tt::GatherOp>(operation) ||
      operation->hasTrait<OpTrait::IsTerminator>()) {
    return false;
  }
  llvm::StringRef dialect = operation->getName().getDialectNamespace();
  if (dialect != "arith" && dialect != "math" && dialect != "tt" && dialect != "ub") {
    return false;
  }
  return llvm::all_of(operation->getOperands(),
                      [&](mlir::Value operand) { return get(operand).invariant; });
}

// --- Steps -------------------------------------------------------------------------------------

uint32_t Decoder::placeOf(Operation *operation) {
  auto [found, isNew] =
      m_places.try_emplace(operation, static_cast<uint32_t>(m_code.places.size()));
  if (isNew) {
    m_code.places.push_back(
        {sourceRangeOf(operation->getLoc()), operation->getName().getStringRef().str()});
  }
  return found->second;
}

Step &Decoder::emit(Operation *operation, Exec exec) {
  auto &steps = m_invariant ? m_code.prologue : m_code.steps;
  Step &step = steps.emplace_back();
  step.exec = exec;
  step.place = placeOf(operation);
  return step;
}

void Decoder::emitElementwise(Operation *operation, Fn fn, ElementType in, const Value &dst,
                              llvm::ArrayRef<Value> operands) {
  Step &step = emit(operation, execElementwise);
  step.fn = fn;
  step.in = in;
  step.out = dst.type;
  step.dst = dst.slot;
  step.count = dst.stored();
  for (size_t i = 0; i < operands.size() && i < step.operands.size(); ++i) {
    step.operands[i] = operands[i].operand();
  }
}

void Decoder::emitCopy(Operation *operation, const Value &dst, const Value &src) {
  if (dst.slot == src.slot) {
    return;
  }
  Step &step = emit(operation, execCopy);
  step.dst = dst.slot;
  step.operands[0] = src.operand();
  step.count = dst.stored();
  step.value = numerics::byteSize(dst.type);
  if (dst.uniform) {
    step.operands[0].stride = 1;
  }
}

void Decoder::emitParallelCopy(Operation *operation, llvm::ArrayRef<Value> dst,
                               llvm::ArrayRef<Value> src) {
  llvm::SmallVector<Value> safe(src);
  for (size_t i = 0; i < src.size(); ++i) {
    bool overwritten = false;
    for (size_t j = 0; j < dst.size(); ++j) {
      overwritten |= j != i && dst[j].slot == src[i].slot;
    }
    if (overwritten) {
      safe[i] = temporary(src[i].type, src[i].count, src[i].uniform);
      emitCopy(operation, safe[i], src[i]);
    }
  }
  for (size_t i = 0; i < dst.size(); ++i) {
    emitCopy(operation, dst[i], safe[i]);
  }
}

LogicalResult Decoder::elementwise(Operation *operation, Fn fn, ElementType in, ElementType,
                                   llvm::ArrayRef<Value> operands, mlir::Value result) {
  bool uniform = llvm::all_of(operands, [](const Value &value) { return value.uniform; });
  auto dst = define(result, uniform);
  if (failed(dst)) {
    return failure();
  }
  emitElementwise(operation, fn, in, *dst, operands);
  return success();
}

LogicalResult Decoder::elementwise(Operation *operation, Fn fn) {
  llvm::SmallVector<Value> operands = values(operation->getOperands());
  ElementType in = fn == Fn::Select ? operands[1].type : operands[0].type;
  return elementwise(operation, fn, in, in, operands, operation->getResult(0));
}

uint32_t Decoder::emitJump(Operation *operation, Exec exec, Operand condition) {
  Step &step = emit(operation, exec != nullptr ? exec : execJump);
  step.operands[0] = condition;
  return here() - 1;
}

uint32_t Decoder::emitJumpUnless(Operation *operation, const Value &condition) {
  return emitJump(operation, execJumpUnless, condition.operand());
}

// --- Blocks, regions, calls ----------------------------------------------------------------------

LogicalResult Decoder::op(Operation *operation) {
  DecodeFn decode = findDecoder(operation->getName().getStringRef());
  if (decode == nullptr) {
    return operation->emitError() << "the interpreter cannot run '" << operation->getName() << "'";
  }
  if (m_code.steps.size() > m_maxSteps) {
    return operation->emitError() << "the kernel has more than " << m_maxSteps
                                  << " steps after its calls are expanded";
  }
  if (m_code.arenaBytes > kMaxArenaBytes) {
    return operation->emitError() << "the values of the kernel need more than "
                                  << (kMaxArenaBytes >> 30) << " GiB";
  }
  size_t temporaries = m_temporaries.size();
  m_invariant = isInvariant(operation);
  LogicalResult result = decode(*this, operation);
  m_invariant = false;
  releaseTemporaries(temporaries);
  auto deaths = m_frames.back().deaths.find(operation);
  if (deaths != m_frames.back().deaths.end()) {
    for (mlir::Value value : deaths->second) {
      auto found = m_frames.back().values.find(value);
      if (found != m_frames.back().values.end()) {
        release(found->second.slot);
      }
    }
  }
  return result;
}

LogicalResult Decoder::blockBody(Block &block) {
  for (Operation &inner : block.without_terminator()) {
    if (failed(op(&inner))) {
      return failure();
    }
  }
  return success();
}

LogicalResult Decoder::region(Region &body, llvm::function_ref<LogicalResult(Operation *)> leave) {
  llvm::DenseMap<Block *, uint32_t> starts;
  llvm::SmallVector<std::pair<uint32_t, Block *>> jumps;
  llvm::ReversePostOrderTraversal<Region *> order(&body);
  for (Block *block : order) {
    if (block == &body.front()) {
      continue;
    }
    for (BlockArgument argument : block->getArguments()) {
      if (failed(define(argument, !isa<RankedTensorType>(argument.getType())))) {
        return failure();
      }
    }
  }
  auto branch = [&](Operation *from, Block *to, ValueRange operands) {
    emitParallelCopy(from, values(to->getArguments()), values(operands));
    jumps.push_back({emitJump(from), to});
  };
  for (Block *block : order) {
    starts[block] = here();
    if (failed(blockBody(*block))) {
      return failure();
    }
    Operation *last = block->getTerminator();
    size_t temporaries = m_temporaries.size();
    if (auto jump = dyn_cast<cf::BranchOp>(last)) {
      branch(last, jump.getDest(), jump.getDestOperands());
    } else if (auto fork = dyn_cast<cf::CondBranchOp>(last)) {
      uint32_t unless = emitJumpUnless(last, get(fork.getCondition()));
      branch(last, fork.getTrueDest(), fork.getTrueDestOperands());
      setTarget(unless, here());
      branch(last, fork.getFalseDest(), fork.getFalseDestOperands());
    } else if (auto choice = dyn_cast<cf::SwitchOp>(last)) {
      Value flag = get(choice.getFlag());
      uint32_t at = emitJump(last, execSwitch, flag.operand());
      auto owned = std::make_unique<SwitchPayload>();
      auto cases = choice.getCaseValues();
      for (unsigned i = 0; cases && i < choice.getCaseDestinations().size(); ++i) {
        int64_t value = (*(cases->value_begin<APInt>() + i)).getZExtValue();
        owned->cases.push_back({value, here()});
        branch(last, choice.getCaseDestinations()[i], choice.getCaseOperands(i));
      }
      setTarget(at, here());
      branch(last, choice.getDefaultDestination(), choice.getDefaultOperands());
      m_code.steps[at].in = flag.type;
      m_code.steps[at].payload = &payload(std::move(owned));
    } else if (failed(leave(last))) {
      return failure();
    }
    releaseTemporaries(temporaries);
  }
  for (auto [step, target] : jumps) {
    setTarget(step, starts[target]);
  }
  return success();
}

LogicalResult Decoder::functionBody(FunctionOpInterface function,
                                    llvm::function_ref<LogicalResult(Operation *)> leave) {
  m_frames.back().function = function;
  findDeaths(function.getFunctionBody());
  return region(function.getFunctionBody(), leave);
}

LogicalResult Decoder::call(Operation *operation, FunctionOpInterface callee, ValueRange operands,
                            ResultRange results) {
  for (const Frame &frame : m_frames) {
    if (frame.function == callee.getOperation()) {
      return operation->emitError() << "recursive call of '" << callee.getName() << "'";
    }
  }
  if (callee.isExternal()) {
    return operation->emitError() << "call of '" << callee.getName() << "', which has no body";
  }
  llvm::SmallVector<Value> inputs = values(operands), outputs;
  for (mlir::Value result : results) {
    bool uniform = m_maxLanes == 0 && !isa<RankedTensorType>(result.getType());
    auto output = define(result, uniform);
    if (failed(output)) {
      return failure();
    }
    outputs.push_back(*output);
  }
  m_frames.emplace_back();
  auto leaveFrame = llvm::make_scope_exit([&] { m_frames.pop_back(); });
  for (auto [argument, input] : llvm::zip(callee.getArguments(), inputs)) {
    m_frames.back().values[argument] = input;
  }
  llvm::SmallVector<uint32_t> returns;
  LogicalResult body = functionBody(callee, [&](Operation *last) {
    emitParallelCopy(last, outputs, values(last->getOperands()));
    returns.push_back(emitJump(last));
    return success();
  });
  for (uint32_t jump : returns) {
    setTarget(jump, here());
  }
  return body;
}

LogicalResult Decoder::kernel(ModuleOp module, llvm::StringRef name) {
  m_module = module;
  auto function = dyn_cast_or_null<FunctionOpInterface>(SymbolTable::lookupSymbolIn(module, name));
  if (!function || function.isExternal()) {
    return module.emitError() << "no kernel '" << name << "' in the module";
  }
  m_frames.emplace_back();
  for (BlockArgument argument : function.getArguments()) {
    m_invariant = true;
    auto value = define(argument, true);
    m_invariant = false;
    if (failed(value)) {
      return failure();
    }
    if (isa<RankedTensorType>(argument.getType()) || !value->uniform) {
      return mlir::emitError(argument.getLoc())
             << "a kernel takes scalars and pointers, not " << argument.getType();
    }
    m_code.parameters.push_back(value->slot);
    m_code.parameterTypes.push_back(value->type);
  }
  LogicalResult result = functionBody(function, [&](Operation *last) {
    emit(last, execEnd);
    return success();
  });
  m_invariant = true;
  emit(function, execEnd);
  m_invariant = false;
  m_frames.pop_back();
  return result;
}

// --- Regions over many elements ------------------------------------------------------------------

bool Decoder::canVectorise(Region &body) const {
  if (!body.hasOneBlock()) {
    return false;
  }
  for (Operation &inner : body.front()) {
    if (auto callOp = dyn_cast<CallOpInterface>(&inner)) {
      auto callee = dyn_cast_or_null<FunctionOpInterface>(callOp.resolveCallable());
      if (!callee || callee.isExternal() || !canVectorise(callee.getFunctionBody())) {
        return false;
      }
      continue;
    }
    if (inner.getNumRegions() != 0 || !isMemoryEffectFree(&inner)) {
      return false;
    }
  }
  return true;
}

Value Decoder::bindArgument(mlir::Value argument, bool lanes) {
  Value value;
  value.type = storedTypeOf(argument.getType()).value_or(ElementType::I32);
  value.uniform = !lanes;
  value.lanes = lanes;
  value.slot = static_cast<uint32_t>(m_code.slots.size());
  m_code.slots.push_back({Slot::Kind::Bound, 0});
  m_slotBytes.push_back(0);
  m_frames.back().values[argument] = value;
  return value;
}

} // namespace charonia::compiler::interp
