// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of scalars that a launch determines, for decisions that only change the speed or that hold
// for this launch alone.
#pragma once

#include "charonia/Support/PassContext.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <array>
#include <optional>

namespace charonia::pe {

/// Scalars of a kernel (`tile.kernel` or `pe.program`) for one program id, in the first iteration
/// of every loop.
class ScalarEvaluator {
public:
  /// Without `id`, what hangs on the program id is unknown.
  ScalarEvaluator(const compiler::LaunchFacts &launch, std::optional<std::array<int64_t, 3>> id)
      : m_launch(launch), m_id(id) {}

  /// Says which PE runs the program, of a grid with so many PEs and columns.
  void setPe(int64_t pe, int64_t numPes, int64_t columns) { m_pe = {pe, numPes, columns}; }

  /// Raw bits of `value` (zero-extended); nothing if the launch does not determine it.
  std::optional<uint64_t> operator()(mlir::Value value);

private:
  std::optional<uint64_t> evaluate(mlir::Value value);
  std::optional<uint64_t> evaluateMachine(mlir::Operation *op) const;
  std::optional<uint64_t> evaluateArgument(mlir::BlockArgument argument);

  const compiler::LaunchFacts &m_launch;
  std::optional<std::array<int64_t, 3>> m_id;
  std::optional<std::array<int64_t, 3>> m_pe; ///< PE, number of PEs, columns
  llvm::DenseMap<mlir::Value, std::optional<uint64_t>> m_known;
};

} // namespace charonia::pe
