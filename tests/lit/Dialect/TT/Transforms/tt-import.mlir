// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --split-input-file --verify-diagnostics | FileCheck %s

// Calls are inlined, early returns become scf.if, the helper goes.
// CHECK-LABEL: tt.func public @kernel
// CHECK-SAME: (%[[P:.*]]: !tt.ptr<f32>, %[[N:.*]]: i32)
// CHECK: %[[EMPTY:.*]] = arith.cmpi eq, %[[N]]
// CHECK: scf.if %[[EMPTY]]
// CHECK: } else {
// CHECK: arith.addi %[[N]]
// CHECK-NOT: tt.call
// CHECK-NOT: tt.func
tt.func public @kernel(%p: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %empty = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %empty, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  %m = tt.call @next(%n) : (i32) -> i32
  %q = tt.addptr %p, %m : !tt.ptr<f32>, i32
  %v = arith.sitofp %m : i32 to f32
  tt.store %q, %v : !tt.ptr<f32>
  tt.return
}
tt.func private @next(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %m = arith.addi %n, %one : i32
  tt.return %m : i32
}

// -----

// A result that nothing uses goes, though the ones behind it stay.
// CHECK-LABEL: tt.func public @unused
// CHECK: %[[SQUARE:.*]] = scf.if %{{.*}} -> (f32)
// CHECK: tt.store %{{.*}}, %[[SQUARE]]
tt.func public @unused(%c: i1, %x: f32, %p: !tt.ptr<f32>) {
  %a:2 = scf.if %c -> (f32, f32) {
    %y = arith.addf %x, %x : f32
    %z = arith.mulf %x, %x : f32
    tt.store %p, %y : !tt.ptr<f32>
    scf.yield %y, %z : f32, f32
  } else {
    scf.yield %x, %x : f32, f32
  }
  tt.store %p, %a#1 : !tt.ptr<f32>
  tt.return
}

// -----

// The value of exp on a constant is the numerics library's affair.
// CHECK-LABEL: tt.func public @constants
// CHECK: math.exp
tt.func public @constants(%p: !tt.ptr<f32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.addf %one, %one : f32
  %e = math.exp %two : f32
  tt.store %p, %e : !tt.ptr<f32>
  tt.return
}

// -----

// Widened and rounded back: nothing happened. Rounded to another type: something did.
// CHECK-LABEL: tt.func public @rounded_back
// CHECK-SAME: (%[[P:.*]]: !tt.ptr<bf16>, %[[Q:.*]]: !tt.ptr<f16>, %[[X:.*]]: bf16)
// CHECK: tt.store %[[P]], %[[X]]
// CHECK: arith.truncf {{.*}} : f32 to f16
tt.func public @rounded_back(%p: !tt.ptr<bf16>, %q: !tt.ptr<f16>, %x: bf16) {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.truncf %0 : f32 to bf16
  tt.store %p, %1 : !tt.ptr<bf16>
  %2 = arith.truncf %0 : f32 to f16
  tt.store %q, %2 : !tt.ptr<f16>
  tt.return
}

// -----

// A bit compared with a constant bit is that bit; the comparisons of a bit that say more stay.
// CHECK-LABEL: tt.func public @bits
// CHECK-SAME: (%[[P:.*]]: !tt.ptr<i1>, %[[B:.*]]: i1)
// CHECK: tt.store %[[P]], %[[B]]
// CHECK: tt.store %[[P]], %[[B]]
// CHECK: arith.cmpi eq, %[[B]]
tt.func public @bits(%p: !tt.ptr<i1>, %b: i1) {
  %false = arith.constant false
  %true = arith.constant true
  %0 = arith.cmpi ne, %b, %false : i1
  tt.store %p, %0 : !tt.ptr<i1>
  %1 = arith.cmpi eq, %b, %true : i1
  tt.store %p, %1 : !tt.ptr<i1>
  %2 = arith.cmpi eq, %b, %false : i1
  tt.store %p, %2 : !tt.ptr<i1>
  tt.return
}

// -----

tt.func public @recursive(%n: i32) {
  tt.call @again(%n) : (i32) -> ()
  tt.return
}
tt.func private @again(%n: i32) {
  // expected-error @+1 {{recursive call of 'again'}}
  tt.call @again(%n) : (i32) -> ()
  tt.return
}
