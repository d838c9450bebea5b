// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of the dialect `tile` that access global memory. Included by TileOps.td.

def Tile_LoadOp : Tile_Op<"load", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "Load a tile from a box of global memory";
  let description = [{
    One or more pieces; piece p reads element `i` of the result from byte address
    `bases[p] + sum i_d * strides[p][d]` for `lower[p][d] <= i_d < upper[p][d]` (bounds are clamped to
    the tile). Pieces are disjoint; one piece normally, two where an index wraps round a modulus.
    Elements in no piece take the value `pad`, or zero if it is absent. A stride of 0 repeats.
    Legal on the DMA engine: one argument, at most as many dimensions as the descriptor holds.

    ```mlir
    %v0 = tile.load %base strides [%pitch, 4] lower [0, 0] upper [%m, 64]
      access <dma, "", arg = 0, bytes = 8192> : tensor<32x64xf32>
    ```
  }];
  let arguments = (ins Variadic<I64>:$bases, Variadic<I64>:$strides, Variadic<I64>:$lower, Variadic<I64>:$upper,
    DenseI64ArrayAttr:$staticStrides, DenseI64ArrayAttr:$staticLower, DenseI64ArrayAttr:$staticUpper,
    OptionalAttr<TypedAttrInterface>:$pad, Tile_AccessAttr:$access);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = [{
    $bases `strides` custom<DynamicIndexList>($strides, $staticStrides)
    `lower` custom<DynamicIndexList>($lower, $staticLower) `upper` custom<DynamicIndexList>($upper, $staticUpper)
    (`pad` $pad^)? `access` $access attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Strides (bytes), lower and upper bounds of piece `piece`, one per dimension.
    ::llvm::SmallVector<::mlir::OpFoldResult> getPieceStrides(unsigned piece);
    ::llvm::SmallVector<::mlir::OpFoldResult> getPieceLower(unsigned piece);
    ::llvm::SmallVector<::mlir::OpFoldResult> getPieceUpper(unsigned piece);
    unsigned getNumPieces() { return getBases().size(); }
    ::mlir::RankedTensorType getTileType() { return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType()); }
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::ValueRange":$bases,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides, "::llvm::ArrayRef<::mlir::OpFoldResult>":$lower,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$upper, "::mlir::TypedAttr":$pad, "AccessAttr":$access)>];
}

def Tile_StoreOp : Tile_Op<"store", [AttrSizedOperandSegments, MemoryEffects<[MemWrite]>]> {
  let summary = "Store a box of a tile into global memory";
  let description = [{
    Element `i` of the value goes to byte address `base + sum i_d * strides[d]` for
    `lower[d] <= i_d < upper[d]`; nothing else is written. No two elements of the box may have one address.

    ```mlir
    tile.store %value, %base strides [256, 4] lower [0, 0] upper [%m, 64]
      access <dma, "", arg = 1, bytes = 8192> : tensor<32x64xf32>
    ```
  }];
  let arguments = (ins Tile_Tensor:$value, I64:$base, Variadic<I64>:$strides, Variadic<I64>:$lower, Variadic<I64>:$upper,
    DenseI64ArrayAttr:$staticStrides, DenseI64ArrayAttr:$staticLower, DenseI64ArrayAttr:$staticUpper,
    Tile_AccessAttr:$access);
  let assemblyFormat = [{
    $value `,` $base `strides` custom<DynamicIndexList>($strides, $staticStrides)
    `lower` custom<DynamicIndexList>($lower, $staticLower) `upper` custom<DynamicIndexList>($upper, $staticUpper)
    `access` $access attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLower();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedUpper();
    ::mlir::RankedTensorType getTileType() { return ::llvm::cast<::mlir::RankedTensorType>(getValue().getType()); }
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$base,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides, "::llvm::ArrayRef<::mlir::OpFoldResult>":$lower,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$upper, "AccessAttr":$access)>];
}

class Tile_RowsArguments<dag more> {
  dag fixed = (ins I64:$base, Tile_AddressTensor:$rows, Optional<Tile_I1Tensor>:$mask,
    Variadic<I64>:$strides, Variadic<I64>:$lower, Variadic<I64>:$upper,
    DenseI64ArrayAttr:$staticStrides, DenseI64ArrayAttr:$staticLower, DenseI64ArrayAttr:$staticUpper,
    I64Attr:$rowDim);
  dag all = !con(fixed, more);
}

def Tile_LoadRowsOp : Tile_Op<"load_rows", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "Load a tile row by row from places that a tile names";
  let description = [{
    As `tile.load` of one piece, with `rows[i_d]` (bytes) added to the address of element `i`, where `d`
    is the dimension after `along`. Rows whose mask is false are padded and not touched.
    Legal on the DMA engine's indexed form: one request a row.

    ```mlir
    %v0 = tile.load_rows %base rows %offsets along 0 mask %m : tensor<32xi1> strides [0, 4] lower [0, 0] upper [32, 64]
      access <rows, "index depends on loaded data", arg = 0, bytes = 8192> : tensor<32xi64> -> tensor<32x64xf32>
    ```
  }];
  let arguments = Tile_RowsArguments<(ins OptionalAttr<TypedAttrInterface>:$pad, Tile_AccessAttr:$access)>.all;
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = [{
    $base `rows` $rows `along` $rowDim (`mask` $mask^ `:` type($mask))? `strides` custom<DynamicIndexList>($strides, $staticStrides)
    `lower` custom<DynamicIndexList>($lower, $staticLower) `upper` custom<DynamicIndexList>($upper, $staticUpper)
    (`pad` $pad^)? `access` $access attr-dict `:` type($rows) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLower();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedUpper();
    ::mlir::RankedTensorType getTileType() { return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType()); }
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$base, "::mlir::Value":$rows, "::mlir::Value":$mask,
    "int64_t":$rowDim, "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides, "::llvm::ArrayRef<::mlir::OpFoldResult>":$lower,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$upper, "::mlir::TypedAttr":$pad, "AccessAttr":$access)>];
}

def Tile_StoreRowsOp : Tile_Op<"store_rows", [AttrSizedOperandSegments, MemoryEffects<[MemWrite]>]> {
  let summary = "Store a tile row by row to places that a tile names";
  let description = [{
    As `tile.store`, with `rows[i_d]` (bytes) added to the address of element `i`, where `d` is the
    dimension after `along`. Rows go in ascending order; those whose mask is false are not stored. No
    two elements of one row may have one address.

    ```mlir
    tile.store_rows %value, %base rows %offsets along 0 strides [0, 4] lower [0, 0] upper [32, 64]
      access <rows, "index depends on loaded data", arg = 1, bytes = 8192> : tensor<32x64xf32>, tensor<32xi64>
    ```
  }];
  let arguments = !con((ins Tile_Tensor:$value), Tile_RowsArguments<(ins Tile_AccessAttr:$access)>.all);
  let assemblyFormat = [{
    $value `,` $base `rows` $rows `along` $rowDim (`mask` $mask^ `:` type($mask))? `strides` custom<DynamicIndexList>($strides, $staticStrides)
    `lower` custom<DynamicIndexList>($lower, $staticLower) `upper` custom<DynamicIndexList>($upper, $staticUpper)
    `access` $access attr-dict `:` type($value) `,` type($rows)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedStrides();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedLower();
    ::llvm::SmallVector<::mlir::OpFoldResult> getMixedUpper();
    ::mlir::RankedTensorType getTileType() { return ::llvm::cast<::mlir::RankedTensorType>(getValue().getType()); }
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$value, "::mlir::Value":$base, "::mlir::Value":$rows, "::mlir::Value":$mask,
    "int64_t":$rowDim, "::llvm::ArrayRef<::mlir::OpFoldResult>":$strides, "::llvm::ArrayRef<::mlir::OpFoldResult>":$lower,
    "::llvm::ArrayRef<::mlir::OpFoldResult>":$upper, "AccessAttr":$access)>];
}

def Tile_GatherOp : Tile_Op<"gather", [AttrSizedOperandSegments, MemoryEffects<[MemRead]>]> {
  let summary = "Load a tile element by element";
  let description = [{
    Element `i` is memory at `addresses[i]` where `mask[i]` (or there is no mask), else `other[i]`, else zero.

    ```mlir
    %v1 = tile.gather %addresses mask %m : tensor<64xi1> access <gather, "index is loaded", arg = 0, bytes = 256>
      : tensor<64xi64> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Tile_AddressTensor:$addresses, Optional<Tile_I1Tensor>:$mask, Optional<Tile_Tensor>:$other, Tile_AccessAttr:$access);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = [{
    $addresses (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))?
    `access` $access attr-dict `:` type($addresses) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ScatterOp : Tile_Op<"scatter", [MemoryEffects<[MemWrite]>]> {
  let summary = "Store a tile element by element";
  let description = [{
    Memory at `addresses[i]` becomes `value[i]` where `mask[i]` (or there is no mask), in row-major order.

    ```mlir
    tile.scatter %addresses, %value mask %m : tensor<64xi1> access <gather, "stride is 0", arg = 1, bytes = 256>
      : tensor<64xi64>, tensor<64xf32>
    ```
  }];
  let arguments = (ins Tile_AddressTensor:$addresses, Tile_Tensor:$value, Optional<Tile_I1Tensor>:$mask, Tile_AccessAttr:$access);
  let assemblyFormat = [{
    $addresses `,` $value (`mask` $mask^ `:` type($mask))? `access` $access attr-dict `:` type($addresses) `,` type($value)
  }];
  let hasVerifier = 1;
}

def Tile_ScalarLoadOp : Tile_Op<"scalar_load", [MemoryEffects<[MemRead]>]> {
  let summary = "Load one element into the scalar core";
  let description = [{
    ```mlir
    %v0 = tile.scalar_load %address access <uniform, "", arg = 0, bytes = 4> : f32
    ```
  }];
  let arguments = (ins I64:$address, Tile_AccessAttr:$access);
  let results = (outs Tile_Scalar:$result);
  let assemblyFormat = "$address `access` $access attr-dict `:` type($result)";
}

def Tile_ScalarStoreOp : Tile_Op<"scalar_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Store one element from the scalar core";
  let description = [{
    ```mlir
    tile.scalar_store %address, %value access <uniform, "", arg = 0, bytes = 4> : f32
    ```
  }];
  let arguments = (ins I64:$address, Tile_Scalar:$value, Tile_AccessAttr:$access);
  let assemblyFormat = "$address `,` $value `access` $access attr-dict `:` type($value)";
}

def Tile_AtomicRmwOp : Tile_Op<"atomic_rmw", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Read, modify and write memory without interruption";
  let description = [{
    Address, value and mask are tiles of one shape or scalars. The result is the old value (zero where masked off).
    `sem` says how it orders other accesses.

    ```mlir
    %v1 = tile.atomic_rmw #tile.atomic<fadd> %address, %value sem <acq_rel> access <atomic, "", arg = 0, bytes = 4> : (i64, f32) -> f32
    ```
  }];
  let arguments = (ins Tile_AtomicKindAttr:$kind, AnyTypeOf<[I64, Tile_AddressTensor]>:$address, Tile_Value:$value,
    Optional<Tile_Value>:$mask, Tile_SemAttr:$sem, Tile_AccessAttr:$access);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = [{
    $kind $address `,` $value (`mask` $mask^)? `sem` $sem `access` $access attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Tile_AtomicCasOp : Tile_Op<"atomic_cas", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Replace memory if it holds an expected value";
  let description = [{
    The result is the old value. `sem` says how it orders other accesses, whether it replaces or not.

    ```mlir
    %v1 = tile.atomic_cas %address, %expected, %new sem <acq_rel> access <atomic, "", arg = 0, bytes = 4> : (i64, i32, i32) -> i32
    ```
  }];
  let arguments = (ins AnyTypeOf<[I64, Tile_AddressTensor]>:$address, Tile_Value:$expected, Tile_Value:$value,
    Tile_SemAttr:$sem, Tile_AccessAttr:$access);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$address `,` $expected `,` $value `sem` $sem `access` $access attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
