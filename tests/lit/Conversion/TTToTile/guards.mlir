// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// A segment between loaded offsets is a box. Where its 32-bit index might leave the type the kernel
// stops: once for the whole tile, because the mask compares the index, once for the lanes that are on.
// CHECK-LABEL: tile.kernel @segment
// CHECK: %[[HIGH:.*]] = arith.cmpi sle
// CHECK: tile.assert %[[HIGH]], "the index of this access wraps round
// CHECK: %[[ON:.*]] = arith.ori
// CHECK: tile.assert %[[ON]]
// CHECK: tile.load {{.*}} strides [4] lower [0] upper [%{{.*}}] pad {{.*}} access <dma, "", arg = 1, bytes = 256>
// CHECK-NOT: tile.gather
tt.func public @segment(%offsets: !tt.ptr<i32>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %q = tt.addptr %offsets, %one : !tt.ptr<i32>, i32
  %start = tt.load %offsets : !tt.ptr<i32>
  %end = tt.load %q : !tt.ptr<i32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %start : i32 -> tensor<64xi32>
  %e = tt.splat %end : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %m = arith.cmpi slt, %i, %e : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p, %m, %zero : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// The start cancels out of the index: 32 bits that wrap twice are where they were.
// CHECK-LABEL: tile.kernel @relative
// CHECK-NOT: tile.assert
// CHECK: tile.load {{.*}} strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256>
tt.func public @relative(%offsets: !tt.ptr<i32>, %x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %start = tt.load %offsets : !tt.ptr<i32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %start : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %d = arith.subi %i, %b : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %xs, %d : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}
