// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of boxes: what is known of each tile, what is used of it, what became smaller for it.
#pragma once

#include "Demand.h"

namespace charonia::pe {

/// Collects a row for each buffer and tells them as remarks; see compiler::boxesOf.
class BoxTable {
public:
  BoxTable(ProgramOp program, const Demand &demand, Padding &padding,
           compiler::PassContext &context);

  /// A command that makes `cb` became smaller: "product", "load" ...
  void shrunk(mlir::Value cb, llvm::StringRef what);
  void report();

private:
  struct Row {
    std::string defined, padding, used, stopped;
    llvm::SmallVector<std::string> shrunk;
  };
  std::string stopOf(mlir::Value cb, const Paddings &paddings, const Box &box);

  Padding &m_padding;
  compiler::PassContext &m_context;
  llvm::MapVector<mlir::Value, Row> m_rows;
};

/// A bound as arithmetic on names of the source: "min(n - 64 * pid, 64)".
std::string textOf(const Bound &bound, int64_t extent);

} // namespace charonia::pe
