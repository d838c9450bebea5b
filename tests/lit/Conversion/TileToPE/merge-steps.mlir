// Steps of a product become wider while the operands are contiguous; the counter's step grows.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe | FileCheck %s

// CHECK-LABEL: pe.program @matmul
// CHECK: pe.cb.alloc {{.*}} producer <fi_read> readers [#pe.unit<dpe>] : <tensor<64x128xf16>>
// CHECK: pe.cb.alloc {{.*}} producer <fi_read> readers [#pe.unit<dpe>] : <tensor<128x64xf16>>
// CHECK: %[[STEP:.*]] = arith.constant 4 : i32
// CHECK: scf.for {{.*}} step %[[STEP]]
// CHECK: pe.fi.load {{.*}} lower [0, 0] upper [64, 128]
// CHECK: pe.fi.load {{.*}} lower [0, 0] upper [128, 64]
// CHECK: pe.dpe.mma
tile.kernel @matmul(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant 16 : i32
    %row = arith.constant 64 : i64
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %k = arith.extsi %i : i32 to i64
      %ka = arith.muli %k, %row : i64
      %pa = arith.addi %a, %ka : i64
      %row2 = arith.constant 4096 : i64
      %kb = arith.muli %k, %row2 : i64
      %pb = arith.addi %a, %kb : i64
      %ta = tile.load %pa strides [1024, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %tb = tile.load %pb strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
      %d = tile.dot %ta, %tb, %s : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %h = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// Slices with a gap between them stay as they are.
// CHECK-LABEL: pe.program @gap
// CHECK: pe.fi.load {{.*}} upper [64, 32]
tile.kernel @gap(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant 16 : i32
    %row = arith.constant 128 : i64
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %k = arith.extsi %i : i32 to i64
      %ka = arith.muli %k, %row : i64
      %pa = arith.addi %a, %ka : i64
      %row2 = arith.constant 4096 : i64
      %kb = arith.muli %k, %row2 : i64
      %pb = arith.addi %a, %kb : i64
      %ta = tile.load %pa strides [1024, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %tb = tile.load %pb strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
      %d = tile.dot %ta, %tb, %s : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %h = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// So does a number of steps that has no divisor.
// CHECK-LABEL: pe.program @odd
// CHECK: pe.fi.load {{.*}} upper [64, 32]
tile.kernel @odd(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant 13 : i32
    %row = arith.constant 64 : i64
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %k = arith.extsi %i : i32 to i64
      %ka = arith.muli %k, %row : i64
      %pa = arith.addi %a, %ka : i64
      %row2 = arith.constant 4096 : i64
      %kb = arith.muli %k, %row2 : i64
      %pb = arith.addi %a, %kb : i64
      %ta = tile.load %pa strides [1024, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %tb = tile.load %pb strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
      %d = tile.dot %ta, %tb, %s : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %h = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// And a slice that is not whole.
// CHECK-LABEL: pe.program @partial
// CHECK: pe.fi.load {{.*}} upper [64, 31]
tile.kernel @partial(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %n = arith.constant 16 : i32
    %row = arith.constant 64 : i64
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %k = arith.extsi %i : i32 to i64
      %ka = arith.muli %k, %row : i64
      %pa = arith.addi %a, %ka : i64
      %row2 = arith.constant 4096 : i64
      %kb = arith.muli %k, %row2 : i64
      %pb = arith.addi %a, %kb : i64
      %ta = tile.load %pa strides [1024, 2] lower [0, 0] upper [64, 31] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
      %tb = tile.load %pb strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
      %d = tile.dot %ta, %tb, %s : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
      scf.yield %d : tensor<64x64xf32>
    }
    %h = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}
