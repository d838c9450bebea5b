// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect `pe`: the program of one processing element over circular buffers, its types and attributes.
#ifndef CHARONIA_DIALECT_PE_DIALECT
#define CHARONIA_DIALECT_PE_DIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def PE_Dialect : Dialect {
  let name = "pe";
  let cppNamespace = "::charonia::pe";
  let summary = "Program of one processing element: circular buffers and commands";
  let description = [{
    What the machine executes, one level above its bytecode. A `pe.program` allocates circular
    buffers (`pe.cb.alloc`) and issues commands: each names the buffers it reads and writes and the
    unit whose in-order queue it goes into. Scalars stay in `arith` and `math` (and the scalar memory
    operations of `tile`), control flow in `scf`; both cores run the same control flow and each issues
    its own commands.

    After `tile-fuse-vec` the vector work of a `tile.kernel` stands in `pe.vec.group` operations whose
    inputs and results are tensors. After `tile-to-pe` no tensor is left outside a group: groups read
    and write buffers. After `pe-insert-sync` every command carries `readSync` (offset and pop of each
    buffer read) and `writeSync` (reserve, offset and push of each buffer written), which together
    with `pe.cb.update` are the whole protocol of the circular buffers.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::charonia::tile::TileDialect"];
}

class PE_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::charonia::pe";
}
class PE_EnumAttr<EnumAttrInfo info, string mnemonicOf> : EnumAttr<PE_Dialect, info, mnemonicOf> {
  let assemblyFormat = "`<` $value `>`";
}

// The order is that of arch::Unit.
def PE_Unit : PE_Enum<"Unit", "unit of a PE with a queue of its own", [
  I32EnumAttrCase<"Core0", 0, "core0">, I32EnumAttrCase<"Core1", 1, "core1">,
  I32EnumAttrCase<"FiRead", 2, "fi_read">, I32EnumAttrCase<"FiWrite", 3, "fi_write">,
  I32EnumAttrCase<"Dpe", 4, "dpe">, I32EnumAttrCase<"Re", 5, "re">,
  I32EnumAttrCase<"Se", 6, "se">, I32EnumAttrCase<"Mlu", 7, "mlu">]>;
def PE_UnitAttr : PE_EnumAttr<PE_Unit, "unit">;

def PE_Space : PE_Enum<"Space", "where the slots of a circular buffer live", [
  I32EnumAttrCase<"Ls", 0, "ls">, I32EnumAttrCase<"Re", 1, "re">]>;
def PE_SpaceAttr : PE_EnumAttr<PE_Space, "space">;

def PE_CbType : TypeDef<PE_Dialect, "Cb"> {
  let mnemonic = "cb";
  let summary = "Circular buffer whose slots hold one tile each";
  let description = [{
    The type of one slot; depth, place, producer and readers are attributes of the `pe.cb.alloc`.

    ```mlir
    !pe.cb<tensor<128x64xf16>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let assemblyFormat = "`<` $tile `>`";
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$tile), [{
    return $_get(tile.getContext(), tile);
  }]>];
  let extraClassDeclaration = [{
    /// Bytes of one densely packed tile; an i1 element takes one byte.
    int64_t getTileBytes() const;
  }];
}

#endif
