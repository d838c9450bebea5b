// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an integer or a condition is, as a function of the lane: linear forms over lane indices and
// scalars, and conditions over them. Two tensors that compute the same from the same have the same
// form, whatever broadcasts stand between them, so that one mask can be seen to imply another.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace charonia::compiler::lint {

using AtomId = uint32_t;
using CondId = uint32_t;

/// A term of a form: a lane index, or a value that is not taken apart.
struct Atom {
  enum class Kind : uint8_t { Lane, Leaf, Reshaped } kind = Kind::Leaf;
  mlir::Value value;        ///< Leaf
  uint32_t part = 0;        ///< Lane: its extent; Leaf: which of several things about the value
  std::vector<int> dims;    ///< Lane: the dimension; Leaf: where each of its dimensions lies now
  AtomId inner = 0;         ///< Reshaped: the atom before
  mlir::Type before, after; ///< Reshaped
};

/// constant + sum of coefficient * atom; atoms ascend, no coefficient is 0.
struct Form {
  int64_t constant = 0;
  std::vector<std::pair<AtomId, int64_t>> terms;
};

/// A condition in negation normal form.
struct Cond {
  enum class Kind : uint8_t { False, True, NonNegative, Leaf, NotLeaf, And, Or } kind = Kind::True;
  Form form;                 ///< NonNegative: form >= 0
  AtomId leaf = 0;           ///< Leaf, NotLeaf
  std::vector<CondId> parts; ///< And, Or: sorted, at least two
};

struct Bounds {
  std::optional<int64_t> low, high;
};

/// The pool of forms and conditions of one kernel. Ids stay valid.
class LaneForms {
public:
  LaneForms();
  static constexpr CondId kFalse = 0, kTrue = 1;

  Form formOf(mlir::Value value);
  CondId condOf(mlir::Value value);
  /// What `op` computes is a leaf with number `part` over all lanes of `type`.
  CondId opaque(mlir::Value value, uint32_t part, mlir::Type type);

  static Form constant(int64_t value) { return {value, {}}; }
  static Form add(const Form &left, const Form &right, int64_t factor = 1);
  /// The index of the lane along `dim`, which has `extent` lanes.
  Form lane(int dim, int64_t extent);
  CondId nonNegative(const Form &form);
  CondId negate(CondId cond);
  CondId conjunction(std::vector<CondId> parts);
  CondId disjunction(std::vector<CondId> parts);

  /// True if whenever `fact` holds, `cond` does.
  bool implies(CondId fact, CondId cond);
  bool implied(llvm::ArrayRef<CondId> facts, CondId cond);

  /// The condition of a lane of the result of shape op `op` when `cond` is about its operand: dims
  /// renumbered; a reshape that mixes dimensions makes atoms of their own.
  CondId through(mlir::Operation *op, CondId cond);
  /// A condition without dimension `axis` that holds only if `cond` holds along all of it. `drop`:
  /// dimensions above `axis` move down.
  CondId forAll(CondId cond, int axis, bool drop);
  /// As `forAll`, keeping what holds of lane i only if it holds of all before it (after it if
  /// `reverse`).
  CondId forPrefix(CondId cond, int axis, bool reverse);
  /// Dimension i becomes dims[i].
  CondId renumber(CondId cond, llvm::ArrayRef<int> dims);
  /// A condition that does not mention values defined inside `region` and holds only if `cond` does
  /// for whatever values they take.
  CondId withoutValuesOf(CondId cond, mlir::Region &region);
  /// Bounds of a form over all lanes and program ids, in every launch.
  Bounds boundsOf(const Form &form);

  const Cond &cond(CondId id) const { return m_conds[id]; }

private:
  Form computeForm(mlir::Value value);
  CondId computeCond(mlir::Value value);
  CondId compareCond(mlir::Operation *op);
  Form leafForm(mlir::Value value);
  AtomId atom(Atom atom);
  CondId make(Cond cond);
  CondId join(Cond::Kind kind, std::vector<CondId> parts);
  bool isNonNegative(const Form &form);
  Bounds boundsOfAtom(AtomId id);
  Bounds boundsOfValue(mlir::Value value);
  /// Rebuilds `cond` with `literal` in place of each literal.
  template <typename Fn>
  CondId rebuild(CondId cond, Fn literal);
  /// The literal with each of its atoms mapped; kFalse if `map` gives none for one.
  template <typename Map>
  CondId mapAtoms(CondId literal, Map map);
  template <typename Fn>
  bool anyAtom(CondId literal, Fn predicate);
  std::optional<AtomId> renumberAtom(AtomId id, llvm::ArrayRef<int> dims);

  std::vector<Atom> m_atoms;
  std::vector<Cond> m_conds;
  std::map<std::vector<uint64_t>, AtomId> m_atomIds;
  std::map<std::vector<uint64_t>, CondId> m_condIds;
  llvm::DenseMap<mlir::Value, Form> m_forms;
  llvm::DenseMap<mlir::Value, CondId> m_valueConds;
  int m_depth = 0;
};

/// Shape of a tile; empty for a scalar.
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Type type) {
  auto shaped = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return shaped ? shaped.getShape() : llvm::ArrayRef<int64_t>();
}

/// The splat integer that `value` is, if it is a constant.
std::optional<int64_t> constantOf(mlir::Value value);

} // namespace charonia::compiler::lint
