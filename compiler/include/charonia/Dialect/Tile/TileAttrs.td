// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and enums of the dialect `tile`.
#ifndef CHARONIA_DIALECT_TILE_ATTRS
#define CHARONIA_DIALECT_TILE_ATTRS

include "charonia/Dialect/Tile/TileDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Tile_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::charonia::tile";
}
class Tile_EnumAttr<EnumAttrInfo info, string mnemonicOf> : EnumAttr<Tile_Dialect, info, mnemonicOf> {
  let assemblyFormat = "`<` $value `>`";
}

def Tile_Unit : Tile_Enum<"Unit", "unit of a PE that does an operation", [
  I32EnumAttrCase<"Dpe", 0, "dpe">, I32EnumAttrCase<"Re", 1, "re">, I32EnumAttrCase<"Se", 2, "se">,
  I32EnumAttrCase<"Mlu", 3, "mlu">, I32EnumAttrCase<"Fi", 4, "fi">, I32EnumAttrCase<"Vec", 5, "vec">,
  I32EnumAttrCase<"Sca", 6, "sca">]>;
def Tile_UnitAttr : Tile_EnumAttr<Tile_Unit, "unit">;

def Tile_Rung : Tile_Enum<"Rung", "rung of the access ladder", [
  I32EnumAttrCase<"Dma", 0, "dma">,         // one descriptor
  I32EnumAttrCase<"Wrap", 1, "wrap">,       // two descriptors round the end of a modulus
  I32EnumAttrCase<"Uniform", 2, "uniform">, // one element for the whole tile
  I32EnumAttrCase<"Gather", 3, "gather">,   // one access per element
  I32EnumAttrCase<"Atomic", 4, "atomic">,
  I32EnumAttrCase<"Rows", 5, "rows">,       // one indexed descriptor, a request a row
  I32EnumAttrCase<"Strided", 6, "strided">, // a dense box, then strided reads of it in local memory
  I32EnumAttrCase<"Indexed", 7, "indexed">  // a dense box, then indexed reads of it in local memory
]>;

def Tile_AccessAttr : AttrDef<Tile_Dialect, "Access"> {
  let mnemonic = "access";
  let summary = "How an access reaches memory, and why";
  let description = [{
    `rung` is the rung of the fallback ladder, `reason` says in words why no better one was legal
    (empty on the best rung), `arg` is the index of the kernel's pointer argument or -1 if it is
    unknown, `bytes` the bytes of the whole tile.

    ```mlir
    #tile.access<gather, "index depends on loaded data", arg = 2, bytes = 4096>
    ```
  }];
  let parameters = (ins EnumParameter<Tile_Rung>:$rung, StringRefParameter<"why">:$reason, "int64_t":$arg, "int64_t":$bytes);
  let assemblyFormat = "`<` $rung `,` $reason `,` `arg` `=` $arg `,` `bytes` `=` $bytes `>`";
}

def Tile_Mapping : Tile_Enum<"Mapping", "how program ids are spread over PEs", [
  I32EnumAttrCase<"Linear", 0, "linear">, I32EnumAttrCase<"RoundRobin", 1, "round_robin">,
  I32EnumAttrCase<"Zigzag", 2, "zigzag">, I32EnumAttrCase<"List", 3, "list">]>;
def Tile_MappingAttr : Tile_EnumAttr<Tile_Mapping, "map">;

def Tile_AtomicKind : Tile_Enum<"AtomicKind", "operation of an atomic read-modify-write", [
  I32EnumAttrCase<"And", 0, "and">, I32EnumAttrCase<"Or", 1, "or">, I32EnumAttrCase<"Xor", 2, "xor">,
  I32EnumAttrCase<"Add", 3, "add">, I32EnumAttrCase<"FAdd", 4, "fadd">, I32EnumAttrCase<"Max", 5, "max">,
  I32EnumAttrCase<"Min", 6, "min">, I32EnumAttrCase<"UMax", 7, "umax">, I32EnumAttrCase<"UMin", 8, "umin">,
  I32EnumAttrCase<"Exchange", 9, "exch">]>;
def Tile_AtomicKindAttr : Tile_EnumAttr<Tile_AtomicKind, "atomic">;

def Tile_Sem : Tile_Enum<"Sem", "order of an atomic with the accesses round it", [
  I32EnumAttrCase<"Relaxed", 0, "relaxed">, I32EnumAttrCase<"Acquire", 1, "acquire">,
  I32EnumAttrCase<"Release", 2, "release">, I32EnumAttrCase<"AcqRel", 3, "acq_rel">]> {
  let description = [{
    Of the accesses to global memory that one program instance makes, whoever carries them out (a core
    or the DMA engine): with `acquire` those after the atomic begin when it is complete; with `release`
    it begins when those before it are complete, stores seen in memory; `acq_rel` is both; `relaxed`
    orders accesses of the same memory only. Atomics are carried out where the memory is, so that one
    order serves every scope of Triton's.

    Instances that a PE runs one after the other are not ordered by this: like those on different PEs
    they are ordered by the values of atomics alone.
  }];
}
def Tile_SemAttr : Tile_EnumAttr<Tile_Sem, "sem">;

def Tile_Precision : Tile_Enum<"Precision", "precision that a dot product asks for", [
  I32EnumAttrCase<"Ieee", 0, "ieee">, I32EnumAttrCase<"Tf32", 1, "tf32">, I32EnumAttrCase<"Tf32x3", 2, "tf32x3">,
  I32EnumAttrCase<"Bf16x3", 3, "bf16x3">, I32EnumAttrCase<"Bf16x6", 4, "bf16x6">]>;
def Tile_PrecisionAttr : Tile_EnumAttr<Tile_Precision, "precision">;

#endif
