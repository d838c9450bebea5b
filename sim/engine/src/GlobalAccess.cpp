// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlobalAccess.h"

#include <fmt/format.h>

namespace charonia::sim {

using numerics::byteSize;
using numerics::ElementType;
using numerics::evaluate;
using numerics::Fn;
using program::AtomicOp;

namespace {

uint64_t combine(AtomicOp op, ElementType type, uint64_t old, uint64_t value) {
  Fn fn = Fn::AddI;
  switch (op) {
  case AtomicOp::And:
    fn = Fn::And;
    break;
  case AtomicOp::Or:
    fn = Fn::Or;
    break;
  case AtomicOp::Xor:
    fn = Fn::Xor;
    break;
  case AtomicOp::Add:
    fn = Fn::AddI;
    break;
  case AtomicOp::FAdd:
    fn = Fn::AddF;
    break;
  case AtomicOp::Max:
    fn = numerics::isFloat(type) ? Fn::MaxNumF : Fn::MaxSI;
    break;
  case AtomicOp::Min:
    fn = numerics::isFloat(type) ? Fn::MinNumF : Fn::MinSI;
    break;
  case AtomicOp::UMax:
    fn = Fn::MaxUI;
    break;
  case AtomicOp::UMin:
    fn = Fn::MinUI;
    break;
  case AtomicOp::Exchange:
    return value;
  }
  return evaluate(fn, type, type, old, value);
}

} // namespace

std::byte *GlobalAccess::range(uint64_t address, int64_t bytes, const char *what) {
  std::byte *data = m_memory ? m_memory->data(address, bytes) : nullptr;
  if (!data && error.empty()) {
    error = fmt::format("{} of {} bytes outside every buffer: {}", what, bytes,
                        m_memory ? m_memory->describe(address) : fmt::format("{:#x}", address));
  }
  return data;
}

void GlobalAccess::note(AccessKind kind, uint64_t address, int64_t bytes) {
  if (!log.empty()) {
    AccessRun &last = log.back();
    if (last.kind == kind && last.bytes == bytes) {
      if (last.count == 1) {
        last.step = static_cast<int64_t>(address - last.address);
        last.count = 2;
        return;
      }
      if (address == last.address + static_cast<uint64_t>(last.step * last.count)) {
        ++last.count;
        return;
      }
    }
  }
  log.push_back({kind, address, 0, 1, bytes});
}

void GlobalAccess::put(ElementType type, std::byte *data, uint64_t bits) {
  uint64_t old = numerics::loadElement(type, data, 0);
  numerics::storeElement(type, data, 0, bits);
  version += numerics::loadElement(type, data, 0) != old;
}

bool GlobalAccess::load(uint64_t address, ElementType type, uint64_t &bits) {
  const std::byte *data = range(address, byteSize(type), "load");
  if (!data) {
    return false;
  }
  note(AccessKind::Load, address, byteSize(type));
  bits = numerics::loadElement(type, data, 0);
  return true;
}

bool GlobalAccess::store(uint64_t address, ElementType type, uint64_t bits) {
  std::byte *data = range(address, byteSize(type), "store");
  if (!data) {
    return false;
  }
  note(AccessKind::Store, address, byteSize(type));
  put(type, data, bits);
  return true;
}

bool GlobalAccess::atomic(uint64_t address, ElementType type, AtomicOp op, uint64_t value,
                          uint64_t &old) {
  std::byte *data = range(address, byteSize(type), "atomic");
  if (!data) {
    return false;
  }
  note(AccessKind::Atomic, address, byteSize(type));
  old = numerics::loadElement(type, data, 0);
  put(type, data, combine(op, type, old, value));
  return true;
}

bool GlobalAccess::compareAndSwap(uint64_t address, ElementType type, uint64_t compare,
                                  uint64_t value, uint64_t &old) {
  std::byte *data = range(address, byteSize(type), "atomic");
  if (!data) {
    return false;
  }
  note(AccessKind::Atomic, address, byteSize(type));
  old = numerics::loadElement(type, data, 0);
  if (lowBits(old, type) == lowBits(compare, type)) {
    put(type, data, value);
  }
  return true;
}

} // namespace charonia::sim
