// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `mtia`: what kernels may ask of the chip beyond Triton.
#ifndef CHARONIA_DIALECT_MTIA_MTIAOPS_TD
#define CHARONIA_DIALECT_MTIA_MTIAOPS_TD

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mtia_Dialect : Dialect {
  let name = "mtia";
  let cppNamespace = "::charonia::mtia";
  let summary = "language extensions of the chip";
  let description = [{
    Ops behind `tl.mtia.*`, `tl.extract_slice` and `tl.insert_slice`. The discardable attribute
    `mtia.direction = "row"` or `"col"` on `tt.load` asks for a broadcast read along that group.
  }];
  let usePropertiesForAttributes = 1;
}

def Mtia_Network : Resource<"::charonia::mtia::Network">;

class Mtia_Op<string mnemonic, list<Trait> traits = []> : Op<Mtia_Dialect, mnemonic, traits>;

def Mtia_ReduceKind : I32EnumAttr<"ReduceKind", "operation of a reduction between PEs", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Max", 1, "max">,
  I32EnumAttrCase<"Min", 2, "min">]> {
  let cppNamespace = "::charonia::mtia";
}
def Mtia_ReduceAxis : I32EnumAttr<"ReduceAxis", "group of PEs that a reduction spans", [
  I32EnumAttrCase<"Row", 0, "row">, I32EnumAttrCase<"Col", 1, "col">]> {
  let cppNamespace = "::charonia::mtia";
}

def Mtia_GetPeIdOp : Mtia_Op<"get_pe_id", [Pure]> {
  let summary = "read the id of the PE that runs this program instance";
  let description = [{
    Ids are row-major over the grid of PEs.

    ```mlir
    %id = mtia.get_pe_id : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Mtia_GetPeRowOp : Mtia_Op<"get_pe_row", [Pure]> {
  let summary = "read the row of the PE that runs this program instance";
  let description = [{
    `id / columns`.

    ```mlir
    %row = mtia.get_pe_row : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Mtia_GetPeColOp : Mtia_Op<"get_pe_col", [Pure]> {
  let summary = "read the column of the PE that runs this program instance";
  let description = [{
    `id % columns`.

    ```mlir
    %col = mtia.get_pe_col : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Mtia_NumPesOp : Mtia_Op<"num_pes", [Pure]> {
  let summary = "read the number of PEs of the chip";
  let description = [{
    Rows times columns of the grid.

    ```mlir
    %n = mtia.num_pes : i32
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Mtia_ReReduceOp : Mtia_Op<"re_reduce", [SameOperandsAndResultType,
                                            MemoryEffects<[MemRead<Mtia_Network>, MemWrite<Mtia_Network>]>]> {
  let summary = "reduce a tile over the PEs of a row or column";
  let description = [{
    Every PE of the group runs the op with a tile of its own; the reduction network combines them in
    ascending order, `((p0 op p1) op p2) ...`, and the PE at position `root` of the group receives the
    result. Elsewhere the result is zero. All PEs of a group must run the same sequence of these ops.

    ```mlir
    %s = mtia.re_reduce add, %x along row to 0 : tensor<32x32xf32>
    ```
  }];
  let arguments = (ins Mtia_ReduceKind:$kind, RankedTensorOf<[AnyFloat, AnySignlessInteger]>:$src,
                       Mtia_ReduceAxis:$axis, I32Attr:$root);
  let results = (outs RankedTensorOf<[AnyFloat, AnySignlessInteger]>:$result);
  let assemblyFormat = "$kind `,` $src `along` $axis `to` custom<Integer>($root) attr-dict `:` type($src)";
  let hasVerifier = 1;
}

def Mtia_BarrierOp : Mtia_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for every program instance of the grid";
  let description = [{
    What was written before the barrier is visible after it, on every PE.

    ```mlir
    mtia.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Mtia_ExtractSliceOp : Mtia_Op<"extract_slice", [Pure]> {
  let summary = "take a strided box out of a tile";
  let description = [{
    Element `i` of the result along a dimension is element `offset + i * stride` of the operand. An
    element outside the operand is an error of the run.

    ```mlir
    %s = mtia.extract_slice %x[%i, %j] {strides = array<i32: 1, 1>} : tensor<64x64xf32> -> tensor<32x32xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$src, Variadic<I32>:$offsets, DenseI32ArrayAttr:$strides);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$src `[` $offsets `]` attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def Mtia_InsertSliceOp : Mtia_Op<"insert_slice", [Pure, AllTypesMatch<["dst", "result"]>]> {
  let summary = "put a tile into a strided box of another";
  let description = [{
    The result is `dst` with element `offset + i * stride` along each dimension replaced by element
    `i` of `src`.

    ```mlir
    %r = mtia.insert_slice %s into %x[%i, %j] {strides = array<i32: 1, 1>} : tensor<32x32xf32> into tensor<64x64xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$dst, AnyRankedTensor:$src, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$strides);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$src `into` $dst `[` $offsets `]` attr-dict `:` type($src) `into` type($dst)";
  let hasVerifier = 1;
}

#endif // CHARONIA_DIALECT_MTIA_MTIAOPS_TD
