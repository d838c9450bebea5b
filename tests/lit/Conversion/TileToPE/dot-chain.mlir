// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots that go on with each other's sums share an accumulator, over a loop and without one.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync | FileCheck %s

// CHECK-LABEL: pe.program @chains
tile.kernel @chains(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK-COUNT-2: pe.cb.alloc {{.*}} space <re>
    // CHECK-NOT: space <re>
    // CHECK: pe.dpe.mma reads() writes(%[[LOOP:[0-9]+]] : {{.*}}writeSync = array<i32: 1, 0, 0>
    // CHECK: scf.for
    // CHECK: pe.dpe.mma reads({{.*}}) writes(%[[LOOP]] : {{.*}}accumulate{{.*}}writeSync = array<i32: 0, -1, 0>
    // CHECK: pe.dpe.mma reads({{.*}}) writes(%[[LOOP]] : {{.*}}accumulate{{.*}}writeSync = array<i32: 0, -1, 0>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %t = tile.load %a strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
      %u = tile.load %a strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
      %d = tile.dot %t, %u, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      %e = tile.dot %u, %t, %d : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %e : tensor<64x64xf32>
    }
    // CHECK: pe.re.drain reads(%[[LOOP]]
    tile.store %acc, %c strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
    // CHECK: pe.dpe.mma reads({{.*}}) writes(%[[PLAIN:[0-9]+]] : {{.*}}writeSync = array<i32: 1, 0, 0>
    // CHECK: pe.dpe.mma reads({{.*}}) writes(%[[PLAIN]] : {{.*}}accumulate{{.*}}writeSync = array<i32: 0, -1, 1>
    // CHECK: pe.re.drain reads(%[[PLAIN]]
    %v = tile.load %a strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
    %f = tile.dot %v, %v, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %g = tile.dot %v, %v, %f : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    tile.store %g, %c strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}
