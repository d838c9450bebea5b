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
