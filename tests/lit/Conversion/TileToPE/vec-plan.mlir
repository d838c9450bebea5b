// Each group of the vector core has a plan: passes, live vectors, registers a vector, bytes.
// RUN: charonia-opt %s --split-input-file --tile-fuse-vec --tile-to-pe | FileCheck %s

// The maximum, the sum of the exponentials, the scaling. The tile is read again, the exponentials
// are spilled.
// CHECK-LABEL: pe.program @softmax
// CHECK: pe.vec.group
// CHECK-SAME: live = array<i32: 2, 2, 1>, lmul = array<i32: 8, 8, 8>, passes = 3 : i64, reread = 65536 : i64, scratch = 65664 : i64, spilled = 65664 : i64
// CHECK-NOT: pe.vec.group
tile.kernel @softmax(%x: i64 {tile.pointer = f32, tile.name = "x"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %a = tile.load %x strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 0, bytes = 65536> : tensor<16x1024xf32>
    %m = tile.reduce %a axis = 1 : (tensor<16x1024xf32>) -> tensor<16xf32> {
    ^bb0(%l: f32, %r: f32):
      %c = arith.maxnumf %l, %r : f32
      tile.yield %c : f32
    }
    %mb_column = tile.reshape %m : tensor<16xf32> -> tensor<16x1xf32>
    %mb = tile.broadcast %mb_column : tensor<16x1xf32> -> tensor<16x1024xf32>
    %d = arith.subf %a, %mb : tensor<16x1024xf32>
    %e = math.exp %d : tensor<16x1024xf32>
    %s = tile.reduce %e axis = 1 : (tensor<16x1024xf32>) -> tensor<16xf32> {
    ^bb0(%l: f32, %r: f32):
      %c = arith.addf %l, %r : f32
      tile.yield %c : f32
    }
    %sb_column = tile.reshape %s : tensor<16xf32> -> tensor<16x1xf32>
    %sb = tile.broadcast %sb_column : tensor<16x1xf32> -> tensor<16x1024xf32>
    %q = arith.divf %e, %sb : tensor<16x1024xf32>
    tile.store %q, %y strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 1, bytes = 65536> : tensor<16x1024xf32>
  }
  tile.return
}

// -----

// x - mean is made again, not stored.
// CHECK-LABEL: pe.program @layer_norm
// CHECK: pe.vec.group
// CHECK-SAME: live = array<i32: 2, 2, 1, 1>, lmul = array<i32: 8, 8, 8, 8>, passes = 4 : i64, reread = 131072 : i64, scratch = 192 : i64, spilled = 192 : i64
// CHECK-NOT: pe.vec.group
tile.kernel @layer_norm(%x: i64 {tile.pointer = f32, tile.name = "x"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %a = tile.load %x strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 0, bytes = 65536> : tensor<16x1024xf32>
    %m = tile.reduce %a axis = 1 : (tensor<16x1024xf32>) -> tensor<16xf32> {
    ^bb0(%l: f32, %r: f32):
      %c = arith.addf %l, %r : f32
      tile.yield %c : f32
    }
    %mb_column = tile.reshape %m : tensor<16xf32> -> tensor<16x1xf32>
    %mb = tile.broadcast %mb_column : tensor<16x1xf32> -> tensor<16x1024xf32>
    %d = arith.subf %a, %mb : tensor<16x1024xf32>
    %e = arith.mulf %d, %d : tensor<16x1024xf32>
    %s = tile.reduce %e axis = 1 : (tensor<16x1024xf32>) -> tensor<16xf32> {
    ^bb0(%l: f32, %r: f32):
      %c = arith.addf %l, %r : f32
      tile.yield %c : f32
    }
    %t = math.rsqrt %s : tensor<16xf32>
    %sb_column = tile.reshape %t : tensor<16xf32> -> tensor<16x1xf32>
    %sb = tile.broadcast %sb_column : tensor<16x1xf32> -> tensor<16x1024xf32>
    %q = arith.mulf %d, %sb : tensor<16x1024xf32>
    tile.store %q, %y strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 1, bytes = 65536> : tensor<16x1024xf32>
  }
  tile.return
}

// -----

// Sums over rows: a vector and its accumulator.
// CHECK-LABEL: pe.program @column_sum
// CHECK: pe.vec.group
// CHECK-SAME: live = array<i32: 2, 1>, lmul = array<i32: 8, 8>, passes = 2 : i64, reread = 0 : i64, scratch = 4096 : i64, spilled = 4096 : i64
// CHECK-NOT: pe.vec.group
tile.kernel @column_sum(%x: i64 {tile.pointer = f32, tile.name = "x"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %a = tile.load %x strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 0, bytes = 65536> : tensor<16x1024xf32>
    %s = tile.reduce %a axis = 0 : (tensor<16x1024xf32>) -> tensor<1024xf32> {
    ^bb0(%l: f32, %r: f32):
      %c = arith.addf %l, %r : f32
      tile.yield %c : f32
    }
    tile.store %s, %y strides [4] lower [0] upper [1024] access <dma, "", arg = 1, bytes = 4096> : tensor<1024xf32>
  }
  tile.return
}

// -----

// A scalar a row and a splat: no vectors of their own.
// CHECK-LABEL: pe.program @row_scalar
// CHECK: pe.vec.group
// CHECK-SAME: live = array<i32: 1>, lmul = array<i32: 8>, passes = 1 : i64, reread = 0 : i64, scratch = 0 : i64, spilled = 0 : i64
// CHECK-NOT: pe.vec.group
tile.kernel @row_scalar(%x: i64 {tile.pointer = f32, tile.name = "x"}, %r: i64 {tile.pointer = f32, tile.name = "r"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %a = tile.load %x strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 0, bytes = 65536> : tensor<16x1024xf32>
    %b = tile.load %r strides [4] lower [0] upper [16] access <dma, "", arg = 1, bytes = 64> : tensor<16xf32>
    %bb_column = tile.reshape %b : tensor<16xf32> -> tensor<16x1xf32>
    %bb = tile.broadcast %bb_column : tensor<16x1xf32> -> tensor<16x1024xf32>
    %c = arith.constant dense<3.0> : tensor<16x1024xf32>
    %d = arith.subf %a, %bb : tensor<16x1024xf32>
    %q = arith.mulf %d, %c : tensor<16x1024xf32>
    tile.store %q, %y strides [4096, 4] lower [0, 0] upper [16, 1024] access <dma, "", arg = 2, bytes = 65536> : tensor<16x1024xf32>
  }
  tile.return
}

// -----

// More vectors than registers: split where the fewest bytes cross.
// CHECK-LABEL: pe.program @long_chain
// CHECK: pe.vec.group reads(%[[X:.*]] : {{.*}}) writes(%[[A:.*]], %[[B:.*]], %[[C:.*]] : !pe
// CHECK-SAME: live = array<i32: 3>, lmul = array<i32: 8>, passes = 1 : i64, reread = 0 : i64, scratch = 0 : i64, spilled = 0 : i64
// CHECK: pe.vec.group reads(%[[X]], %[[A]], %[[B]], %[[C]] : !pe
// CHECK-SAME: live = array<i32: 30>, lmul = array<i32: 1>, passes = 1 : i64, reread = 0 : i64, scratch = 0 : i64, spilled = 0 : i64
// CHECK-NOT: pe.vec.group
tile.kernel @long_chain(%x: i64 {tile.pointer = f32, tile.name = "x"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %a = tile.load %x strides [4] lower [0] upper [1024] access <dma, "", arg = 0, bytes = 4096> : tensor<1024xf32>
    %c0 = arith.constant dense<1.0> : tensor<1024xf32>
    %v0 = arith.mulf %a, %c0 : tensor<1024xf32>
    %c1 = arith.constant dense<2.0> : tensor<1024xf32>
    %v1 = arith.mulf %a, %c1 : tensor<1024xf32>
    %c2 = arith.constant dense<3.0> : tensor<1024xf32>
    %v2 = arith.mulf %a, %c2 : tensor<1024xf32>
    %c3 = arith.constant dense<4.0> : tensor<1024xf32>
    %v3 = arith.mulf %a, %c3 : tensor<1024xf32>
    %c4 = arith.constant dense<5.0> : tensor<1024xf32>
    %v4 = arith.mulf %a, %c4 : tensor<1024xf32>
    %c5 = arith.constant dense<6.0> : tensor<1024xf32>
    %v5 = arith.mulf %a, %c5 : tensor<1024xf32>
    %c6 = arith.constant dense<7.0> : tensor<1024xf32>
    %v6 = arith.mulf %a, %c6 : tensor<1024xf32>
    %c7 = arith.constant dense<8.0> : tensor<1024xf32>
    %v7 = arith.mulf %a, %c7 : tensor<1024xf32>
    %c8 = arith.constant dense<9.0> : tensor<1024xf32>
    %v8 = arith.mulf %a, %c8 : tensor<1024xf32>
    %c9 = arith.constant dense<10.0> : tensor<1024xf32>
    %v9 = arith.mulf %a, %c9 : tensor<1024xf32>
    %c10 = arith.constant dense<11.0> : tensor<1024xf32>
    %v10 = arith.mulf %a, %c10 : tensor<1024xf32>
    %c11 = arith.constant dense<12.0> : tensor<1024xf32>
    %v11 = arith.mulf %a, %c11 : tensor<1024xf32>
    %c12 = arith.constant dense<13.0> : tensor<1024xf32>
    %v12 = arith.mulf %a, %c12 : tensor<1024xf32>
    %c13 = arith.constant dense<14.0> : tensor<1024xf32>
    %v13 = arith.mulf %a, %c13 : tensor<1024xf32>
    %c14 = arith.constant dense<15.0> : tensor<1024xf32>
    %v14 = arith.mulf %a, %c14 : tensor<1024xf32>
    %c15 = arith.constant dense<16.0> : tensor<1024xf32>
    %v15 = arith.mulf %a, %c15 : tensor<1024xf32>
    %c16 = arith.constant dense<17.0> : tensor<1024xf32>
    %v16 = arith.mulf %a, %c16 : tensor<1024xf32>
    %c17 = arith.constant dense<18.0> : tensor<1024xf32>
    %v17 = arith.mulf %a, %c17 : tensor<1024xf32>
    %c18 = arith.constant dense<19.0> : tensor<1024xf32>
    %v18 = arith.mulf %a, %c18 : tensor<1024xf32>
    %c19 = arith.constant dense<20.0> : tensor<1024xf32>
    %v19 = arith.mulf %a, %c19 : tensor<1024xf32>
    %c20 = arith.constant dense<21.0> : tensor<1024xf32>
    %v20 = arith.mulf %a, %c20 : tensor<1024xf32>
    %c21 = arith.constant dense<22.0> : tensor<1024xf32>
    %v21 = arith.mulf %a, %c21 : tensor<1024xf32>
    %c22 = arith.constant dense<23.0> : tensor<1024xf32>
    %v22 = arith.mulf %a, %c22 : tensor<1024xf32>
    %c23 = arith.constant dense<24.0> : tensor<1024xf32>
    %v23 = arith.mulf %a, %c23 : tensor<1024xf32>
    %c24 = arith.constant dense<25.0> : tensor<1024xf32>
    %v24 = arith.mulf %a, %c24 : tensor<1024xf32>
    %c25 = arith.constant dense<26.0> : tensor<1024xf32>
    %v25 = arith.mulf %a, %c25 : tensor<1024xf32>
    %c26 = arith.constant dense<27.0> : tensor<1024xf32>
    %v26 = arith.mulf %a, %c26 : tensor<1024xf32>
    %c27 = arith.constant dense<28.0> : tensor<1024xf32>
    %v27 = arith.mulf %a, %c27 : tensor<1024xf32>
    %c28 = arith.constant dense<29.0> : tensor<1024xf32>
    %v28 = arith.mulf %a, %c28 : tensor<1024xf32>
    %c29 = arith.constant dense<30.0> : tensor<1024xf32>
    %v29 = arith.mulf %a, %c29 : tensor<1024xf32>
    %c30 = arith.constant dense<31.0> : tensor<1024xf32>
    %v30 = arith.mulf %a, %c30 : tensor<1024xf32>
    %c31 = arith.constant dense<32.0> : tensor<1024xf32>
    %v31 = arith.mulf %a, %c31 : tensor<1024xf32>
    %c32 = arith.constant dense<33.0> : tensor<1024xf32>
    %v32 = arith.mulf %a, %c32 : tensor<1024xf32>
    %w31 = arith.divf %v32, %v31 : tensor<1024xf32>
    %w30 = arith.divf %w31, %v30 : tensor<1024xf32>
    %w29 = arith.divf %w30, %v29 : tensor<1024xf32>
    %w28 = arith.divf %w29, %v28 : tensor<1024xf32>
    %w27 = arith.divf %w28, %v27 : tensor<1024xf32>
    %w26 = arith.divf %w27, %v26 : tensor<1024xf32>
    %w25 = arith.divf %w26, %v25 : tensor<1024xf32>
    %w24 = arith.divf %w25, %v24 : tensor<1024xf32>
    %w23 = arith.divf %w24, %v23 : tensor<1024xf32>
    %w22 = arith.divf %w23, %v22 : tensor<1024xf32>
    %w21 = arith.divf %w22, %v21 : tensor<1024xf32>
    %w20 = arith.divf %w21, %v20 : tensor<1024xf32>
    %w19 = arith.divf %w20, %v19 : tensor<1024xf32>
    %w18 = arith.divf %w19, %v18 : tensor<1024xf32>
    %w17 = arith.divf %w18, %v17 : tensor<1024xf32>
    %w16 = arith.divf %w17, %v16 : tensor<1024xf32>
    %w15 = arith.divf %w16, %v15 : tensor<1024xf32>
    %w14 = arith.divf %w15, %v14 : tensor<1024xf32>
    %w13 = arith.divf %w14, %v13 : tensor<1024xf32>
    %w12 = arith.divf %w13, %v12 : tensor<1024xf32>
    %w11 = arith.divf %w12, %v11 : tensor<1024xf32>
    %w10 = arith.divf %w11, %v10 : tensor<1024xf32>
    %w9 = arith.divf %w10, %v9 : tensor<1024xf32>
    %w8 = arith.divf %w9, %v8 : tensor<1024xf32>
    %w7 = arith.divf %w8, %v7 : tensor<1024xf32>
    %w6 = arith.divf %w7, %v6 : tensor<1024xf32>
    %w5 = arith.divf %w6, %v5 : tensor<1024xf32>
    %w4 = arith.divf %w5, %v4 : tensor<1024xf32>
    %w3 = arith.divf %w4, %v3 : tensor<1024xf32>
    %w2 = arith.divf %w3, %v2 : tensor<1024xf32>
    %w1 = arith.divf %w2, %v1 : tensor<1024xf32>
    %w0 = arith.divf %w1, %v0 : tensor<1024xf32>
    tile.store %w0, %y strides [4] lower [0] upper [1024] access <dma, "", arg = 1, bytes = 4096> : tensor<1024xf32>
  }
  tile.return
}

// -----

// A part put into a tile that the loop carries: its 64 registers are loaded and stored, the tile is
// not touched otherwise.
// CHECK-LABEL: pe.program @insert
// CHECK: scf.for
// CHECK: pe.vec.group
// CHECK-SAME: cycles = 141 : i64, live = array<i32: 1>, lmul = array<i32: 8>, passes = 1 : i64, reread = 0
tile.kernel @insert(%x: i64 {tile.pointer = f32, tile.name = "x"}, %y: i64 {tile.pointer = f32, tile.name = "y"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%i: i32, %j: i32, %k: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant dense<0.0> : tensor<256x64xf32>
    %r = scf.for %s = %c0 to %c16 step %c1 iter_args(%a = %zero) -> (tensor<256x64xf32>) : i32 {
      %t = tile.load %x strides [256, 4] lower [0, 0] upper [16, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<16x64xf32>
      %at = arith.muli %s, %c16 : i32
      %u = arith.addf %t, %t : tensor<16x64xf32>
      %b = mtia.insert_slice %u into %a[%at, %c0] {strides = array<i32: 1, 1>} : tensor<16x64xf32> into tensor<256x64xf32>
      scf.yield %b : tensor<256x64xf32>
    }
    tile.store %r, %y strides [256, 4] lower [0, 0] upper [256, 64] access <dma, "", arg = 1, bytes = 65536> : tensor<256x64xf32>
  }
  tile.return
}
