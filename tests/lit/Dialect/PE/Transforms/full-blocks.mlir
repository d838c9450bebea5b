// A group that may know its mask to be true everywhere stands in both arms of a condition, with the same buffers.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync --pe-schedule | FileCheck %s

// CHECK-LABEL: pe.program @masked(
// CHECK: scf.for
// CHECK: pe.fi.load
// CHECK: scf.if %{{.*}} {
// CHECK: pe.vec.group reads(%[[SUM:[a-z0-9]*]], %[[X:[a-z0-9]*]] : {{.*}}readSync = array<i32: 0, 0, 0, 1>
// CHECK-NOT: arith.select
// CHECK: arith.addf
// CHECK: } else {
// CHECK: pe.vec.group reads(%[[SUM]], %[[X]] : {{.*}}readSync = array<i32: 0, 0, 0, 1>
// CHECK-NOT: arith.ori
// CHECK: arith.select
tile.kernel @masked(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c64 = arith.constant 64 : i32
    %least = arith.constant 64 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %sum = scf.for %s = %c0 to %n step %c64 iter_args(%acc = %zero) -> (tensor<64xf32>) : i32 {
      %end = arith.subi %n, %s : i32
      %full = arith.cmpi sge, %end, %least : i32
      %i = tile.iota start = 0 axis = 0 : tensor<64xi32>
      %ends = tile.splat %end : i32 -> tensor<64xi32>
      %mask = arith.cmpi slt, %i, %ends : tensor<64xi32>
      %all = tile.splat %full : i1 -> tensor<64xi1>
      %either = arith.ori %mask, %all {tile.all_true} : tensor<64xi1>
      %v = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %w = arith.select %either, %v, %zero : tensor<64xi1>, tensor<64xf32>
      %e = math.exp %w : tensor<64xf32>
      %next = arith.addf %acc, %e : tensor<64xf32>
      scf.yield %next : tensor<64xf32>
    }
    tile.store %sum, %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  }
  tile.return
}
