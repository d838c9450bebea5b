// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tile-map-pids --tile-map-units | FileCheck %s

// CHECK-LABEL: tile.kernel @k
// CHECK: tile.pid_loop mapping(linear) {
// CHECK-NEXT: ^bb0(%[[PID:.*]]: i32, %{{.*}}: i32, %{{.*}}: i32):
// CHECK: arith.extsi %[[PID]] {tile.unit = #tile.unit<sca>}
// CHECK: tile.load {{.*}}tile.unit = #tile.unit<fi>
// CHECK: tile.dot {{.*}}tile.unit = #tile.unit<dpe>
// CHECK: tile.dot {{.*}}tile.unit = #tile.unit<vec>
// CHECK: math.exp {{.*}}tile.unit = #tile.unit<se>
// CHECK: tile.store {{.*}}tile.unit = #tile.unit<fi>
tile.kernel @k(%p: i64 {tile.pointer = f16}, %q: i64 {tile.pointer = f32}) {
  %pid = tile.program_id 0 : i32
  %wide = arith.extsi %pid : i32 to i64
  %base = arith.addi %p, %wide : i64
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %a = tile.load %base strides [64, 2] lower [0, 0] upper [32, 32] access <dma, "", arg = 0, bytes = 2048> : tensor<32x32xf16>
  %c = tile.dot %a, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %d = tile.dot %c, %c, %zero : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %e = math.exp %d : tensor<32x32xf32>
  tile.store %e, %q strides [128, 4] lower [0, 0] upper [32, 32] access <dma, "", arg = 1, bytes = 4096> : tensor<32x32xf32>
  tile.return
}
