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
