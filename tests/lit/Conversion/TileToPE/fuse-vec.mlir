// Vector work of one time forms one group; cheap values are repeated, not kept.
// RUN: charonia-opt %s --tile-fuse-vec | FileCheck %s

// CHECK-LABEL: tile.kernel @two_levels
tile.kernel @two_levels(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %iota = tile.iota start = 0 axis = 0 : tensor<64xi32>
    %s = tile.splat %x : i32 -> tensor<64xi32>
    %i = arith.addi %iota, %s : tensor<64xi32>
    %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %f = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
    %b = arith.addf %a, %f : tensor<64xf32>
    %sum = tile.reduce %b axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      tile.yield %v : f32
    }
    %twice = arith.addf %sum, %sum : f32
    %t = tile.splat %twice : f32 -> tensor<64xf32>
    %g = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
    %c = arith.mulf %b, %t : tensor<64xf32>
    %d = arith.addf %c, %g : tensor<64xf32>
    tile.store %d, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
    // CHECK: %[[A:.*]] = tile.load
    // The first group makes the sum and keeps its tiles for the second.
    // CHECK: %[[G:.*]]:3 = pe.vec.group reads() writes() ins({{.*}}) -> tensor<64xf32>, f32, tensor<64xf32>
    // CHECK: tile.iota
    // CHECK: tile.reduce
    // CHECK: arith.addf %[[G]]#1, %[[G]]#1 : f32
    // CHECK: %[[H:.*]] = pe.vec.group reads() writes() ins({{.*}}) -> tensor<64xf32>
    // CHECK-NOT: pe.vec.group
    // CHECK: tile.store %[[H]]
  }
  tile.return
}
