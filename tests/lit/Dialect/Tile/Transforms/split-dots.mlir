// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of fp32 matrices in parts of bf16: only if policy and precision allow it and it takes less time.
// RUN: charonia-opt %s --tile-map-units | FileCheck %s

// CHECK-LABEL: tile.kernel @two_parts
// CHECK: %[[A:.*]] = tile.load {{.*}}arg = 0
// CHECK: %[[SMALLER:.*]] = arith.mulf %[[A]], %{{.*}} : tensor<64x32xf32>
// CHECK: %[[CLAMPED:.*]] = tile.elementwise "ClampNanF"(%[[SMALLER]]
// CHECK: %[[A0:.*]] = tile.elementwise "TruncFRtz"(%[[CLAMPED]]){{.*}} -> tensor<64x32xbf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[A0]]
// CHECK: %[[REST:.*]] = arith.subf %[[A]], %[[WIDE]]
// CHECK: %[[A1:.*]] = arith.truncf %[[REST]]{{.*}} to tensor<64x32xbf16>
// CHECK: %[[B:.*]] = tile.load {{.*}}arg = 1
// CHECK: %[[B0:.*]] = tile.elementwise "TruncFRtz"
// CHECK: %[[B1:.*]] = arith.truncf {{.*}} to tensor<32x64xbf16>
// CHECK: %[[S0:.*]] = tile.dot %[[A1]], %[[B1]], %[[C:.*]] {tile.unit = #tile.unit<dpe>}
// CHECK: %[[S1:.*]] = tile.dot %[[A0]], %[[B1]], %[[S0]] {tile.unit = #tile.unit<dpe>}
// CHECK: %[[S2:.*]] = tile.dot %[[A1]], %[[B0]], %[[S1]] {tile.unit = #tile.unit<dpe>}
// CHECK: %[[S3:.*]] = tile.dot %[[A0]], %[[B0]], %[[S2]] {tile.unit = #tile.unit<dpe>}
// CHECK: tile.store %[[S3]]
tile.kernel @two_parts(%p: i64 {tile.pointer = f32}, %q: i64 {tile.pointer = f32}) attributes {tile.policy = "default"} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %p strides [128, 4] lower [0, 0] upper [64, 32] access <dma, "", arg = 0, bytes = 8192> : tensor<64x32xf32>
  %b = tile.load %q strides [256, 4] lower [0, 0] upper [32, 64] access <dma, "", arg = 1, bytes = 8192> : tensor<32x64xf32>
  %c = tile.dot %a, %b, %zero {precision = #tile.precision<tf32>} : tensor<64x32xf32> * tensor<32x64xf32> -> tensor<64x64xf32>
  tile.store %c, %q strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 1, bytes = 16384> : tensor<64x64xf32>
  tile.return
}

// Operands that are one tile are cut once, and a turned one is turned in parts; three parts make six products.
// CHECK-LABEL: tile.kernel @three_parts
// CHECK-COUNT-2: tile.elementwise "TruncFRtz"
// CHECK-NOT: tile.elementwise
// CHECK-COUNT-3: tile.permute {{.*}} : tensor<64x64xbf16> -> tensor<64x64xbf16>
// CHECK-COUNT-6: tile.dot {{.*}} tensor<64x64xbf16> * tensor<64x64xbf16>
// CHECK-NOT: tile.dot
tile.kernel @three_parts(%p: i64 {tile.pointer = f32}) attributes {tile.policy = "fast"} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %t = tile.permute %a [1, 0] : tensor<64x64xf32> -> tensor<64x64xf32>
  %c = tile.dot %a, %t, %zero {precision = #tile.precision<tf32x3>} : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %c, %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  tile.return
}

// CHECK-LABEL: tile.kernel @strict
// CHECK: tile.dot {{.*}}tile.unit = #tile.unit<vec>{{.*}} tensor<64x64xf32> * tensor<64x64xf32>
tile.kernel @strict(%p: i64 {tile.pointer = f32}) attributes {tile.policy = "strict"} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %c = tile.dot %a, %a, %zero {precision = #tile.precision<tf32>} : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  tile.store %c, %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  tile.return
}

// All of fp32 is asked for; too few rows to make up for the cut of the other operand.
// CHECK-LABEL: tile.kernel @whole
// CHECK: tile.dot {{.*}}tile.unit = #tile.unit<vec>{{.*}} tensor<64x64xf32> * tensor<64x64xf32>
// CHECK: tile.dot {{.*}}tile.unit = #tile.unit<vec>{{.*}} tensor<4x64xf32> * tensor<64x64xf32>
tile.kernel @whole(%p: i64 {tile.pointer = f32}) attributes {tile.policy = "default"} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %few = arith.constant dense<0.0> : tensor<4x64xf32>
  %a = tile.load %p strides [256, 4] lower [0, 0] upper [64, 64] access <dma, "", arg = 0, bytes = 16384> : tensor<64x64xf32>
  %v = tile.load %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
  %c = tile.dot %a, %a, %zero : tensor<64x64xf32> * tensor<64x64xf32> -> tensor<64x64xf32>
  %d = tile.dot %v, %c, %few {precision = #tile.precision<bf16x3>} : tensor<4x64xf32> * tensor<64x64xf32> -> tensor<4x64xf32>
  tile.store %d, %p strides [256, 4] lower [0, 0] upper [4, 64] access <dma, "", arg = 0, bytes = 1024> : tensor<4x64xf32>
  tile.return
}
