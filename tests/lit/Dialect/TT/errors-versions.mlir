// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: charonia-opt %s --tt-import --split-input-file --verify-diagnostics

tt.func public @f(%d: !tt.ptr<i8, 0>, %n: i32) {
  // expected-error @+1 {{handles a descriptor in memory}}
  %0 = tt.experimental_descriptor_load %d[%n] : !tt.ptr<i8, 0> -> tensor<8xf32>
  tt.return
}

// -----

tt.func public @f(%d: !tt.ptr<i8>) {
  // expected-error @+1 {{'tt.reinterpret_tensor_descriptor' handles a descriptor in memory}}
  %0 = tt.reinterpret_tensor_descriptor %d : !tt.ptr<i8> to !tt.tensordesc<tensor<8xf32>>
  tt.return
}

// -----

tt.func public @f(%q: !tt.ptr<i32>, %n: i32, %t: i64) {
  // expected-error @+1 {{needs a clock}}
  %0 = tt.atomic_poll acquire, gpu, %q, %n timeout %t : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// -----

tt.func public @f(%q: !tt.ptr<i8>, %n: i8) {
  // expected-error @+1 {{elements must have 16, 32 or 64 bits, but have 8}}
  %0 = tt.atomic_poll acquire, gpu, %q, %n : !tt.ptr<i8>, i8 -> i1
  tt.return
}

// -----

// expected-error @+1 {{'#ttg.blocked' belongs to TritonGPU IR (.ttgir)}}
#blocked = #ttg.blocked<{sizePerThread = [1]}>

// -----

tt.func public @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{custom op 'ttg.convert_layout' is unknown}}
  %0 = ttg.convert_layout %x : tensor<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

// expected-error @+1 {{has an encoding}}
tt.func public @f(%x: tensor<8xf32, "sharded">) {
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<8xf32, "sharded"> -> tensor<1x8xf32>
  tt.return
}
