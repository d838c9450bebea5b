// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tile-slice-reuse | FileCheck %s

// CHECK-LABEL: tile.kernel @window
// CHECK: %[[U:.*]] = tile.load {{.*}} upper [65] {{.*}} : tensor<65xf32>
// CHECK-DAG: tile.extract_slice %[[U]] [0] : tensor<65xf32> -> tensor<64xf32>
// CHECK-DAG: tile.extract_slice %[[U]] [1] : tensor<65xf32> -> tensor<64xf32>
// A store between two loads keeps them apart.
// CHECK: tile.store
// CHECK: tile.load {{.*}} : tensor<64xf32>
tile.kernel @window(%p: i64 {tile.pointer = f32}) {
  %c4 = arith.constant 4 : i64
  %q = arith.addi %p, %c4 : i64
  %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %b = tile.load %q strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %c = arith.addf %a, %b : tensor<64xf32>
  tile.store %c, %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  %d = tile.load %q strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  tile.store %d, %q strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  tile.return
}
