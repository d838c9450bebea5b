// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SIMD engine takes its functions, with what it can do beside them in one pass.
// RUN: charonia-opt %s --tile-map-units | FileCheck %s

// One number a row is subtracted, the result is summed along rows and cast; the largest of each row is the vector core's.
// CHECK-LABEL: tile.kernel @rows
// CHECK: tile.reduce {{.*}}axis = 1 {tile.unit = #tile.unit<vec>}
// CHECK: arith.subf {{.*}}tile.unit = #tile.unit<se>
// CHECK: math.exp2 {{.*}}tile.unit = #tile.unit<se>
// CHECK: arith.truncf {{.*}}tile.unit = #tile.unit<se>
// CHECK: tile.reduce {{.*}}axis = 1 {tile.unit = #tile.unit<se>}
tile.kernel @rows(%p: i64 {tile.pointer = f32}, %q: i64 {tile.pointer = f16}) {
  %x = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %m = tile.reduce %x axis = 1 : (tensor<64x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tile.yield %c : f32
  }
  %r = tile.reshape %m : tensor<64xf32> -> tensor<64x1xf32>
  %w = tile.broadcast %r : tensor<64x1xf32> -> tensor<64x64xf32>
  %d = arith.subf %x, %w : tensor<64x64xf32>
  %e = math.exp2 %d : tensor<64x64xf32>
  %h = arith.truncf %e : tensor<64x64xf32> to tensor<64x64xf16>
  %s = tile.reduce %e axis = 1 : (tensor<64x64xf32>) -> tensor<64xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  }
  tile.store %h, %q strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<64x64xf16>
  tile.store %s, %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
  tile.return
}

// The engine would take longer to begin than the vector core to end.
// CHECK-LABEL: tile.kernel @small
// CHECK: math.exp {{.*}}tile.unit = #tile.unit<vec>
tile.kernel @small(%p: i64 {tile.pointer = f32}) {
  %x = tile.load %p strides [4] lower [0] upper [16] access <dma, "", arg = 0, bytes = 64> : tensor<16xf32>
  %e = math.exp %x : tensor<16xf32>
  tile.store %e, %p strides [4] lower [0] upper [16] access <dma, "", arg = 0, bytes = 64> : tensor<16xf32>
  tile.return
}

// A tile that the loop carries lies with the vector core, and so does the function of it.
// CHECK-LABEL: tile.kernel @carried
// CHECK: math.tanh {{.*}}tile.unit = #tile.unit<vec>
tile.kernel @carried(%p: i64 {tile.pointer = f32}, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load %p strides [4] lower [0] upper [4096] access <dma, "", arg = 0, bytes = 16384> : tensor<4096xf32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> (tensor<4096xf32>) : i32 {
    %t = math.tanh %v : tensor<4096xf32>
    scf.yield %t : tensor<4096xf32>
  }
  tile.store %y, %p strides [4] lower [0] upper [4096] access <dma, "", arg = 0, bytes = 16384> : tensor<4096xf32>
  tile.return
}

// A function of a library is the same one: the engine takes it from its table.
// CHECK-LABEL: tile.kernel @library
// CHECK: tile.elementwise "Tanh"{{.*}}tile.unit = #tile.unit<se>
tile.kernel @library(%p: i64 {tile.pointer = f32}) {
  %x = tile.load %p strides [4] lower [0] upper [4096] access <dma, "", arg = 0, bytes = 16384> : tensor<4096xf32>
  %e = tile.elementwise "Tanh"(%x) : (tensor<4096xf32>) -> tensor<4096xf32>
  tile.store %e, %p strides [4] lower [0] upper [4096] access <dma, "", arg = 0, bytes = 16384> : tensor<4096xf32>
  tile.return
}
