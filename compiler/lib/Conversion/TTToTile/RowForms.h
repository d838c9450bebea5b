// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index tensors that are linear but for parts that each depend on one dimension only: the part's
// value is whatever the kernel computes.
#pragma once

#include "TensorForms.h"

#include "llvm/ADT/SmallBitVector.h"

namespace charonia::tile {

/// scale * value[... i[dim] ...]: the value is an integer or pointer tensor that varies along its
/// dimension `sourceDim` alone, which is dimension `dim` of the tile. It is sign-extended.
struct RowTerm {
  mlir::Value value;
  unsigned sourceDim = 0, dim = 0;
  Poly scale = Poly(1);
};

/// An i1 tensor that varies along its dimension `sourceDim` alone.
struct RowMask {
  mlir::Value value;
  unsigned sourceDim = 0;
};

/// value[i] = base + sum coeff[d] * i[d] + sum of the terms, or the reason in words why not.
struct RowForm {
  bool known = false;
  std::string why;
  Poly base;
  std::vector<Poly> coeff;
  std::vector<RowTerm> terms;
  int arg = -1; ///< pointers: the kernel argument they are derived from
  static RowForm unknown(std::string reason) {
    RowForm form;
    form.why = std::move(reason);
    return form;
  }
};

/// A part of a mask: an i1 tensor whose dimension d is dimension dims[d] of the access (-1: extent
/// 1).
struct MaskLeaf {
  mlir::Value value;
  llvm::SmallVector<int> dims;
};

class RowForms {
public:
  explicit RowForms(TensorForms &tensors) : m_tensors(tensors), m_scalars(tensors.scalars()) {}

  /// The form of an integer or pointer tensor. Exact, except that an address whose 32-bit offset
  /// wraps round may come out as another one; both are then outside of every buffer.
  RowForm formOf(mlir::Value value);

  /// The dimensions along which a tensor may vary.
  llvm::SmallBitVector variesIn(mlir::Value value);

  /// A range that holds every element of an integer tensor.
  Interval rangeOf(mlir::Value value) { return rangeOf(value, 0); }
  /// A range of the part of a form that its dimensions and terms make.
  Interval spanOf(const RowForm &form, llvm::ArrayRef<int64_t> shape);

  /// The parts whose conjunction is `mask`, an i1 tensor of the shape of the access.
  llvm::SmallVector<MaskLeaf> leavesOf(mlir::Value mask);

private:
  RowForm structural(mlir::Operation *op, mlir::RankedTensorType type);
  RowForm arithmetic(mlir::Operation *op, mlir::RankedTensorType type);
  RowForm pointerSum(mlir::Operation *op, mlir::RankedTensorType type);
  RowForm sum(RowForm a, const RowForm &b, int64_t factor);
  RowForm scaled(RowForm form, const Poly &factor);
  bool isExact(const RowForm &form, mlir::RankedTensorType type);
  bool wrapLeavesMemory(const RowForm &pointer, const RowForm &offset, mlir::RankedTensorType type,
                        int64_t bytes);
  Interval rangeOf(mlir::Value value, unsigned depth);

  TensorForms &m_tensors;
  ScalarForms &m_scalars;
};

} // namespace charonia::tile
