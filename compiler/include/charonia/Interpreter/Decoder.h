// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns IR into steps for the interpreter. Dialects hook in with one function an op:
//
//   registerDecoder("tile.negate", [](Decoder &decoder, mlir::Operation *op) {
//     return decoder.elementwise(op, Fn::NegF);
//   });
#pragma once

#include "charonia/Interpreter/Code.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>

namespace charonia::compiler::interp {

class Decoder;

/// Emits the steps of one op. Reports on the op and fails if it cannot.
using DecodeFn = mlir::LogicalResult (*)(Decoder &decoder, mlir::Operation *op);

/// Adds the decoder of an op by its full name. A later call for the same name wins. Not
/// thread-safe: call before the first interpretation.
void registerDecoder(llvm::StringRef opName, DecodeFn decode);
/// The decoder of an op; null if there is none.
DecodeFn findDecoder(llvm::StringRef opName);

/// What an SSA value is at run time.
struct Value {
  uint32_t slot = 0;
  ElementType type = ElementType::I32;
  bool uniform = true;    ///< one element stands for all
  bool lanes = false;     ///< of a vectorised region: Machine::lanes elements
  bool invariant = false; ///< does not depend on the program id
  int64_t count = 1;      ///< elements, also of a uniform value's type
  llvm::SmallVector<int64_t, 4> shape;

  Operand operand() const { return {slot, static_cast<uint8_t>(uniform ? 0 : 1)}; }
  /// Elements that are stored; kLanes inside a vectorised region.
  int64_t stored() const { return uniform ? 1 : lanes ? kLanes : count; }
};

/// Element type, shape and number of stored elements of an IR type.
struct TypeLayout {
  ElementType type = ElementType::I32;
  llvm::SmallVector<int64_t, 4> shape;
  int64_t count = 1;
  bool aggregate = false; ///< block pointer or descriptor: `count` I64 elements
};
/// The element type in which a scalar is stored: elementTypeOf, and I64 for pointers.
std::optional<ElementType> storedTypeOf(mlir::Type type);
std::optional<TypeLayout> layoutOf(mlir::Type type);

/// Decodes one kernel. The functions below `kernel` are for the decoders of ops.
class Decoder {
public:
  explicit Decoder(Code &code, uint64_t maxSteps) : m_code(code), m_maxSteps(maxSteps) {}

  /// Decodes the function `name` of `module` with everything that it calls.
  mlir::LogicalResult kernel(mlir::ModuleOp module, llvm::StringRef name);

  // --- Values
  /// The decoded form of an operand.
  const Value &get(mlir::Value value) const;
  /// Gives a result its own storage; `uniform`: one element stands for all.
  mlir::FailureOr<Value> define(mlir::Value value, bool uniform);
  /// Lets a result share the storage of `other`, with the shape and element type of its own type.
  mlir::LogicalResult alias(mlir::Value value, Value other);
  /// Storage that lives until the op is decoded.
  Value temporary(ElementType type, int64_t count, bool uniform = false);
  /// `value` with all its elements stored; copies if it is uniform.
  Value materialise(mlir::Operation *op, const Value &value);
  /// A uniform constant.
  Value constant(ElementType type, uint64_t bits);
  /// A constant with all its elements given.
  Value constantArray(ElementType type, llvm::ArrayRef<uint64_t> bits);

  // --- Steps
  /// Appends a step; its place is the op's.
  Step &emit(mlir::Operation *op, Exec exec);
  /// Appends dst[i] = fn(operands...) for a result whose operands are all of type `in`.
  void emitElementwise(mlir::Operation *op, Fn fn, ElementType in, const Value &dst,
                       llvm::ArrayRef<Value> operands);
  void emitCopy(mlir::Operation *op, const Value &dst, const Value &src);
  /// Copies all pairs as if at once.
  void emitParallelCopy(mlir::Operation *op, llvm::ArrayRef<Value> dst, llvm::ArrayRef<Value> src);
  /// The op's single result is fn of its operands, element by element.
  mlir::LogicalResult elementwise(mlir::Operation *op, Fn fn);
  mlir::LogicalResult elementwise(mlir::Operation *op, Fn fn, ElementType in, ElementType out,
                                  llvm::ArrayRef<Value> operands, mlir::Value result);
  /// A payload that lives as long as the code.
  template <typename T>
  T &payload(Step &step) {
    auto owned = std::make_unique<T>();
    T &result = *owned;
    step.payload = owned.get();
    m_code.payloads.push_back(std::move(owned));
    return result;
  }
  template <typename T>
  T &payload(std::unique_ptr<T> owned) {
    T &result = *owned;
    m_code.payloads.push_back(std::move(owned));
    return result;
  }

  // --- Control
  uint32_t here() const { return static_cast<uint32_t>(m_code.steps.size()); }
  /// Emits a step that jumps; the target is set later.
  uint32_t emitJump(mlir::Operation *op, Exec exec = nullptr, Operand condition = {});
  void setTarget(uint32_t step, uint32_t target) { m_code.steps[step].target = target; }
  /// Emits a jump on an i1 value to be patched, taken when it is false.
  uint32_t emitJumpUnless(mlir::Operation *op, const Value &condition);
  /// Decodes the ops of a block, its terminator excluded.
  mlir::LogicalResult blockBody(mlir::Block &block);
  /// Decodes a region of blocks; terminators that leave it go to `leave`.
  mlir::LogicalResult region(mlir::Region &region,
                             llvm::function_ref<mlir::LogicalResult(mlir::Operation *)> leave);
  /// Values of a terminator's operands or of a range.
  llvm::SmallVector<Value> values(mlir::ValueRange range) const;
  /// Decodes a call in place.
  mlir::LogicalResult call(mlir::Operation *op, mlir::FunctionOpInterface callee,
                           mlir::ValueRange operands, mlir::ResultRange results);

  // --- Regions over many elements
  /// True if a region is one straight line of elementwise ops (calls included).
  bool canVectorise(mlir::Region &region) const;
  /// Binds a region argument to a slot that is set while running.
  Value bindArgument(mlir::Value argument, bool lanes);
  /// While > 0, values are vectors of at most this many elements.
  int64_t maxLanes() const { return m_maxLanes; }
  void setMaxLanes(int64_t lanes) { m_maxLanes = lanes; }

  mlir::ModuleOp module() const { return m_module; }
  Code &code() { return m_code; }

private:
  struct Frame {
    llvm::DenseMap<mlir::Value, Value> values;
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> deaths;
    mlir::Operation *function = nullptr;
  };

  mlir::LogicalResult op(mlir::Operation *op);
  mlir::LogicalResult
  functionBody(mlir::FunctionOpInterface function,
               llvm::function_ref<mlir::LogicalResult(mlir::Operation *)> leave);
  void findDeaths(mlir::Region &region);
  void findDeath(mlir::Value value);
  bool isInvariant(mlir::Operation *op) const;
  uint32_t allocate(uint64_t bytes, bool permanent);
  void release(uint32_t slot);
  uint32_t placeOf(mlir::Operation *op);
  void releaseTemporaries(size_t from);

  Code &m_code;
  uint64_t m_maxSteps;
  mlir::ModuleOp m_module;
  std::vector<Frame> m_frames;
  std::vector<uint32_t> m_temporaries;
  std::vector<uint64_t> m_slotBytes; ///< reusable bytes of a slot; 0: not ours to reuse
  std::map<uint64_t, std::vector<uint64_t>> m_free; ///< offsets by size
  llvm::DenseMap<mlir::Operation *, uint32_t> m_places;
  std::map<std::pair<ElementType, uint64_t>, uint32_t> m_constants;
  int64_t m_maxLanes = 0;
  bool m_invariant = false;
};

} // namespace charonia::compiler::interp
