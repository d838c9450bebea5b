// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer and pointer tensors of a kernel as linear forms over the dimensions of the tile.
#pragma once

#include "ScalarForms.h"

#include <optional>
#include <string>

namespace charonia::tile {

/// Where an index runs round a modulus inside the tile: `delta` is added for i[dim] >= threshold.
struct Wrap {
  unsigned dim = 0;
  Poly threshold, delta;
  bool operator==(const Wrap &) const = default;
};

/// value[i] = base + sum coeff[d] * i[d] (+ wrap), or not linear, with the reason in words.
struct Form {
  bool linear = false;
  std::string why;
  Poly base;
  std::vector<Poly> coeff; ///< one a dimension; 0 where the extent is 1
  std::optional<Wrap> wrap;
  int arg = -1; ///< pointers: the kernel argument they are derived from
  static Form opaque(std::string reason) {
    Form form;
    form.why = std::move(reason);
    return form;
  }
  bool isUniform() const;
};

/// The bounds that a mask sets: an intersection of intervals, one a dimension, and possibly a rest.
struct MaskBounds {
  std::vector<std::vector<Poly>> lower, upper; ///< per dimension; empty: no bound
  bool discrete = false;                       ///< there is a rest that is no interval
  std::string why;
};

class TensorForms {
public:
  explicit TensorForms(ScalarForms &scalars) : m_scalars(scalars) {}

  /// The form of a tensor, or of a scalar as a tensor without dimensions.
  Form formOf(mlir::Value value);

  /// The range of a form over the tile `shape`.
  Interval rangeOf(const Form &form, llvm::ArrayRef<int64_t> shape) const;

  /// Bounds of an i1 tensor of `shape`.
  MaskBounds boundsOf(mlir::Value mask, llvm::ArrayRef<int64_t> shape);

  ScalarForms &scalars() { return m_scalars; }

private:
  Form computeForm(mlir::Value value);
  Form formOfOp(mlir::Operation *op, mlir::RankedTensorType type);
  Form carriedForm(mlir::BlockArgument argument, mlir::RankedTensorType type);
  Form reshaped(const Form &form, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to);
  Form sum(const Form &a, const Form &b, int64_t factor);
  Form scaled(const Form &form, const Poly &factor);
  Form divided(const Form &form, const Form &by, mlir::RankedTensorType type, bool wantsRest);
  bool isExact(const Form &form, mlir::RankedTensorType type) const;
  /// 1 or 0 if the i1 value is the same for the whole tile and known, -1 otherwise.
  int decide(mlir::Value condition);
  int decideCompare(mlir::arith::CmpIOp compare);

  void addMask(mlir::Value mask, llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int> dims,
               MaskBounds &bounds);
  void addCompare(mlir::arith::CmpIOp compare, llvm::ArrayRef<int64_t> shape,
                  llvm::ArrayRef<int> dims, MaskBounds &bounds);
  /// Adds `form < 0`.
  void addNegative(const Form &form, llvm::ArrayRef<int64_t> inner, llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<int> dims, MaskBounds &bounds);

  ScalarForms &m_scalars;
  llvm::DenseMap<mlir::Value, Form> m_forms;
};

} // namespace charonia::tile
