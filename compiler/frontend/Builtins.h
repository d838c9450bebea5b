// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of Builtins.def: binds their arguments and emits what they mean.
#pragma once

#include "Emitter.h"

#include <optional>
#include <string>
#include <vector>

namespace charonia::frontend {

class Builtins {
public:
  explicit Builtins(Emitter &emitter) : m_emitter(emitter) {}

  /// `site`: the nodes of the arguments, if it is a call of the source.
  Value call(const Value &callee, std::vector<Value> positional,
             std::vector<std::pair<std::string, Value>> keywords, const CallSite &site = {});

private:
  using Handler = Value (Builtins::*)(const BoundArguments &);
  static Handler handler(int id);
  Value fail(Code code, std::string message) {
    return m_emitter.reporter().fail(code, std::move(message));
  }
  Semantic &semantic() { return m_emitter.semantic(); }
  IrBuilder &ir() { return m_emitter.semantic().ir(); }

  bool bind(const Value &callee, std::vector<Value> &positional,
            std::vector<std::pair<std::string, Value>> &keywords, BoundArguments &bound,
            const CallSite &site);
  /// Keeps for each bound value, and each item of a written tuple, where it is written.
  void noteArguments(const BoundArguments &bound,
                     const std::vector<std::vector<const Node *>> &nodes);
  /// Where the value of an argument is written, by its address; null when it is not.
  const Node *nodeOf(const Value &value) const;
  /// Reports at the argument that `value` is, with how to make it a compile-time one if it is a
  /// tensor.
  void failArgument(const Value &value, Code code, std::string message);
  /// Reports a word that is none of `words`; the empty one is always allowed.
  bool checkWord(const Value &value, const std::string &word, const char *what,
                 const std::vector<std::string> &words);
  Value callLibdevice(const std::string &name, std::vector<Value> operands);

  /// "; use tl.float32" for what was given in place of a type.
  static std::string dtypeHint(const Value &value);
  // Compile-time arguments; each reports when the value is of the wrong kind.
  std::optional<int64_t> integer(const Value &value, const char *what);
  std::optional<bool> boolean(const Value &value, const char *what);
  std::optional<std::string> text(const Value &value, const char *what);
  std::optional<Scalar> scalarType(const Value &value, const char *what);
  std::optional<std::vector<int64_t>> integers(const Value &value, const char *what);
  /// `*shape` parameters: integers, or one tuple of them.
  std::optional<std::vector<int64_t>> variadicIntegers(const Value &value, const char *what);

  Value mathUnary(const char *op, const char *name, const BoundArguments &arguments) {
    return semantic().floatUnary(op, name, arguments[0]);
  }
  Value atomic(const char *kind, const BoundArguments &arguments);
  /// Are the words for memory order and scope known ones?
  bool checkOrder(const std::string &function, const BoundArguments &arguments,
                  const std::string &order, const std::string &scope);
  Value setHint(const char *name, const BoundArguments &arguments);
  Value makeRange(const char *kind, const Value &first, const Value &second, const Value &step);
  bool hasAttribute(const Value &object, const std::string &name);
  Value minMaxChain(bool maximum, const BoundArguments &arguments);
  Semantic::Combine combiner(const Value &function);

  // Block pointers and descriptors are kept as their parts and become addresses and masks at each
  // access.
  struct BlockAccess {
    Value pointer, mask;
  };
  std::optional<BlockAccess> blockAccess(const Value &object, const std::vector<Value> &offsets,
                                         const std::vector<int64_t> &checked);
  /// All dimensions of a tensor descriptor at scalar offsets.
  std::optional<BlockAccess> descriptorAccess(const Value &object, const Value &offsets);
  /// Rows `rows` of a descriptor from column `column` on.
  std::optional<BlockAccess> rowAccess(const Value &object, const Value &rows, const Value &column);
  bool isDescriptor(const Value &object);
  /// "", "zero" or "nan"; nullopt after an error.
  std::optional<std::string> paddingOption(const Value &value, const char *what);
  bool checkOrder(std::vector<int64_t> order, size_t rank);
  bool checkDescriptor(const Type &element, const std::vector<int64_t> &block,
                       const Value &strides);
  struct SliceParts {
    IrValues offsets;
    std::vector<int64_t> sizes;
    std::vector<int32_t> strides;
  };
  /// The offsets, sizes and strides of a slice of a block of rank `rank`.
  std::optional<SliceParts> sliceParts(size_t rank, const Value &offsets, const Value &sizes,
                                       const Value &strides, const char *what);
  Value blockLoad(const Value &object, const BoundArguments &arguments);
  Value blockStore(const Value &object, const BoundArguments &arguments);
  std::optional<std::vector<Value>> indexTuple(const Value &value, size_t rank, Scalar scalar,
                                               const char *what);

  // One per handler of Builtins.def.
  Value programId(const BoundArguments &arguments);
  Value numPrograms(const BoundArguments &arguments);
  Value arange(const BoundArguments &arguments);
  Value full(const BoundArguments &arguments);
  Value toTensor(const BoundArguments &arguments);
  Value cast(const BoundArguments &arguments);
  Value broadcast(const BoundArguments &arguments);
  Value broadcastTo(const BoundArguments &arguments);
  Value expandDims(const BoundArguments &arguments);
  Value reshape(const BoundArguments &arguments);
  Value view(const BoundArguments &arguments);
  Value item(const BoundArguments &arguments);
  Value trans(const BoundArguments &arguments);
  Value permute(const BoundArguments &arguments);
  Value join(const BoundArguments &arguments);
  Value split(const BoundArguments &arguments);
  Value cat(const BoundArguments &arguments);
  Value add(const BoundArguments &arguments);
  Value sub(const BoundArguments &arguments);
  Value mul(const BoundArguments &arguments);
  Value where(const BoundArguments &arguments);
  Value minimum(const BoundArguments &arguments);
  Value maximum(const BoundArguments &arguments);
  Value clamp(const BoundArguments &arguments);
  Value fma(const BoundArguments &arguments);
  Value fdiv(const BoundArguments &arguments);
  Value divRn(const BoundArguments &arguments);
  Value umulhi(const BoundArguments &arguments);
  Value logicalAnd(const BoundArguments &arguments);
  Value logicalOr(const BoundArguments &arguments);
  Value expectZero(const BoundArguments &arguments);
  Value abs(const BoundArguments &arguments);
  Value exp(const BoundArguments &arguments);
  Value exp2(const BoundArguments &arguments);
  Value log(const BoundArguments &arguments);
  Value log2(const BoundArguments &arguments);
  Value cos(const BoundArguments &arguments);
  Value sin(const BoundArguments &arguments);
  Value sqrt(const BoundArguments &arguments);
  Value sqrtRn(const BoundArguments &arguments);
  Value rsqrt(const BoundArguments &arguments);
  Value erf(const BoundArguments &arguments);
  Value floor(const BoundArguments &arguments);
  Value ceil(const BoundArguments &arguments);
  Value dot(const BoundArguments &arguments);
  Value load(const BoundArguments &arguments);
  Value store(const BoundArguments &arguments);
  Value atomicAdd(const BoundArguments &arguments);
  Value atomicMax(const BoundArguments &arguments);
  Value atomicMin(const BoundArguments &arguments);
  Value atomicAnd(const BoundArguments &arguments);
  Value atomicOr(const BoundArguments &arguments);
  Value atomicXor(const BoundArguments &arguments);
  Value atomicXchg(const BoundArguments &arguments);
  Value atomicCas(const BoundArguments &arguments);
  Value makeBlockPointer(const BoundArguments &arguments);
  Value advance(const BoundArguments &arguments);
  Value makeDescriptor(const BoundArguments &arguments);
  Value descriptorLoad(const BoundArguments &arguments);
  Value descriptorStore(const BoundArguments &arguments);
  Value descriptorGather(const BoundArguments &arguments);
  Value descriptorScatter(const BoundArguments &arguments);
  Value descriptorAtomic(const BoundArguments &arguments);
  Value mapElementwise(const BoundArguments &arguments);
  Value extractSlice(const BoundArguments &arguments);
  Value insertSlice(const BoundArguments &arguments);
  Value peQuery(const BoundArguments &arguments);
  Value reReduce(const BoundArguments &arguments);
  Value gridBarrier(const BoundArguments &arguments);
  Value reduce(const BoundArguments &arguments);
  Value scan(const BoundArguments &arguments);
  Value histogram(const BoundArguments &arguments);
  Value gather(const BoundArguments &arguments);
  Value multipleOf(const BoundArguments &arguments);
  Value maxContiguous(const BoundArguments &arguments);
  Value maxConstancy(const BoundArguments &arguments);
  Value assume(const BoundArguments &arguments);
  Value debugBarrier(const BoundArguments &arguments);
  Value staticAssert(const BoundArguments &arguments);
  Value staticPrint(const BoundArguments &arguments);
  Value devicePrint(const BoundArguments &arguments);
  Value deviceAssert(const BoundArguments &arguments);
  Value range(const BoundArguments &arguments);
  Value staticRange(const BoundArguments &arguments);
  Value condition(const BoundArguments &arguments);
  Value makeConstexpr(const BoundArguments &arguments);
  Value pointerType(const BoundArguments &arguments);
  Value makeTuple(const BoundArguments &arguments);
  Value cdivHost(const BoundArguments &arguments);
  Value nextPowerOf2(const BoundArguments &arguments);
  Value pyRange(const BoundArguments &arguments);
  Value pyLen(const BoundArguments &arguments);
  Value pyMin(const BoundArguments &arguments);
  Value pyMax(const BoundArguments &arguments);
  Value pyStr(const BoundArguments &arguments);
  Value pyBool(const BoundArguments &arguments);
  Value pyAbs(const BoundArguments &arguments);
  Value targetNone(const BoundArguments &arguments);
  Value targetFalse(const BoundArguments &arguments);
  Value hostMath(const BoundArguments &arguments);
  Value pyInt(const BoundArguments &arguments);
  Value pyFloat(const BoundArguments &arguments);
  Value pyIsInstance(const BoundArguments &arguments);
  Value pyGetattr(const BoundArguments &arguments);
  Value pyHasattr(const BoundArguments &arguments);

  Emitter &m_emitter;
  std::vector<std::pair<const Value *, const Node *>> m_argumentNodes; ///< of the current call
};

} // namespace charonia::frontend
