// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: tt.func @splats
tt.func @splats(%p: !tt.ptr<f32>) -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<32xf32>, f32) {
  // CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<4x8xf32>
  // CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<8x4xf32>
  // CHECK-DAG: arith.constant dense<2.000000e+00> : tensor<32xf32>
  // CHECK-NOT: tt.
  %c = arith.constant 2.0 : f32
  %0 = tt.splat %c : f32 -> tensor<4xf32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<4xf32> -> tensor<4x1xf32>
  %2 = tt.broadcast %1 : tensor<4x1xf32> -> tensor<4x8xf32>
  %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %4 = tt.reshape %3 : tensor<8x4xf32> -> tensor<32xf32>
  %5 = tt.splat %c : f32 -> tensor<1xf32>
  %6 = tt.unsplat %5 : tensor<1xf32>
  // CHECK: tt.return
  tt.return %2, %3, %4, %6 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<32xf32>, f32
}

// CHECK-LABEL: tt.func @pointers(%arg0
tt.func @pointers(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<1xi32>) {
  %zero = arith.constant dense<0> : tensor<8xi32>
  %true = arith.constant dense<true> : tensor<8xi1>
  %false = arith.constant dense<false> : tensor<8xi1>
  // CHECK-DAG: %[[R:.*]] = arith.constant dense<5> : tensor<1xi32>
  %r = tt.make_range {end = 6 : i32, start = 5 : i32} : tensor<1xi32>
  %q = tt.addptr %p, %zero : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // CHECK: %[[A:.*]] = tt.load %arg0 : tensor<8x!tt.ptr<f32>>
  %a = tt.load %q, %true, %v : tensor<8x!tt.ptr<f32>>
  %b = tt.load %q, %false, %v : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store %arg0, %arg1 : tensor<8x!tt.ptr<f32>>
  tt.store %q, %v, %true : tensor<8x!tt.ptr<f32>>
  tt.store %q, %v, %false : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.return %[[A]], %arg1, %[[R]]
  tt.return %a, %b, %r : tensor<8xf32>, tensor<8xf32>, tensor<1xi32>
}

// A scalar in any shape is a splat of it; the last of several broadcasts, transposes and reshapes
// does.
// CHECK-LABEL: tt.func @shapes
// CHECK-SAME: %[[N:.*]]: i32, %[[X:.*]]: tensor<4x1xf32>, %[[Y:.*]]: tensor<2x4x8xf32>
tt.func @shapes(%n: i32, %x: tensor<4x1xf32>, %y: tensor<2x4x8xf32>) -> (tensor<4x8xi32>, tensor<32xi32>, tensor<1x4x8xf32>, tensor<8x2x4xf32>, tensor<64xf32>) {
  // CHECK-DAG: %[[A:.*]] = tt.splat %[[N]] : i32 -> tensor<4x8xi32>
  // CHECK-DAG: %[[B:.*]] = tt.splat %[[N]] : i32 -> tensor<32xi32>
  %0 = tt.splat %n : i32 -> tensor<4xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
  %2 = tt.broadcast %1 : tensor<4x1xi32> -> tensor<4x8xi32>
  %3 = tt.reshape %2 : tensor<4x8xi32> -> tensor<32xi32>
  // CHECK-DAG: %[[E:.*]] = tt.expand_dims %[[X]] {axis = 0 : i32} : tensor<4x1xf32> -> tensor<1x4x1xf32>
  // CHECK-DAG: %[[C:.*]] = tt.broadcast %[[E]] : tensor<1x4x1xf32> -> tensor<1x4x8xf32>
  %4 = tt.broadcast %x : tensor<4x1xf32> -> tensor<4x8xf32>
  %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<4x8xf32> -> tensor<1x4x8xf32>
  // CHECK-DAG: %[[D:.*]] = tt.trans %[[Y]] {order = array<i32: 2, 0, 1>} : tensor<2x4x8xf32> -> tensor<8x2x4xf32>
  %6 = tt.trans %y {order = array<i32: 1, 0, 2>} : tensor<2x4x8xf32> -> tensor<4x2x8xf32>
  %7 = tt.trans %6 {order = array<i32: 2, 1, 0>} : tensor<4x2x8xf32> -> tensor<8x2x4xf32>
  // CHECK-DAG: %[[R:.*]] = tt.reshape %[[Y]] allow_reorder : tensor<2x4x8xf32> -> tensor<64xf32>
  %8 = tt.reshape %y : tensor<2x4x8xf32> -> tensor<8x8xf32>
  %9 = tt.reshape %8 allow_reorder : tensor<8x8xf32> -> tensor<64xf32>
  // CHECK: tt.return %[[A]], %[[B]], %[[C]], %[[D]], %[[R]]
  tt.return %2, %3, %5, %7, %9 : tensor<4x8xi32>, tensor<32xi32>, tensor<1x4x8xf32>, tensor<8x2x4xf32>, tensor<64xf32>
}

// CHECK-LABEL: tt.func @addresses
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[I:.*]]: i64
tt.func @addresses(%p: !tt.ptr<f32>, %i: i64) -> (!tt.ptr<i32>, !tt.ptr<f32>, !tt.ptr<f32>) {
  %eight = arith.constant 8 : i64
  %six = arith.constant 6 : i64
  // CHECK: %[[A:.*]] = tt.bitcast %[[P]] : !tt.ptr<f32> -> !tt.ptr<i32>
  %0 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  %1 = tt.int_to_ptr %0 : i64 -> !tt.ptr<i32>
  // CHECK: %[[B:.*]] = tt.int_to_ptr %[[I]]
  // CHECK: tt.addptr %[[B]], %c2_i64
  %2 = arith.addi %i, %eight : i64
  %3 = tt.int_to_ptr %2 : i64 -> !tt.ptr<f32>
  // CHECK: arith.addi %[[I]], %c6_i64
  %4 = arith.addi %i, %six : i64
  %5 = tt.int_to_ptr %4 : i64 -> !tt.ptr<f32>
  tt.return %1, %3, %5 : !tt.ptr<i32>, !tt.ptr<f32>, !tt.ptr<f32>
}

// Zero is zero in every type; what is rounded is left to the numerics library.
// CHECK-LABEL: tt.func @fp_to_fp
// CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<8xf8E5M2>
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<8xf32>
// CHECK: tt.fp_to_fp %[[ONE]]
tt.func @fp_to_fp() -> (tensor<8xf8E5M2>, tensor<8xf8E5M2>) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  %one = arith.constant dense<1.0> : tensor<8xf32>
  %0 = tt.fp_to_fp %zero, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  %1 = tt.fp_to_fp %one, rounding = rtne : tensor<8xf32> -> tensor<8xf8E5M2>
  tt.return %0, %1 : tensor<8xf8E5M2>, tensor<8xf8E5M2>
}
