// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tile-effective-shape | FileCheck %s

// Loads with one upper bound are a group; an operation over two groups has no extents.
// CHECK-LABEL: tile.kernel @k
// CHECK: tile.load {{.*}} upper [%[[N:.*]]] {{.*}} {tile.extents = 0 : i64}
// CHECK: tile.load {{.*}} upper [%[[N]]] {{.*}} {tile.extents = 0 : i64}
// CHECK: tile.load {{.*}} {tile.extents = 1 : i64}
// CHECK: arith.addf {{.*}} {tile.extents_from = 0 : i64}
// CHECK: arith.mulf %{{[0-9a-z]+}}, %{{[0-9a-z]+}} : tensor<64xf32>
tile.kernel @k(%p: i64 {tile.pointer = f32}, %n: i64, %m: i64) {
  %a = tile.load %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %b = tile.load %p strides [8] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %c = tile.load %p strides [4] lower [0] upper [%m] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %d = arith.addf %a, %b : tensor<64xf32>
  %e = arith.mulf %d, %c : tensor<64xf32>
  tile.store %e, %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  tile.return
}

// A selection in a loop learns when its mask is true everywhere: the least row, %m, is not less than the
// greatest column, %s + 31, and that is less than %n. The mask itself stays as it is.
// CHECK-LABEL: tile.kernel @full_blocks
// CHECK: %[[MASK:.*]] = arith.andi
// CHECK: %[[LEAST:.*]] = arith.constant {{.*}}-32 : i64
// CHECK: %[[INSIDE:.*]] = arith.cmpi sge
// CHECK: %[[LEAST2:.*]] = arith.constant {{.*}}-31 : i64
// CHECK: %[[BELOW:.*]] = arith.cmpi sge
// CHECK: %[[FULL:.*]] = arith.andi %[[INSIDE]], %[[BELOW]] : i1
// CHECK: %[[ALL:.*]] = tile.splat %[[FULL]] : i1 -> tensor<16x32xi1>
// CHECK: %[[EITHER:.*]] = arith.ori %[[MASK]], %[[ALL]] {tile.all_true} : tensor<16x32xi1>
// CHECK: arith.select %[[EITHER]]
tile.kernel @full_blocks(%p: i64 {tile.pointer = f32}, %m: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %sum = scf.for %s = %c0 to %n step %c32 iter_args(%acc = %zero) -> (tensor<16x32xf32>) : i32 {
    %rows = tile.iota start = 0 axis = 0 : tensor<16x32xi32>
    %first = tile.splat %m : i32 -> tensor<16x32xi32>
    %row = arith.addi %first, %rows : tensor<16x32xi32>
    %columns = tile.iota start = 0 axis = 1 : tensor<16x32xi32>
    %start = tile.splat %s : i32 -> tensor<16x32xi32>
    %column = arith.addi %start, %columns : tensor<16x32xi32>
    %end = tile.splat %n : i32 -> tensor<16x32xi32>
    %inside = arith.cmpi slt, %column, %end : tensor<16x32xi32>
    %below = arith.cmpi sge, %row, %column : tensor<16x32xi32>
    %mask = arith.andi %inside, %below : tensor<16x32xi1>
    %x = tile.load %p strides [128, 4] lower [0, 0] upper [16, 32] access <dma, "", arg = 0, bytes = 2048> : tensor<16x32xf32>
    %y = arith.select %mask, %x, %zero : tensor<16x32xi1>, tensor<16x32xf32>
    %next = arith.addf %acc, %y : tensor<16x32xf32>
    scf.yield %next : tensor<16x32xf32>
  }
  tile.store %sum, %p strides [128, 4] lower [0, 0] upper [16, 32] access <dma, "", arg = 0, bytes = 2048> : tensor<16x32xf32>
  tile.return
}
