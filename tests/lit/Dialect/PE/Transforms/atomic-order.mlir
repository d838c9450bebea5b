// An atomic that releases waits for stores (and loads) before it, one that acquires keeps what follows
// behind it: one core issues both. A relaxed one asks for nothing.
// RUN: charonia-opt %s --pe-insert-sync --pe-schedule | FileCheck %s

// The store is complete before the flag is set; nobody waits for the load, whose tile the store has.
// CHECK-LABEL: pe.program @release
// CHECK-SAME: single_stream
// CHECK: pe.fi.load
// CHECK-NEXT: pe.fi.store
// CHECK: pe.wait_unit <fi_write>
// CHECK: tile.atomic_rmw <exch> {{.*}} sem <release>
pe.program @release(%p: i64 {tile.name = "p", tile.pointer = f32}, %q: i64 {tile.name = "q", tile.pointer = f32}, %f: i64 {tile.name = "f", tile.pointer = i32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  %one = arith.constant 1 : i32
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
    %old = tile.atomic_rmw #tile.atomic<exch> %f, %one sem <release> access <atomic, "", arg = 2, bytes = 4> : (i64, i32) -> i32
  }
  pe.return
}

// The load stays behind the loop that takes the lock, and no store is before it.
// CHECK-LABEL: pe.program @acquire
// CHECK-SAME: single_stream
// CHECK-NOT: pe.wait_unit
// CHECK: tile.atomic_cas {{.*}} sem <acquire>
// CHECK: pe.fi.load
// CHECK: pe.fi.store
// CHECK: pe.return
pe.program @acquire(%p: i64 {tile.name = "p", tile.pointer = f32}, %q: i64 {tile.name = "q", tile.pointer = f32}, %f: i64 {tile.name = "f", tile.pointer = i32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    scf.while : () -> () {
      %old = tile.atomic_cas %f, %zero, %one sem <acquire> access <atomic, "", arg = 2, bytes = 4> : (i64, i32, i32) -> i32
      %held = arith.cmpi ne, %old, %zero : i32
      scf.condition(%held)
    } do {
      scf.yield
    }
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
  }
  pe.return
}

// A loop: the store of one iteration is complete before the atomic of the next.
// CHECK-LABEL: pe.program @loop
// CHECK-SAME: single_stream
// CHECK: scf.for
// CHECK-NEXT: pe.wait_unit <fi_write>
// CHECK-NEXT: tile.atomic_rmw
// CHECK: pe.fi.store
pe.program @loop(%p: i64 {tile.name = "p", tile.pointer = f32}, %q: i64 {tile.name = "q", tile.pointer = f32}, %f: i64 {tile.name = "f", tile.pointer = i32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    scf.for %i = %zero to %four step %one : i32 {
      %old = tile.atomic_rmw #tile.atomic<add> %f, %one sem <acq_rel> access <atomic, "", arg = 2, bytes = 4> : (i64, i32) -> i32
      pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
      pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
    }
  }
  pe.return
}

// CHECK-LABEL: pe.program @relaxed
// CHECK-NOT: single_stream
// CHECK-NOT: pe.wait_unit
// CHECK: pe.return
pe.program @relaxed(%p: i64 {tile.name = "p", tile.pointer = f32}, %q: i64 {tile.name = "q", tile.pointer = f32}, %f: i64 {tile.name = "f", tile.pointer = i32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : <tensor<64xf32>>
  %one = arith.constant 1 : i32
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%a : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
    %old = tile.atomic_rmw #tile.atomic<add> %f, %one sem <relaxed> access <atomic, "", arg = 2, bytes = 4> : (i64, i32) -> i32
  }
  pe.return
}

// The group with the atomic works on the loaded tile: the load is complete, and core 0 may issue it.
// CHECK-LABEL: pe.program @flow
// CHECK-NOT: single_stream
// CHECK-NOT: pe.wait_unit
// CHECK: pe.return
pe.program @flow(%p: i64 {tile.name = "p", tile.pointer = i32}, %f: i64 {tile.name = "f", tile.pointer = i32}) {
  %a = pe.cb.alloc "a" space <ls> depth 1 producer <fi_read> readers [#pe.unit<core1>] : <tensor<64xi32>>
  pe.pid_loop <linear> {
  ^bb0(%x: i32, %y: i32, %z: i32):
    pe.fi.load reads() writes(%a : !pe.cb<tensor<64xi32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.vec.group reads(%a : !pe.cb<tensor<64xi32>>) writes() ins(%f : i64) {
    ^bb0(%v: tensor<64xi32>, %base: i64):
      %at = tile.splat %base : i64 -> tensor<64xi64>
      %old = tile.atomic_rmw #tile.atomic<add> %at, %v sem <acq_rel> access <atomic, "", arg = 1, bytes = 256> : (tensor<64xi64>, tensor<64xi32>) -> tensor<64xi32>
      pe.yield
    }
  }
  pe.return
}
