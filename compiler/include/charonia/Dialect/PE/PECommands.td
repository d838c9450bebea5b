// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands of the dialect `pe`. Included by PEOps.td.

class PE_Command<string mnemonic, list<Trait> traits = []>
    : PE_Op<mnemonic, !listconcat([AttrSizedOperandSegments, DeclareOpInterfaceMethods<PE_CommandInterface, ["getCommandUnit"]>], traits)>;

def PE_FiLoadOp : PE_Command<"fi.load"> {
  let summary = "Load a box of global memory into a slot";
  let description = [{
    Element `i` of the tile comes from byte address `base + sum i_d * strides[d]` for
    `lower[d] <= i_d < upper[d]`; the rest of the slot is filled with `pad_bits`, or keeps what it
    holds with `keep` (a further piece of one tile).

    With `row_dim` the descriptor is indexed: the first buffer read holds a byte offset for each
    element of that dimension, which is added to its address, the second one (if any) whether it is
    touched at all.

    ```mlir
    pe.fi.load reads() writes(%a : !pe.cb<tensor<128x64xf16>>) from %base strides [%pitch, 2] lower [0, 0] upper [%m, 64]
      {arg = 0 : i32, pad_bits = 0 : i64}
    ```
  }];
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, I64:$base, Variadic<I64>:$strides, Variadic<I64>:$lower,
    Variadic<I64>:$upper, DenseI64ArrayAttr:$staticStrides, DenseI64ArrayAttr:$staticLower, DenseI64ArrayAttr:$staticUpper,
    I64Attr:$pad_bits, UnitAttr:$keep, I32Attr:$arg, OptionalAttr<I32Attr>:$row_dim,
    OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)` `from` $base
    `strides` custom<DynamicIndexList>($strides, $staticStrides) `lower` custom<DynamicIndexList>($lower, $staticLower)
    `upper` custom<DynamicIndexList>($upper, $staticUpper) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTile() { return ::llvm::cast<CbType>(getWrites()[0].getType()).getTile(); }
  }];
}

def PE_FiStoreOp : PE_Command<"fi.store"> {
  let summary = "Store a box of a slot into global memory";
  let description = [{
    The first buffer read is stored. With `row_dim` the others are row list and mask as of `pe.fi.load`.

    ```mlir
    pe.fi.store reads(%c : !pe.cb<tensor<128x128xf16>>) writes() to %base strides [256, 2] lower [0, 0] upper [%m, 128]
      {arg = 2 : i32}
    ```
  }];
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, I64:$base, Variadic<I64>:$strides, Variadic<I64>:$lower,
    Variadic<I64>:$upper, DenseI64ArrayAttr:$staticStrides, DenseI64ArrayAttr:$staticLower, DenseI64ArrayAttr:$staticUpper,
    I32Attr:$arg, OptionalAttr<I32Attr>:$row_dim, OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)` `to` $base
    `strides` custom<DynamicIndexList>($strides, $staticStrides) `lower` custom<DynamicIndexList>($lower, $staticLower)
    `upper` custom<DynamicIndexList>($upper, $staticUpper) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTile() { return ::llvm::cast<CbType>(getReads()[0].getType()).getTile(); }
  }];
}

class PE_BufferCommand<string mnemonic, dag extra> : PE_Command<mnemonic> {
  let arguments = !con((ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes), extra,
    (ins OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync));
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)` attr-dict
  }];
  let hasVerifier = 1;
}

def PE_DpeMmaOp : PE_Command<"dpe.mma"> {
  let summary = "Multiply two tiles into an accumulator of the RE";
  let description = [{
    The accumulator (the buffer written, in the RE's banks) starts from the last buffer read with
    `init`, keeps its value with `accumulate`, else is zero. With `multiply` the product of the first
    two buffers read is added; A is [M,K], B is [K,N], each transposed if so marked. Without
    `multiply` the command clears or preloads. `extents` (none, or M, N and K) say how much of the
    product is needed; the engine skips the rest.

    ```mlir
    pe.dpe.mma reads(%a, %b : !pe.cb<tensor<64x32xf16>>, !pe.cb<tensor<64x32xf16>>)
      writes(%acc : !pe.cb<tensor<64x64xf32>>) extents(%m, %n, %k) {multiply, accumulate, transpose_b}
    ```
  }];
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, Variadic<I64>:$extents,
    UnitAttr:$multiply, UnitAttr:$init, UnitAttr:$accumulate, UnitAttr:$transpose_a, UnitAttr:$transpose_b,
    OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)`
    (`extents` `(` $extents^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def PE_ReDrainOp : PE_Command<"re.drain"> {
  let summary = "Copy an accumulator of the RE into local memory";
  let description = [{
    `extents` (none, or one a dimension) say how much of it is needed.

    ```mlir
    pe.re.drain reads(%acc : !pe.cb<tensor<64x64xf32>>) writes(%c : !pe.cb<tensor<64x64xf32>>) extents(%m, %n)
    ```
  }];
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, Variadic<I64>:$extents,
    OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)`
    (`extents` `(` $extents^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

def PE_ReReduceOp : PE_BufferCommand<"re.reduce", (ins StrAttr:$kind, StrAttr:$axis, I32Attr:$root)> {
  let summary = "Combine the tiles of the PEs of a row or column on the reduction network";
  let description = [{
    All PEs of the group run the command with a tile of their own. `kind` is `add`, `max` or `min`,
    `axis` is `row` or `col`; the PE at position `root` gets the result, the others zeros.

    ```mlir
    pe.re.reduce reads(%x : !pe.cb<tensor<64x64xf32>>) writes(%s : !pe.cb<tensor<64x64xf32>>)
      {kind = "add", axis = "row", root = 0 : i32}
    ```
  }];
}

def PE_MluMoveOp : PE_Command<"mlu.move"> {
  let summary = "Permute the dimensions of a tile or of a part of it";
  let description = [{
    Dimension `d` of the tile written is dimension `permutation[d]` of the tile read. With `offsets`,
    one for each dimension of the tile read, it is the part of it that begins there; a part that leaves
    the tile is an error of the run.

    ```mlir
    pe.mlu.move reads(%b : !pe.cb<tensor<32x64xf16>>) writes(%t : !pe.cb<tensor<64x32xf16>>) {permutation = array<i64: 1, 0>}
    pe.mlu.move reads(%b : !pe.cb<tensor<32x64xf16>>) writes(%p : !pe.cb<tensor<16x64xf16>>) offsets(%i, %zero) {permutation = array<i64: 0, 1>}
    ```
  }];
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, Variadic<I64>:$offsets,
    DenseI64ArrayAttr:$permutation, OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)`
    (`offsets` `(` $offsets^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

class PE_GroupOp<string mnemonic> : PE_Command<mnemonic, [IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let arguments = (ins Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes, Variadic<AnyType>:$inputs,
    Variadic<I64>:$extents, OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)`
    `ins` `(` ($inputs^ `:` type($inputs))? `)` (`extents` `(` $extents^ `)`)? (`->` type($results)^)?
    attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def PE_VecGroupOp : PE_GroupOp<"vec.group"> {
  let summary = "Fused work of the vector core";
  let description = [{
    Straight-line code over tiles in the operations of `arith`, `math` and `tile`. Block arguments are
    the tiles of the buffers read, then the inputs; the terminator yields the tiles of the buffers
    written, then the results. Inputs and results are tensors or scalars before `tile-to-pe`, scalars
    after it. `extents` (none, or one for each dimension of the group's main tile) say how many
    elements are needed; tiles of that rank are worked on that far.

    ```mlir
    pe.vec.group reads(%x : !pe.cb<tensor<64xf32>>) writes(%y : !pe.cb<tensor<64xf32>>) ins(%s : f32) {
    ^bb0(%t: tensor<64xf32>, %k: f32):
      %0 = tile.splat %k : f32 -> tensor<64xf32>
      %1 = arith.mulf %t, %0 : tensor<64xf32>
      pe.yield %1 : tensor<64xf32>
    }
    ```
  }];
}

def PE_SeComputeOp : PE_GroupOp<"se.compute"> {
  let summary = "Elementwise work of the SIMD engine";
  let description = [{
    As `pe.vec.group`, in one of the SIMD engine's forms and without results; may read an accumulator
    of the RE while it drains.

    ```mlir
    pe.se.compute reads(%acc : !pe.cb<tensor<8x8xf32>>) writes(%c : !pe.cb<tensor<8x8xf16>>) ins() {
    ^bb0(%t: tensor<8x8xf32>):
      %0 = arith.truncf %t : tensor<8x8xf32> to tensor<8x8xf16>
      pe.yield %0 : tensor<8x8xf16>
    }
    ```
  }];
}
