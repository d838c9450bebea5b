// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that only some versions of Triton have: before 3.4 (`experimental_`) and after 3.8.
#ifndef CHARONIA_DIALECT_TT_TTVERSIONOPS_TD
#define CHARONIA_DIALECT_TT_TTVERSIONOPS_TD

include "charonia/Dialect/TT/TTAttrs.td"

/// A descriptor: typed (3.3), or 128 bytes in memory that the host or a tensormap op wrote (3.1, 3.2).
def TT_OldDescriptor : AnyTypeOf<[TT_PointerType, TT_TensorDescType], "descriptor or pointer to one">;

def TT_ExperimentalDescriptorLoadOp : TT_Op<"experimental_descriptor_load", [
    MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "load a block through a descriptor (Triton 3.1 to 3.3)";
  let description = [{
    With a typed descriptor the same as `tt.descriptor_load`. A descriptor that is bytes in memory is
    that of a GPU; such a kernel can be read and printed, not run.

    ```mlir
    %x = tt.experimental_descriptor_load %d[%i, %j] : !tt.ptr<i8, 0> -> tensor<16x32xf16>
    ```
  }];
  let arguments = (ins TT_OldDescriptor:$desc, Variadic<I32>:$indices, TT_CacheAttr:$cache,
                       TT_EvictAttr:$evict);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $indices `]` oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)
    attr-dict `:` type($desc) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_ExperimentalDescriptorStoreOp : TT_Op<"experimental_descriptor_store", [
    MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "store a block through a descriptor (Triton 3.1 to 3.3)";
  let description = [{
    With a typed descriptor the same as `tt.descriptor_store`.

    ```mlir
    tt.experimental_descriptor_store %d[%i, %j], %v : !tt.ptr<i8, 0>, tensor<16x32xf16>
    ```
  }];
  let arguments = (ins TT_OldDescriptor:$desc, TT_Tensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $desc `[` $indices `]` `,` $src attr-dict `:` type($desc) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_ExperimentalDescriptorGatherOp : TT_Op<"experimental_descriptor_gather", [
    MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "load scattered rows through a descriptor (Triton 3.3)";
  let description = [{
    The same as `tt.descriptor_gather`.

    ```mlir
    %x = tt.experimental_descriptor_gather %d[%rows, %col] : (!tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32) -> tensor<16x64xbf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TT_ExperimentalDescriptorScatterOp : TT_Op<"experimental_descriptor_scatter", [
    MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "store scattered rows through a descriptor (Triton 3.3)";
  let description = [{
    The same as `tt.descriptor_scatter`.

    ```mlir
    tt.experimental_descriptor_scatter %d[%rows, %col], %v : !tt.tensordesc<tensor<1x64xbf16>>, tensor<16xi32>, i32, tensor<16x64xbf16>
    ```
  }];
  let arguments = (ins TT_TensorDescType:$desc, RankedTensorOf<[I16, I32]>:$x_offsets, I32:$y_offset,
                       TT_Tensor:$src);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)
  }];
  let hasVerifier = 1;
}

def TT_ExperimentalTensormapCreateOp : TT_Op<"experimental_tensormap_create", [
    AttrSizedOperandSegments,
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "write a GPU's tensor map into memory (Triton 3.2 to 3.4)";
  let description = [{
    Fills 128 bytes at `desc_ptr` with a description of the tensor at `global_address`, in the form of
    one GPU. Read and printed; no target here runs it.

    ```mlir
    tt.experimental_tensormap_create %d, %p, [%b0, %b1], [%n0, %n1], [%s0], [%e0, %e1] {elem_type = 3 : i32, fill_mode = 0 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32} : (!tt.ptr<i8>, !tt.ptr<f32>, i32, i32, i32, i32, i64, i32, i32) -> ()
    ```
  }];
  let arguments = (ins TT_PointerType:$desc_ptr, TT_PointerType:$global_address,
                       Variadic<I32>:$box_dim, Variadic<I32>:$global_dim,
                       Variadic<I64>:$global_stride, Variadic<I32>:$element_stride,
                       I32Attr:$elem_type, I32Attr:$interleave_layout, I32Attr:$swizzle_mode,
                       I32Attr:$fill_mode);
  let assemblyFormat = [{
    $desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,`
    `[` $global_stride `]` `,` `[` $element_stride `]` attr-dict `:` functional-type(operands, results)
  }];
}

def TT_ExperimentalTensormapFenceproxyAcquireOp
    : TT_Op<"experimental_tensormap_fenceproxy_acquire", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "make a GPU's tensor map visible to its copy unit (Triton 3.2 to 3.4)";
  let description = [{
    Stands after `tt.experimental_tensormap_create`. Read and printed; no target here runs it.

    ```mlir
    tt.experimental_tensormap_fenceproxy_acquire %d : !tt.ptr<i8>
    ```
  }];
  let arguments = (ins TT_PointerType:$desc_ptr);
  let assemblyFormat = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))";
}

def TT_ReinterpretTensorDescOp : TT_Op<"reinterpret_tensor_descriptor", [Pure]> {
  let summary = "take bytes in memory for a typed descriptor (Triton 3.3, 3.4)";
  let description = [{
    The bytes are a GPU's tensor map. Read and printed; no target here runs it.

    ```mlir
    %d = tt.reinterpret_tensor_descriptor %p : !tt.ptr<i8> to !tt.tensordesc<tensor<16x32xf16>>
    ```
  }];
  let arguments = (ins TT_PointerType:$rawDesc);
  let results = (outs TT_TensorDescType:$result);
  let assemblyFormat = [{
    $rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))
  }];
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "wait until memory holds a value (after Triton 3.8)";
  let description = [{
    Reads the pointee again and again until it equals `expected`; the result is then true. With
    `timeout`, a number of nanoseconds, it gives up after that time with false.

    ```mlir
    %ok = tt.atomic_poll acquire, gpu, %p, %v timeout %t : !tt.ptr<i32>, i32 -> i1
    ```
  }];
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$expected, Optional<I64>:$timeout,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:`
    qualified(type($ptr)) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_GridDependencyWaitOp
    : TT_Op<"grid_dependency_wait", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "wait for the launch before this one (after Triton 3.8)";
  let description = [{
    Launches follow each other here, so that there is nothing to wait for.

    ```mlir
    tt.grid_dependency_wait
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TT_GridDependencyLaunchDependentsOp
    : TT_Op<"grid_dependency_launch_dependents", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "let the launch after this one begin (after Triton 3.8)";
  let description = [{
    A hint: launches follow each other here.

    ```mlir
    tt.grid_dependency_launch_dependents
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // CHARONIA_DIALECT_TT_TTVERSIONOPS_TD
