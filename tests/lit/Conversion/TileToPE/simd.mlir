// Elementwise work on a drained accumulator runs on the SIMD engine, which reads the RE's banks.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync | FileCheck %s

// CHECK-LABEL: pe.program @cast
// CHECK: %[[ACC:.*]] = pe.cb.alloc "{{.*}}" space <re> {{.*}} readers [#pe.unit<se>]
// CHECK: %[[C:.*]] = pe.cb.alloc {{.*}} producer <se> readers [#pe.unit<fi_write>]
// CHECK-NOT: pe.re.drain
// CHECK: pe.se.compute reads(%[[ACC]]{{.*}}) writes(%[[C]]{{.*}}readSync = array<i32: 0, 1>, writeSync = array<i32: 1, 0, 1>
// CHECK: pe.fi.store reads(%[[C]]
tile.kernel @cast(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// CHECK-LABEL: pe.program @scale
// CHECK: pe.se.compute
// CHECK: arith.mulf
tile.kernel @scale(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %two = arith.constant dense<2.0> : tensor<64x64xf32>
    %m = arith.mulf %d, %two : tensor<64x64xf32>
    %h = arith.truncf %m : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// Functions and reductions are the vector core's.
// CHECK-LABEL: pe.program @function
// CHECK-NOT: pe.se.compute
// CHECK: pe.re.drain
tile.kernel @function(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %e = math.exp2 %d : tensor<64x64xf32>
    %h = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// CHECK-LABEL: pe.program @reduction
// CHECK-NOT: pe.se.compute
// CHECK: pe.re.drain
tile.kernel @reduction(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %ta = tile.load %a strides [64, 2] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 4096> : tensor<64x32xf16>
    %tb = tile.load %a strides [128, 2] lower [0, 0] upper [32, 64] access <dma, "", arg = 0, bytes = 4096> : tensor<32x64xf16>
    %d = tile.dot %ta, %tb, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %e = arith.addf %d, %d : tensor<64x64xf32>
    %r = tile.reduce %e axis = 1 : (tensor<64x64xf32>) -> tensor<64xf32> {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      tile.yield %s : f32
    }
    tile.store %r, %c strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
    %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}

// Where units are chosen, the engine's work is kept apart from other vector work; what was given to the vector core
// stays there.
// CHECK-LABEL: pe.program @chosen
// CHECK-DAG: pe.se.compute
// CHECK-DAG: pe.vec.group
// CHECK-LABEL: pe.program @not_chosen
// CHECK-NOT: pe.se.compute
// CHECK: pe.re.drain
tile.kernel @chosen(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %t = tile.load %a strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
    %d = tile.dot %t, %t, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %e = tile.dot %t, %t, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %d {tile.unit = #tile.unit<se>} : tensor<64x64xf32> to tensor<64x64xf16>
    %m = math.exp %e {tile.unit = #tile.unit<vec>} : tensor<64x64xf32>
    %g = arith.truncf %m {tile.unit = #tile.unit<vec>} : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
    tile.store %g, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}
tile.kernel @not_chosen(%a: i64 {tile.pointer = f16, tile.name = "a"}, %c: i64 {tile.pointer = f16, tile.name = "c"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    %t = tile.load %a strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
    %d = tile.dot %t, %t, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %h = arith.truncf %d {tile.unit = #tile.unit<vec>} : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store %h, %c strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  }
  tile.return
}
