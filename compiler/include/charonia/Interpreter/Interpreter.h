// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference: runs a kernel's IR as it stands, one program instance after the other, with the
// arithmetic of sim/numerics. What the simulator computes must agree with it bit for bit.
#pragma once

#include "charonia/compiler/Compiler.h"
#include "charonia/program/Program.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <stop_token>

namespace charonia::compiler {

/// The PEs that program instances run on, for kernels that ask (`tl.mtia`): which one runs an
/// instance follows from the mapping.
struct PeView {
  int rows = 1, columns = 1;
  program::PidMapping mapping;
};

/// Runs function `kernel` of `module` for every program id of `grid` (x fastest) over `memory`.
/// @param args one raw value for each parameter of the function: integers and floats as bits,
///        pointers as addresses of `memory`.
/// Fails, with a diagnostic at the op, on an access outside every buffer, a failed assertion, an op
/// that has no meaning here, more steps or time than `limits` allow, or when `stop` is requested.
/// Masked-off lanes of a load or atomic without `other` give `undefinedLanes`, cut to the element's
/// width: zero as on the machine, or a pattern that shows whether a result depends on them.
/// A kernel with operations that PEs do together (barriers, reductions over PEs) runs as the
/// machine runs it: each PE of `pes` takes its program ids in order, and all advance from one such
/// operation to the next. Fails if they would wait for each other for ever.
ReferenceRun interpret(mlir::ModuleOp module, llvm::StringRef kernel, llvm::ArrayRef<uint64_t> args,
                       std::array<int64_t, 3> grid, launch::MemoryImage &memory,
                       const Limits &limits = {}, std::stop_token stop = {},
                       uint64_t undefinedLanes = 0, const PeView &pes = {});

} // namespace charonia::compiler
