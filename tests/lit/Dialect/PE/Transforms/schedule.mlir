// Loads are issued before the stores that stand before them, if their memory is another.
// RUN: charonia-opt %s --pe-insert-sync --pe-schedule | FileCheck %s

// CHECK-LABEL: pe.program @copy
pe.program @copy(%p: i64 {tile.name = "p", tile.pointer = f32}, %q: i64 {tile.name = "q", tile.pointer = f32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  %b = pe.cb.alloc "b" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    // CHECK: pe.fi.load {{.*}}writes(%[[A:[0-9]+]]
    // CHECK-NEXT: pe.fi.load {{.*}}writes(%[[B:[0-9]+]]
    // CHECK-NEXT: pe.fi.store reads(%[[A]]
    // CHECK-NEXT: pe.fi.store reads(%[[B]]
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
    pe.fi.load reads() writes(%b : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%b : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
  }
  pe.return
}
