// Every operation of the dialect is read and printed unchanged.
// RUN: charonia-opt %s | charonia-opt | FileCheck %s

// CHECK-LABEL: pe.program @all(%{{.*}}: i64 {tile.name = "x", tile.pointer = f16}, %{{.*}}: i32)
pe.program @all(%x: i64 {tile.name = "x", tile.pointer = f16}, %n: i32) attributes {single_stream} {
  // CHECK: pe.cb.alloc "a" space <ls> depth 2 producer <fi_read> readers [#pe.unit<dpe>]
  %a = pe.cb.alloc "a" space <ls> depth 2 producer <fi_read> readers [#pe.unit<dpe>] : !pe.cb<tensor<64x32xf16>>
  %b = pe.cb.alloc "b" space <ls> depth 1 producer <fi_read> readers [#pe.unit<mlu>] : !pe.cb<tensor<32x64xf16>>
  %t = pe.cb.alloc "t" space <ls> depth 1 producer <mlu> readers [#pe.unit<dpe>] : !pe.cb<tensor<64x32xf16>>
  // CHECK: space <re>
  %acc = pe.cb.alloc "acc" space <re> depth 1 producer <dpe> readers [#pe.unit<re>] : !pe.cb<tensor<64x64xf32>>
  %c = pe.cb.alloc "c" space <ls> depth 1 producer <re> readers [#pe.unit<core1>] : !pe.cb<tensor<64x64xf32>>
  %e = pe.cb.alloc "e" space <ls> depth 1 producer <core1> readers [#pe.unit<re>] : !pe.cb<tensor<64x64xf32>>
  %f = pe.cb.alloc "f" space <ls> depth 1 producer <re> readers [#pe.unit<core1>] : !pe.cb<tensor<64x64xf32>>
  // CHECK: resident base 4096
  %r = pe.cb.alloc "r" space <ls> depth 1 producer <core1> readers [#pe.unit<core1>] resident base 4096 : !pe.cb<tensor<64x64xf32>>
  %d = pe.cb.alloc "d" space <ls> depth 1 producer <core1> readers [#pe.unit<fi_write>] : !pe.cb<tensor<64x64xf32>>
  // CHECK: pe.pid_loop <zigzag>
  pe.pid_loop <zigzag> {
  ^bb0(%px: i32, %py: i32, %pz: i32):
    %stride = arith.constant 64 : i64
    // CHECK: pe.fi.load reads() writes({{.*}}) from %{{.*}} strides [%{{.*}}, 2] lower [0, 0] upper [64, 32] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64x32xf16>>) from %x strides [%stride, 2] lower [0, 0] upper [64, 32] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.load reads() writes(%b : !pe.cb<tensor<32x64xf16>>) from %x strides [128, 2] lower [0, 0] upper [32, 64] {arg = 0 : i32, pad_bits = 0 : i64}
    // CHECK: pe.mlu.move reads
    pe.mlu.move reads(%b : !pe.cb<tensor<32x64xf16>>) writes(%t : !pe.cb<tensor<64x32xf16>>) {permutation = array<i64: 1, 0>}
    // CHECK: pe.dpe.mma reads
    pe.dpe.mma reads(%a, %t : !pe.cb<tensor<64x32xf16>>, !pe.cb<tensor<64x32xf16>>) writes(%acc : !pe.cb<tensor<64x64xf32>>) {multiply, transpose_b}
    %rows = arith.constant 40 : i64
    // CHECK: pe.dpe.mma reads{{.*}} extents(%[[R:.*]], %[[R]], %[[R]]) {accumulate, multiply, transpose_b}
    pe.dpe.mma reads(%a, %t : !pe.cb<tensor<64x32xf16>>, !pe.cb<tensor<64x32xf16>>) writes(%acc : !pe.cb<tensor<64x64xf32>>) extents(%rows, %rows, %rows) {accumulate, multiply, transpose_b}
    // CHECK: pe.re.reduce reads(%[[D:.*]] : !pe.cb<tensor<64x64xf32>>) writes({{.*}}) {axis = "row", kind = "max", root = 7 : i32}
    pe.re.reduce reads(%e : !pe.cb<tensor<64x64xf32>>) writes(%f : !pe.cb<tensor<64x64xf32>>) {kind = "max", axis = "row", root = 7 : i32}
    // CHECK: pe.re.drain reads
    pe.re.drain reads(%acc : !pe.cb<tensor<64x64xf32>>) writes(%c : !pe.cb<tensor<64x64xf32>>)
    // CHECK: pe.vec.group reads(%{{.*}}, %{{.*}} : {{.*}}) writes(%{{.*}}, %{{.*}} : {{.*}}) ins(%{{.*}} : i32) -> i32
    %s = pe.vec.group reads(%c, %r : !pe.cb<tensor<64x64xf32>>, !pe.cb<tensor<64x64xf32>>) writes(%d, %r : !pe.cb<tensor<64x64xf32>>, !pe.cb<tensor<64x64xf32>>) ins(%n : i32) -> i32 {
    ^bb0(%u: tensor<64x64xf32>, %v: tensor<64x64xf32>, %k: i32):
      %w = arith.addf %u, %v : tensor<64x64xf32>
      pe.yield %w, %w, %k : tensor<64x64xf32>, tensor<64x64xf32>, i32
    }
    // CHECK: pe.fi.store
    pe.fi.store reads(%d : !pe.cb<tensor<64x64xf32>>) writes() to %x strides [256, 4] lower [0, 0] upper [64, 64] {arg = 0 : i32}
    // CHECK: pe.wait_unit <fi_write>
    pe.wait_unit <fi_write>
    // CHECK: pe.cb.update <dpe> reads(%{{.*}} : {{.*}}) writes() {readSync = array<i32: 0, 1>, writeSync = array<i32>}
    pe.cb.update <dpe> reads(%a : !pe.cb<tensor<64x32xf16>>) writes() {readSync = array<i32: 0, 1>, writeSync = array<i32>}
    // CHECK: pe.barrier
    pe.barrier
  }
  pe.return
}
