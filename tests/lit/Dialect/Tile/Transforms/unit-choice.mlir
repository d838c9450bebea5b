// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Units are chosen for a loop as a whole: the same product is one of parts where that shortens an iteration.
// RUN: charonia-opt %s --tile-map-units | FileCheck %s

// Both operands are loaded in the loop: for four rows, cutting the other operand takes longer than the product.
// CHECK-LABEL: tile.kernel @few_rows
// CHECK: scf.for
// CHECK: tile.dot {{.*}} {{{.*}}tile.unit = #tile.unit<vec>} : tensor<4x64xf32>
// CHECK-NOT: tile.dot
tile.kernel @few_rows(%p: i64 {tile.pointer = f32}, %n: i32) attributes {tile.policy = "default"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<4x64xf32>) : i32 {
    %a = tile.load %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
    %b = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
    %d = tile.dot %a, %b, %s {precision = #tile.precision<tf32>} : tensor<4x64xf32> * tensor<64x64xf32> -> tensor<4x64xf32>
    scf.yield %d : tensor<4x64xf32>
  }
  tile.store %acc, %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
  tile.return
}

// CHECK-LABEL: tile.kernel @more_rows
// CHECK: scf.for
// CHECK-COUNT-4: tile.dot {{.*}} {tile.unit = #tile.unit<dpe>} : tensor<32x64xbf16>
// CHECK-NOT: tile.dot
tile.kernel @more_rows(%p: i64 {tile.pointer = f32}, %n: i32) attributes {tile.policy = "default"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<32x64xf32>) : i32 {
    %a = tile.load %p strides [256, 4] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<32x64xf32>
    %b = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
    %d = tile.dot %a, %b, %s {precision = #tile.precision<tf32>} : tensor<32x64xf32> * tensor<64x64xf32> -> tensor<32x64xf32>
    scf.yield %d : tensor<32x64xf32>
  }
  tile.store %acc, %p strides [256, 4] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<32x64xf32>
  tile.return
}

// The large operand is the same in every iteration: it is cut outside of the loop.
// CHECK-LABEL: tile.kernel @steady_operand
// CHECK: arith.truncf {{.*}} to tensor<64x64xbf16>
// CHECK: scf.for
// CHECK: arith.truncf {{.*}} to tensor<4x64xbf16>
// CHECK-COUNT-4: tile.dot {{.*}} {tile.unit = #tile.unit<dpe>} : tensor<4x64xbf16>
// CHECK-NOT: tile.dot
tile.kernel @steady_operand(%p: i64 {tile.pointer = f32}, %n: i32) attributes {tile.policy = "default"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<4x64xf32>
  %b = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<4x64xf32>) : i32 {
    %a = tile.load %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
    %d = tile.dot %a, %b, %s {precision = #tile.precision<tf32>} : tensor<4x64xf32> * tensor<64x64xf32> -> tensor<4x64xf32>
    scf.yield %d : tensor<4x64xf32>
  }
  tile.store %acc, %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
  tile.return
}

// A matrix is turned by the layout unit, what it does not turn by the vector core.
// CHECK-LABEL: tile.kernel @turned
// CHECK: tile.permute {{.*}}tile.unit = #tile.unit<mlu>{{.*}} tensor<32x64xf32>
// CHECK: tile.permute {{.*}}tile.unit = #tile.unit<vec>{{.*}} tensor<4x8x16xf32>
tile.kernel @turned(%p: i64 {tile.pointer = f32}) {
  %a = tile.load %p strides [256, 4] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<32x64xf32>
  %t = tile.permute %a [1, 0] : tensor<32x64xf32> -> tensor<64x32xf32>
  tile.store %t, %p strides [128, 4] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 8192> : tensor<64x32xf32>
  %b = tile.load %p strides [512, 64, 4] lower [0, 0, 0] upper [4, 8, 16] access <dma, "", arg = 0, bytes = 2048> : tensor<4x8x16xf32>
  %u = tile.permute %b [2, 1, 0] : tensor<4x8x16xf32> -> tensor<16x8x4xf32>
  tile.store %u, %p strides [128, 16, 4] lower [0, 0, 0] upper [16, 8, 4] access <dma, "", arg = 0, bytes = 2048> : tensor<16x8x4xf32>
  tile.return
}

// What follows a product is done while its sum is drained, also after a loop; not where another tile takes part.
// CHECK-LABEL: tile.kernel @drained
// CHECK: arith.mulf {{.*}}tile.unit = #tile.unit<se>
// CHECK: arith.truncf {{.*}}tile.unit = #tile.unit<se>
// CHECK: arith.mulf {{.*}}tile.unit = #tile.unit<vec>
// CHECK: arith.truncf {{.*}}tile.unit = #tile.unit<vec>
tile.kernel @drained(%p: i64 {tile.pointer = f16}, %scale: f32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %factor = tile.splat %scale : f32 -> tensor<64x64xf32>
  %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
    %a = tile.load %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
    %d = tile.dot %a, %a, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  %m = arith.mulf %acc, %factor : tensor<64x64xf32>
  %h = arith.truncf %m : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
  %b = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %x = tile.load %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
  %e = tile.dot %x, %x, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
  %f = arith.mulf %e, %b : tensor<64x64xf32>
  %g = arith.truncf %f : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %g, %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
  tile.return
}
