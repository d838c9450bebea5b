// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// A masked vector: one descriptor, the mask an upper bound, the pad from `other`.
// CHECK-LABEL: tile.kernel @vector
// CHECK-SAME: %[[X:.*]]: i64 {tile.name = {{.*}}, tile.pointer = f32}
// CHECK: %[[V:.*]] = tile.load {{.*}} strides [4] lower [0] upper [%{{.*}}] pad 1.000000e+00 : f32 access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
// CHECK: tile.store %[[V]], {{.*}} strides [4] lower [0] upper [%{{.*}}] access <dma, "", arg = 1, bytes = 256>
module attributes {charonia.grid = array<i64: 16, 1, 1>} {
tt.func public @vector(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %n = arith.constant dense<1000> : tensor<64xi32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %m = arith.cmpi slt, %i, %n : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p, %m, %one : tensor<64x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %v, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// An index that is loaded stands on the scalar rung, with the reason.
// CHECK-LABEL: tile.kernel @lookup
// CHECK: tile.gather {{.*}} access <gather, "index depends on loaded data", arg = 1, bytes = 256>
tt.func public @lookup(%x: !tt.ptr<i64>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>) {
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<i64> -> tensor<64x!tt.ptr<i64>>
  %p = tt.addptr %ps, %r : tensor<64x!tt.ptr<i64>>, tensor<64xi32>
  %i = tt.load %p : tensor<64x!tt.ptr<i64>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi64>
  %v = tt.load %q : tensor<64x!tt.ptr<f32>>
  %ss = tt.splat %z : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %s = tt.addptr %ss, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %s, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Without a grid the product of program id and block may end where the index wraps: that is checked.
// CHECK-LABEL: tile.kernel @unknown_grid
// CHECK: tile.assert
// CHECK: tile.load {{.*}} access <dma, "", arg = 0
tt.func public @unknown_grid(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

// Pointers carried round a loop: the address is a closed form of the induction variable, and the
// carried tensor goes.
// CHECK-LABEL: tile.kernel @carried
// CHECK: scf.for %[[K:.*]] = {{.*}} iter_args(%{{[a-z0-9_]+}} = %{{[a-z0-9_]+}}) -> (tensor<64xf32>)
// CHECK: tile.load {{.*}} access <dma, "", arg = 0, bytes = 256>
tt.func public @carried(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %step = arith.constant dense<64> : tensor<64xi32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %sum:2 = scf.for %k = %c0 to %c8 step %c1 iter_args(%acc = %zero, %at = %p) -> (tensor<64xf32>, tensor<64x!tt.ptr<f32>>) : i32 {
    %v = tt.load %at : tensor<64x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<64xf32>
    %next = tt.addptr %at, %step : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %a, %next : tensor<64xf32>, tensor<64x!tt.ptr<f32>>
  }
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %q = tt.addptr %qs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %q, %sum#0 : tensor<64x!tt.ptr<f32>>
  tt.return
}
