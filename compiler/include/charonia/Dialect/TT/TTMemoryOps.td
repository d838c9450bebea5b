// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers, loads, stores, atomics, block pointers and tensor descriptors.
#ifndef CHARONIA_DIALECT_TT_TTMEMORYOPS_TD
#define CHARONIA_DIALECT_TT_TTMEMORYOPS_TD

include "charonia/Dialect/TT/TTAttrs.td"

def TT_IntToPtrOp : TT_Op<"int_to_ptr", [Elementwise, SameOperandsAndResultShape, Pure]> {
  let summary = "make pointers of integers";
  let description = [{
    The integer is the byte address.

    ```mlir
    %p = tt.int_to_ptr %a : tensor<64xi64> -> tensor<64x!tt.ptr<f16>>
    ```
  }];
  let arguments = (ins TT_I64Like:$src);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasCanonicalizer = 1;
}

def TT_PtrToIntOp : TT_Op<"ptr_to_int", [Elementwise, SameOperandsAndResultShape, Pure]> {
  let summary = "make integers of pointers";
  let description = [{
    The integer is the byte address.

    ```mlir
    %a = tt.ptr_to_int %p : !tt.ptr<f32> -> i64
    ```
  }];
  let arguments = (ins TT_PtrLike:$src);
  let results = (outs TT_I64Like:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_AddPtrOp : TT_Op<"addptr", [Elementwise, SameOperandsAndResultShape, Pure,
                                   AllTypesMatch<["result", "ptr"]>]> {
  let summary = "advance pointers by a number of elements";
  let description = [{
    The result is `ptr + offset * size of the pointee`; offsets are signed and counted in elements.

    ```mlir
    %q = tt.addptr %p, %o : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)";
  let hasFolder = 1;
}

def TT_LoadOp : TT_Op<"load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TypesMatchWith<"result matches the pointee", "ptr", "result", "::charonia::tt::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has the pointer's shape", "ptr", "mask", "::charonia::tt::maskLike($_self)">,
    OptionalTypesMatchWith<"other matches the pointee", "ptr", "other", "::charonia::tt::pointeeLike($_self)">]> {
  let summary = "load from global memory";
  let description = [{
    Each lane reads its pointee. A lane whose mask is 0 reads nothing and gives `other`; without
    `other` such a lane is undefined upstream and zero here. For a block pointer, `boundaryCheck`
    lists the dimensions that are checked and `padding` the value outside. `isVolatile` keeps the
    load in place.

    ```mlir
    %x = tt.load %p, %m, %o cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TT_PtrLike]>:$ptr, Optional<TT_BoolLike>:$mask,
                       Optional<TT_AnyType>:$other,
                       DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
                       OptionalAttr<TT_PaddingOption>:$padding,
                       TT_CacheAttr:$cache, TT_EvictAttr:$evict,
                       DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs TT_AnyType:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"::mlir::Value", "{}">:$other,
                   CArg<"CacheModifier", "CacheModifier::NONE">:$cache,
                   CArg<"EvictionPolicy", "EvictionPolicy::NORMAL">:$evict,
                   CArg<"bool", "false">:$isVolatile,
                   CArg<"::llvm::ArrayRef<int32_t>", "{}">:$boundaryCheck,
                   CArg<"std::optional<PaddingOption>", "std::nullopt">:$padding)>
  ];
  let assemblyFormat = [{
    $ptr (`,` $mask^)? (`,` $other^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def TT_StoreOp : TT_Op<"store", [
    MemoryEffects<[MemWrite<TT_GlobalMemory>]>,
    TypesMatchWith<"value matches the pointee", "ptr", "value", "::charonia::tt::pointeeLike($_self)">,
    OptionalTypesMatchWith<"mask has the pointer's shape", "ptr", "mask", "::charonia::tt::maskLike($_self)">]> {
  let summary = "store to global memory";
  let description = [{
    Each lane whose mask is not 0 writes its value to its pointee.

    ```mlir
    tt.store %p, %v, %m cacheModifier = wt : tensor<64x!tt.ptr<f32>>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TT_PtrLike]>:$ptr, TT_AnyType:$value, Optional<TT_BoolLike>:$mask,
                       DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
                       TT_CacheAttr:$cache, TT_EvictAttr:$evict);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value, CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"CacheModifier", "CacheModifier::NONE">:$cache,
                   CArg<"EvictionPolicy", "EvictionPolicy::NORMAL">:$evict,
                   CArg<"::llvm::ArrayRef<int32_t>", "{}">:$boundaryCheck)>
  ];
  let assemblyFormat = [{
    $ptr `,` $value (`,` $mask^)?
    oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($ptr)
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def TT_AtomicRMWOp : TT_Op<"atomic_rmw", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>,
    SameOperandsAndResultShape, AllTypesMatch<["val", "result"]>]> {
  let summary = "read, combine and write one element a lane, indivisibly";
  let description = [{
    Each lane whose mask is not 0 combines its value into its pointee; the result is the value before.
    Lanes may meet at one address; their order is the machine's.

    ```mlir
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_RMWOp:$atomic_rmw_op, TT_PtrLike:$ptr, TT_AnyType:$val,
                       Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_AnyType:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:`
    functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicCASOp : TT_Op<"atomic_cas", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>,
    SameOperandsAndResultShape, AllTypesMatch<["cmp", "val", "result"]>]> {
  let summary = "compare and swap one element a lane, indivisibly";
  let description = [{
    If the pointee has the bits of `cmp`, `val` is written; the result is the value before.

    ```mlir
    %old = tt.atomic_cas acq_rel, sys, %p, %c, %v : (!tt.ptr<i32>, i32, i32) -> i32
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_AnyType:$cmp, TT_AnyType:$val, TT_MemSemantic:$sem,
                       TT_MemSyncScope:$scope);
  let results = (outs TT_AnyType:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [Pure, SameVariadicOperandSize,
    TypesMatchWith<"base points to the block's element", "result", "base", "::charonia::tt::elementPointer($_self)">]> {
  let summary = "make a block pointer";
  let description = [{
    A block of the result's shape inside a tensor of `shape` and `strides` (in elements) at `base`,
    beginning at `offsets`. `order` lists the dimensions from the fastest to the slowest.

    ```mlir
    %b = tt.make_tensor_ptr %p, [%m, %n], [%s, %t], [%i, %j] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
    ```
  }];
  let arguments = (ins TT_PointerType:$base, Variadic<I64>:$shape, Variadic<I64>:$strides,
                       Variadic<I32>:$offsets, DenseI32ArrayAttr:$order);
  let results = (outs TT_PointerType:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TT_AdvanceOp : TT_Op<"advance", [Pure, AllTypesMatch<["result", "ptr"]>]> {
  let summary = "move a block pointer";
  let description = [{
    Adds `offsets` (in elements) to the block's position.

    ```mlir
    %c = tt.advance %b, [%i, %j] : <tensor<16x32xf16>>
    ```
  }];
  let arguments = (ins TT_PointerType:$ptr, Variadic<I32>:$offsets);
  let results = (outs TT_PointerType:$result);
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TT_MakeTensorDescOp : TT_Op<"make_tensor_descriptor", [Pure, SameVariadicOperandSize]> {
  let summary = "make a tensor descriptor";
  let description = [{
    Describes a tensor of `shape` and `strides` (in elements; the last is 1) at `base`, to be read and
    written by blocks. Elements outside read as `padding`; stores leave them out.

    ```mlir
    %d = tt.make_tensor_descriptor %p, [%m, %n], [%s, %t] {padding = 2 : i32} : <f16>, <tensor<16x32xf16>>
    ```
  }];
  let arguments = (ins TT_PointerType:$base, Variadic<I32>:$shape, Variadic<I64>:$strides,
                       DefaultValuedAttr<TT_PaddingOption, "::charonia::tt::PaddingOption::PAD_ZERO">:$padding);
  let results = (outs TT_TensorDescType:$result);
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorLoadOp : TT_Op<"descriptor_load", [MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "load a block through a descriptor";
  let description = [{
    Reads the block that begins at `indices`; elements outside the tensor give the descriptor's
    padding. The result has the block's shape, leading ones may be dropped.

    ```mlir
    %x = tt.descriptor_load %d[%i, %j] : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, Variadic<I32>:$indices, TT_CacheAttr:$cache,
                       TT_EvictAttr:$evict);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` qualified(type($desc)) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorStoreOp : TT_Op<"descriptor_store", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "store a block through a descriptor";
  let description = [{
    Writes the elements of the block at `indices` that lie inside the tensor.

    ```mlir
    tt.descriptor_store %d[%i, %j], %v : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, TT_Tensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorReduceOp : TT_Op<"descriptor_reduce", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "combine a block into memory through a descriptor";
  let description = [{
    As `tt.descriptor_store`, but each element is combined indivisibly with what is there.

    ```mlir
    tt.descriptor_reduce add, %d[%i, %j], %v : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
    ```
  }];
  let arguments = (ins TT_DescriptorReduceKind:$kind, TT_TensorDescType:$desc, TT_Tensor:$src,
                       Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorGatherOp : TT_Op<"descriptor_gather", [MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "load scattered rows through a descriptor";
  let description = [{
    Row `i` of the result is row `x_offsets[i]` of the tensor, from column `y_offset` on.

    ```mlir
    %x = tt.descriptor_gather %d[%rows, %col] : (!tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32) -> tensor<16x64xbf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorScatterOp : TT_Op<"descriptor_scatter", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "store scattered rows through a descriptor";
  let description = [{
    Row `i` of the source goes to row `x_offsets[i]` of the tensor, from column `y_offset` on.

    ```mlir
    tt.descriptor_scatter %d[%rows, %col], %v : !tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32, tensor<16x64xbf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset,
                       TT_Tensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

#endif // CHARONIA_DIALECT_TT_TTMEMORYOPS_TD
