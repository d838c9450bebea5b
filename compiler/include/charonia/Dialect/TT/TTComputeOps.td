// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Casts, elementwise ops beyond `arith` and `math`, dots, reductions and scans.
#ifndef CHARONIA_DIALECT_TT_TTCOMPUTEOPS_TD
#define CHARONIA_DIALECT_TT_TTCOMPUTEOPS_TD

include "charonia/Dialect/TT/TTAttrs.td"

def TT_BitcastOp : TT_Op<"bitcast", [Elementwise, SameOperandsAndResultShape, Pure]> {
  let summary = "read the same bits as another type";
  let description = [{
    Both element types have one width, or both are pointers.

    ```mlir
    %i = tt.bitcast %x : tensor<64xf32> -> tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_AnyType:$src);
  let results = (outs TT_AnyType:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def TT_FpToFpOp : TT_Op<"fp_to_fp", [Elementwise, SameOperandsAndResultShape, Pure]> {
  let summary = "convert between floating-point types, fp8 included";
  let description = [{
    A narrowing conversion states its rounding.

    ```mlir
    %y = tt.fp_to_fp %x, rounding = rtne : tensor<64xf32> -> tensor<64xf8E5M2>
    ```
  }];
  let arguments = (ins TT_FloatLike:$src, OptionalAttr<TT_RoundingMode>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_ClampFOp : TT_Op<"clampf", [Elementwise, SameOperandsAndResultType, Pure]> {
  let summary = "clamp a floating-point value between two bounds";
  let description = [{
    With `propagateNan = all` a NaN in `x` gives NaN, otherwise NaN operands lose.

    ```mlir
    %y = tt.clampf %x, %lo, %hi, propagateNan = none : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                       TT_PropagateNan:$propagateNan);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)
  }];
}

def TT_PreciseSqrtOp : TT_Op<"precise_sqrt", [Elementwise, SameOperandsAndResultType, Pure]> {
  let summary = "square root, correctly rounded";
  let description = [{
    Rounds to nearest even.

    ```mlir
    %y = tt.precise_sqrt %x : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}

def TT_PreciseDivFOp : TT_Op<"precise_divf", [Elementwise, SameOperandsAndResultType, Pure]> {
  let summary = "quotient, correctly rounded";
  let description = [{
    Rounds to nearest even.

    ```mlir
    %y = tt.precise_divf %a, %b : tensor<64xf32>
    ```
  }];
  let arguments = (ins TT_FloatLike:$x, TT_FloatLike:$y);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_MulhiUIOp : TT_Op<"mulhiui", [Elementwise, SameOperandsAndResultType, Pure]> {
  let summary = "high half of an unsigned product";
  let description = [{
    The product has twice the width; its upper half is the result.

    ```mlir
    %h = tt.mulhiui %a, %b : tensor<64xi32>
    ```
  }];
  let arguments = (ins TT_IntLike:$x, TT_IntLike:$y);
  let results = (outs TT_IntLike:$result);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise", [
    Elementwise, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, ConditionallySpeculatable]> {
  let summary = "apply a library function to each element";
  let description = [{
    `symbol` names the function, for example `__nv_tanhf`. Without `pure` it may have effects.

    ```mlir
    %y = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_AnyType>:$srcs, StrAttr:$libname, StrAttr:$libpath,
                       StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_AnyType:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, $result)";
  let extraClassDeclaration = "::mlir::Speculation::Speculatability getSpeculatability();";
}

def TT_ElementwiseInlineAsmOp : TT_Op<"elementwise_inline_asm", [
    Elementwise, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, ConditionallySpeculatable]> {
  let summary = "apply assembly text of another machine to each element";
  let description = [{
    Read and printed, so that files stay whole; no target here runs it.

    ```mlir
    %y = tt.elementwise_inline_asm "mov.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<64xf32> -> tensor<64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints, BoolAttr:$pure,
                       I32Attr:$packed_element, Variadic<TT_AnyType>:$args);
  let results = (outs Variadic<TT_AnyType>:$result);
  let assemblyFormat = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($result)";
  let extraClassDeclaration = "::mlir::Speculation::Speculatability getSpeculatability();";
  let hasVerifier = 1;
}

def TT_DotOp : TT_Op<"dot", [Pure, TypesMatchWith<"result has the accumulator's type", "d", "c", "$_self">]> {
  let summary = "multiply two matrices and add a third";
  let description = [{
    `d = a x b + c`, for two matrices or for each pair of a batch (rank 3). `inputPrecision` says how
    fp32 inputs may be rounded.

    ```mlir
    %d = tt.dot %a, %b, %c, inputPrecision = tf32 {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[TT_Float, TT_Int]>:$a, RankedTensorOf<[TT_Float, TT_Int]>:$b,
                       RankedTensorOf<[TT_Float, TT_Int]>:$c,
                       DefaultValuedAttr<TT_InputPrecision, "::charonia::tt::InputPrecision::IEEE">:$inputPrecision,
                       DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs RankedTensorOf<[TT_Float, TT_Int]>:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:`
    type($a) `*` type($b) `->` type($d)
  }];
  let hasVerifier = 1;
}

def TT_DotScaledOp : TT_Op<"dot_scaled", [Pure, AttrSizedOperandSegments,
    TypesMatchWith<"result has the accumulator's type", "d", "c", "$_self">]> {
  let summary = "multiply two matrices of block-scaled elements and add a third";
  let description = [{
    Operands hold elements of the named formats; each group of 32 along k shares a scale of format
    e8m0. Sub-byte formats are packed two a byte along k, or along m and n without `lhs_k_pack` and
    `rhs_k_pack`.

    ```mlir
    %d = tt.dot_scaled %a scale %sa, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xf8E4M3FN> -> tensor<16x16xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[TT_Float, I8]>:$a, RankedTensorOf<[TT_Float, I8]>:$b,
                       TT_FloatTensor:$c, Optional<RankedTensorOf<[F8E4M3FN, I8]>>:$a_scale,
                       Optional<RankedTensorOf<[F8E4M3FN, I8]>>:$b_scale,
                       TT_ScaleDotElemType:$a_elem_type, TT_ScaleDotElemType:$b_elem_type,
                       BoolAttr:$fastMath, DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
                       DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TT_FloatTensor:$d);
  let assemblyFormat = [{
    $a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c
    `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict `:`
    type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)
  }];
  let hasVerifier = 1;
}

def TT_ReduceOp : TT_Op<"reduce", [Pure, SameOperandsShape, SingleBlock]> {
  let summary = "combine the elements of tiles along one axis";
  let description = [{
    N operands are reduced together by the region, which takes N left and N right scalars and returns
    N. The order is that of the numerics library: 16 lanes, then a tree. A reduction of one dimension
    gives scalars.

    ```mlir
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tt.reduce.return %t : f32
    }) : (tensor<64xf32>) -> f32
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_AnyType>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$srcs, "int32_t":$axis)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_ReduceReturnOp : TT_Op<"reduce.return", [Pure, HasParent<"ReduceOp">, Terminator, ReturnLike]> {
  let summary = "give the combination of a reduction's step";
  let description = [{
    Ends the region of `tt.reduce`.

    ```mlir
    tt.reduce.return %t : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_ScanOp : TT_Op<"scan", [Pure, SameOperandsAndResultShape, SingleBlock]> {
  let summary = "combine the elements of tiles along one axis, keeping each step";
  let description = [{
    Element `i` of the result combines elements 0 to `i` in ascending order (with `reverse`, from the
    end downwards). The region is that of `tt.reduce`.

    ```mlir
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tt.scan.return %t : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis, BoolAttr:$reverse);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region SizedRegion<1>:$combineOp);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$srcs, "int32_t":$axis, "bool":$reverse)>];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_ScanReturnOp : TT_Op<"scan.return", [Pure, HasParent<"ScanOp">, Terminator, ReturnLike]> {
  let summary = "give the combination of a scan's step";
  let description = [{
    Ends the region of `tt.scan`.

    ```mlir
    tt.scan.return %t : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_MapElementwiseOp : TT_Op<"map_elementwise", [SameOperandsAndResultShape,
                                                    RecursiveMemoryEffects]> {
  let summary = "apply a scalar region to each element";
  let description = [{
    The region takes `pack` elements of each operand (all of the first operand first) and returns as
    many of each result. It may branch, but not store.

    ```mlir
    %y = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: f32):
      tt.map_elementwise.return %a : f32
    }) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region AnyRegion:$scalarOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_MapElementwiseReturnOp : TT_Op<"map_elementwise.return",
    [Pure, HasParent<"MapElementwiseOp">, Terminator, ReturnLike]> {
  let summary = "give the results of one step of a map";
  let description = [{
    Ends the region of `tt.map_elementwise`.

    ```mlir
    tt.map_elementwise.return %a : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "attr-dict ($result^ `:` type($result))?";
}

def TT_HistogramOp : TT_Op<"histogram", [Pure,
    OptionalTypesMatchWith<"mask has the operand's shape", "src", "mask", "::charonia::tt::maskLike($_self)">]> {
  let summary = "count how often each number occurs";
  let description = [{
    Bin `i` counts the elements equal to `i` whose mask is not 0; elements outside the bins count
    nowhere.

    ```mlir
    %h = tt.histogram %x, %m : tensor<64xi32> -> tensor<16xi32>
    ```
  }];
  let arguments = (ins TT_IntTensor:$src, Optional<TT_I1Tensor>:$mask);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

#endif // CHARONIA_DIALECT_TT_TTCOMPUTEOPS_TD
