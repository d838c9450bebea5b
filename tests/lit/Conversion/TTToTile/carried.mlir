// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// Pointers of a branch: what differs between the sides is selected as scalars.
// CHECK-LABEL: tile.kernel @branch
// CHECK-SAME: %[[X:[a-z0-9]+]]: i64 {{.*}} %[[Y:[a-z0-9]+]]: i64 {{.*}}, %[[C:[a-z0-9]+]]: i1
// CHECK-DAG: %[[BASE:.*]] = arith.select %[[C]], %[[X]], %[[Y]] : i64
// CHECK-DAG: %[[STEP:.*]] = arith.select %[[C]], %c8_i64, %c4_i64 : i64
// CHECK: tile.load %[[BASE]] strides [%[[STEP]]] lower [0] upper [64] access <dma, "", arg = -1
// CHECK-NOT: tile.gather
tt.func public @branch(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %c: i1) {
  %two = arith.constant dense<2> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = scf.if %c -> (tensor<64x!tt.ptr<f32>>) {
    %wide = arith.muli %r, %two : tensor<64xi32>
    %a = tt.addptr %xs, %wide : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %a : tensor<64x!tt.ptr<f32>>
  } else {
    %b = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %b : tensor<64x!tt.ptr<f32>>
  }
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// A start that is computed in the branch comes out of it as a scalar.
// CHECK-LABEL: tile.kernel @inner_start
// CHECK: %[[BASE:.*]] = scf.if %{{.*}} -> (i64) {
// CHECK: tile.load %[[BASE]] strides [4] lower [0] upper [64] access <dma, "", arg = 0
// CHECK-NOT: tile.gather
tt.func public @inner_start(%x: !tt.ptr<f32>, %starts: !tt.ptr<i32>, %c: i1) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %flat = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p = scf.if %c -> (tensor<64x!tt.ptr<f32>>) {
    %s = tt.load %starts : !tt.ptr<i32>
    %ss = tt.splat %s : i32 -> tensor<64xi32>
    %a = tt.addptr %flat, %ss : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %a : tensor<64x!tt.ptr<f32>>
  } else {
    scf.yield %flat : tensor<64x!tt.ptr<f32>>
  }
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  tt.store %flat, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Forms that have nothing in common are no form.
// CHECK-LABEL: tile.kernel @apart
// CHECK: tile.gather {{.*}} access <gather, "index comes from a branch: product of two indices"
tt.func public @apart(%x: !tt.ptr<f32>, %c: i1) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %flat = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p = scf.if %c -> (tensor<64x!tt.ptr<f32>>) {
    %square = arith.muli %r, %r : tensor<64xi32>
    %a = tt.addptr %xs, %square : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %a : tensor<64x!tt.ptr<f32>>
  } else {
    scf.yield %flat : tensor<64x!tt.ptr<f32>>
  }
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  tt.store %flat, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// A loop on a condition carries the address beside the pointers, which nothing needs any more.
// CHECK-LABEL: tile.kernel @round
// CHECK: %[[END:.*]]:2 = scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i64) -> (i32, i64) {
// CHECK: ^bb0(%{{.*}}: i32, %[[BASE:.*]]: i64):
// CHECK: tile.load %[[BASE]] strides [4] lower [0] upper [64] access <dma, "", arg = 0
// CHECK: tile.load %[[END]]#1 strides [4] lower [0] upper [64] access <dma, "", arg = 0
tt.func public @round(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %begin = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %end:2 = scf.while (%i = %zero, %p = %begin) : (i32, tensor<64x!tt.ptr<f32>>) -> (i32, tensor<64x!tt.ptr<f32>>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %p : i32, tensor<64x!tt.ptr<f32>>
  } do {
  ^bb0(%i: i32, %p: tensor<64x!tt.ptr<f32>>):
    %v = tt.load %p : tensor<64x!tt.ptr<f32>>
    tt.store %to, %v : tensor<64x!tt.ptr<f32>>
    %by = tt.splat %i : i32 -> tensor<64xi32>
    %q = tt.addptr %p, %by : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %next = arith.addi %i, %one : i32
    scf.yield %next, %q : i32, tensor<64x!tt.ptr<f32>>
  }
  %last = tt.load %end#1 : tensor<64x!tt.ptr<f32>>
  tt.store %to, %last : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Steps that double are no move.
// CHECK-LABEL: tile.kernel @doubled
// CHECK: tile.gather {{.*}} access <gather, "index is carried round a loop and does not only move"
tt.func public @doubled(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %to = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %end:2 = scf.while (%i = %zero, %o = %r) : (i32, tensor<64xi32>) -> (i32, tensor<64xi32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %o : i32, tensor<64xi32>
  } do {
  ^bb0(%i: i32, %o: tensor<64xi32>):
    %p = tt.addptr %xs, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %p : tensor<64x!tt.ptr<f32>>
    tt.store %to, %v : tensor<64x!tt.ptr<f32>>
    %wide = arith.addi %o, %o : tensor<64xi32>
    %next = arith.addi %i, %one : i32
    scf.yield %next, %wide : i32, tensor<64xi32>
  }
  tt.return
}
