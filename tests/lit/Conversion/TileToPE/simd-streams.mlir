// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile of the vector core that the vector core and the SIMD engine take has a buffer for each: one is the core's alone.
// RUN: charonia-opt %s --tile-map-units --tile-fuse-vec --tile-to-pe | FileCheck %s

// CHECK-LABEL: pe.program @both
// CHECK: pe.vec.group {{.*}}writes(%[[STREAM:[a-z0-9_]*]], %[[OWN:[a-z0-9_]*]] :
// CHECK: pe.se.compute reads(%[[STREAM]] : {{.*}}writes(%[[EXP:[a-z0-9_]*]] :
// CHECK: pe.vec.group reads(%[[OWN]], %[[EXP]] :
tile.kernel @both(%p: i64 {tile.pointer = f32}, %q: i64 {tile.pointer = f32}) {
  %x = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %v = arith.mulf %x, %x : tensor<64x64xf32>
  %e = math.exp %v : tensor<64x64xf32>
  %s = arith.divf %v, %e : tensor<64x64xf32>
  tile.store %s, %q strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  tile.return
}
