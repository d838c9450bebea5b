// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The front end: Triton Python source and a launch to a verified module of the `tt` dialect.
//
//   FrontendInput input{text, "kernel.py", &launch};
//   OwningOpRef<ModuleOp> module = emitKernel(context, input, diagnostics); // null after an error
#pragma once

#include "charonia/Frontend/Source.h"
#include "charonia/launch/Launch.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace charonia::frontend {

class Recorder;

/// What is emitted: the kernel `launch->function` of `text`, for the launch's arguments and
/// constexprs.
struct FrontendInput {
  std::string text;
  std::string file; ///< name for messages and locations
  const launch::Launch *launch = nullptr;
  compiler::Limits limits;
  /// Folders in which imported files are looked for, after the kernel's own folder and package.
  std::vector<std::string> searchPaths;
  /// Told of the value of each expression, for editors; null: nobody is. With a recorder a text with
  /// syntax errors is emitted as far as it could be parsed.
  Recorder *recorder = nullptr;
  /// If not null: receives the leaves of the launch (launch::leavesOf) that the kernel takes at run
  /// time, in order of its arguments. Those that are 1 became constants, as upstream does it.
  std::vector<uint64_t> *arguments = nullptr;
};

/// Emits the kernel and all it calls. The context needs the dialects of registerAllDialects().
/// Every op has a location with file, 1-based line and 1-based byte column, inside a NameLoc with
/// the Python variable that is assigned. Errors, warnings and printed notes go to `diagnostics`;
/// after an error the result is null.
mlir::OwningOpRef<mlir::ModuleOp> emitKernel(mlir::MLIRContext &context, const FrontendInput &input,
                                             std::vector<compiler::Diagnostic> &diagnostics);

} // namespace charonia::frontend
