// A tile that does not fit into local memory gives one message with a table of bytes.
// RUN: not charonia-opt %s --tile-fuse-vec --tile-to-pe --pe-insert-sync --pe-size-cbs 2>&1 | FileCheck %s

// CHECK: error: KC0301: the tiles of this kernel need 819200 bytes of local memory, but a PE has {{[0-9]+}}; use blocks with at most 1/4 of the elements. Bytes per circular buffer, largest first:
// CHECK: note: '{{.*}}', [102400] f32: 409600 B = 1 x 409600 B
// CHECK: note: '{{.*}}', [102400] f32: 409600 B = 1 x 409600 B
// CHECK-NOT: error:
tile.kernel @big(%p: i64 {tile.pointer = f32, tile.name = "p"}) {
  tile.pid_loop mapping(linear) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    %a = tile.load %p strides [4] lower [0] upper [102400] access <dma, "", arg = 0, bytes = 409600> : tensor<102400xf32>
    %b = arith.addf %a, %a : tensor<102400xf32>
    tile.store %b, %p strides [4] lower [0] upper [102400] access <dma, "", arg = 0, bytes = 409600> : tensor<102400xf32>
  }
  tile.return
}
