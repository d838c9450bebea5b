// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --inline | FileCheck %s

tt.func private @twice(%a: i32) -> i32 attributes {noinline = false} {
  %0 = arith.addi %a, %a : i32
  tt.return %0 : i32
}

tt.func private @absolute(%a: i32) -> i32 attributes {noinline = false} {
  %c0 = arith.constant 0 : i32
  %n = arith.cmpi slt, %a, %c0 : i32
  cf.cond_br %n, ^bb1, ^bb2
^bb1:
  %m = arith.subi %c0, %a : i32
  tt.return %m : i32
^bb2:
  tt.return %a : i32
}

tt.func private @kept(%a: i32) -> i32 attributes {noinline = true} {
  tt.return %a : i32
}

// CHECK-LABEL: tt.func public @kernel
tt.func public @kernel(%a: i32, %p: !tt.ptr<i32>) {
  // CHECK-NOT: tt.call @twice
  // CHECK: arith.addi
  %0 = tt.call @twice(%a) : (i32) -> i32
  // CHECK: cf.cond_br
  %1 = tt.call @absolute(%0) : (i32) -> i32
  // CHECK: tt.call @kept
  %2 = tt.call @kept(%1) : (i32) -> i32
  tt.store %p, %2 : !tt.ptr<i32>
  tt.return
}
