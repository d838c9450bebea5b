// A loop-carried sum of dots stays in the accumulators of the RE until the loop is over.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync | FileCheck %s

// CHECK-LABEL: pe.program @matmul
tile.kernel @matmul(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: %[[ACC:.*]] = pe.cb.alloc "{{.*}}" space <re> depth 1 producer <dpe> readers [#pe.unit<re>]
    // CHECK: %[[C:.*]] = pe.cb.alloc {{.*}} producer <re> readers [#pe.unit<fi_write>]
    // CHECK: pe.dpe.mma reads() writes(%[[ACC]]{{.*}}writeSync = array<i32: 1, 0, 0>
    // CHECK: scf.for
    // CHECK: pe.dpe.mma reads({{.*}}) writes(%[[ACC]]{{.*}}{accumulate, multiply, readSync = array<i32: 0, 1, 0, 1>, transpose_b, writeSync = array<i32: 0, -1, 0>}
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %tb = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %b = tile.permute %tb [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
      %d = tile.dot %ta, %b, %s : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    // CHECK: pe.cb.update <dpe> reads() writes(%[[ACC]]{{.*}}writeSync = array<i32: 0, -1, 1>
    // CHECK: pe.re.drain reads(%[[ACC]]{{.*}}) writes(%[[C]]
    // CHECK: pe.fi.store reads(%[[C]]
    tile.store %acc, %c strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}
