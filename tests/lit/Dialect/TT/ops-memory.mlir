// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s | charonia-opt | FileCheck %s
// RUN: charonia-opt %s --mlir-print-op-generic | charonia-opt | FileCheck %s

// CHECK-LABEL: tt.func public @pointers(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: i64) attributes {noinline = false}
tt.func public @pointers(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %a: i64) attributes {noinline = false} {
  // CHECK: tt.int_to_ptr %{{.*}} : i64 -> !tt.ptr<f16>
  %0 = tt.int_to_ptr %a : i64 -> !tt.ptr<f16>
  // CHECK: tt.ptr_to_int %{{.*}} : !tt.ptr<f32> -> i64
  %1 = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
  // CHECK: tt.splat %{{.*}} : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %2 = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
  %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: tt.addptr %{{.*}}, %{{.*}} : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %4 = tt.addptr %2, %3 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
  %m = arith.constant dense<true> : tensor<64xi1>
  %o = arith.constant dense<1.0> : tensor<64xf32>
  // CHECK: tt.load %{{.*}} : tensor<64x!tt.ptr<f32>>
  %5 = tt.load %4 : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}} : tensor<64x!tt.ptr<f32>>
  %6 = tt.load %4, %m : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  %7 = tt.load %4, %m, %o cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}} : !tt.ptr<f32>
  %8 = tt.load %p : !tt.ptr<f32>
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = wt : tensor<64x!tt.ptr<f32>>
  tt.store %4, %7, %m cacheModifier = wt : tensor<64x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {mtia.direction = "row"} : !tt.ptr<f32>
  tt.store %p, %8 {mtia.direction = "row"} : !tt.ptr<f32>
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  %9 = tt.atomic_rmw fadd, acq_rel, gpu, %4, %5, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
  // CHECK: tt.bitcast %{{.*}} : !tt.ptr<f32> -> !tt.ptr<i32>
  %pi = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i32>
  %c = arith.constant 7 : i32
  // CHECK: tt.atomic_cas acq_rel, sys, %{{.*}}, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32, i32) -> i32
  %10 = tt.atomic_cas acq_rel, sys, %pi, %c, %c : (!tt.ptr<i32>, i32, i32) -> i32
  tt.return
}

// CHECK-LABEL: tt.func @blocks
tt.func @blocks(%p: !tt.ptr<f16>, %i: i32, %n: i64) {
  // CHECK: tt.make_tensor_ptr %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  // CHECK: tt.advance %{{.*}}, [%{{.*}}, %{{.*}}] : <tensor<16x32xf16>>
  %1 = tt.advance %0, [%i, %i] : <tensor<16x32xf16>>
  // CHECK: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x32xf16>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<16x32xf16>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16x32xf16>>
  tt.store %1, %2 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16x32xf16>>
  tt.return
}

// CHECK-LABEL: tt.func @descriptors
tt.func @descriptors(%p: !tt.ptr<f16>, %m: i32, %n: i64, %rows: tensor<16xi32>, %b: !tt.ptr<bf16, 3>, %d1: !tt.tensordesc<1x64xbf16>) {
  // CHECK: tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f16>, <tensor<16x32xf16>>
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%n, %n] : <f16>, <tensor<16x32xf16>>
  // CHECK: tt.make_tensor_descriptor {{.*}} {padding = 2 : i32} : <f16>, <tensor<16x32xf16>>
  %e = tt.make_tensor_descriptor %p, [%m, %m], [%n, %n] {padding = 2 : i32} : !tt.ptr<f16>, !tt.tensordesc<16x32xf16>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  %v = tt.descriptor_load %d[%m, %m] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  // CHECK: tt.descriptor_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.descriptor_store %d[%m, %m], %v : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  // CHECK: tt.descriptor_reduce add, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.descriptor_reduce add, %d[%m, %m], %v : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32) -> tensor<16x64xbf16>
  %g = tt.descriptor_gather %d1[%rows, %m] : (!tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32) -> tensor<16x64xbf16>
  // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32, tensor<16x64xbf16>
  tt.descriptor_scatter %d1[%rows, %m], %g : !tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32, tensor<16x64xbf16>
  tt.return
}
