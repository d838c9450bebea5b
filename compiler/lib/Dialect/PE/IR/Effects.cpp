// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses of global memory by pointer argument.
#include "charonia/Dialect/PE/Effects.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"
#include "charonia/Dialect/PE/PE.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace charonia::pe {
namespace {

void collect(Operation *op, Accesses &out) {
  auto add = [&](int64_t arg, bool write, Agent agent) {
    out.push_back({arg < 0 ? kUnknownMemory : static_cast<int>(arg), write, agent});
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](tile::LoadOp load) { add(load.getAccess().getArg(), false, Agent::FiRead); })
      .Case([&](tile::LoadRowsOp load) { add(load.getAccess().getArg(), false, Agent::FiRead); })
      .Case([&](tile::StoreRowsOp store) { add(store.getAccess().getArg(), true, Agent::FiWrite); })
      .Case([&](tile::StoreOp store) { add(store.getAccess().getArg(), true, Agent::FiWrite); })
      .Case([&](FiLoadOp load) { add(static_cast<int32_t>(load.getArg()), false, Agent::FiRead); })
      .Case(
          [&](FiStoreOp store) { add(static_cast<int32_t>(store.getArg()), true, Agent::FiWrite); })
      .Case<tile::GatherOp, tile::ScalarLoadOp>(
          [&](auto load) { add(load.getAccess().getArg(), false, Agent::Core); })
      .Case<tile::ScatterOp, tile::ScalarStoreOp>(
          [&](auto store) { add(store.getAccess().getArg(), true, Agent::Core); })
      .Case<tile::AtomicRmwOp, tile::AtomicCasOp>([&](auto atomic) {
        tile::Sem sem = atomic.getSem();
        add(atomic.getAccess().getArg(), false, Agent::Core);
        add(atomic.getAccess().getArg(), true, Agent::Core);
        for (Access &access : llvm::MutableArrayRef<Access>(out).take_back(2)) {
          access.acquire = sem == tile::Sem::Acquire || sem == tile::Sem::AcqRel;
          access.release = sem == tile::Sem::Release || sem == tile::Sem::AcqRel;
        }
      })
      .Case<tile::AssertOp, tile::PrintOp>(
          [&](auto) { out.push_back({kConsole, true, Agent::Core}); })
      .Case<CommandOpInterface, CbAllocOp, mtia::ReReduceOp>([](auto) {})
      .Default([&](Operation *other) {
        if (other->getNumRegions() || other->hasTrait<OpTrait::IsTerminator>() ||
            isMemoryEffectFree(other)) {
          return;
        }
        add(kUnknownMemory, false, Agent::Core);
        add(kUnknownMemory, true, Agent::Core);
      });
}

} // namespace

Accesses accessesOf(Operation *op) {
  Accesses out;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) { collect(inner, out); });
  return out;
}

bool conflict(const Access &a, const Access &b) {
  if (!a.write && !b.write) {
    return false;
  }
  if (a.arg == b.arg) {
    return true;
  }
  bool unknownA = a.arg == kUnknownMemory, unknownB = b.arg == kUnknownMemory;
  return (unknownA && b.arg != kConsole) || (unknownB && a.arg != kConsole);
}

bool ordered(const Access &earlier, const Access &later) {
  return conflict(earlier, later) || (earlier.acquire && later.arg != kConsole) ||
         (later.release && earlier.arg != kConsole);
}

bool ordered(const Accesses &earlier, const Accesses &later) {
  for (const Access &left : earlier) {
    for (const Access &right : later) {
      if (ordered(left, right)) {
        return true;
      }
    }
  }
  return false;
}

} // namespace charonia::pe
