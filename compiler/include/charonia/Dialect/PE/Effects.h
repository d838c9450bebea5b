// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What operations of `tile` and `pe` do to global memory, by pointer argument. Distinct arguments
// are taken to be distinct memory; an access of unknown provenance may be any of them.
// Atomics also order accesses of other memory, by their `sem`.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace charonia::pe {

/// Argument numbers of an Access beyond the kernel's arguments.
inline constexpr int kUnknownMemory = -1, kConsole = -2;

/// Who carries an access out.
enum class Agent : uint8_t { FiRead, FiWrite, Core };

struct Access {
  int arg = kUnknownMemory; ///< pointer argument, kUnknownMemory or kConsole (asserts and prints)
  bool write = false;
  Agent agent = Agent::Core;
  bool acquire = false, release = false; ///< of an atomic
};
using Accesses = llvm::SmallVector<Access, 4>;

/// Accesses of `op` and everything in its regions, in order.
Accesses accessesOf(mlir::Operation *op);

/// True if the two touch the same memory and at least one writes.
bool conflict(const Access &a, const Access &b);

/// True if `earlier` has to be complete before `later` begins: they conflict, or one of them is an
/// atomic whose order says so.
bool ordered(const Access &earlier, const Access &later);
bool ordered(const Accesses &earlier, const Accesses &later);

} // namespace charonia::pe
