// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-combine --split-input-file | FileCheck %s

// The sum goes into the accumulator, whichever side the dot stands on.
// CHECK-LABEL: tt.func @dots
// CHECK-SAME: %[[A:.*]]: tensor<16x16xf16>, %[[B:.*]]: tensor<16x16xf16>, %[[C:.*]]: tensor<16x16xf32>
// CHECK: %[[D:.*]] = tt.dot %[[A]], %[[B]], %[[C]]
// CHECK-NEXT: %[[E:.*]] = tt.dot %[[B]], %[[A]], %[[D]], inputPrecision = tf32
// CHECK-NEXT: tt.return %[[E]]
tt.func @dots(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = tt.dot %a, %b, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = arith.addf %0, %c : tensor<16x16xf32>
  %2 = tt.dot %b, %a, %zero, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %3 = arith.addf %1, %2 : tensor<16x16xf32>
  tt.return %3 : tensor<16x16xf32>
}

// CHECK-LABEL: tt.func @integer_dot
// CHECK-NOT: arith.addi
// CHECK: tt.dot %{{.*}}, %{{.*}}, %arg2
tt.func @integer_dot(%a: tensor<16x32xi8>, %b: tensor<32x16xi8>, %c: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %zero = arith.constant dense<0> : tensor<16x16xi32>
  %0 = tt.dot %a, %b, %zero : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xi32>
  %1 = arith.addi %0, %c : tensor<16x16xi32>
  tt.return %1 : tensor<16x16xi32>
}

// Kept: a dot with an accumulator of its own, one that is used twice, one that may round its sums.
// CHECK-LABEL: tt.func @kept_dots
// CHECK-COUNT-3: arith.addf
tt.func @kept_dots(%a: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %0 = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %1 = arith.addf %0, %c : tensor<16x16xf32>
  %2 = tt.dot %a, %a, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %3 = arith.addf %2, %c : tensor<16x16xf32>
  %4 = tt.dot %a, %a, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %5 = arith.addf %4, %c : tensor<16x16xf32>
  tt.return %1, %2, %3, %5 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

// Offsets of 64 bits wrap as addresses do; constants are added where they fit; else both stay.
// CHECK-LABEL: tt.func @pointers
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[I:.*]]: i64, %[[J:.*]]: i64, %[[K:.*]]: i32
tt.func @pointers(%p: !tt.ptr<f32>, %i: i64, %j: i64, %k: i32) -> (!tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>) {
  %c20 = arith.constant 20 : i32
  %c22 = arith.constant 22 : i32
  %big = arith.constant 2147483647 : i32
  // CHECK-DAG: %[[C42:.*]] = arith.constant 42 : i32
  // CHECK: %[[S:.*]] = arith.addi %[[I]], %[[J]]
  // CHECK-NEXT: %[[R0:.*]] = tt.addptr %[[P]], %[[S]]
  %0 = tt.addptr %p, %i : !tt.ptr<f32>, i64
  %1 = tt.addptr %0, %j : !tt.ptr<f32>, i64
  // CHECK: %[[R1:.*]] = tt.addptr %[[P]], %[[C42]]
  %2 = tt.addptr %p, %c20 : !tt.ptr<f32>, i32
  %3 = tt.addptr %2, %c22 : !tt.ptr<f32>, i32
  // CHECK: %[[Q:.*]] = tt.addptr %[[P]], %[[K]]
  // CHECK: tt.addptr %[[Q]], %[[K]]
  %4 = tt.addptr %p, %k : !tt.ptr<f32>, i32
  %5 = tt.addptr %4, %k : !tt.ptr<f32>, i32
  // CHECK-COUNT-2: tt.addptr
  %6 = tt.addptr %p, %c20 : !tt.ptr<f32>, i32
  %7 = tt.addptr %6, %big : !tt.ptr<f32>, i32
  tt.return %1, %3, %5, %7 : !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>, !tt.ptr<f32>
}

// -----

// CHECK-LABEL: tt.func @select_of_load
// CHECK: %[[M:.*]] = tt.splat %arg1
// CHECK-NEXT: %[[X:.*]] = tt.load %arg0, %[[M]], %arg2 evictionPolicy = evict_last
// CHECK-NEXT: tt.return %[[X]]
tt.func @select_of_load(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> tensor<8xf32> {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %0 = tt.load %p, %m evictionPolicy = evict_last : tensor<8x!tt.ptr<f32>>
  %1 = arith.select %c, %0, %o : tensor<8xf32>
  tt.return %1 : tensor<8xf32>
}

// A store stands between: what is loaded at the place of the select may be another value.
// CHECK-LABEL: tt.func @select_after_store
// CHECK: arith.select
tt.func @select_after_store(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %o: tensor<8xf32>) -> tensor<8xf32> {
  %m = tt.splat %c : i1 -> tensor<8xi1>
  %0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  tt.store %p, %o : tensor<8x!tt.ptr<f32>>
  %1 = arith.select %c, %0, %o : tensor<8xf32>
  tt.return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: tt.func @sum_of_products
// CHECK-SAME: %[[X:.*]]: tensor<16x8xf32>, %[[Y:.*]]: tensor<8x16xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
// CHECK: tt.dot %[[X]], %[[Y]], %[[ZERO]], inputPrecision = tf32
tt.func @sum_of_products(%x: tensor<16x8xf32>, %y: tensor<8x16xf32>) -> tensor<16x16xf32> {
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<16x8xf32> -> tensor<16x8x1xf32>
  %1 = tt.broadcast %0 : tensor<16x8x1xf32> -> tensor<16x8x16xf32>
  %2 = tt.expand_dims %y {axis = 0 : i32} : tensor<8x16xf32> -> tensor<1x8x16xf32>
  %3 = tt.broadcast %2 : tensor<1x8x16xf32> -> tensor<16x8x16xf32>
  %4 = arith.mulf %1, %3 : tensor<16x8x16xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %6 = arith.addf %a, %b : f32
    tt.reduce.return %6 : f32
  }) : (tensor<16x8x16xf32>) -> tensor<16x16xf32>
  tt.return %5 : tensor<16x16xf32>
}

// -----

// CHECK-LABEL: tt.func @reshape_before_reduce
// CHECK: tt.reshape %{{.*}} allow_reorder
// CHECK: tt.reshape %{{[^ ]*}} : tensor<4x8xi32> -> tensor<32xi32>
tt.func @reshape_before_reduce(%x: tensor<4x8xi32>) -> (i32, tensor<32xi32>) {
  %0 = tt.reshape %x : tensor<4x8xi32> -> tensor<32xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %2 = arith.addi %a, %b : i32
    tt.reduce.return %2 : i32
  }) : (tensor<32xi32>) -> i32
  %3 = tt.reshape %x : tensor<4x8xi32> -> tensor<32xi32>
  tt.return %1, %3 : i32, tensor<32xi32>
}

// -----

// CHECK-LABEL: tt.func @descriptor_block
// CHECK: %[[X:.*]] = tt.descriptor_load %arg0[%arg1, %arg1, %arg1] : !tt.tensordesc<tensor<1x8x16xf32>> -> tensor<8x16xf32>
// CHECK-NEXT: tt.return %[[X]]
tt.func @descriptor_block(%d: !tt.tensordesc<tensor<1x8x16xf32>>, %i: i32) -> tensor<8x16xf32> {
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x8x16xf32>> -> tensor<1x8x16xf32>
  %1 = tt.reshape %0 : tensor<1x8x16xf32> -> tensor<8x16xf32>
  tt.return %1 : tensor<8x16xf32>
}
