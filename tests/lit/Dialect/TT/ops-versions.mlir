// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops and spellings of other versions: charonia-opt takes them as the compiler does.
// RUN: charonia-opt %s | FileCheck %s
// RUN: charonia-opt %s | charonia-opt | FileCheck %s
// RUN: charonia-opt %s --tt-import | FileCheck %s --check-prefix=IMPORT

// CHECK-LABEL: tt.func public @versions
// IMPORT-LABEL: tt.func public @versions
tt.func public @versions(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %n: i32, %s: i64, %rows: tensor<8xi32>, %c: i1) {
  %c1 = arith.constant 1 : i64
  // CHECK: llvm.intr.assume %arg5 : i1
  llvm.intr.assume %c : i1
  // CHECK: gpu.barrier
  ttg.barrier local|global_read
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] : <f32>, <8x8xf32>
  %e = tt.make_tensor_descriptor %p, [%n, %n], [%s, %c1] : <f32>, <tensor<1x8xf32>>
  // CHECK: tt.experimental_descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
  // IMPORT-NOT: experimental
  // IMPORT: tt.load {{.*}} : tensor<8x8x!tt.ptr<f32>>
  %0 = tt.experimental_descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
  // IMPORT: tt.load {{.*}} : tensor<8x8x!tt.ptr<f32>>
  %1 = tt.experimental_descriptor_gather %e[%rows, %n] : (!tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32) -> tensor<8x8xf32>
  %2 = arith.addf %0, %1 : tensor<8x8xf32>
  // CHECK: tt.grid_dependency_wait
  // IMPORT-NOT: tt.grid_dependency_wait
  tt.grid_dependency_wait
  // CHECK: tt.atomic_poll acquire, gpu, %arg1, %arg2 : !tt.ptr<i32>, i32 -> i1
  // IMPORT: scf.while
  // IMPORT: tt.atomic_rmw or, acquire, gpu
  %3 = tt.atomic_poll acquire, gpu, %q, %n : !tt.ptr<i32>, i32 -> i1
  // IMPORT: tt.store {{.*}} : tensor<8x8x!tt.ptr<f32>>
  tt.experimental_descriptor_store %d[%n, %n], %2 : !tt.tensordesc<tensor<8x8xf32>>, tensor<8x8xf32>
  // IMPORT: tt.store {{.*}} : tensor<8x8x!tt.ptr<f32>>
  tt.experimental_descriptor_scatter %e[%rows, %n], %2 : !tt.tensordesc<tensor<1x8xf32>>, tensor<8xi32>, i32, tensor<8x8xf32>
  tt.return
}
