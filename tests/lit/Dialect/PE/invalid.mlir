// What the verifiers of the dialect refuse.
// RUN: charonia-opt %s -split-input-file -verify-diagnostics

pe.program @depth() {
  // expected-error@+1 {{needs a depth of at least 1}}
  %a = pe.cb.alloc "a" space <ls> depth 0 producer <fi_read> readers [#pe.unit<core1>] : !pe.cb<tensor<8xf32>>
  pe.return
}

// -----

pe.program @no_reader() {
  // expected-error@+1 {{has no reader}}
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [] : !pe.cb<tensor<8xf32>>
  pe.return
}

// -----

pe.program @reader_twice() {
  // expected-error@+1 {{names the reader core1 twice}}
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>, #pe.unit<core1>] : !pe.cb<tensor<8xf32>>
  pe.return
}

// -----

pe.program @bank_producer() {
  // expected-error@+1 {{is produced by the dpe}}
  %a = pe.cb.alloc "a" space <re> depth 1 producer <fi_read> readers [#pe.unit<re>] : !pe.cb<tensor<8x8xf32>>
  pe.return
}

// -----

pe.program @deep_resident() {
  // expected-error@+1 {{is resident and so has depth 1}}
  %a = pe.cb.alloc "a" space <ls> depth 2 producer <core1> readers [#pe.unit<core1>] resident : !pe.cb<tensor<8xf32>>
  pe.return
}

// -----

pe.program @wrong_producer(%x: i64) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <core1> readers [#pe.unit<fi_write>] : !pe.cb<tensor<8xf32>>
  // expected-error@+1 {{fi_read is not the producer of 'a'}}
  pe.fi.load reads() writes(%a : !pe.cb<tensor<8xf32>>) from %x strides [4] lower [0] upper [8] {arg = 0 : i32, pad_bits = 0 : i64}
  pe.return
}

// -----

pe.program @wrong_reader(%x: i64) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <core1> readers [#pe.unit<dpe>] : !pe.cb<tensor<8xf32>>
  // expected-error@+1 {{fi_write is not a reader of 'a'}}
  pe.fi.store reads(%a : !pe.cb<tensor<8xf32>>) writes() to %x strides [4] lower [0] upper [8] {arg = 0 : i32}
  pe.return
}

// -----

pe.program @counters(%x: i64) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : !pe.cb<tensor<8xf32>>
  // expected-error@+1 {{needs 2 numbers of readSync for each read and 3 of writeSync for each write}}
  pe.fi.load reads() writes(%a : !pe.cb<tensor<8xf32>>) from %x strides [4] lower [0] upper [8] {arg = 0 : i32, pad_bits = 0 : i64, readSync = array<i32>, writeSync = array<i32: 1>}
  pe.return
}

// -----

pe.program @bounds(%x: i64) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : !pe.cb<tensor<8x8xf32>>
  // expected-error@+1 {{needs a stride, a lower and an upper bound for each dimension}}
  pe.fi.load reads() writes(%a : !pe.cb<tensor<8x8xf32>>) from %x strides [4] lower [0] upper [8] {arg = 0 : i32, pad_bits = 0 : i64}
  pe.return
}

// -----

pe.program @shapes() {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<dpe>] : !pe.cb<tensor<64x32xf16>>
  %b = pe.cb.alloc "b" space <ls> depth 1 producer <fi_read> readers [#pe.unit<dpe>] : !pe.cb<tensor<64x64xf16>>
  %acc = pe.cb.alloc "acc" space <re> depth 1 producer <dpe> readers [#pe.unit<re>] : !pe.cb<tensor<64x64xf32>>
  // expected-error@+1 {{shapes do not fit}}
  pe.dpe.mma reads(%a, %b : !pe.cb<tensor<64x32xf16>>, !pe.cb<tensor<64x64xf16>>) writes(%acc : !pe.cb<tensor<64x64xf32>>) {multiply}
  pe.return
}

// -----

pe.program @permutation() {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<mlu>] : !pe.cb<tensor<64x32xf16>>
  %b = pe.cb.alloc "b" space <ls> depth 1 producer <mlu> readers [#pe.unit<dpe>] : !pe.cb<tensor<64x32xf16>>
  // expected-error@+1 {{needs a permutation that maps}}
  pe.mlu.move reads(%a : !pe.cb<tensor<64x32xf16>>) writes(%b : !pe.cb<tensor<64x32xf16>>) {permutation = array<i64: 1, 0>}
  pe.return
}

// -----

pe.program @group_yield() {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <core1> readers [#pe.unit<fi_write>] : !pe.cb<tensor<8xf32>>
  // expected-error@+1 {{yields a tile for each buffer written, then the results}}
  pe.vec.group reads() writes(%a : !pe.cb<tensor<8xf32>>) ins() {
    pe.yield
  }
  pe.return
}

// -----

pe.program @row_list(%p: i64) {
  %r = pe.cb.alloc "r" space <ls> depth 1 producer <core1> readers [#pe.unit<fi_read>] : !pe.cb<tensor<4xi64>>
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : !pe.cb<tensor<8x16xf32>>
  // expected-error@+1 {{needs 8 offsets of type i64}}
  pe.fi.load reads(%r : !pe.cb<tensor<4xi64>>) writes(%a : !pe.cb<tensor<8x16xf32>>) from %p strides [0, 4] lower [0, 0] upper [8, 16]
    {arg = 0 : i32, pad_bits = 0 : i64, row_dim = 0 : i32}
  pe.return
}

// -----

pe.program @no_row_dim(%p: i64) {
  %r = pe.cb.alloc "r" space <ls> depth 1 producer <core1> readers [#pe.unit<fi_read>] : !pe.cb<tensor<8xi64>>
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : !pe.cb<tensor<8x16xf32>>
  // expected-error@+1 {{reads a row list without a row_dim}}
  pe.fi.load reads(%r : !pe.cb<tensor<8xi64>>) writes(%a : !pe.cb<tensor<8x16xf32>>) from %p strides [0, 4] lower [0, 0] upper [8, 16]
    {arg = 0 : i32, pad_bits = 0 : i64}
  pe.return
}
