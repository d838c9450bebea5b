// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-reorder-broadcast --split-input-file | FileCheck %s

// Splats and constants of one value: the scalar operation, then a splat.
// CHECK-LABEL: tt.func @splats
// CHECK-SAME: %[[N:.*]]: i32
// CHECK: %[[C:.*]] = arith.constant 8 : i32
// CHECK: %[[S:.*]] = arith.muli %[[N]], %[[C]] : i32
// CHECK: %[[L:.*]] = arith.cmpi slt, %[[S]], %[[N]] : i32
// CHECK: %[[R:.*]] = tt.splat %[[L]] : i1 -> tensor<1x1xi1>
// CHECK: tt.return %[[R]]
tt.func @splats(%n: i32) -> tensor<1x1xi1> {
  %c = arith.constant dense<8> : tensor<1x1xi32>
  %0 = tt.splat %n : i32 -> tensor<1x1xi32>
  %1 = arith.muli %0, %c : tensor<1x1xi32>
  %2 = arith.cmpi slt, %1, %0 : tensor<1x1xi32>
  tt.return %2 : tensor<1x1xi1>
}

// Functions of `math` and of libraries as well; their attributes stay.
// CHECK-LABEL: tt.func @functions
// CHECK: %[[A:.*]] = math.exp %arg0 fastmath<fast> : f32
// CHECK: %[[B:.*]] = tt.extern_elementwise %[[A]] {{.*}}symbol = "__nv_tanhf"} : (f32) -> f32
// CHECK: tt.splat %[[B]] : f32 -> tensor<64xf32>
tt.func @functions(%x: f32) -> tensor<64xf32> {
  %0 = tt.splat %x : f32 -> tensor<64xf32>
  %1 = math.exp %0 fastmath<fast> : tensor<64xf32>
  %2 = tt.extern_elementwise %1 {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<64xf32>) -> tensor<64xf32>
  tt.return %2 : tensor<64xf32>
}

// -----

// A row of pointers is made before it is repeated; splats beside it shrink too.
// CHECK-LABEL: tt.func @rows
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[ROW:.*]]: tensor<16x1xi32>
// CHECK: %[[C:.*]] = arith.constant dense<7> : tensor<16x1xi32>
// CHECK: %[[O:.*]] = arith.addi %[[ROW]], %[[C]] : tensor<16x1xi32>
// CHECK: %[[S:.*]] = tt.splat %[[P]] : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
// CHECK: %[[Q:.*]] = tt.addptr %[[S]], %[[O]]
// CHECK: %[[W:.*]] = tt.broadcast %[[Q]] : tensor<16x1x!tt.ptr<f32>> -> tensor<16x4x!tt.ptr<f32>>
// CHECK: tt.return %[[W]]
tt.func @rows(%p: !tt.ptr<f32>, %row: tensor<16x1xi32>) -> tensor<16x4x!tt.ptr<f32>> {
  %c = arith.constant dense<7> : tensor<16x4xi32>
  %0 = tt.broadcast %row : tensor<16x1xi32> -> tensor<16x4xi32>
  %1 = arith.addi %0, %c : tensor<16x4xi32>
  %2 = tt.splat %p : !tt.ptr<f32> -> tensor<16x4x!tt.ptr<f32>>
  %3 = tt.addptr %2, %1 : tensor<16x4x!tt.ptr<f32>>, tensor<16x4xi32>
  tt.return %3 : tensor<16x4x!tt.ptr<f32>>
}

// Broadcasts of one shape go together; of two shapes they stay, and so does what has effects.
// CHECK-LABEL: tt.func @several
// CHECK: arith.andi %{{.*}}, %{{.*}} : tensor<16x1xi1>
// CHECK: arith.andi %{{.*}}, %{{.*}} : tensor<16x4xi1>
// CHECK: tt.extern_elementwise {{.*}} (tensor<16x4xi1>) -> tensor<16x4xi32>
tt.func @several(%a: tensor<16x1xi1>, %b: tensor<16x1xi1>, %c: tensor<1x4xi1>) -> (tensor<16x4xi1>, tensor<16x4xi1>) {
  %0 = tt.broadcast %a : tensor<16x1xi1> -> tensor<16x4xi1>
  %1 = tt.broadcast %b : tensor<16x1xi1> -> tensor<16x4xi1>
  %2 = tt.broadcast %c : tensor<1x4xi1> -> tensor<16x4xi1>
  %3 = arith.andi %0, %1 : tensor<16x4xi1>
  %4 = arith.andi %3, %2 : tensor<16x4xi1>
  %5 = tt.extern_elementwise %0 {libname = "", libpath = "", pure = false, symbol = "f"} : (tensor<16x4xi1>) -> tensor<16x4xi32>
  tt.return %3, %4 : tensor<16x4xi1>, tensor<16x4xi1>
}

// -----

// Equal operations that come out are one; dead ones go.
// CHECK-LABEL: tt.func @merged
// CHECK-COUNT-1: arith.addi
// CHECK-NOT: arith.addi
// CHECK: tt.return
tt.func @merged(%n: i32) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = tt.splat %n : i32 -> tensor<4xi32>
  %1 = arith.addi %0, %0 : tensor<4xi32>
  %2 = tt.splat %n : i32 -> tensor<4xi32>
  %3 = arith.addi %2, %2 : tensor<4xi32>
  tt.return %1, %3 : tensor<4xi32>, tensor<4xi32>
}
