// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s | charonia-opt | FileCheck %s

// CHECK-LABEL: tt.func @extensions
tt.func @extensions(%x: tensor<64x64xf32>, %i: i32) {
  // CHECK: mtia.get_pe_id : i32
  %0 = mtia.get_pe_id : i32
  // CHECK: mtia.get_pe_row : i32
  %1 = mtia.get_pe_row : i32
  // CHECK: mtia.get_pe_col : i32
  %2 = mtia.get_pe_col : i32
  // CHECK: mtia.num_pes : i32
  %3 = mtia.num_pes : i32
  // CHECK: mtia.re_reduce add, %{{.*}} along row to 3 : tensor<64x64xf32>
  %4 = mtia.re_reduce add, %x along row to 3 : tensor<64x64xf32>
  // CHECK: mtia.barrier
  mtia.barrier
  // CHECK: mtia.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] {strides = array<i32: 1, 2>} : tensor<64x64xf32> -> tensor<32x32xf32>
  %5 = mtia.extract_slice %x[%i, %i] {strides = array<i32: 1, 2>} : tensor<64x64xf32> -> tensor<32x32xf32>
  // CHECK: mtia.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] {strides = array<i32: 1, 1>} : tensor<32x32xf32> into tensor<64x64xf32>
  %6 = mtia.insert_slice %5 into %x[%i, %i] {strides = array<i32: 1, 1>} : tensor<32x32xf32> into tensor<64x64xf32>
  tt.return
}
