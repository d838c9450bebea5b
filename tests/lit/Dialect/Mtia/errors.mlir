// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --split-input-file --verify-diagnostics

tt.func @f(%x: tensor<64x64xf32>, %i: i32) {
  // expected-error @+1 {{tiles, offsets and strides must have one rank}}
  %0 = mtia.extract_slice %x[%i] {strides = array<i32: 1, 1>} : tensor<64x64xf32> -> tensor<32x32xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x64xf32>, %i: i32) {
  // expected-error @+1 {{slice spans 127 elements of dimension 1, which has 64}}
  %0 = mtia.extract_slice %x[%i, %i] {strides = array<i32: 1, 2>} : tensor<64x64xf32> -> tensor<32x64xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x64xf32>, %s: tensor<32x32xf16>, %i: i32) {
  // expected-error @+1 {{element types must be equal}}
  %0 = mtia.insert_slice %s into %x[%i, %i] {strides = array<i32: 1, 1>} : tensor<32x32xf16> into tensor<64x64xf32>
  tt.return
}

// -----

tt.func @f(%x: tensor<64x64xf32>) {
  // expected-error @+1 {{root must not be negative}}
  %0 = mtia.re_reduce add, %x along col to -1 : tensor<64x64xf32>
  tt.return
}
