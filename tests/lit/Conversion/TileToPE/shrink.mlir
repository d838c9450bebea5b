// What a store does not write is neither fetched nor worked on.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe | FileCheck %s

// The load's box is the whole tile; the store's is not.
// CHECK-LABEL: pe.program @tail(
// CHECK-SAME: %[[N:[a-z0-9]*]]: i64 {tile.name = "n"}
tile.kernel @tail(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: pe.fi.load {{.*}} lower [0] upper [%[[N]]]
    // CHECK: pe.vec.group {{.*}} ins() extents(%[[N]])
    // CHECK: pe.fi.store {{.*}} upper [%[[N]]]
    %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %b = arith.addf %a, %a : tensor<64xf32>
    tile.store %b, %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// A sum needs every element.
// CHECK-LABEL: pe.program @sum(
tile.kernel @sum(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: pe.fi.load {{.*}} lower [0, 0] upper [%{{.*}}, 64]
    // CHECK: pe.vec.group
    %a = tile.load %p strides [256, 4] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<32x64xf32>
    %s = tile.reduce %a axis = 1 : (tensor<32x64xf32>) -> tensor<32xf32> {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      tile.yield %v : f32
    }
    tile.store %s, %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 128> : tensor<32xf32>
  }
  tile.return
}

// Two stores of one tile: the larger of both boxes.
// CHECK-LABEL: pe.program @two_stores(
tile.kernel @two_stores(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i64 {tile.name = "n"}, %m: i64 {tile.name = "m"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: %[[MAX:.*]] = arith.maxsi
    // CHECK: pe.fi.load {{.*}} lower [0] upper [%[[MAX]]]
    %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    tile.store %a, %q strides [4] lower [0] upper [%n] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
    tile.store %a, %q strides [4] lower [0] upper [%m] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// Rows and columns of a product from the store, its inner dimension from the zeros of both loads.
// CHECK-LABEL: pe.program @product(
tile.kernel @product(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %m: i64 {tile.name = "m"}, %n: i64 {tile.name = "n"}, %k: i64 {tile.name = "k"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK-DAG: pe.fi.load {{.*}} lower [0, 0] upper [%[[M:.*]], %[[K:.*]]] {
    // CHECK: pe.fi.load {{.*}} lower [0, 0] upper [%{{.*}}, %[[N:.*]]] {
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, %k] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [%k, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    // CHECK: pe.dpe.mma {{.*}} extents(%[[M]], %[[N]], %[[K]])
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    // CHECK: pe.re.drain {{.*}} extents(%[[M]], %[[N]])
    tile.store %d, %c strides [256, 4] lower [0, 0] upper [%m, %n] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}

// Padding other than zeros against zeros: under `strict` one product of the two is left, as it tells
// whether the rest are zeros or no numbers.
// CHECK-LABEL: pe.program @padded(
tile.kernel @padded(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %m: i64 {tile.name = "m"}, %k: i64 {tile.name = "k"}) attributes {tile.policy = "strict"} {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    // CHECK: %[[ONE:.*]] = arith.constant 1 : i64
    // CHECK: %[[INNER:.*]] = arith.addi %{{.*}}, %[[ONE]]
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, %k] pad 1.0 : f16 access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [%k, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    // CHECK: pe.dpe.mma {{.*}} extents(%{{.*}}, %{{.*}}, %[[INNER]])
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    tile.store %d, %c strides [256, 4] lower [0, 0] upper [%m, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}
