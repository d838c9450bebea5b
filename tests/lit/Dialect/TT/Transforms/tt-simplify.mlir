// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-simplify | FileCheck %s

// Hints go, with the comparison that only they used; what a loop does not change is done before it;
// a bit cast to the same bits is no operation.
// CHECK-LABEL: tt.func @loop
// CHECK-NOT: arith.cmpi
// CHECK: arith.muli
// CHECK-NOT: tt.bitcast
// CHECK: scf.for
// CHECK-NOT: arith.muli
// CHECK-NOT: gpu.barrier
// CHECK-NOT: llvm.intr.assume
// CHECK: tt.store
tt.func @loop(%p: !tt.ptr<i32>, %n: i32, %lo: i32, %hi: i32, %step: i32) {
  %zero = arith.constant 0 : i32
  %0 = arith.cmpi sge, %n, %zero : i32
  "llvm.intr.assume"(%0) : (i1) -> ()
  scf.for %i = %lo to %hi step %step : i32 {
    gpu.barrier
    %1 = arith.muli %n, %n : i32
    %2 = tt.bitcast %1 : i32 -> i32
    %3 = tt.addptr %p, %i : !tt.ptr<i32>, i32
    tt.store %3, %2 : !tt.ptr<i32>
  }
  tt.return
}
