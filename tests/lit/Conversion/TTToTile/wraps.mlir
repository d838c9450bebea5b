// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// Rows that run round the number of rows only to stay in bounds are not loaded twice: the store
// leaves out what lies behind.
// CHECK-LABEL: tile.kernel @unused
// CHECK: tile.load {{.*}} access <dma, "", arg = 0, bytes = 128> : tensor<32xf32>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @unused(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i32 {tile.value = 100 : i32}) {
  %c32 = arith.constant 32 : i32
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c32 : i32
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %b = tt.splat %base : i32 -> tensor<32xi32>
  %i = arith.addi %b, %r : tensor<32xi32>
  %ms = tt.splat %m : i32 -> tensor<32xi32>
  %row = arith.remsi %i, %ms : tensor<32xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %ps, %row : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %v = tt.load %p : tensor<32x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<32xf32>
  %mask = arith.cmpi slt, %i, %ms : tensor<32xi32>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %q, %w, %mask : tensor<32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A store without that bound, or one element more, needs the rows behind the wrap.
// CHECK-LABEL: tile.kernel @used
// CHECK: tile.load {{.*}} access <wrap, "index wraps round a modulus", arg = 0, bytes = 128> : tensor<32xf32>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @used(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %m: i32 {tile.value = 100 : i32}) {
  %c32 = arith.constant 32 : i32
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c32 : i32
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %b = tt.splat %base : i32 -> tensor<32xi32>
  %i = arith.addi %b, %r : tensor<32xi32>
  %ms = tt.splat %m : i32 -> tensor<32xi32>
  %row = arith.remsi %i, %ms : tensor<32xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %ps, %row : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %v = tt.load %p : tensor<32x!tt.ptr<f32>>
  %mask = arith.cmpi sle, %i, %ms : tensor<32xi32>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %q = tt.addptr %qs, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %q, %v, %mask : tensor<32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// A condition that is the same for all lanes chooses base and stride; the access stays a box.
// CHECK-LABEL: tile.kernel @chosen
// CHECK: tile.load {{.*}} access <dma, "", arg = 0, bytes = 128> : tensor<32xf32>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @chosen(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32 {tile.value = 7 : i32}, %flag: i1) {
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %two = arith.constant dense<2> : tensor<32xi32>
  %far = arith.muli %r, %two : tensor<32xi32>
  %f = tt.splat %flag : i1 -> tensor<32xi1>
  %i = arith.select %f, %far, %r : tensor<32xi1>, tensor<32xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %ps, %i : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %v = tt.load %p : tensor<32x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %q = tt.addptr %qs, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %q, %v : tensor<32x!tt.ptr<f32>>
  tt.return
}
}
