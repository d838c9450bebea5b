// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --split-input-file --verify-diagnostics

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{axis 2 is not in [0, 1]}}
  %0 = tt.expand_dims %x {axis = 2 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x2xf32>) {
  // expected-error @+1 {{dimension 1 must be 1 or 4 in the operand, but is 2}}
  %0 = tt.broadcast %x : tensor<64x2xf32> -> tensor<64x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{number of elements must be equal}}
  %0 = tt.reshape %x : tensor<64xf32> -> tensor<8x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x4xf32>) {
  // expected-error @+1 {{order must be a permutation of 0 to 1}}
  %0 = tt.trans %x {order = array<i32: 0, 0>} : tensor<64x4xf32> -> tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x4xf32>) {
  // expected-error @+1 {{result must be 'tensor<4x64xf32>', but is 'tensor<64x4xf32>'}}
  %0 = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x4xf32> -> tensor<64x4xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x4xf32>) {
  // expected-error @+1 {{last dimension of the operand must be 2}}
  %0, %1 = tt.split %x : tensor<64x4xf32> -> tensor<64xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{result must be 'tensor<64x2xf32>'}}
  %0 = tt.join %x, %x : tensor<64xf32> -> tensor<2x64xf32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{start must be less than end, but they are 8 and 4}}
  %0 = tt.make_range {end = 4 : i32, start = 8 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{result has 8 elements, but end - start is 4}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{number of elements must be a power of two}}
  %0 = tt.make_range {end = 3 : i32, start = 0 : i32} : tensor<3xi32>
  tt.return
}

// -----

tt.func @f(%x: f32) {
  // expected-error @+1 {{maximum allowed number of elements is 1048576}}
  %0 = tt.splat %x : f32 -> tensor<2097152xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{operand must have exactly one element}}
  %0 = tt.unsplat %x : tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%p: tensor<64x!tt.ptr<f32>>, %o: tensor<64xf32>) {
  // expected-error @+1 {{expected 2 or more operands, but found 1}}
  "tt.store"(%p) : (tensor<64x!tt.ptr<f32>>) -> ()
  tt.return
}

// -----

tt.func @f(%p: tensor<64x!tt.ptr<f32>>) {
  // expected-error @+1 {{boundaryCheck needs a block pointer}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>} : tensor<64x!tt.ptr<f32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<16x32xf16>>) {
  // expected-error @+1 {{boundaryCheck dimension 2 is not in [0, 2)}}
  %0 = tt.load %p {boundaryCheck = array<i32: 2>} : !tt.ptr<tensor<16x32xf16>>
  tt.return
}

// -----

tt.func @f(%p: tensor<64x!tt.ptr<f32>>, %v: tensor<64xi32>) {
  // expected-error @+1 {{value must be 'tensor<64xf32>', but is 'tensor<64xi32>'}}
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %v : (tensor<64x!tt.ptr<f32>>, tensor<64xi32>) -> tensor<64xi32>
  tt.return
}

// -----

tt.func @f(%p: tensor<64x!tt.ptr<f32>>, %v: tensor<64xf32>) {
  // expected-error @+1 {{operation add does not apply to 'f32'}}
  %0 = tt.atomic_rmw add, acq_rel, gpu, %p, %v : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i8>, %v: i8) {
  // expected-error @+1 {{elements must have 16, 32 or 64 bits, but have 8}}
  %0 = tt.atomic_cas acq_rel, gpu, %p, %v, %v : (!tt.ptr<i8>, i8, i8) -> i8
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{cannot cast 32 bits to 64}}
  %0 = tt.bitcast %x : tensor<64xf32> -> tensor<64xi64>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cannot cast between pointer and number}}
  %0 = tt.bitcast %p : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{rounding is required for the narrowing}}
  %0 = tt.fp_to_fp %x : tensor<64xf32> -> tensor<64xf16>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{inner dimensions must be equal, but are 32 and 16}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xf16>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{operands must have elements of one kind and width}}
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x32xi8>, %s: tensor<16x8xi8>, %b: tensor<64x16xf8E4M3FN>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{left scale must be 16x2}}
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<16x32xi8>, tensor<16x8xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{axis 1 is not in [0, 1)}}
  %0 = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{region must take 2 arguments, but takes 1}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{argument 1 of the region must be 'f32', but is 'i32'}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>) {
  // expected-error @+1 {{result 0 must be 'f32', but is 'tensor<1xf32>'}}
  %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<64xf32>) -> tensor<1xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64xf32>, %p: !tt.ptr<f32>) {
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    // expected-error @+1 {{must not write memory inside a map}}
    tt.store %p, %a : !tt.ptr<f32>
    tt.map_elementwise.return %a : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}

// -----

tt.func @f(%s: tensor<64xf32>, %i: tensor<8x8xi32>) {
  // expected-error @+1 {{operand and indices must have one rank}}
  %0 = tt.gather %s[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<8x8xi32>) -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<16x32xf16>>, %i: i32) {
  // expected-error @+1 {{takes one index a dimension, but 1 are given}}
  %0 = tt.descriptor_load %d[%i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<16x32xf16>>, %i: i32) {
  // expected-error @+1 {{tile must have the shape of the block}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<32x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<2x64xbf16>>, %x: tensor<16xi32>, %y: i32) {
  // expected-error @+1 {{block must be two-dimensional with one row}}
  %0 = tt.descriptor_gather %d[%x, %y] : (!tt.tensordesc<tensor<2x64xbf16>>, tensor<16xi32>, i32) -> tensor<16x64xbf16>
  tt.return
}

// -----

tt.func @g(%a: i32)
tt.func @f() {
  // expected-error @+1 {{passes 0 values, but 'g' takes 1}}
  tt.call @g() : () -> ()
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{'nosuch' is not a function of this module}}
  tt.call @nosuch() : () -> ()
  tt.return
}

// -----

tt.func @f(%a: i32) -> i64 {
  // expected-error @+1 {{gives 'i32' as result 0, but 'f' has 'i64'}}
  tt.return %a : i32
}

// -----

// expected-error @+1 {{pointee must be an integer, a float, a pointer or a tensor}}
tt.func @f(%a: !tt.ptr<index>) {
  tt.return
}

// -----

// expected-error @+1 {{unknown address space 'nosuch'}}
tt.func @f(%a: !tt.ptr<f32, "nosuch">) {
  tt.return
}
