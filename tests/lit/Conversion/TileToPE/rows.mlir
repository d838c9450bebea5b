// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row lists are buffers that the DMA unit reads; they are popped by the command that they belong to.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync | FileCheck %s

// CHECK-LABEL: pe.program @rows
tile.kernel @rows(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %i: i64 {tile.pointer = i64, tile.name = "i"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK-DAG: %[[IN:.*]] = pe.cb.alloc {{.*}} producer <fi_read> readers [#pe.unit<core1>]{{.*}}tensor<8xi64>
    // CHECK-DAG: %[[LIST:.*]] = pe.cb.alloc {{.*}} producer <core1> readers [#pe.unit<fi_read>, #pe.unit<fi_write>]{{.*}}tensor<8xi64>
    // CHECK-DAG: %[[MASK:.*]] = pe.cb.alloc {{.*}} producer <core1> readers [#pe.unit<fi_read>]{{.*}}tensor<8xi1>
    // CHECK-DAG: %[[TILE:.*]] = pe.cb.alloc {{.*}} producer <fi_read> readers [#pe.unit<fi_write>]{{.*}}tensor<8x16xf32>
    // CHECK: pe.vec.group reads(%[[IN]]
    // CHECK: pe.fi.load reads(%[[LIST]], %[[MASK]] : {{.*}}) writes(%[[TILE]]{{.*}}readSync = array<i32: 0, 1, 0, 1>, row_dim = 0 : i32
    // CHECK: pe.fi.store reads(%[[TILE]], %[[LIST]] : {{.*}}readSync = array<i32: 0, 1, 0, 1>, row_dim = 0 : i32
    %t = tile.load %i strides [8] lower [0] upper [8] access <dma, "", arg = 2, bytes = 64> : tensor<8xi64>
    %zero = arith.constant dense<0> : tensor<8xi64>
    %s = arith.constant dense<64> : tensor<8xi64>
    %m = arith.cmpi sge, %t, %zero : tensor<8xi64>
    %r = arith.muli %t, %s : tensor<8xi64>
    %v = tile.load_rows %p rows %r along 0 mask %m : tensor<8xi1> strides [0, 4] lower [0, 0] upper [8, 16]
      access <rows, "", arg = 0, bytes = 512> : tensor<8xi64> -> tensor<8x16xf32>
    tile.store_rows %v, %q rows %r along 0 strides [0, 4] lower [0, 0] upper [8, 16]
      access <rows, "", arg = 1, bytes = 512> : tensor<8x16xf32>, tensor<8xi64>
  }
  tile.return
}
