// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from the tile level to the program of a PE.
#ifndef CHARONIA_CONVERSION_TILETOPE_PASSES
#define CHARONIA_CONVERSION_TILETOPE_PASSES

include "mlir/Pass/PassBase.td"

def TileFuseVec : Pass<"tile-fuse-vec", "::mlir::ModuleOp"> {
  let summary = "Gather the vector core's work of each block into few groups";
  let description = [{
    Why: the vector core runs whole groups, and every value between two groups goes through local
    memory. So each block gets as few groups as its crossings to other units allow.

    Steps, for each block from the inside out:
    1. An operation's time is the longest chain of changes between vector core and other units (or
       scalars) before it; accesses that conflict keep their order.
    2. All vector work of one time becomes one `pe.vec.group`; the block is ordered by time.
    3. Cheap values made of scalars and constants (splats, iotas, integer arithmetic on them) are
       repeated in every group that uses them instead of being kept in memory.

    Before:
    ```mlir
    %0 = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %1 = arith.addf %0, %0 : tensor<64xf32>
    %2 = arith.mulf %1, %0 : tensor<64xf32>
    ```
    After:
    ```mlir
    %0 = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    %1 = pe.vec.group reads() writes() ins(%0 : tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: tensor<64xf32>):
      %2 = arith.addf %a, %a : tensor<64xf32>
      %3 = arith.mulf %2, %a : tensor<64xf32>
      pe.yield %3 : tensor<64xf32>
    }
    ```
  }];
  let constructor = "::charonia::pe::createTileFuseVecPass(nullptr)";
  let dependentDialects = ["::charonia::pe::PEDialect"];
}

def TileToPe : Pass<"tile-to-pe", "::mlir::ModuleOp"> {
  let summary = "Put every tile into a circular buffer, a resident buffer or an accumulator";
  let description = [{
    Why: the machine has no values that are tiles, only slots. The kind of place follows from who
    makes a value and who uses it.

    Steps:
    1. A loop that only loads the operands of one product and sums it takes several of its steps at
       once if the slices of the operands follow each other in memory and local memory has room: longer
       rows lie on more slices of the SRAM. The sum's order stays, so its bits do.
    2. A loop-carried sum that only dot products touch becomes an accumulator of the RE: cleared
       before the loop, added to in it, drained after it.
    3. Every other tile that a loop or a condition carries becomes a resident buffer of the vector
       core, written in place by the group that makes the new value where no later use needs the old one.
    4. Elementwise work that only reads a drained accumulator goes to the SIMD engine, behind the RE.
    5. Every other tile becomes a circular buffer from its producer to the units that use it; between
       two groups of the vector core, a resident buffer.
    6. Loads, stores, dots and permutations become commands; the kernel becomes a `pe.program`.
    7. What stores do not write is not worked on: their boxes go backwards through vector work, drains
       and products as extents, and loads fetch no more than is used.

    Before:
    ```mlir
    %0 = tile.load %p strides [4] lower [0] upper [64] access <dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    tile.store %0, %q strides [4] lower [0] upper [64] access <dma, "", arg = 1, bytes = 256> : tensor<64xf32>
    ```
    After:
    ```mlir
    %0 = pe.cb.alloc "x" space <ls> depth 1 producer <fi_read> readers [#pe.unit<fi_write>] : !pe.cb<tensor<64xf32>>
    pe.fi.load reads() writes(%0 : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    pe.fi.store reads(%0 : !pe.cb<tensor<64xf32>>) writes() to %q strides [4] lower [0] upper [64] {arg = 1 : i32}
    ```
  }];
  let constructor = "::charonia::pe::createTileToPePass(nullptr)";
  let dependentDialects = ["::charonia::pe::PEDialect"];
}

#endif
