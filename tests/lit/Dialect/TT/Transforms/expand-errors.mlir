// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --split-input-file --verify-diagnostics

// expected-error @+1 {{argument 0, a descriptor of 2 dimensions, must be followed by as many extents (i32) and strides (i64)}}
tt.func public @argument(%d: !tt.tensordesc<tensor<4x8xf32>>, %n: i32) {
  %x = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<4x8xf32>> -> tensor<4x8xf32>
  tt.return
}

// -----

// expected-error @+1 {{argument 0 is a block pointer, which only a kernel itself can make}}
tt.func public @pointer(%d: !tt.ptr<tensor<4x8xf32>>) {
  tt.return
}

// -----

tt.func public @reduce(%p: !tt.ptr<i32>, %n: i32, %v: tensor<8xi32>) {
  %c1 = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n], [%c1] : <i32>, <tensor<8xui32>>
  // expected-error @+1 {{the reduction 'inc' of a descriptor is not supported on this machine}}
  tt.descriptor_reduce inc, %d[%n], %v : !tt.tensordesc<tensor<8xui32>>, tensor<8xi32>
  tt.return
}

// -----

tt.func public @map(%p: tensor<8x!tt.ptr<f32>>, %n: i32) {
  %0 = "tt.map_elementwise"(%p) <{pack = 1 : i32}> ({
  ^bb0(%a: !tt.ptr<f32>):
    // expected-error @+1 {{'tt.load' inside a map has no form for whole tiles on this machine}}
    %x = tt.load %a : !tt.ptr<f32>
    tt.map_elementwise.return %x : f32
  }) : (tensor<8x!tt.ptr<f32>>) -> tensor<8xf32>
  tt.return
}
