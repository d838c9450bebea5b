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
    5. canonicalisation, with the identity of operations kept. Constants are folded only where the
       fold is exact.

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

def TTCombine : Pass<"tt-combine", "::mlir::ModuleOp"> {
  let summary = "Make one operation of neighbours that are one together";
  let description = [{
    Why: a matrix engine adds to its accumulator for nothing, and an address computed once is an
    access that later passes understand. The same is done by upstream's pass of this name.

    Combined are
    1. `dot(a, b, 0) + d`, to `dot(a, b, d)`; not where the dot may round partial sums;
    2. `addptr(addptr(p, i), j)`, to `addptr(p, i + j)`, where the sum cannot wrap;
    3. `select(c, load(p, splat c), x)`, to a load with `other`;
    4. the sum over k of `x[m, k, None] * y[None, k, n]`, to a dot;
    5. a reshape that drops the ones in front of a descriptor's block, with the load;
    6. a reshape before a full reduction or a histogram may reorder.

    Before:
    ```mlir
    %0 = tt.dot %a, %b, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    %1 = arith.addf %0, %acc : tensor<16x16xf32>
    ```
    After:
    ```mlir
    %1 = tt.dot %a, %b, %acc : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
    ```

    A float sum is rounded in another order afterwards (1 and 4), as it is upstream; nothing else
    changes what the kernel computes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TTReorderBroadcast : Pass<"tt-reorder-broadcast", "::mlir::ModuleOp"> {
  let summary = "Compute on small tiles and broadcast the results";
  let description = [{
    Why: `row[:, None] * stride + base` needs one operation a row, not one an element; and what is
    left of an address after the broadcast is a base and an offset for each dimension.

    Elementwise operations without effects move before the splats and broadcasts that make their
    operands; several broadcasts must be of one shape. Then equal operations are merged and dead ones
    erased.

    Before:
    ```mlir
    %0 = tt.splat %n : i32 -> tensor<16x4xi32>
    %1 = tt.broadcast %row : tensor<16x1xi32> -> tensor<16x4xi32>
    %2 = arith.cmpi slt, %1, %0 : tensor<16x4xi32>
    ```
    After:
    ```mlir
    %0 = tt.splat %n : i32 -> tensor<16x1xi32>
    %1 = arith.cmpi slt, %row, %0 : tensor<16x1xi32>
    %2 = tt.broadcast %1 : tensor<16x1xi1> -> tensor<16x4xi1>
    ```

    The pass never changes what the kernel computes.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TTSimplify : Pass<"tt-simplify", "::mlir::ModuleOp"> {
  let summary = "Drop hints, hoist loop invariants, merge what is equal";
  let description = [{
    Why: after `tt-reorder-broadcast` a kernel is as upstream's own passes leave it; the passes that
    follow want it simpler still.

    Steps:
    1. barriers inside one program and assumptions go: a program runs on one PE, in order;
    2. twice: canonicalisation, merging of common subexpressions and hoisting of loop invariants.
       Constants are folded only where the fold is exact.

    Before:
    ```mlir
    scf.for %i = %lo to %hi step %one : i32 {
      gpu.barrier
      %0 = arith.muli %n, %m : i32
      ...
    }
    ```
    After:
    ```mlir
    %0 = arith.muli %n, %m : i32
    scf.for %i = %lo to %hi step %one : i32 {
      ...
    }
    ```

    The pass never changes what the kernel computes, and leaves `tt.map_elementwise` bodies alone.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect"];
}

#endif
