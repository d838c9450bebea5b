// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that make tiles and move their elements about without computing.
#ifndef CHARONIA_DIALECT_TT_TTSHAPEOPS_TD
#define CHARONIA_DIALECT_TT_TTSHAPEOPS_TD

include "charonia/Dialect/TT/TTAttrs.td"

def TT_MakeRangeOp : TT_Op<"make_range", [Pure]> {
  let summary = "make the tile start, start + 1, ..., end - 1";
  let description = [{
    The result is one-dimensional, of i32, and has `end - start` elements.

    ```mlir
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    ```
  }];
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TT_IntTensor:$result);
  let builders = [
    OpBuilder<(ins "int32_t":$start, "int32_t":$end), [{
      build($_builder, $_state,
            ::mlir::RankedTensorType::get({int64_t{end} - start}, $_builder.getI32Type()), start, end);
    }]>
  ];
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_SplatOp : TT_Op<"splat", [Pure]> {
  let summary = "fill a tile with a scalar";
  let description = [{
    Every element of the result is the operand.

    ```mlir
    %t = tt.splat %n : i32 -> tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_AnyType:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_UnsplatOp : TT_Op<"unsplat", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "take the only element of a tile";
  let description = [{
    The operand has exactly one element.

    ```mlir
    %x = tt.unsplat %t : tensor<1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Scalar:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_ExpandDimsOp : TT_Op<"expand_dims", [Pure]> {
  let summary = "insert a dimension of size one";
  let description = [{
    The new dimension stands at `axis` of the result.

    ```mlir
    %c = tt.expand_dims %t {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "int32_t":$axis)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TT_ReshapeOp : TT_Op<"reshape", [Pure]> {
  let summary = "give a tile another shape";
  let description = [{
    Elements keep their row-major order; with `allow_reorder` any order would do, and this
    implementation keeps the row-major one. `efficient_layout` is a hint.

    ```mlir
    %r = tt.reshape %t allow_reorder : tensor<64xf32> -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder, UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)?
    attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TT_BroadcastOp : TT_Op<"broadcast", [Pure]> {
  let summary = "repeat a tile along its dimensions of size one";
  let description = [{
    Ranks are equal; each dimension is equal too or 1 in the operand.

    ```mlir
    %b = tt.broadcast %t : tensor<64x1xf32> -> tensor<64x4xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def TT_CatOp : TT_Op<"cat", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "concatenate two tiles";
  let description = [{
    Along the first dimension; upstream leaves the order of elements open, this implementation puts
    all of `lhs` first.

    ```mlir
    %c = tt.cat %a, %b : tensor<64xi32> -> tensor<128xi32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_JoinOp : TT_Op<"join", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "interleave two tiles along a new last dimension";
  let description = [{
    `result[..., 0]` is `lhs` and `result[..., 1]` is `rhs`.

    ```mlir
    %j = tt.join %a, %b : tensor<64xf32> -> tensor<64x2xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs)>];
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_SplitOp : TT_Op<"split", [Pure, TypesMatchWith<"results have one type", "outLHS", "outRHS", "$_self">]> {
  let summary = "take a last dimension of size two apart";
  let description = [{
    `outLHS` is `src[..., 0]` and `outRHS` is `src[..., 1]`.

    ```mlir
    %a, %b = tt.split %j : tensor<64x2xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let builders = [OpBuilder<(ins "::mlir::Value":$src)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasVerifier = 1;
}

def TT_TransOp : TT_Op<"trans", [Pure]> {
  let summary = "permute the dimensions of a tile";
  let description = [{
    Dimension `i` of the result is dimension `order[i]` of the operand.

    ```mlir
    %u = tt.trans %t {order = array<i32: 1, 0>} : tensor<64x4xf32> -> tensor<4x64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::llvm::ArrayRef<int32_t>":$order)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_GatherOp : TT_Op<"gather", [Pure]> {
  let summary = "pick elements along one axis by index";
  let description = [{
    `result[..., i, ...] = src[..., indices[..., i, ...], ...]` along `axis`.

    ```mlir
    %g = tt.gather %s[%i] {axis = 0 : i32} : (tensor<64xf32>, tensor<64xi32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_Tensor:$src, TT_IntTensor:$indices, I32Attr:$axis,
                       UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // CHARONIA_DIALECT_TT_TTSHAPEOPS_TD
