// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traits, resources and attribute kinds that several files of ops share.
#ifndef CHARONIA_DIALECT_TT_TTATTRS_TD
#define CHARONIA_DIALECT_TT_TTATTRS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "charonia/Dialect/TT/TTEnums.td"
include "charonia/Dialect/TT/TTTypes.td"

/// Every tile has a power of two of elements, at most 1048576.
def TT_TileSize : NativeOpTrait<"TileSizeTrait"> {
  let cppNamespace = "::charonia::tt";
}

/// Memory that pointers reach; distinct from values, so that pure ops move across it freely.
def TT_GlobalMemory : Resource<"::charonia::tt::GlobalMemory">;
/// The outside world: printed lines and failed assertions.
def TT_Console : Resource<"::charonia::tt::Console">;

class TT_Op<string mnemonic, list<Trait> traits = []>
    : Op<TT_Dialect, mnemonic, !listconcat(traits, [TT_TileSize])>;

/// Cache and eviction hints as Triton spells them; defaults are not printed.
defvar TT_CacheAttr = DefaultValuedAttr<TT_CacheModifier, "::charonia::tt::CacheModifier::NONE">;
defvar TT_EvictAttr = DefaultValuedAttr<TT_EvictionPolicy, "::charonia::tt::EvictionPolicy::NORMAL">;

#endif // CHARONIA_DIALECT_TT_TTATTRS_TD
