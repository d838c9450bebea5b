// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer and pointer tensors of a kernel as linear forms over the dimensions of the tile.
#pragma once

#include "ScalarForms.h"

#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>

namespace charonia::tile {

/// Where an index runs round a modulus inside the tile: `delta` is added for i[dim] >= threshold.
struct Wrap {
  unsigned dim = 0;
  Poly threshold, delta;
  Poly room;           ///< elements before the first wrap, counted from where the tile begins
  bool unused = false; ///< what lies behind the threshold is not needed
  bool operator==(const Wrap &) const = default;
};

/// A term of a flat index E = start + i[dim]: coeff * (E // divisor) % modulus. E is never
/// negative.
struct Digit {
  unsigned dim = 0;
  Poly start;
  int64_t divisor = 1, modulus = 0; ///< modulus 0: no remainder is taken
  Poly coeff;
  /// True if both are the same digit, whatever its coefficients.
  bool isSameAs(const Digit &other) const {
    return dim == other.dim && divisor == other.divisor && modulus == other.modulus &&
           start == other.start;
  }
  bool operator==(const Digit &) const = default;
};

struct Guard;

/// value[i] = base + sum coeff[d] * i[d] + digits (+ wrap), or not linear, with the reason in
/// words.
struct Form {
  bool linear = false;
  std::string why;
  Poly base;
  std::vector<Poly> coeff;   ///< one a dimension; 0 where the extent is 1
  std::vector<Digit> digits; ///< one entry a digit
  std::optional<Wrap> wrap;
  int arg = -1; ///< pointers: the kernel argument they are derived from
  /// The form is that of a lane only where all of these are negative; they assume nothing.
  std::vector<Form> assumed;
  /// Index arithmetic that must not leave its type in lanes that are on: nothing here proves it.
  std::vector<Guard> guards;
  bool operator==(const Form &other) const;
  static Form opaque(std::string reason);
  bool isUniform() const;
};

/// `form` is what an integer of `bits` bits holds, unless its arithmetic wraps round.
struct Guard {
  Form form; ///< no digits, no wrap, no guards
  unsigned bits = 32;
  bool operator==(const Guard &) const = default;
};

inline Form Form::opaque(std::string reason) {
  Form form;
  form.why = std::move(reason);
  return form;
}

/// A computation that gives right boxes only where low and high lie within the limits.
struct RangeCheck {
  Poly low, high;
  Interval limits;
  Poly lanes = Poly(1); ///< holds where there are lanes: where this is positive
};

/// What a mask says: lanes are on where every form is negative, and possibly a rest.
struct MaskBounds {
  std::vector<Form> negative; ///< over the dimensions of the access
  bool discrete = false;      ///< there is a rest that is no interval
  std::string why;
  std::vector<RangeCheck> checks; ///< that the forms take for granted
};

/// A scalar that control flow carries beside a tile whose form keeps its coefficients: its base.
struct Companion {
  /// What it is where it comes from: of a branch, by branch; of what a loop carries, before the
  /// loop and after each round; of what a condition passes on, there.
  llvm::SmallVector<Poly, 2> sources;
};

class TensorForms {
public:
  explicit TensorForms(ScalarForms &scalars) : m_scalars(scalars) {}

  /// The form of a tensor, or of a scalar as a tensor without dimensions.
  Form formOf(mlir::Value value);

  /// The range of a form over the tile `shape`.
  Interval rangeOf(const Form &form, llvm::ArrayRef<int64_t> shape) const;

  Interval rangeOfDigit(const Digit &digit, llvm::ArrayRef<int64_t> shape) const;

  /// True if what `form` assumes holds wherever the mask is on.
  bool isAssured(const Form &form, const MaskBounds &bounds, llvm::ArrayRef<int64_t> shape);

  /// The check of `guard` over the lanes lower <= i < upper; nothing if it cannot be computed.
  std::optional<RangeCheck> checkOf(const Guard &guard, llvm::ArrayRef<Poly> lower,
                                    llvm::ArrayRef<Poly> upper);

  /// Bounds of an i1 tensor of `shape`.
  MaskBounds boundsOf(mlir::Value mask, llvm::ArrayRef<int64_t> shape);
  /// Adds the bounds that an i1 tensor sets whose dimension d is dimension dims[d] of `shape`, or
  /// -1 where its extent is 1.
  void addMask(mlir::Value mask, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int> dims,
               MaskBounds &bounds);

  ScalarForms &scalars() { return m_scalars; }

  /// By tile: a result or argument of control flow. Symbols of these tiles stand for companions.
  const llvm::MapVector<mlir::Value, Companion> &companions() const { return m_companions; }

private:
  Form computeForm(mlir::Value value);
  Form formOfOp(mlir::Operation *op, mlir::RankedTensorType type);
  // CarriedForms.cpp: tiles that control flow carries.
  Form carriedForm(mlir::BlockArgument argument, mlir::RankedTensorType type);
  Form roundForm(mlir::BlockArgument argument, mlir::Value before, mlir::Value after,
                 mlir::Operation *loop);
  Form passedForm(mlir::Value passed, mlir::Value into, mlir::scf::WhileOp loop);
  Form resultOfLoop(mlir::scf::ForOp loop, unsigned index);
  Form resultOfBranch(mlir::scf::IfOp branch, unsigned index);
  bool isSteady(const Form &form, mlir::Operation *op) const;
  Form reshaped(const Form &form, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
  Form sum(const Form &a, const Form &b, int64_t factor);
  Form scaled(const Form &form, const Poly &factor);
  Form divided(const Form &form, const Form &by, mlir::RankedTensorType type, bool wantsRest);
  /// The only dimension that varies in a form that wraps at most once round `modulus`.
  std::optional<unsigned> wrappingDim(const Form &form, mlir::RankedTensorType type,
                                      Wide modulus) const;
  Form dividedByConstant(const Form &form, int64_t q, mlir::RankedTensorType type, bool wantsRest);
  /// A form that is nothing but a digit, divided; nothing if it stays no digit.
  std::optional<Form> dividedDigit(const Form &form, int64_t q, bool wantsRest) const;
  /// (base + q * whole + part) divided by q, of the varying terms of whole and part: the rest that
  /// no shorter form has becomes a digit, whose flat index keeps all of `base`.
  Form digitOf(const Poly &base, const Form &whole, const Form &part, int64_t q, bool wantsRest);
  bool isExact(const Form &form, mlir::RankedTensorType type) const;
  /// `form` as the exact value of a tensor of `type`: guarded where that is not proved.
  Form guarded(Form form, mlir::RankedTensorType type) const;
  /// Prepares a side of a comparison, and adds to the checks of the mask what it takes for granted;
  /// false if that cannot be checked.
  bool addSide(Form &form, bool isOtherUniform, mlir::RankedTensorType type, MaskBounds &bounds);
  /// One of two forms by a condition that is the same for all lanes.
  Form chosen(const Form &a, const Form &b,
              llvm::function_ref<Poly(const Poly &, const Poly &)> choose);
  Form selected(mlir::Value condition, const Form &a, const Form &b);
  /// 1 or 0 if the i1 value is the same for the whole tile and known, -1 otherwise.
  int decide(mlir::Value condition);
  int decideCompare(mlir::arith::CmpIOp compare);

  void addCompare(mlir::arith::CmpIOp compare, llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int> dims, MaskBounds &bounds);
  /// Adds `form < 0`.
  void addNegative(Form form, llvm::ArrayRef<int64_t> inner, llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<int> dims, MaskBounds &bounds);
  /// Adds `condition < 0`, the same for all lanes.
  void addUniform(const Poly &condition, size_t rank, MaskBounds &bounds);

  ScalarForms &m_scalars;
  /// What is known; layers above the first hold under the assumptions of loops being looked at.
  std::vector<llvm::DenseMap<mlir::Value, Form>> m_forms{1};
  llvm::MapVector<mlir::Value, Companion> m_companions;
};

} // namespace charonia::tile
