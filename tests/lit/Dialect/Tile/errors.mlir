// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{argument 0 has attribute 'tile.pointer' and must be i64, but is 'i32'}}
tile.kernel @k(%x: i32 {tile.pointer = f32}) {
  tile.return
}

// -----

tile.kernel @k(%x: i64) {
  // expected-error @+1 {{needs 2 strides, lower and upper bounds}}
  %0 = tile.load %x strides [4] lower [0] upper [8] access <dma, "", arg = 0, bytes = 256> : tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @k(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{permutation must name every dimension once}}
  %0 = tile.permute %x [0, 0] : tensor<4x8xf32> -> tensor<4x4xf32>
  tile.return
}

// -----

tile.kernel @k(%x: tensor<8xf32>) {
  // expected-error @+1 {{unknown function 'Frobnicate'}}
  %0 = tile.elementwise "Frobnicate"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @k(%x: tensor<8x8xf32>) {
  // expected-error @+1 {{slice leaves the tile in dimension 1}}
  %0 = tile.extract_slice %x [0, 4] : tensor<8x8xf32> -> tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @k() {
  // expected-error @+1 {{needs 'lists' exactly when the mapping is 'list'}}
  tile.pid_loop mapping(list) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    tile.yield
  }
  tile.return
}

// -----

tile.kernel @rows(%p: i64, %r: tensor<4xi64>) {
  // expected-error @+1 {{needs an offset (and a mask) for each element of its row dimension}}
  %v = tile.load_rows %p rows %r along 0 strides [0, 4] lower [0, 0] upper [8, 16]
    access <rows, "", arg = 0, bytes = 512> : tensor<4xi64> -> tensor<8x16xf32>
  tile.return
}
