// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `tile`: a kernel over whole tiles with value semantics, decisions visible.
#ifndef CHARONIA_DIALECT_TILE_DIALECT
#define CHARONIA_DIALECT_TILE_DIALECT

include "mlir/IR/OpBase.td"

def Tile_Dialect : Dialect {
  let name = "tile";
  let cppNamespace = "::charonia::tile";
  let summary = "Tile level of a kernel: tensors as values, memory accesses as descriptors";
  let description = [{
    What a person reads to understand decisions. A kernel works on tensors (tiles) as SSA values;
    pointers are plain `i64` byte addresses; each access of global memory is either a descriptor
    that a DMA engine can run (`tile.load`, `tile.store`) or stands on the scalar rung
    (`tile.gather`, `tile.scatter`, `tile.scalar_load`, `tile.scalar_store`), and carries a
    `#tile.access` attribute that says which and why. Elementwise arithmetic stays in `arith` and
    `math`, control flow in `scf`. After `tile-map-pids` the body stands in a `tile.pid_loop`;
    after `tile-map-units` every operation carries a `tile.unit`.

    Discardable attributes: `tile.pointer` (type of the pointee) and `tile.name` on kernel
    arguments, `tile.unit` on operations, `tile.policy` on kernels, `tile.extents_from` on
    operations whose effective shape is known, `tile.direction` on loads that are read once for a
    row or column of PEs.
  }];
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect"];
  let hasConstantMaterializer = 1;
}

#endif
