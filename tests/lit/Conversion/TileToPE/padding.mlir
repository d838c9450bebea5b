// Sums and products stop where a mask leaves only what changes nothing.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe | FileCheck %s

// A softmax of n of 64 columns: the maximum and the sum see the first element of the padding and no
// more; it tells what the others are, also where n is 0.
// CHECK-LABEL: pe.program @softmax(
// CHECK-SAME: %[[N:[a-z0-9]*]]: i64 {tile.name = "n"}
tile.kernel @softmax(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: pe.fi.load {{.*}} lower [0] upper [%[[N]]]
    // CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
    // CHECK: %[[MAX:.*]] = arith.maxsi %[[ZERO]], %[[N]]
    // CHECK: %[[ONE:.*]] = arith.constant 1 : i64
    // CHECK: %[[E:.*]] = arith.addi %[[MAX]], %[[ONE]]
    // CHECK: pe.vec.group {{.*}} extents(%[[E]])
    %a = tile.load %p strides [4] lower [0] upper [%n] pad 0xFF800000 : f32 access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %m = tile.reduce %a axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%l: f32, %r: f32):
      %v = arith.maxnumf %l, %r : f32
      tile.yield %v : f32
    }
    %ms = tile.splat %m : f32 -> tensor<64xf32>
    %d = arith.subf %a, %ms : tensor<64xf32>
    %e = math.exp %d : tensor<64xf32>
    %s = tile.reduce %e axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      tile.yield %v : f32
    }
    %ss = tile.splat %s : f32 -> tensor<64xf32>
    %q = arith.divf %e, %ss : tensor<64xf32>
    tile.store %q, %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// The padding of x - mean is -mean: the sum of its squares takes all of it.
// CHECK-LABEL: pe.program @centred(
tile.kernel @centred(%p: i64 {tile.pointer = f32, tile.name = "p"}, %mean: f32 {tile.name = "mean"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: pe.vec.group
    // CHECK-NOT: extents
    // CHECK: pe.fi.store
    %a = tile.load %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %ms = tile.splat %mean : f32 -> tensor<64xf32>
    %d = arith.subf %a, %ms : tensor<64xf32>
    %s = tile.reduce %d axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      tile.yield %v : f32
    }
    %one = tile.splat %s : f32 -> tensor<1xf32>
    tile.store %one, %p strides [4] lower [0] upper [1] access <dma, "", arg = 0, bytes = 4> : tensor<1xf32>
  }
  tile.return
}

// With the mask once more it is zero again.
// CHECK-LABEL: pe.program @centred_and_masked(
tile.kernel @centred_and_masked(%p: i64 {tile.pointer = f32, tile.name = "p"}, %mean: f32 {tile.name = "mean"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %upper = arith.extsi %n : i32 to i64
    // CHECK: pe.vec.group {{.*}} extents(
    %a = tile.load %p strides [4] lower [0] upper [%upper] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %i = tile.iota start = 0 axis = 0 : tensor<64xi32>
    %ns = tile.splat %n : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %i, %ns : tensor<64xi32>
    %ms = tile.splat %mean : f32 -> tensor<64xf32>
    %d = arith.subf %a, %ms : tensor<64xf32>
    %c = arith.select %mask, %d, %zero : tensor<64xi1>, tensor<64xf32>
    %s = tile.reduce %c axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%l: f32, %r: f32):
      %v = arith.addf %l, %r : f32
      tile.yield %v : f32
    }
    %one = tile.splat %s : f32 -> tensor<1xf32>
    tile.store %one, %p strides [4] lower [0] upper [1] access <dma, "", arg = 0, bytes = 4> : tensor<1xf32>
  }
  tile.return
}

// A product of padding zeros with padding that a store gives no bound to: `default` takes loaded
// numbers to be finite.
// CHECK-LABEL: pe.program @one_side(
// CHECK-SAME: %[[K:[a-z0-9]*]]: i64 {tile.name = "k"}
tile.kernel @one_side(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %k: i64 {tile.name = "k"}) attributes {tile.policy = "default"} {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, %k] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    // CHECK: pe.fi.load {{.*}} upper [64, %[[K]]]
    // CHECK: pe.fi.load {{.*}} upper [%[[K]], 64]
    // CHECK: pe.dpe.mma {{.*}} extents(%{{.*}}, %{{.*}}, %[[K]])
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    tile.store %d, %c strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}

// `strict` does not: zero times infinity is no number.
// CHECK-LABEL: pe.program @one_side_strict(
tile.kernel @one_side_strict(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f32, tile.name = "c"}, %k: i64 {tile.name = "k"}) attributes {tile.policy = "strict"} {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, %k] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    // CHECK: pe.dpe.mma
    // CHECK-NOT: extents
    // CHECK-SAME: {multiply}
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    tile.store %d, %c strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  }
  tile.return
}

// Bounds of an iteration are computed in it; what a loop carries is used as far as after the loop.
// CHECK-LABEL: pe.program @carried(
// CHECK-SAME: %[[N:[a-z0-9]*]]: i64 {tile.name = "n"}
tile.kernel @carried(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %start = arith.constant dense<0.0> : tensor<64xf32>
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    // CHECK: scf.for
    // CHECK: pe.fi.load {{.*}} upper [%[[N]]]
    // CHECK: pe.vec.group {{.*}} extents(%[[N]])
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<64xf32>) : i64 {
      %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %b = arith.addf %acc, %a : tensor<64xf32>
      scf.yield %b : tensor<64xf32>
    }
    tile.store %sum, %p strides [4] lower [0] upper [%n] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// The last iteration has the smallest bound, but an earlier one's tile is carried to it: all of it.
// CHECK-LABEL: pe.program @carried_further(
tile.kernel @carried_further(%p: i64 {tile.pointer = f32, tile.name = "p"}, %n: i64 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %start = arith.constant dense<0.0> : tensor<64xf32>
    %c0 = arith.constant 0 : i64
    %c1 = arith.constant 1 : i64
    // CHECK: scf.for
    // CHECK: pe.fi.load {{.*}} upper [64]
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<64xf32>) : i64 {
      %e = arith.subi %n, %i : i64
      tile.store %acc, %p strides [4] lower [0] upper [%e] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %a = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %b = arith.addf %acc, %a : tensor<64xf32>
      scf.yield %b : tensor<64xf32>
    }
  }
  tile.return
}
