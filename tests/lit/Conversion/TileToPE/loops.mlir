// What a loop carries becomes a resident buffer that is updated in place.
// RUN: charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync | FileCheck %s

// CHECK-LABEL: pe.program @sum
tile.kernel @sum(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    // CHECK: %[[R:.*]] = pe.cb.alloc "{{.*}}" space <ls> depth 1 producer <core1> readers [#pe.unit<core1>] resident
    // CHECK: %[[IN:.*]] = pe.cb.alloc {{.*}} producer <fi_read> readers [#pe.unit<core1>]
    // CHECK: %[[OUT:.*]] = pe.cb.alloc {{.*}} producer <core1> readers [#pe.unit<fi_write>]
    // CHECK: pe.vec.group reads() writes(%[[R]]
    // CHECK: scf.for
    // CHECK: pe.fi.load reads() writes(%[[IN]]{{.*}}writeSync = array<i32: 1, 0, 1>
    // CHECK: pe.vec.group reads(%[[R]], %[[IN]]{{.*}}) writes(%[[R]]{{.*}}readSync = array<i32: 0, 0, 0, 1>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<64xf32>) : i32 {
      %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %s = arith.addf %a, %t : tensor<64xf32>
      scf.yield %s : tensor<64xf32>
    }
    // CHECK: pe.vec.group reads(%[[R]]{{.*}}) writes(%[[OUT]]
    // CHECK: pe.fi.store reads(%[[OUT]]{{.*}}readSync = array<i32: 0, 1>
    tile.store %acc, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// One tile begins three variables: the group that copies once, though it goes into three buffers.
// CHECK-LABEL: pe.program @begins_alike
tile.kernel @begins_alike(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // CHECK: pe.fi.load reads() writes(%[[IN:[a-z0-9]*]]
    // CHECK: pe.vec.group reads(%[[IN]] : {{.*}}) writes(%[[A:.*]], %[[B:.*]], %[[C:[a-z0-9]*]] :
    // CHECK: ^bb0(%[[T:.*]]: tensor<64xf32>):
    // CHECK: pe.yield %[[T]], %[[T]], %[[T]]
    %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %s:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %t, %c = %t) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
      %u = arith.addf %a, %c : tensor<64xf32>
      %v = arith.mulf %b, %u : tensor<64xf32>
      %w = arith.subf %c, %v : tensor<64xf32>
      scf.yield %u, %v, %w : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
    }
    %r = arith.addf %s#0, %s#1 : tensor<64xf32>
    %r2 = arith.addf %r, %s#2 : tensor<64xf32>
    tile.store %r2, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// Stores of one carried tile read one copy of it; one in a branch has its own.
// CHECK-LABEL: pe.program @stores_alike
// CHECK-COUNT-2: producer <core1> readers [#pe.unit<fi_write>]
// CHECK-NOT: pe.cb.alloc
tile.kernel @stores_alike(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}, %b: i1 {tile.name = "b"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<64xf32>) : i32 {
      %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %s = arith.addf %a, %t : tensor<64xf32>
      scf.yield %s : tensor<64xf32>
    }
    // CHECK: scf.for
    // CHECK: pe.vec.group
    // CHECK: pe.vec.group reads(%[[R:[a-z0-9]*]]{{.*}}) writes(%[[OUT:[a-z0-9]*]]
    // CHECK-NOT: pe.vec.group
    // CHECK: pe.fi.store reads(%[[OUT]]{{.*}}readSync = array<i32: 0, 0>
    // CHECK: pe.fi.store reads(%[[OUT]]{{.*}}readSync = array<i32: 0, 1>
    // CHECK: scf.if
    // CHECK: pe.vec.group reads(%[[R]]{{.*}}) writes(%[[OTHER:[a-z0-9]*]]
    // CHECK: pe.fi.store reads(%[[OTHER]]
    tile.store %acc, %q strides [4] lower [0] upper [20] access <dma, "", arg = 1, bytes = 80> : tensor<64xf32>
    tile.store %acc, %q strides [4] lower [20] upper [64] access <dma, "", arg = 1, bytes = 176> : tensor<64xf32>
    scf.if %b {
      tile.store %acc, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
    }
  }
  tile.return
}

// A branch that leaves the carried tile as it is, or adds to it: in the loop's own buffer.
// CHECK-LABEL: pe.program @sometimes
// CHECK: %[[R:.*]] = pe.cb.alloc {{.*}} resident
// CHECK-NOT: resident
// CHECK: scf.for
// CHECK-NOT: pe.vec.group
// CHECK: scf.if
// CHECK: pe.vec.group reads(%[[R]], %{{.*}}) writes(%[[R]]
// CHECK: } else {
// CHECK-NEXT: }
// CHECK: pe.vec.group reads(%[[R]] : {{.*}}) writes(%{{[0-9]+}} : {{.*}}) ins()
tile.kernel @sometimes(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<64xf32>) : i32 {
      %b = arith.cmpi eq, %i, %x : i32
      %r = scf.if %b -> (tensor<64xf32>) {
        %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
        %s = arith.addf %a, %t : tensor<64xf32>
        scf.yield %s : tensor<64xf32>
      } else {
        scf.yield %a : tensor<64xf32>
      }
      scf.yield %r : tensor<64xf32>
    }
    tile.store %acc, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// The carried tile is read after the branch: the branch has a buffer of its own.
// CHECK-LABEL: pe.program @read_after
// CHECK-COUNT-2: resident
// CHECK: scf.if
tile.kernel @read_after(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %acc = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (tensor<64xf32>) : i32 {
      %b = arith.cmpi eq, %i, %x : i32
      %r = scf.if %b -> (tensor<64xf32>) {
        %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
        %s = arith.addf %a, %t : tensor<64xf32>
        scf.yield %s : tensor<64xf32>
      } else {
        scf.yield %a : tensor<64xf32>
      }
      tile.store %a, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
      scf.yield %r : tensor<64xf32>
    }
    tile.store %acc, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}

// A while loop whose condition hands its tile on updates it in place, too.
// CHECK-LABEL: pe.program @until
// CHECK: %[[R:.*]] = pe.cb.alloc {{.*}} resident
// CHECK-NOT: resident
// CHECK: scf.while
// CHECK: pe.vec.group reads(%[[R]], %{{.*}}) writes(%[[R]]
// CHECK-NOT: pe.vec.group
// CHECK: scf.yield
tile.kernel @until(%p: i64 {tile.pointer = f32, tile.name = "p"}, %q: i64 {tile.pointer = f32, tile.name = "q"}, %n: i32 {tile.name = "n"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<64xf32>
    %i, %acc = scf.while (%j = %c0, %a = %zero) : (i32, tensor<64xf32>) -> (i32, tensor<64xf32>) {
      %b = arith.cmpi slt, %j, %n : i32
      scf.condition(%b) %j, %a : i32, tensor<64xf32>
    } do {
    ^bb0(%j: i32, %a: tensor<64xf32>):
      %t = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
      %s = arith.addf %a, %t : tensor<64xf32>
      %next = arith.addi %j, %c1 : i32
      scf.yield %next, %s : i32, tensor<64xf32>
    }
    tile.store %acc, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
  }
  tile.return
}
