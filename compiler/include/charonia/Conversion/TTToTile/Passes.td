// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes from `tt` to `tile`.
#ifndef CHARONIA_CONVERSION_TTTOTILE_PASSES
#define CHARONIA_CONVERSION_TTTOTILE_PASSES

include "mlir/Pass/PassBase.td"


def TileAnalyzeAccess : Pass<"tile-analyze-access", "::mlir::ModuleOp"> {
  let summary = "Find out which accesses a DMA descriptor can do";
  let description = [{
    Why: the DMA engine moves a box per command, the scalar core one element at a time.

    Every pointer is brought into the form `base + sum c_d i_d` over the dimensions of the tile, with
    scalar coefficients; values carried round a loop are assumed to keep their coefficients and are
    checked. A mask is an intersection of intervals, one a dimension. Arithmetic of 32 bits counts as
    linear only where ranges (grid, arguments, loop bounds) prove that it does not wrap.

    The pass changes no operation; each access gets an attribute `tile.access` with the rung, the
    reason why no better rung is legal, the argument and the bytes. `tt-to-tile` acts on the same
    analysis.

    Before:
    ```mlir
    %v = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
    ```
    After:
    ```mlir
    %v = tt.load %p, %m {tile.access = #tile.access<dma, "", arg = 0, bytes = 256>} : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let dependentDialects = ["::charonia::tile::TileDialect"];
}

def TTToTile : Pass<"tt-to-tile", "::mlir::ModuleOp"> {
  let summary = "Lower a kernel of dialect tt to dialect tile";
  let description = [{
    Why: from here on a kernel works on tiles and byte addresses, and each access says how it is done.

    Steps: pointers become `i64` byte addresses; operations get their `tile` counterpart or stay in
    `arith`, `math` and `scf`; accesses become `tile.load` and `tile.store` where the access analysis
    proves a box, `tile.scalar_load` where one element serves the whole tile, `tile.gather` and
    `tile.scatter` otherwise; loop-carried values that nothing needs any more go; the result is
    simplified. Masked-off lanes without `other` read as zero.

    Loads of boxes that overlap become one load of the smallest box that holds them, and parts of its
    tile, which the vector core reads from where they lie: boxes of one block, buffer, shape and pad
    that lie whole steps apart along one dimension (then the next), with nothing between that may
    write the buffer, for the vector core alone. Each load must find its own lanes in the union and
    the pad elsewhere, except in lanes without which no store is other. The union takes fewer bytes
    than the tiles, and holds no element that does not lie between two that the loads touch.

    Before:
    ```mlir
    tt.func public @k(%x: !tt.ptr<f32>) {
      %p = tt.addptr %s, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %v = tt.load %p : tensor<64x!tt.ptr<f32>>
    ```
    After:
    ```mlir
    tile.kernel @k(%x: i64 {tile.pointer = f32, tile.name = "x"}) {
      %v = tile.load %x strides [4] lower [0] upper [64] access #tile.access<dma, "", arg = 0, bytes = 256> : tensor<64xf32>
    ```
    Loads of `x[i]` and `x[i + 1]`:
    ```mlir
    %u = tile.load %x strides [4] lower [0] upper [65] access #tile.access<dma, "", arg = 0, bytes = 260> : tensor<65xf32>
    %a = tile.extract_slice %u [0] : tensor<65xf32> -> tensor<64xf32>
    %b = tile.extract_slice %u [1] : tensor<65xf32> -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::charonia::tile::TileDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
}

#endif
