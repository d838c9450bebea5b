// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of a loaded tile for a unit that reads whole slots is copied by the layout unit; what the vector core takes stays.
// RUN: charonia-opt %s --tile-map-units --tile-fuse-vec --tile-to-pe | FileCheck %s

// CHECK-LABEL: pe.program @parts
// CHECK: pe.mlu.move reads(%[[WHOLE:.*]] : !pe.cb<tensor<64x64xf16>>) writes(%[[PART:.*]] : !pe.cb<tensor<16x64xf16>>) offsets(%{{.*}}, %{{.*}}) {permutation = array<i64: 0, 1>}
// CHECK: pe.dpe.mma reads(%[[PART]],
// CHECK-NOT: pe.mlu.move
tile.kernel @parts(%p: i64 {tile.pointer = f16}, %q: i64 {tile.pointer = f32}, %i: i32) {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<16x64xf32>
  %x = tile.load %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
  %w = tile.load %p strides [128, 2] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 8192> : tensor<64x64xf16>
  %a = mtia.extract_slice %x[%i, %c0] {strides = array<i32: 1, 1>} : tensor<64x64xf16> -> tensor<16x64xf16>
  %d = tile.dot %a, %w, %zero {precision = #tile.precision<ieee>} : tensor<16x64xf16> * tensor<64x64xf16> -> tensor<16x64xf32>
  %b = mtia.extract_slice %x[%i, %c0] {strides = array<i32: 2, 1>} : tensor<64x64xf16> -> tensor<16x64xf16>
  %e = arith.extf %b : tensor<16x64xf16> to tensor<16x64xf32>
  %f = arith.addf %e, %d : tensor<16x64xf32>
  tile.store %f, %q strides [256, 4] lower [0, 0] upper [16, 64] access <dma, "", arg = 1, bytes = 4096> : tensor<16x64xf32>
  tile.return
}
