// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass that makes the machine's Program.
#ifndef CHARONIA_TARGET_PROGRAM_PASSES
#define CHARONIA_TARGET_PROGRAM_PASSES

include "mlir/Pass/PassBase.td"

def PeToSim : Pass<"pe-to-sim", "::mlir::ModuleOp"> {
  let summary = "Make the Program that the simulator runs";
  let description = [{
    Why: whoever runs or measures a kernel needs no IR. Steps:
    1. Control flow and scalars become bytecode, once for each core with what that core needs.
    2. Commands become entries with buffers, counters and descriptors; groups become tile programs.
    3. Source frames of every op that the Program names are collected.
    4. The Program's own validation runs; a finding is an error of this compiler and is reported (KC0305).

    The Program is left in the compilation's context; the IR stays as it is.

    Before and after:
    ```mlir
    pe.program @k(...) { ... }
    ```
  }];
  let constructor = "::charonia::pe::createPeToSimPass(nullptr)";
  let dependentDialects = ["::charonia::pe::PEDialect"];
}

#endif
