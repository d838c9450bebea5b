// A program that waits for a tile that nobody pushes is refused, with who waits for what.
// RUN: not charonia-opt %s --pe-check-live 2>&1 | FileCheck %s

// CHECK: KC0304: the program blocks for ever
// CHECK: fi.store reading 'a' waits for a tile in 'a'
pe.program @stuck(%q: i64 {tile.name = "q", tile.pointer = f32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %q strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64, readSync = array<i32>, writeSync = array<i32: 1, 0, 0>}
  pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 0 : i32, readSync = array<i32: 0, 1>, writeSync = array<i32>}
  pe.return
}
