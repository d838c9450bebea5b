// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s | charonia-opt | FileCheck %s
// RUN: charonia-opt %s --mlir-print-op-generic | charonia-opt | FileCheck %s

// CHECK-LABEL: tt.func private @helper(%arg0: i32) -> (i32, i1)
tt.func private @helper(%a: i32) -> (i32, i1) attributes {noinline = true} {
  %c = arith.cmpi eq, %a, %a : i32
  // CHECK: tt.return %{{.*}}, %{{.*}} : i32, i1
  tt.return %a, %c : i32, i1
}

// CHECK-LABEL: tt.func @shapes
tt.func @shapes(%t: tensor<64xf32>, %n: i32) {
  // CHECK: tt.get_program_id x : i32
  %0 = tt.get_program_id x : i32
  // CHECK: tt.get_num_programs z : i32
  %1 = tt.get_num_programs z : i32
  // CHECK: tt.call @helper(%{{.*}}) : (i32) -> (i32, i1)
  %2:2 = tt.call @helper(%n) : (i32) -> (i32, i1)
  // CHECK: tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %3 = tt.expand_dims %t {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<64x1xf32> -> tensor<64x4xf32>
  %4 = tt.broadcast %3 : tensor<64x1xf32> -> tensor<64x4xf32>
  // CHECK: tt.trans %{{.*}} {order = array<i32: 1, 0>} : tensor<64x4xf32> -> tensor<4x64xf32>
  %5 = tt.trans %4 {order = array<i32: 1, 0>} : tensor<64x4xf32> -> tensor<4x64xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder efficient_layout : tensor<64xf32> -> tensor<8x8xf32>
  %6 = tt.reshape %t allow_reorder efficient_layout : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tt.reshape %{{.*}} : tensor<64xf32> -> tensor<8x8xf32>
  %7 = tt.reshape %t : tensor<64xf32> -> tensor<8x8xf32>
  // CHECK: tt.cat %{{.*}}, %{{.*}} : tensor<64xf32> -> tensor<128xf32>
  %8 = tt.cat %t, %t : tensor<64xf32> -> tensor<128xf32>
  // CHECK: tt.join %{{.*}}, %{{.*}} : tensor<64xf32> -> tensor<64x2xf32>
  %9 = tt.join %t, %t : tensor<64xf32> -> tensor<64x2xf32>
  // CHECK: tt.split %{{.*}} : tensor<64x2xf32> -> tensor<64xf32>
  %10, %11 = tt.split %9 : tensor<64x2xf32> -> tensor<64xf32>
  %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  %12 = tt.gather %t[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
  %13 = tt.splat %n : i32 -> tensor<1xi32>
  // CHECK: tt.unsplat %{{.*}} : tensor<1xi32>
  %14 = tt.unsplat %13 : tensor<1xi32>
  // CHECK: tt.print " x: " {hex = false, isSigned = array<i32: 0, 1>} : %{{.*}}, %{{.*}} : tensor<64xf32>, i32
  tt.print " x: " {hex = false, isSigned = array<i32: 0, 1>} : %t, %n : tensor<64xf32>, i32
  // CHECK: tt.assert %{{.*}}, "bounds" : i1
  tt.assert %2#1, "bounds" : i1
  gpu.barrier
  tt.return
}

// CHECK-LABEL: tt.func @arithmetic
tt.func @arithmetic(%x: tensor<64xf32>, %i: tensor<64xi32>, %m: tensor<64xi1>) {
  // CHECK: tt.fp_to_fp %{{.*}}, rounding = rtne : tensor<64xf32> -> tensor<64xf8E5M2>
  %0 = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E5M2>
  // CHECK: tt.fp_to_fp %{{.*}} : tensor<64xf8E5M2> -> tensor<64xf16>
  %1 = tt.fp_to_fp %0 : tensor<64xf8E5M2> -> tensor<64xf16>
  // CHECK: tt.clampf %{{.*}}, %{{.*}}, %{{.*}}, propagateNan = all : tensor<64xf32>
  %2 = tt.clampf %x, %x, %x, propagateNan = all : tensor<64xf32>
  // CHECK: tt.precise_sqrt %{{.*}} : tensor<64xf32>
  %3 = tt.precise_sqrt %x : tensor<64xf32>
  // CHECK: tt.precise_divf %{{.*}}, %{{.*}} : tensor<64xf32>
  %4 = tt.precise_divf %x, %x : tensor<64xf32>
  // CHECK: tt.mulhiui %{{.*}}, %{{.*}} : tensor<64xi32>
  %5 = tt.mulhiui %i, %i : tensor<64xi32>
  // CHECK: tt.extern_elementwise %{{.*}} {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<64xf32>) -> tensor<64xf32>
  %6 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %{{.*}} : tensor<64xf32> -> tensor<64xf32>
  %7 = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<64xf32> -> tensor<64xf32>
  // CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<64xi32> -> tensor<16xi32>
  %8 = tt.histogram %i, %m : tensor<64xi32> -> tensor<16xi32>
  // CHECK: tt.histogram %{{.*}} : tensor<64xi32> -> tensor<16xi32>
  %9 = tt.histogram %i : tensor<64xi32> -> tensor<16xi32>
  tt.return
}

// CHECK-LABEL: tt.func @dots
tt.func @dots(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x16xf32>, %q: tensor<16x32xi8>, %s: tensor<16x2xi8>, %e: tensor<64x16xf8E4M3FN>) {
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %0 = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %1 = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
  %2 = tt.dot_scaled %q scale %s, %e, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
  tt.return
}

// CHECK-LABEL: tt.func @regions
tt.func @regions(%x: tensor<64xf32>, %i: tensor<64xi32>) {
  // CHECK: "tt.reduce"(%{{.*}}, %{{.*}}) <{axis = 0 : i32}> ({
  // CHECK: tt.reduce.return %{{.*}}, %{{.*}} : f32, i32
  // CHECK: }) : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)
  %r:2 = "tt.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
    %gt = arith.cmpf ogt, %a, %b : f32
    %m = arith.select %gt, %a, %b : f32
    %k = arith.select %gt, %ai, %bi : i32
    tt.reduce.return %m, %k : f32, i32
  }) : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)
  // CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}>
  %old = "tt.reduce"(%x) ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) {axis = 0 : i32} : (tensor<64xf32>) -> f32
  // CHECK: "tt.scan"(%{{.*}}) <{axis = 0 : i32, reverse = false}> ({
  // CHECK: tt.scan.return %{{.*}} : f32
  %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %z = arith.addf %a, %b : f32
    tt.scan.return %z : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  // CHECK: "tt.map_elementwise"(%{{.*}}) <{pack = 1 : i32}> ({
  // CHECK: tt.map_elementwise.return %{{.*}} : f32
  %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<64xf32>) -> tensor<64xf32>
  tt.return
}
