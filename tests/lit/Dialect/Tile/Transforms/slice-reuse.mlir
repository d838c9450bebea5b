// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tile-slice-reuse | FileCheck %s

// Halves of a tile that a product takes are loaded apart: the engine reads whole slots.
// CHECK-LABEL: tile.kernel @halves
// CHECK-NOT: tile.extract_slice
// CHECK: tile.load %{{.*}} strides [128, 2] lower [0, 0] upper [%[[N:.*]], 32] {{.*}}bytes = 2048> : tensor<32x32xf16>
// CHECK: %[[B:.*]] = arith.addi %{{.*}}, %c64{{.*}} : i64
// CHECK: tile.load %[[B]] strides [128, 2] lower [0, 0] upper [%[[N]], 32] {{.*}} : tensor<32x32xf16>
// CHECK: tile.dot
tile.kernel @halves(%p: i64 {tile.pointer = f16}, %q: i64 {tile.pointer = f32}, %n: i64) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %v = tile.load %p strides [128, 2] lower [0, 0] upper [%n, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
  %a = tile.extract_slice %v [0, 0] : tensor<32x64xf16> -> tensor<32x32xf16>
  %b = tile.extract_slice %v [0, 32] : tensor<32x64xf16> -> tensor<32x32xf16>
  %d = tile.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  tile.store %d, %q strides [128, 4] lower [0, 0] upper [32, 32] access <dma, "", arg = 1, bytes = 4096> : tensor<32x32xf32>
  tile.return
}

// Both halves for the vector core, which reads parts of a slot: one load stays.
// CHECK-LABEL: tile.kernel @vector_halves
// CHECK: tile.load {{.*}} : tensor<64xf32>
// CHECK-NOT: tile.load
tile.kernel @vector_halves(%p: i64 {tile.pointer = f32}) {
  %v = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %a = tile.extract_slice %v [0] : tensor<64xf32> -> tensor<32xf32>
  %b = tile.extract_slice %v [32] : tensor<64xf32> -> tensor<32xf32>
  %d = arith.addf %a, %b : tensor<32xf32>
  tile.store %d, %p strides [4] lower [0] upper [32] access <dma, "", arg = 0, bytes = 128> : tensor<32xf32>
  tile.return
}

// A part of a product is stored from within it.
// CHECK-LABEL: tile.kernel @part_of_product
// CHECK: %[[D:.*]] = tile.dot
// CHECK: %[[BASE:.*]] = arith.addi %{{.*}}, %c-2048{{.*}} : i64
// CHECK: tile.store %[[D]], %[[BASE]] strides [128, 4] lower [16, 0] upper [32, 32]
tile.kernel @part_of_product(%a: tensor<32x32xf16>, %q: i64 {tile.pointer = f32}) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %d = tile.dot %a, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %s = tile.extract_slice %d [16, 0] : tensor<32x32xf32> -> tensor<16x32xf32>
  tile.store %s, %q strides [128, 4] lower [0, 0] upper [16, 32] access <dma, "", arg = 1, bytes = 2048> : tensor<16x32xf32>
  tile.return
}
