// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the `tt` module without showing MLIR: values and blocks are opaque handles, ops are made
// by name. So the typing rules and the emitter compile without MLIR headers.
#pragma once

#include "Types.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy>
class OwningOpRef;
} // namespace mlir

namespace charonia::frontend {

/// An SSA value.
struct IrValue {
  void *opaque = nullptr;
  explicit operator bool() const { return opaque != nullptr; }
  bool operator==(const IrValue &other) const { return opaque == other.opaque; }
};

/// A block, in a region or not yet.
struct IrBlock {
  void *opaque = nullptr;
};

/// An attribute of an op.
struct IrAttribute {
  enum class Kind : uint8_t { I32, I64, Bool, String, Unit, I32Array, I32Tensor };
  std::string name;
  Kind kind = Kind::I32;
  int64_t integer = 0;
  std::string text;
  std::vector<int32_t> array;

  static IrAttribute i32(std::string name, int64_t value) {
    return {std::move(name), Kind::I32, value, {}, {}};
  }
  static IrAttribute i64(std::string name, int64_t value) {
    return {std::move(name), Kind::I64, value, {}, {}};
  }
  static IrAttribute boolean(std::string name, bool value) {
    return {std::move(name), Kind::Bool, value ? 1 : 0, {}, {}};
  }
  static IrAttribute string(std::string name, std::string value) {
    return {std::move(name), Kind::String, 0, std::move(value), {}};
  }
  static IrAttribute unit(std::string name) { return {std::move(name), Kind::Unit, 0, {}, {}}; }
  static IrAttribute i32Array(std::string name, std::vector<int32_t> values) {
    return {std::move(name), Kind::I32Array, 0, {}, std::move(values)};
  }
  static IrAttribute i32Tensor(std::string name, std::vector<int32_t> values) {
    return {std::move(name), Kind::I32Tensor, 0, {}, std::move(values)};
  }
};
using IrAttributes = std::vector<IrAttribute>;
using IrValues = std::vector<IrValue>;

/// A loop-carried candidate: argument `argument` of the loop's blocks starts as `init`; `yield` is
/// its value at the end of the body. Not `kept`: the argument never changes and is replaced by
/// `init`.
struct IrCarried {
  unsigned argument = 0;
  IrValue init, yield;
  Type type;
  bool kept = true;
};

class IrBuilder {
public:
  explicit IrBuilder(mlir::MLIRContext &context);
  ~IrBuilder();
  IrBuilder(const IrBuilder &) = delete;
  IrBuilder &operator=(const IrBuilder &) = delete;

  /// Location of the ops made from here on: 1-based line and byte column, and the Python variable
  /// that is being assigned (empty: none).
  void setPlace(const std::string &file, uint32_t line, uint32_t column,
                const std::string &variable);

  /// Ops made so far.
  uint64_t opCount() const;

  IrValue integer(const Type &type, Integer value);
  IrValue floating(const Type &type, double value);
  /// One result. `op` is the full name ("arith.addi").
  IrValue op(std::string_view name, const IrValues &operands, const Type &result,
             const IrAttributes &attributes = {});
  IrValues ops(std::string_view name, const IrValues &operands, const std::vector<Type> &results,
               const IrAttributes &attributes = {});
  void effect(std::string_view name, const IrValues &operands, const IrAttributes &attributes = {});
  /// tt.splat; a constant becomes a dense constant.
  IrValue splat(IrValue scalar, const Type &block);
  /// A discardable hint on the defining op of `value`; nothing for block arguments.
  void hint(IrValue value, const std::string &name, const std::vector<int32_t> &values);

  // Structured control flow: blocks are filled first, then the op is made round them.
  IrBlock beginBlock(const std::vector<Type> &arguments);
  void endBlock();
  void discard(IrBlock block);
  IrValue argument(IrBlock block, unsigned index);
  IrValues createIf(IrValue condition, IrBlock thenBlock, const IrValues &thenYields,
                    IrBlock elseBlock, const IrValues &elseYields,
                    const std::vector<Type> &results);
  /// Results of the kept candidates, in order. Argument 0 of `body` is the induction variable.
  IrValues createFor(IrValue lower, IrValue upper, IrValue step, IrBlock body,
                     const std::vector<IrCarried> &carried, const IrAttributes &attributes);
  IrValues createWhile(IrBlock before, IrValue condition, IrBlock body,
                       const std::vector<IrCarried> &carried);
  /// tt.reduce or tt.scan ("tt.reduce.return" ends the region).
  IrValues createRegionOp(std::string_view name, const IrValues &inputs,
                          const std::vector<Type> &results, const IrAttributes &attributes,
                          IrBlock region, const IrValues &yields);

  // Functions and unstructured control flow.
  void beginFunction(const std::string &name, const std::vector<Type> &arguments,
                     const std::vector<std::string> &argumentNames,
                     const std::vector<bool> &divisible, bool isPublic, bool noinlineFunction);
  void endFunction(const std::vector<Type> &results);
  IrValue functionArgument(unsigned index);
  IrValues call(const std::string &callee, const IrValues &arguments,
                const std::vector<Type> &results);
  IrBlock functionBlock(const std::vector<Type> &arguments);
  void enter(IrBlock block);
  IrBlock currentBlock();
  void branch(IrBlock target, const IrValues &arguments);
  void conditionalBranch(IrValue condition, IrBlock whenTrue, IrBlock whenFalse);

  /// Takes the module after verification; on failure `error` holds the verifier's words.
  bool finish(mlir::OwningOpRef<mlir::ModuleOp> &module, std::string &error);

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

} // namespace charonia::frontend
