// Loads of a loop run ahead of the vector core; what is loaded once keeps one slot.
// RUN: charonia-opt %s --pe-insert-sync --pe-size-cbs | FileCheck %s

// CHECK-LABEL: pe.program @sum
pe.program @sum(%p: i64 {tile.name = "p", tile.pointer = f32}) {
  // CHECK: pe.cb.alloc "once" space <ls> depth 1
  %once = pe.cb.alloc "once" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : <tensor<64xf32>>
  // CHECK: pe.cb.alloc "streamed" space <ls> depth {{[2-8]}} producer
  %in = pe.cb.alloc "streamed" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : <tensor<64xf32>>
  // CHECK: pe.cb.alloc "sum" space <ls> depth 1 {{.*}} resident
  %sum = pe.cb.alloc "sum" space <ls> depth 1 producer <core1> readers [#pe.unit<core1>] resident : <tensor<64xf32>>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 10 : i32
  pe.fi.load reads() writes(%once : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
  pe.vec.group reads(%once : !pe.cb<tensor<64xf32>>) writes(%sum : !pe.cb<tensor<64xf32>>) ins() {
  ^bb0(%t: tensor<64xf32>):
    pe.yield %t : tensor<64xf32>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    pe.fi.load reads() writes(%in : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.vec.group reads(%sum, %in : !pe.cb<tensor<64xf32>>, !pe.cb<tensor<64xf32>>) writes(%sum : !pe.cb<tensor<64xf32>>) ins() {
    ^bb0(%a: tensor<64xf32>, %t: tensor<64xf32>):
      %s = arith.addf %a, %t : tensor<64xf32>
      pe.yield %s : tensor<64xf32>
    }
  }
  pe.return
}
