// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block pointers and descriptors become tiles of pointers with masks; loops carry what changes.
// RUN: charonia-opt %s --tt-import --split-input-file | FileCheck %s

// CHECK-LABEL: tt.func public @loop
// CHECK-NOT: tt.make_tensor_ptr
// CHECK: scf.for {{.*}} iter_args(%[[OFF:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, tensor<8x16xf32>)
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x16x!tt.ptr<f32>>
// CHECK: arith.addi %[[OFF]], %c16_i32 : i32
// CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x16x!tt.ptr<f32>>
tt.func public @loop(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: i64, %n: i64, %k: i32) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %zero = arith.constant dense<0.0> : tensor<8x16xf32>
  %a = tt.make_tensor_ptr %p, [%m, %n], [%n, %c1], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  %r:2 = scf.for %i = %c0 to %k step %c16 iter_args(%b = %a, %sum = %zero) -> (!tt.ptr<tensor<8x16xf32>>, tensor<8x16xf32>) : i32 {
    %x = tt.load %b {boundaryCheck = array<i32: 1>, padding = 1 : i32} : !tt.ptr<tensor<8x16xf32>>
    %t = arith.addf %sum, %x : tensor<8x16xf32>
    %c = tt.advance %b, [%c0, %c16] : <tensor<8x16xf32>>
    scf.yield %c, %t : !tt.ptr<tensor<8x16xf32>>, tensor<8x16xf32>
  }
  %o = tt.make_tensor_ptr %q, [%m, %n], [%n, %c1], [%c0, %c0] {order = array<i32: 1, 0>} : <tensor<8x16xf32>>
  tt.store %o, %r#1 : !tt.ptr<tensor<8x16xf32>>
  tt.return
}

// -----

// CHECK-LABEL: tt.func public @chosen
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: arith.select %{{.*}} : !tt.ptr<f32>
// CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
tt.func public @chosen(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %c: i1) {
  %c1 = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n], [%c1] : <f32>, <tensor<8xf32>>
  %e = tt.make_tensor_descriptor %q, [%n], [%c1] {padding = 2 : i32} : <f32>, <tensor<8xf32>>
  %f = scf.if %c -> (!tt.tensordesc<tensor<8xf32>>) {
    scf.yield %d : !tt.tensordesc<tensor<8xf32>>
  } else {
    scf.yield %e : !tt.tensordesc<tensor<8xf32>>
  }
  %x = tt.descriptor_load %f[%n] : !tt.tensordesc<tensor<8xf32>> -> tensor<8xf32>
  tt.descriptor_store %d[%n], %x : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}

// -----

// A descriptor that comes as an argument is a pointer described by the arguments behind it.
// CHECK-LABEL: tt.func public @argument(%arg0: !tt.ptr<i32>, %arg1: i32, %arg2: i32, %arg3: i64, %arg4: i64
// CHECK: tt.atomic_rmw umax, relaxed, gpu, %{{.*}} : (tensor<4x8x!tt.ptr<i32>>, tensor<4x8xi32>, tensor<4x8xi1>) -> tensor<4x8xi32>
tt.func public @argument(%d: !tt.tensordesc<tensor<4x8xui32>>, %m: i32, %n: i32, %s: i64, %t: i64, %v: tensor<4x8xi32>) {
  tt.descriptor_reduce max, %d[%m, %n], %v : !tt.tensordesc<tensor<4x8xui32>>, tensor<4x8xi32>
  tt.return
}
