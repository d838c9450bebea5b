// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The spellings of the enumerators in files and messages, one table an enum, in order of value.
#pragma once

#include "charonia/program/CommandStream.h"
#include "charonia/program/Program.h"

#include <array>
#include <iterator>
#include <string_view>

namespace charonia::program {

template <typename E>
struct EnumNames;

#define ENUM_NAMES(E, Last, ...)                                                                   \
  template <>                                                                                      \
  struct EnumNames<E> {                                                                            \
    static constexpr const char *kNames[] = {__VA_ARGS__};                                         \
    static_assert(std::size(kNames) == static_cast<size_t>(E::Last) + 1,                           \
                  "every enumerator has a spelling");                                              \
  };

ENUM_NAMES(CbSpace, ReBanks, "ls", "reBanks")
ENUM_NAMES(TileOp, StoreSlice, "loadCb", "storeCb", "splat", "constant", "iota", "elementwise",
           "broadcast", "reshape", "permute", "join", "splitLeft", "splitRight", "cat", "reduce",
           "scan", "dot", "gatherIndex", "histogram", "loadGlobal", "storeGlobal", "atomicRmw",
           "atomicCas", "toScalar", "assert", "print", "sliceExtract", "sliceInsert", "storeSlice")
ENUM_NAMES(AtomicOp, Exchange, "and", "or", "xor", "add", "fAdd", "max", "min", "uMax", "uMin",
           "exchange")
ENUM_NAMES(CommandKind, CbUpdate, "fiLoad", "fiStore", "dpeMma", "reDrain", "reNetwork",
           "seCompute", "mluMove", "vectorGroup", "cbUpdate")
ENUM_NAMES(BroadcastGroup, Column, "none", "row", "column")
ENUM_NAMES(Opcode, Halt, "const", "move", "compute", "jump", "branchZero", "mapPid", "loadGlobal",
           "storeGlobal", "atomicRmw", "atomicCas", "issue", "waitUnit", "barrier", "assert",
           "print", "halt")
ENUM_NAMES(RegisterInit::Kind, TotalPids, "argument", "peId", "peRow", "peColumn", "numPes",
           "gridX", "gridY", "gridZ", "totalPids")
ENUM_NAMES(PidMapping::Kind, List, "linear", "round-robin", "zigzag", "list")
ENUM_NAMES(StreamEntry::Kind, Barrier, "scalar", "command", "vector", "memory", "waitUnit",
           "barrier")
ENUM_NAMES(Unit, Mlu, "core0", "core1", "fi.read", "fi.write", "dpe", "re", "se", "mlu")
ENUM_NAMES(ElementType, F64, "i1", "i8", "i16", "i32", "i64", "f8E4M3FN", "f8E4M3FNUZ", "f8E5M2",
           "f8E5M2FNUZ", "f16", "bf16", "f32", "f64")
#undef ENUM_NAMES

template <>
struct EnumNames<Fn> {
  static constexpr const char *kNames[] = {
#define FUNCTION(Name, operands, kind, costClass) #Name,
#include "charonia/numerics/Functions.def"
  };
};

template <typename E>
constexpr size_t enumCount() {
  return std::size(EnumNames<E>::kNames);
}

/// Whether `value` is an enumerator; one read from a file may not be.
template <typename E>
constexpr bool isEnumerator(E value) {
  return static_cast<size_t>(value) < enumCount<E>();
}

template <typename E>
constexpr const char *enumName(E value) {
  return isEnumerator(value) ? EnumNames<E>::kNames[static_cast<size_t>(value)] : "?";
}

template <typename E>
bool findEnum(std::string_view spelling, E &value) {
  for (size_t i = 0; i < enumCount<E>(); ++i) {
    if (spelling == EnumNames<E>::kNames[i]) {
      value = static_cast<E>(i);
      return true;
    }
  }
  return false;
}

} // namespace charonia::program
