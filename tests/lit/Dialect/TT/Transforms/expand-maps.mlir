// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A map's region becomes ops on tiles, its branches selections.
// RUN: charonia-opt %s --tt-import --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @branches
// CHECK-NOT: tt.map_elementwise
// CHECK: %[[X:.*]] = tt.load
// CHECK: %[[N:.*]] = tt.splat %arg1 : i32 -> tensor<8xi32>
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[X]], %[[N]] : tensor<8xi32>
// CHECK: %[[S:.*]] = arith.addi %[[X]], %[[N]] : tensor<8xi32>
// CHECK: %[[R:.*]] = arith.select %[[C]], %[[S]], %[[X]] : tensor<8xi1>, tensor<8xi32>
// CHECK: tt.store %{{.*}}, %[[R]]
tt.func public @branches(%p: !tt.ptr<i32>, %n: i32) {
  %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %q = tt.addptr %s, %range : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %x = tt.load %q : tensor<8x!tt.ptr<i32>>
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    %c = arith.cmpi slt, %a, %n : i32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %t = arith.addi %a, %n : i32
    tt.map_elementwise.return %t : i32
  ^bb2:
    tt.map_elementwise.return %a : i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.store %q, %0 : tensor<8x!tt.ptr<i32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @packed
// CHECK: %[[A:.*]], %[[B:.*]] = tt.split
// CHECK: %[[S:.*]] = arith.subf %[[B]], %[[A]] : tensor<4xf32>
// CHECK: tt.join %[[S]], %[[A]]
tt.func public @packed(%q: tensor<8x!tt.ptr<f32>>) {
  %x = tt.load %q : tensor<8x!tt.ptr<f32>>
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %b, %a : f32
    tt.map_elementwise.return %d, %a : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.store %q, %0 : tensor<8x!tt.ptr<f32>>
  tt.return
}
