// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the dialect `tt`.
#ifndef CHARONIA_DIALECT_TT_TRANSFORMS_PASSES
#define CHARONIA_DIALECT_TT_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def TTImport : Pass<"tt-import", "::mlir::ModuleOp"> {
  let summary = "Make one kernel with structured control flow of an imported module";
  let description = [{
    Why: later passes look at one function without calls and without branches.

    Steps:
    1. every operation without an identity gets one;
    2. unreachable blocks go, branches (early returns) become `scf`;
    3. calls are inlined, `noinline` or not (a remark says so); recursion is an error;
    4. ops of other versions of Triton become present ones, scaled products their parts, block pointers
       and descriptors tiles of pointers with masks, maps of a scalar region ops on tiles;
    5. barriers inside one program and assumptions go: a program runs on one PE, in order;
    6. canonicalisation, merging of common subexpressions and hoisting of loop invariants, with the
       identity of operations kept. Constants are folded only where the fold is exact.

    Before:
    ```mlir
    tt.func public @k(%x: i32) {
      %0 = tt.call @cdiv(%x) : (i32) -> i32
      tt.return
    }
    ```
    After:
    ```mlir
    tt.func public @k(%x: i32) {
      %0 = arith.addi %x, %c127 : i32
      %1 = arith.divsi %0, %c128 : i32
      tt.return
    }
    ```

    The pass never changes what the kernel computes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
}

#endif
