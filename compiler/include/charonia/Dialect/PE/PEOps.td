// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations of the dialect `pe`: program, buffers, control. Commands: PECommands.td.
#ifndef CHARONIA_DIALECT_PE_OPS
#define CHARONIA_DIALECT_PE_OPS

include "charonia/Dialect/PE/PEDialect.td"
include "charonia/Dialect/PE/PEInterfaces.td"
include "charonia/Dialect/Tile/TileAttrs.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class PE_Op<string mnemonic, list<Trait> traits = []> : Op<PE_Dialect, mnemonic, traits>;

def PE_ProgramOp : PE_Op<"program", [FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope]> {
  let summary = "Define the program of a PE";
  let description = [{
    The same program runs on every PE; what differs is which program ids `pe.pid_loop` hands out.
    Arguments and their attributes are those of the `tile.kernel` it was made from. `single_stream`
    says that core 1 does everything (set by `pe-insert-sync` when a value of the vector core steers
    commands); `ls_bytes` is the high-water mark of local memory (set by `pe-alloc-ls`).

    ```mlir
    pe.program @copy(%x: i64 {tile.pointer = f32, tile.name = "x"}) {
      pe.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<StrAttr>:$sym_visibility, OptionalAttr<DictArrayAttr>:$arg_attrs, OptionalAttr<DictArrayAttr>:$res_attrs,
    UnitAttr:$single_stream, OptionalAttr<I64Attr>:$ls_bytes);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
  }];
}

def PE_ReturnOp : PE_Op<"return", [Pure, Terminator, ReturnLike, HasParent<"ProgramOp">]> {
  let summary = "End a program";
  let description = "```mlir\npe.return\n```";
  let assemblyFormat = "attr-dict";
}

def PE_YieldOp : PE_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "End a region of a pe operation";
  let description = [{
    In a group: first one tile for each buffer written, then the group's results. In a
    `pe.pid_loop`: nothing.

    ```mlir
    pe.yield %tile, %sum : tensor<64xf32>, f32
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def PE_PidLoopOp : PE_Op<"pid_loop", [SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "Run the body for every program id of this PE";
  let description = [{
    Both cores run it. Block arguments are the coordinates of the program id, x fastest.

    ```mlir
    pe.pid_loop <zigzag> {
    ^bb0(%x: i32, %y: i32, %z: i32):
    }
    ```
  }];
  let arguments = (ins Tile_MappingAttr:$mapping, OptionalAttr<ArrayAttr>:$lists);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$mapping (`lists` $lists^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def PE_CbAllocOp : PE_Op<"cb.alloc", []> {
  let summary = "Allocate a circular buffer";
  let description = [{
    `depth` slots of one tile. `producer` is the one unit that writes, `readers` the units that read
    (each has a pointer of its own); a `resident` buffer is plain memory of its producer, without
    counters. `base` is the byte address in local memory or the first bank of the RE. Buffers live
    as long as the program: counters go on from one program id to the next.

    ```mlir
    %a = pe.cb.alloc "a" space <ls> depth 2 producer <fi_read> readers [#pe.unit<core1>]
      : !pe.cb<tensor<128x64xf16>>
    ```
  }];
  let arguments = (ins StrAttr:$name, PE_SpaceAttr:$space, I32Attr:$depth, PE_UnitAttr:$producer,
    TypedArrayAttrBase<PE_UnitAttr, "units">:$readers, UnitAttr:$resident, OptionalAttr<I64Attr>:$base);
  let results = (outs PE_CbType:$result);
  let assemblyFormat = [{
    $name `space` $space `depth` custom<Depth>($depth) `producer` $producer `readers` $readers (`resident` $resident^)?
    (`base` $base^)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getTile() { return ::llvm::cast<CbType>(getResult().getType()).getTile(); }
    /// Index of `unit` among the readers, or -1.
    int readerIndex(Unit unit);
  }];
}

def PE_CbUpdateOp : PE_Op<"cb.update", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<PE_CommandInterface, ["getCommandUnit"]>]> {
  let summary = "Move pointers of buffers without other work";
  let description = [{
    An entry of a unit's queue of its own: pops what that unit read in a nested region, or pushes what
    it filled there.

    ```mlir
    pe.cb.update <dpe> reads(%a : !pe.cb<tensor<8x8xf16>>) writes() {readSync = array<i32: 0, 1>, writeSync = array<i32>}
    ```
  }];
  let arguments = (ins PE_UnitAttr:$unit, Variadic<PE_CbType>:$reads, Variadic<PE_CbType>:$writes,
    OptionalAttr<DenseI32ArrayAttr>:$readSync, OptionalAttr<DenseI32ArrayAttr>:$writeSync);
  let assemblyFormat = [{
    $unit `reads` `(` ($reads^ `:` type($reads))? `)` `writes` `(` ($writes^ `:` type($writes))? `)` attr-dict
  }];
}

def PE_WaitUnitOp : PE_Op<"wait_unit", []> {
  let summary = "Wait until all commands issued to a unit are complete";
  let description = "Orders accesses of global memory by different units.\n\n```mlir\npe.wait_unit <fi_write>\n```";
  let arguments = (ins PE_UnitAttr:$unit);
  let assemblyFormat = "$unit attr-dict";
}

def PE_BarrierOp : PE_Op<"barrier", []> {
  let summary = "Wait for all PEs of the grid";
  let description = "```mlir\npe.barrier\n```";
  let assemblyFormat = "attr-dict";
}

include "charonia/Dialect/PE/PECommands.td"

#endif
