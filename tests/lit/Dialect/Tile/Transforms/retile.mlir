// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tile-retile | FileCheck %s

// CHECK-LABEL: tile.kernel @large
// CHECK-COUNT-2: tile.dot {{.*}} -> tensor<128x128xf32>
// CHECK-NOT: tile.dot
tile.kernel @large(%p: i64 {tile.pointer = f16}, %q: i64 {tile.pointer = f32}) {
  %zero = arith.constant dense<0.0> : tensor<256x128xf32>
  %a = tile.load %p strides [128, 2] lower [0, 0] upper [256, 64] access <dma, "", arg = 0, bytes = 32768> : tensor<256x64xf16>
  %b = tile.load %p strides [256, 2] lower [0, 0] upper [64, 128] access <dma, "", arg = 0, bytes = 16384> : tensor<64x128xf16>
  %c = tile.dot %a, %b, %zero : tensor<256x64xf16> * tensor<64x128xf16> -> tensor<256x128xf32>
  tile.store %c, %q strides [512, 4] lower [0, 0] upper [256, 128] access <dma, "", arg = 1, bytes = 131072> : tensor<256x128xf32>
  tile.return
}
