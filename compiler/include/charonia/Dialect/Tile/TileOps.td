// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of the dialect `tile`: kernels, shape, dot, reductions. Memory: TileMemoryOps.td.
#ifndef CHARONIA_DIALECT_TILE_OPS
#define CHARONIA_DIALECT_TILE_OPS

include "charonia/Dialect/Tile/TileAttrs.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Tile_Op<string mnemonic, list<Trait> traits = []> : Op<Tile_Dialect, mnemonic, traits>;

def Tile_Tensor : StaticShapeTensorOf<[AnyType]>;
def Tile_I1Tensor : StaticShapeTensorOf<[I1]>;
def Tile_AddressTensor : StaticShapeTensorOf<[I64]>;
def Tile_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat]>;
def Tile_Value : AnyTypeOf<[Tile_Tensor, Tile_Scalar]>;

//===-- Kernels ---------------------------------------------------------------------------------===//

def Tile_KernelOp : Tile_Op<"kernel", [FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope]> {
  let summary = "Define a kernel";
  let description = [{
    The function that a launch runs once for each program id. Pointer arguments have type `i64`
    (byte address) and the attribute `tile.pointer` that names the type of the pointee; every
    argument carries its name in `tile.name`. The body is one block that ends in `tile.return`.

    ```mlir
    tile.kernel @copy(%x: i64 {tile.pointer = f32, tile.name = "x"}, %n: i32 {tile.name = "n"}) {
      tile.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    /// Type of the pointee of argument `index`; null if it is a scalar.
    ::mlir::Type getPointee(unsigned index);
    /// Source name of argument `index`; "arg<index>" if it has none.
    std::string getArgumentName(unsigned index);
  }];
}

def Tile_ReturnOp : Tile_Op<"return", [Pure, Terminator, ReturnLike, HasParent<"KernelOp">]> {
  let summary = "End a kernel";
  let description = "Ends the body of a `tile.kernel`; a kernel returns nothing.\n\n```mlir\ntile.return\n```";
  let assemblyFormat = "attr-dict";
}

def Tile_YieldOp : Tile_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "End a region of a tile operation";
  let description = [{
    Gives the results of a combining region of `tile.reduce` or `tile.scan`; ends the body of a
    `tile.pid_loop` with no operand.

    ```mlir
    tile.yield %sum : f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def Tile_PidLoopOp : Tile_Op<"pid_loop", [SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "Run the body for every program id that this PE has";
  let description = [{
    Made by `tile-map-pids`. Each PE runs the body once for each of its program ids, in the order
    that the mapping gives; the block arguments are the three coordinates of the program id, x
    fastest. `lists[pe]` holds the program ids of a PE when the mapping is `list`.

    ```mlir
    tile.pid_loop mapping(zigzag) {
    ^bb0(%x: i32, %y: i32, %z: i32):
      %v0 = tile.iota start = 0 axis = 0 : tensor<16xi32>
    }
    ```
  }];
  let arguments = (ins Tile_MappingAttr:$mapping, OptionalAttr<ArrayAttr>:$lists);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "`mapping` `(` custom<MappingWord>($mapping) `)` (`lists` $lists^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Tile_ProgramIdOp : Tile_Op<"program_id", [Pure]> {
  let summary = "Read a coordinate of the program id";
  let description = "Axis 0 is x. Replaced by the arguments of `tile.pid_loop` in `tile-map-pids`.\n\n```mlir\n%x = tile.program_id 0 : i32\n```";
  let arguments = (ins ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<2>]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "custom<Axis>($axis) attr-dict `:` type($result)";
}

def Tile_NumProgramsOp : Tile_Op<"num_programs", [Pure]> {
  let summary = "Read an extent of the grid";
  let description = "The virtual grid of the launch, whatever the mapping is.\n\n```mlir\n%n = tile.num_programs 0 : i32\n```";
  let arguments = (ins ConfinedAttr<I32Attr, [IntMinValue<0>, IntMaxValue<2>]>:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "custom<Axis>($axis) attr-dict `:` type($result)";
}

//===-- Shape -----------------------------------------------------------------------------------===//

def Tile_IotaOp : Tile_Op<"iota", [Pure]> {
  let summary = "Count along one dimension";
  let description = "Element `i` of the result is `start + i[axis]`.\n\n```mlir\n%v0 = tile.iota start = 0 axis = 0 : tensor<128xi32>\n```";
  let arguments = (ins I64Attr:$start, I32Attr:$axis);
  let results = (outs StaticShapeTensorOf<[AnySignlessInteger]>:$result);
  let assemblyFormat = "`start` `=` custom<Int>($start) `axis` `=` custom<Axis>($axis) attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_SplatOp : Tile_Op<"splat", [Pure]> {
  let summary = "Fill a tile with a scalar";
  let description = "```mlir\n%v0 = tile.splat %x : f32 -> tensor<4x8xf32>\n```";
  let arguments = (ins Tile_Scalar:$source);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure]> {
  let summary = "Repeat dimensions of extent 1";
  let description = "Ranks are equal; a dimension of extent 1 may repeat.\n\n```mlir\n%v1 = tile.broadcast %v0 : tensor<4x1xf32> -> tensor<4x8xf32>\n```";
  let arguments = (ins Tile_Tensor:$source);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ReshapeOp : Tile_Op<"reshape", [Pure]> {
  let summary = "Give a tile another shape with the elements in row-major order";
  let description = "Also adds and drops dimensions of extent 1, and reads the one element of a tile as a scalar.\n\n```mlir\n%v1 = tile.reshape %v0 : tensor<8xf32> -> tensor<8x1xf32>\n```";
  let arguments = (ins Tile_Tensor:$source);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_PermuteOp : Tile_Op<"permute", [Pure]> {
  let summary = "Reorder dimensions";
  let description = "Dimension `d` of the result is dimension `permutation[d]` of the source.\n\n```mlir\n%v1 = tile.permute %v0 [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>\n```";
  let arguments = (ins Tile_Tensor:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source $permutation attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_JoinOp : Tile_Op<"join", [Pure, SameTypeOperands]> {
  let summary = "Join two tiles in a new last dimension of extent 2";
  let description = "```mlir\n%v2 = tile.join %v0, %v1 : tensor<4xf32> -> tensor<4x2xf32>\n```";
  let arguments = (ins Tile_Tensor:$lhs, Tile_Tensor:$rhs);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_SplitOp : Tile_Op<"split", [Pure, TypesMatchWith<"results have one type", "lhs", "rhs", "$_self">]> {
  let summary = "Split a tile along its last dimension of extent 2";
  let description = "```mlir\n%v1, %v2 = tile.split %v0 : tensor<4x2xf32> -> tensor<4xf32>\n```";
  let arguments = (ins Tile_Tensor:$source);
  let results = (outs Tile_Tensor:$lhs, Tile_Tensor:$rhs);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($lhs)";
  let hasVerifier = 1;
}

def Tile_CatOp : Tile_Op<"cat", [Pure]> {
  let summary = "Concatenate two tiles along dimension 0";
  let description = "```mlir\n%v2 = tile.cat %v0, %v1 : tensor<4xf32>, tensor<4xf32> -> tensor<8xf32>\n```";
  let arguments = (ins Tile_Tensor:$lhs, Tile_Tensor:$rhs);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_ExtractSliceOp : Tile_Op<"extract_slice", [Pure]> {
  let summary = "Take a part of a tile";
  let description = [{
    The part begins at `offsets` (static) and has the result's shape; unit strides.

    ```mlir
    %v1 = tile.extract_slice %v0 [0, 4] : tensor<8x8xf32> -> tensor<8x4xf32>
    ```
  }];
  let arguments = (ins Tile_Tensor:$source, DenseI64ArrayAttr:$offsets);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source $offsets attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_InsertSliceOp : Tile_Op<"insert_slice", [Pure, AllTypesMatch<["dest", "result"]>]> {
  let summary = "Replace a part of a tile";
  let description = [{
    The result is `dest` with `source` at `offsets` (static); unit strides.

    ```mlir
    %v2 = tile.insert_slice %v0, %v1 [0, 4] : tensor<8x4xf32> into tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Tile_Tensor:$source, Tile_Tensor:$dest, DenseI64ArrayAttr:$offsets);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source `,` $dest $offsets attr-dict `:` type($source) `into` type($dest)";
  let hasVerifier = 1;
}

//===-- Compute ---------------------------------------------------------------------------------===//

def Tile_ElementwiseOp : Tile_Op<"elementwise", [Pure]> {
  let summary = "Apply a function of the numerics library to every element";
  let description = [{
    For functions that `arith` and `math` lack; `fn` is a name of the numerics library's table.
    Operands and result are all tensors of one shape or all scalars.

    ```mlir
    %v1 = tile.elementwise "Erf"(%v0) : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$fn, Variadic<Tile_Value>:$operands);
  let results = (outs Tile_Value:$result);
  let assemblyFormat = "$fn `(` $operands `)` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def Tile_DotOp : Tile_Op<"dot", [Pure, AllTypesMatch<["c", "result"]>]> {
  let summary = "Multiply two matrices and add a third";
  let description = [{
    `result = c + a b` with `a` of shape [B,]M,K and `b` of shape [B,]K,N, k ascending. Legal on the
    DPE for 16-bit floats and 8-bit integers with 32-bit accumulators; else on the vector core.

    ```mlir
    %v3 = tile.dot %v0, %v1, %v2 {precision = #tile.precision<ieee>} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
    ```
  }];
  let arguments = (ins Tile_Tensor:$a, Tile_Tensor:$b, Tile_Tensor:$c,
    DefaultValuedAttr<Tile_PrecisionAttr, "::charonia::tile::Precision::Ieee">:$precision);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($a) `*` type($b) `->` type($c)";
  let hasVerifier = 1;
}

def Tile_ReduceOp : Tile_Op<"reduce", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Combine all elements along one dimension";
  let description = [{
    All operands have one shape; results drop dimension `axis` (scalars if it is the only one). The
    region gets N left values, then N right values, and yields N values; the order of combination
    is the numerics library's.

    ```mlir
    %v1 = tile.reduce %v0 axis = 0 : (tensor<64xf32>) -> f32 {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.yield %s : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_Tensor>:$operands, I32Attr:$axis);
  let results = (outs Variadic<Tile_Value>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$operands `axis` `=` custom<Axis>($axis) attr-dict `:` functional-type($operands, $results) $combine";
  let hasVerifier = 1;
}

def Tile_ScanOp : Tile_Op<"scan", [RecursiveMemoryEffects, SingleBlock]> {
  let summary = "Combine elements along one dimension, keeping every prefix";
  let description = [{
    Inclusive; from the highest index down with `reverse`. The region is that of `tile.reduce`.

    ```mlir
    %v1 = tile.scan %v0 axis = 0 : (tensor<64xf32>) -> tensor<64xf32> {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      tile.yield %s : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Tile_Tensor>:$operands, I32Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tile_Tensor>:$results);
  let regions = (region SizedRegion<1>:$combine);
  let assemblyFormat = "$operands `axis` `=` custom<Axis>($axis) (`reverse` $reverse^)? attr-dict `:` functional-type($operands, $results) $combine";
  let hasVerifier = 1;
}

def Tile_GatherIndexOp : Tile_Op<"gather_index", [Pure]> {
  let summary = "Pick elements of a tile by an index tile along one dimension";
  let description = "An index out of range is an error at run time.\n\n```mlir\n%v2 = tile.gather_index %v0[%v1] axis = 0 : tensor<64xf32>, tensor<32xi32> -> tensor<32xf32>\n```";
  let arguments = (ins Tile_Tensor:$source, Tile_Tensor:$indices, I32Attr:$axis);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source `[` $indices `]` `axis` `=` custom<Axis>($axis) attr-dict `:` type($source) `,` type($indices) `->` type($result)";
  let hasVerifier = 1;
}

def Tile_HistogramOp : Tile_Op<"histogram", [Pure]> {
  let summary = "Count the elements of a tile by value";
  let description = "```mlir\n%v1 = tile.histogram %v0 : tensor<64xi32> -> tensor<16xi32>\n```";
  let arguments = (ins Tile_Tensor:$source, Optional<Tile_I1Tensor>:$mask);
  let results = (outs Tile_Tensor:$result);
  let assemblyFormat = "$source (`mask` $mask^ `:` type($mask) `,`)? attr-dict `:` type($source) `->` type($result)";
}

//===-- Effects on the run ----------------------------------------------------------------------===//

def Tile_AssertOp : Tile_Op<"assert", [MemoryEffects<[MemWrite, MemRead]>]> {
  let summary = "Fail the run if a condition does not hold";
  let description = "```mlir\ntile.assert %c, \"index out of bounds\" : tensor<64xi1>\n```";
  let arguments = (ins Tile_Value:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

def Tile_PrintOp : Tile_Op<"print", [MemoryEffects<[MemWrite, MemRead]>]> {
  let summary = "Print values";
  let description = "```mlir\ntile.print \" x: \" {hex = false, isSigned = array<i32: 1>} (%v0 : tensor<64xf32>)\n```";
  let arguments = (ins StrAttr:$prefix, BoolAttr:$hex, DenseI32ArrayAttr:$isSigned, Variadic<Tile_Value>:$args);
  let assemblyFormat = "$prefix attr-dict `(` ($args^ `:` type($args))? `)`";
}

include "charonia/Dialect/Tile/TileMemoryOps.td"

#endif
