// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// Three points, each with the mask of its own index: one load that has the lanes of all.
// CHECK-LABEL: tile.kernel @padded
// CHECK: %[[U:.*]] = tile.load {{.*}} strides [4] lower [%{{.*}}] upper [%{{.*}}] access <dma, "", arg = 0, bytes = 264> : tensor<66xf32>
// CHECK-DAG: tile.extract_slice %[[U]] [0] : tensor<66xf32> -> tensor<64xf32>
// CHECK-DAG: tile.extract_slice %[[U]] [1] : tensor<66xf32> -> tensor<64xf32>
// CHECK-DAG: tile.extract_slice %[[U]] [2] : tensor<66xf32> -> tensor<64xf32>
// CHECK-NOT: tile.load
module attributes {charonia.grid = array<i64: 16, 1, 1>} {
tt.func public @padded(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %n = arith.constant dense<1000> : tensor<64xi32>
  %zero = arith.constant dense<0> : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %left = arith.subi %i, %one : tensor<64xi32>
  %right = arith.addi %i, %one : tensor<64xi32>
  %m = arith.cmpi slt, %i, %n : tensor<64xi32>
  %ml0 = arith.cmpi sge, %left, %zero : tensor<64xi32>
  %ml1 = arith.cmpi slt, %left, %n : tensor<64xi32>
  %ml = arith.andi %ml0, %ml1 : tensor<64xi1>
  %mr = arith.cmpi slt, %right, %n : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %pc = tt.addptr %xs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %pl = tt.addptr %xs, %left : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %pr = tt.addptr %xs, %right : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %c = tt.load %pc, %m : tensor<64x!tt.ptr<f32>>
  %l = tt.load %pl, %ml, %none : tensor<64x!tt.ptr<f32>>
  %e = tt.load %pr, %mr, %none : tensor<64x!tt.ptr<f32>>
  %s = arith.addf %c, %l : tensor<64xf32>
  %t = arith.addf %s, %e : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %ys, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %t, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// One mask for both and for the store. Where it is false the second load has other elements in its
// lanes, which nobody sees; a program without a lane loads nothing.
// CHECK-LABEL: tile.kernel @inside
// CHECK: %[[END:.*]] = arith.select
// CHECK: %[[U:.*]] = tile.load {{.*}} strides [4] lower [0] upper [%[[END]]] access <dma, "", arg = 0, bytes = 260> : tensor<65xf32>
// CHECK-NOT: tile.load
tt.func public @inside(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %one = arith.constant dense<1> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %n : i32 -> tensor<64xi32>
  %right = arith.addi %r, %one : tensor<64xi32>
  %m = arith.cmpi slt, %r, %b : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %pc = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %pr = tt.addptr %xs, %right : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %c = tt.load %pc, %m : tensor<64x!tt.ptr<f32>>
  %e = tt.load %pr, %m : tensor<64x!tt.ptr<f32>>
  %t = arith.addf %c, %e : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %t, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// The same masks, but the sum of all lanes is stored: both loads stay, with zeros in their lanes.
// CHECK-LABEL: tile.kernel @other_lanes
// CHECK-COUNT-2: tile.load {{.*}} : tensor<64xf32>
tt.func public @other_lanes(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %one = arith.constant dense<1> : tensor<64xi32>
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %n : i32 -> tensor<64xi32>
  %right = arith.addi %r, %one : tensor<64xi32>
  %m = arith.cmpi slt, %r, %b : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %pc = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %pr = tt.addptr %xs, %right : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %c = tt.load %pc, %m, %zero : tensor<64x!tt.ptr<f32>>
  %e = tt.load %pr, %m, %zero : tensor<64x!tt.ptr<f32>>
  %t = arith.addf %c, %e : tensor<64xf32>
  %s = "tt.reduce"(%t) <{axis = 0 : i32}> ({
  ^bb0(%p: f32, %q: f32):
    %sum = arith.addf %p, %q : f32
    tt.reduce.return %sum : f32
  }) : (tensor<64xf32>) -> f32
  tt.store %y, %s : !tt.ptr<f32>
  tt.return
}

// -----

// A store to the buffer keeps loads apart, one to another buffer does not.
// CHECK-LABEL: tile.kernel @stores
// CHECK: tile.load {{.*}} : tensor<65xf32>
// CHECK: tile.store {{.*}} arg = 1
// CHECK-NOT: tile.load
// CHECK: tile.store {{.*}} arg = 0
// CHECK: tile.load {{.*}} : tensor<64xf32>
tt.func public @stores(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %one = arith.constant dense<1> : tensor<64xi32>
  %two = arith.constant dense<2> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p0 = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %r1 = arith.addi %r, %one : tensor<64xi32>
  %p1 = tt.addptr %xs, %r1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %r2 = arith.addi %r, %two : tensor<64xi32>
  %p2 = tt.addptr %xs, %r2 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %p0 : tensor<64x!tt.ptr<f32>>
  %a2 = arith.addf %a, %a : tensor<64xf32>
  tt.store %q, %a2 : tensor<64x!tt.ptr<f32>>
  %b = tt.load %p1 : tensor<64x!tt.ptr<f32>>
  %b2 = arith.addf %b, %b : tensor<64xf32>
  tt.store %p0, %b2 : tensor<64x!tt.ptr<f32>>
  %c = tt.load %p2 : tensor<64x!tt.ptr<f32>>
  %c2 = arith.addf %c, %c : tensor<64xf32>
  tt.store %q, %c2 : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Every element and every second one, and halves that do not overlap, stay apart; a tile that is stored as it is is part of
// what is loaded once.
// CHECK-LABEL: tile.kernel @apart
// CHECK-COUNT-2: tile.load {{.*}} : tensor<64xf32>
// CHECK: tile.load {{.*}} : tensor<65xf32>
// CHECK-COUNT-2: tile.extract_slice
// CHECK-NOT: tile.load
tt.func public @apart(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %two = arith.constant dense<2> : tensor<64xi32>
  %half = arith.constant dense<64> : tensor<64xi32>
  %one = arith.constant dense<1> : tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %even = arith.muli %r, %two : tensor<64xi32>
  %upper = arith.addi %r, %half : tensor<64xi32>
  %next = arith.addi %upper, %one : tensor<64xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p0 = tt.addptr %xs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p1 = tt.addptr %xs, %even : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p2 = tt.addptr %xs, %upper : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %p3 = tt.addptr %xs, %next : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %a = tt.load %p0 : tensor<64x!tt.ptr<f32>>
  %b = tt.load %p1 : tensor<64x!tt.ptr<f32>>
  %c = tt.load %p2 : tensor<64x!tt.ptr<f32>>
  %copied = tt.load %p3 : tensor<64x!tt.ptr<f32>>
  %s = arith.addf %a, %b : tensor<64xf32>
  %t = arith.addf %s, %c : tensor<64xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %ys, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %q1 = tt.addptr %ys, %upper : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %t : tensor<64x!tt.ptr<f32>>
  tt.store %q1, %copied : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Together they would be more than local memory holds.
// CHECK-LABEL: tile.kernel @too_large
// CHECK-COUNT-2: tile.load {{.*}} : tensor<65536xf32>
// CHECK-NOT: tile.extract_slice
tt.func public @too_large(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %by = arith.constant dense<60000> : tensor<65536xi32>
  %r = tt.make_range {end = 65536 : i32, start = 0 : i32} : tensor<65536xi32>
  %i = arith.addi %r, %by : tensor<65536xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<65536x!tt.ptr<f32>>
  %p0 = tt.addptr %xs, %r : tensor<65536x!tt.ptr<f32>>, tensor<65536xi32>
  %p1 = tt.addptr %xs, %i : tensor<65536x!tt.ptr<f32>>, tensor<65536xi32>
  %a = tt.load %p0 : tensor<65536x!tt.ptr<f32>>
  %b = tt.load %p1 : tensor<65536x!tt.ptr<f32>>
  %s = arith.addf %a, %b : tensor<65536xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<65536x!tt.ptr<f32>>
  %q = tt.addptr %ys, %r : tensor<65536x!tt.ptr<f32>>, tensor<65536xi32>
  tt.store %q, %s : tensor<65536x!tt.ptr<f32>>
  tt.return
}
