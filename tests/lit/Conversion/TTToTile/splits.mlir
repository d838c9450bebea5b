// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --tt-to-tile --split-input-file | FileCheck %s

// A flat index that the tile divides evenly: one descriptor over a finer tile, reshaped.
// CHECK-LABEL: tile.kernel @transposed
// CHECK: %[[V:.*]] = tile.load {{.*}} strides [4, 64] lower [0, 0] upper [4, 16] access <dma, "", arg = 0, bytes = 256> : tensor<4x16xf32>
// CHECK: tile.reshape %[[V]] : tensor<4x16xf32> -> tensor<64xf32>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @transposed(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %q = arith.constant dense<16> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %row = arith.divsi %i, %q : tensor<64xi32>
  %col = arith.remsi %i, %q : tensor<64xi32>
  %scaled = arith.muli %col, %q : tensor<64xi32>
  %offset = arith.addi %scaled, %row : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %offset : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p : tensor<64x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %v : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// It does not divide evenly: a descriptor for each run, on the way in and on the way out.
// CHECK-LABEL: tile.kernel @runs
// CHECK: tile.load {{.*}} access <wrap, "index is in up to 2 runs inside the tile", arg = 0, bytes = 128> : tensor<32xf32>
// CHECK-COUNT-2: tile.store {{.*}} access <wrap, "index is in up to 2 runs inside the tile", arg = 1, bytes = 128>
// CHECK-NOT: tile.store
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @runs(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c32 = arith.constant 32 : i32
  %q = arith.constant dense<49> : tensor<32xi32>
  %pitch = arith.constant dense<64> : tensor<32xi32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c32 : i32
  %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %b = tt.splat %base : i32 -> tensor<32xi32>
  %i = arith.addi %b, %r : tensor<32xi32>
  %row = arith.divsi %i, %q : tensor<32xi32>
  %col = arith.remsi %i, %q : tensor<32xi32>
  %scaled = arith.muli %row, %pitch : tensor<32xi32>
  %offset = arith.addi %scaled, %col : tensor<32xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %p = tt.addptr %ps, %offset : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  %v = tt.load %p : tensor<32x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
  %o = tt.addptr %qs, %offset : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
  tt.store %o, %v : tensor<32x!tt.ptr<f32>>
  tt.return
}
}

// -----

// Quotient and remainder that make up the index again: no cut at all; a bound of the quotient is a
// bound of the index.
// CHECK-LABEL: tile.kernel @joined
// CHECK: tile.load {{.*}} strides [4] lower [0] upper [%{{.*}}] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @joined(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %q = arith.constant dense<24> : tensor<64xi32>
  %limit = arith.constant dense<7> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %row = arith.divsi %i, %q : tensor<64xi32>
  %col = arith.remsi %i, %q : tensor<64xi32>
  %m = arith.cmpi slt, %row, %limit : tensor<64xi32>
  %scaled = arith.muli %row, %q : tensor<64xi32>
  %offset = arith.addi %scaled, %col : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %offset : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %v, %m : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The quotient of an index that is negative in some lanes: boxes where the mask leaves those out.
// CHECK-LABEL: tile.kernel @behind
// CHECK: tile.load {{.*}} access <wrap, "index is in up to 2 runs inside the tile", arg = 0, bytes = 256> : tensor<16x4xf32>
// CHECK: tile.gather {{.*}} access <gather, "quotient or remainder of an index that may be negative or too large where the mask is on", arg = 0, bytes = 256>
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @behind(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %period = arith.constant dense<48> : tensor<64xi32>
  %edge = arith.constant dense<16> : tensor<64xi32>
  %four = arith.constant dense<4> : tensor<64xi32>
  %pitch = arith.constant dense<100> : tensor<64xi32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %b = tt.splat %base : i32 -> tensor<64xi32>
  %i = arith.addi %b, %r : tensor<64xi32>
  %c = arith.remsi %i, %period : tensor<64xi32>
  %d = arith.subi %c, %edge : tensor<64xi32>
  %m = arith.cmpi sge, %c, %edge : tensor<64xi32>
  %row = arith.divsi %d, %four : tensor<64xi32>
  %scaled = arith.muli %row, %pitch : tensor<64xi32>
  %col = arith.remsi %d, %four : tensor<64xi32>
  %offset = arith.addi %scaled, %col : tensor<64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %offset : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %v = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %w = tt.load %p : tensor<64x!tt.ptr<f32>>
  %s = arith.addf %v, %w : tensor<64xf32>
  %qs = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %o = tt.addptr %qs, %i : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  tt.store %o, %s : tensor<64x!tt.ptr<f32>>
  tt.return
}
}

// -----

// The mask alone makes runs: they do not keep rows apart that share addresses.
// CHECK-LABEL: tile.kernel @rows_that_meet
// CHECK: tile.scatter {{.*}}elements of the tile may share an address
module attributes {charonia.grid = array<i64: 4, 1, 1>} {
tt.func public @rows_that_meet(%x: !tt.ptr<f32>) {
  %c64 = arith.constant 64 : i32
  %six = arith.constant dense<6> : tensor<1x64xi32>
  %two = arith.constant dense<2> : tensor<1x64xi32>
  %zero = arith.constant dense<0> : tensor<1x64xi32>
  %pitch = arith.constant dense<48> : tensor<8x1xi32>
  %one = arith.constant dense<1.0> : tensor<8x64xf32>
  %pid = tt.get_program_id x : i32
  %base = arith.muli %pid, %c64 : i32
  %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %columns = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %b = tt.splat %base : i32 -> tensor<1x64xi32>
  %i = arith.addi %b, %columns : tensor<1x64xi32>
  %rest = arith.remsi %i, %six : tensor<1x64xi32>
  %digit = arith.divsi %rest, %two : tensor<1x64xi32>
  %on = arith.cmpi sgt, %digit, %zero : tensor<1x64xi32>
  %m = tt.broadcast %on : tensor<1x64xi1> -> tensor<8x64xi1>
  %scaled = arith.muli %rows, %pitch : tensor<8x1xi32>
  %wide = tt.broadcast %scaled : tensor<8x1xi32> -> tensor<8x64xi32>
  %across = tt.broadcast %columns : tensor<1x64xi32> -> tensor<8x64xi32>
  %offset = arith.addi %wide, %across : tensor<8x64xi32>
  %ps = tt.splat %x : !tt.ptr<f32> -> tensor<8x64x!tt.ptr<f32>>
  %p = tt.addptr %ps, %offset : tensor<8x64x!tt.ptr<f32>>, tensor<8x64xi32>
  tt.store %p, %one, %m : tensor<8x64x!tt.ptr<f32>>
  tt.return
}
}
