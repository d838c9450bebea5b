// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// Rows at loaded places: one offset a row, in bytes; what the mask says by row is a row mask, what it
// says of the columns a bound.
// CHECK-LABEL: tile.kernel @rows
// CHECK: %[[F:.*]] = arith.constant dense<4> : tensor<8xi64>
// CHECK: %[[I:.*]] = tile.load {{.*}} : tensor<8xi64>
// CHECK: %[[M:.*]] = arith.cmpi slt, %[[I]]
// CHECK: %[[O:.*]] = arith.muli %[[I]]
// CHECK: %[[R:.*]] = arith.muli %[[O]], %[[F]]
// CHECK: tile.load_rows %{{.*}} rows %[[R]] along 0 mask %[[M]] : tensor<8xi1> strides [0, 4] lower [0, 0] upper [8, 12] pad 2.000000e+00 : f32 access <rows, "index depends on loaded data", arg = 1, bytes = 512> : tensor<8xi64> -> tensor<8x16xf32>
tt.func public @rows(%x: !tt.ptr<i64>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
  %p = tt.addptr %ps, %r : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
  %i = tt.load %p : tensor<8x!tt.ptr<i64>>
  %limit = arith.constant dense<100> : tensor<8xi64>
  %inside = arith.cmpi slt, %i, %limit : tensor<8xi64>
  %width = arith.constant dense<16> : tensor<8xi64>
  %start = arith.muli %i, %width : tensor<8xi64>
  %s2 = tt.expand_dims %start {axis = 1 : i32} : tensor<8xi64> -> tensor<8x1xi64>
  %c2 = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
  %c64 = arith.extsi %c2 : tensor<1x16xi32> to tensor<1x16xi64>
  %sb = tt.broadcast %s2 : tensor<8x1xi64> -> tensor<8x16xi64>
  %cb = tt.broadcast %c64 : tensor<1x16xi64> -> tensor<8x16xi64>
  %o = arith.addi %sb, %cb : tensor<8x16xi64>
  %twelve = arith.constant dense<12> : tensor<1x16xi32>
  %mc = arith.cmpi slt, %c2, %twelve : tensor<1x16xi32>
  %mr = tt.expand_dims %inside {axis = 1 : i32} : tensor<8xi1> -> tensor<8x1xi1>
  %mcb = tt.broadcast %mc : tensor<1x16xi1> -> tensor<8x16xi1>
  %mrb = tt.broadcast %mr : tensor<8x1xi1> -> tensor<8x16xi1>
  %m = arith.andi %mcb, %mrb : tensor<8x16xi1>
  %two = arith.constant dense<2.0> : tensor<8x16xf32>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %q = tt.addptr %qs, %o : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
  %v = tt.load %q, %m, %two : tensor<8x16x!tt.ptr<f32>>
  // CHECK: tile.store_rows %{{.*}}, %{{.*}} rows %{{.*}} along 0 strides [0, 4] lower [0, 0] upper [8, 16] access <rows, "index depends on loaded data", arg = 2, bytes = 512> : tensor<8x16xf32>, tensor<8xi64>
  %zs = tt.splat %z : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %t = tt.addptr %zs, %o : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
  tt.store %t, %v : tensor<8x16x!tt.ptr<f32>>
  tt.return
}

// -----

// Columns at loaded places: for a load they are rows of the other dimension; a store keeps the order
// of its lanes and goes element by element.
// CHECK-LABEL: tile.kernel @columns
// CHECK: tile.load_rows %{{.*}} along 1 strides [64, 0] lower [0, 0] upper [8, 16] access <rows,
// CHECK: tile.scatter {{.*}} access <gather,
tt.func public @columns(%x: !tt.ptr<i64>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
  %p = tt.addptr %ps, %c : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
  %i = tt.load %p : tensor<16x!tt.ptr<i64>>
  %r2 = tt.expand_dims %r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %width = arith.constant dense<16> : tensor<8x1xi32>
  %start = arith.muli %r2, %width : tensor<8x1xi32>
  %s64 = arith.extsi %start : tensor<8x1xi32> to tensor<8x1xi64>
  %c2 = tt.expand_dims %i {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
  %sb = tt.broadcast %s64 : tensor<8x1xi64> -> tensor<8x16xi64>
  %cb = tt.broadcast %c2 : tensor<1x16xi64> -> tensor<8x16xi64>
  %o = arith.addi %sb, %cb : tensor<8x16xi64>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %q = tt.addptr %qs, %o : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
  %v = tt.load %q : tensor<8x16x!tt.ptr<f32>>
  %zs = tt.splat %z : !tt.ptr<f32> -> tensor<8x16x!tt.ptr<f32>>
  %t = tt.addptr %zs, %o : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi64>
  tt.store %t, %v : tensor<8x16x!tt.ptr<f32>>
  tt.return
}

// -----

// Both dimensions at loaded places: no rows.
// CHECK-LABEL: tile.kernel @both
// CHECK-NOT: load_rows
// CHECK: tile.gather {{.*}} access <gather, "index depends on loaded data", arg = 1
tt.func public @both(%x: !tt.ptr<i64>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
  %ps = tt.splat %x : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
  %p = tt.addptr %ps, %c : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
  %i = tt.load %p : tensor<16x!tt.ptr<i64>>
  %r2 = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi64> -> tensor<16x1xi64>
  %c2 = tt.expand_dims %i {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
  %sb = tt.broadcast %r2 : tensor<16x1xi64> -> tensor<16x16xi64>
  %cb = tt.broadcast %c2 : tensor<1x16xi64> -> tensor<16x16xi64>
  %o = arith.addi %sb, %cb : tensor<16x16xi64>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  %q = tt.addptr %qs, %o : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi64>
  %v = tt.load %q : tensor<16x16x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tt.reduce.return %t : f32
  }) : (tensor<16x16xf32>) -> tensor<16xf32>
  %zs = tt.splat %z : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
  %zp = tt.addptr %zs, %c : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
  tt.store %zp, %s : tensor<16x!tt.ptr<f32>>
  tt.return
}
