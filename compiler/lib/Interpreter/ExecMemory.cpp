// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that read and write the memory image. Every access is checked.
#include "Exec.h"

#include <cstring>

namespace charonia::compiler::interp {

namespace {

template <typename T>
void addPointers(Machine &machine, const Step &step) {
  const uint64_t *pointers = machine.as<uint64_t>(step.operands[0].slot);
  const T *offsets = machine.as<T>(step.operands[1].slot);
  uint64_t *dst = machine.as<uint64_t>(step.dst);
  auto size = static_cast<uint64_t>(step.value);
  int64_t count = machine.countOf(step);
  uint8_t pointerStride = step.operands[0].stride, offsetStride = step.operands[1].stride;
  if (pointerStride == 0 && offsetStride != 0) {
    uint64_t base = *pointers;
    for (int64_t i = 0; i < count; ++i) {
      dst[i] = base + static_cast<uint64_t>(static_cast<int64_t>(offsets[i])) * size;
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    dst[i] = pointers[i * pointerStride] +
             static_cast<uint64_t>(static_cast<int64_t>(offsets[i * offsetStride])) * size;
  }
}

/// The buffer of the last access, unpacked for the hot loops.
struct Window {
  uint64_t base = 0, last = 0; ///< first address, last offset at which an element fits
  std::byte *data = nullptr;
  bool valid = false;

  bool holds(uint64_t address) const { return valid && address - base <= last; }
  bool move(Machine &machine, uint64_t address, uint64_t size) {
    HostBuffer *buffer = machine.find(address, size);
    valid = buffer != nullptr;
    if (valid) {
      base = buffer->address;
      last = buffer->bytes - size;
      data = buffer->data;
    }
    return valid;
  }
};

/// Visits each lane whose mask is not 0: `body(lane, host pointer)`. Returns the next pc.
template <typename Size, typename Body, typename Skipped>
uint32_t forEachLane(Machine &machine, const Step &step, const char *verb, bool masked,
                     Operand maskOperand, uint32_t pc, Body body, Skipped skipped) {
  const uint64_t *addresses = machine.as<uint64_t>(step.operands[0].slot);
  const uint8_t *mask = masked ? machine.as<uint8_t>(maskOperand.slot) : nullptr;
  uint8_t addressStride = step.operands[0].stride, maskStride = maskOperand.stride;
  int64_t count = machine.countOf(step);
  Window window;
  for (int64_t i = 0; i < count; ++i) {
    if (mask != nullptr && mask[i * maskStride] == 0) {
      skipped(i);
      continue;
    }
    uint64_t address = addresses[i * addressStride];
    if (!window.holds(address) && !window.move(machine, address, sizeof(Size))) {
      return machine.failAccess(step, verb, address, sizeof(Size), i);
    }
    body(i, window.data + (address - window.base));
  }
  return pc + 1;
}

template <typename T>
uint32_t load(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const AccessPayload &>(*step.payload);
  T *dst = machine.as<T>(step.dst);
  const T *other = payload.hasOther ? machine.as<T>(step.operands[2].slot) : nullptr;
  uint8_t otherStride = step.operands[2].stride;
  T undefined = payload.padsZero    ? T(0)
                : payload.isBoolean ? T(machine.undefinedLanes & 1)
                                    : T(machine.undefinedLanes);
  return forEachLane<T>(
      machine, step, "reads", payload.masked, step.operands[1], pc,
      [&](int64_t i, const std::byte *from) { std::memcpy(dst + i, from, sizeof(T)); },
      [&](int64_t i) { dst[i] = other != nullptr ? other[i * otherStride] : undefined; });
}

template <typename T>
uint32_t store(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const AccessPayload &>(*step.payload);
  const T *values = machine.as<T>(step.operands[2].slot);
  uint8_t valueStride = step.operands[2].stride;
  return forEachLane<T>(
      machine, step, "writes", payload.masked, step.operands[1], pc,
      [&](int64_t i, std::byte *to) { std::memcpy(to, values + i * valueStride, sizeof(T)); },
      [](int64_t) {});
}

template <typename T>
uint32_t atomic(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const AtomicPayload &>(*step.payload);
  const T *values = machine.as<T>(step.operands[1].slot);
  const T *compare =
      payload.kind == AtomicKind::CompareSwap ? machine.as<T>(payload.compare.slot) : nullptr;
  T *dst = machine.as<T>(step.dst);
  uint8_t stride = step.operands[1].stride;
  bool floats = numerics::isFloat(step.in) && payload.kind == AtomicKind::Apply;
  return forEachLane<T>(
      machine, step, "updates", payload.masked, payload.mask, pc,
      [&](int64_t i, std::byte *at) {
        T old, value = values[i * stride];
        std::memcpy(&old, at, sizeof(T));
        if (payload.kind == AtomicKind::Apply) {
          value = static_cast<T>(numerics::evaluate(step.fn, step.in, step.in, old, value));
        } else if (payload.kind == AtomicKind::CompareSwap &&
                   old != compare[i * payload.compare.stride]) {
          value = old;
        }
        std::memcpy(at, &value, sizeof(T));
        dst[i] = old;
        if (floats) {
          machine.buffers[machine.lastBuffer].floatAtomics = true;
        }
      },
      [&](int64_t i) { dst[i] = T(machine.undefinedLanes); });
}

uint32_t badSize(Machine &machine, const Step &step) {
  return machine.fail(step, "KC0806", "element size without meaning");
}

} // namespace

uint32_t execAddPtr(Machine &machine, const Step &step, uint32_t pc) {
  switch (step.in) {
  case ElementType::I8:
  case ElementType::I1:
    addPointers<int8_t>(machine, step);
    break;
  case ElementType::I16:
    addPointers<int16_t>(machine, step);
    break;
  case ElementType::I32:
    addPointers<int32_t>(machine, step);
    break;
  default:
    addPointers<int64_t>(machine, step);
    break;
  }
  return pc + 1;
}

uint32_t execLoad(Machine &machine, const Step &step, uint32_t pc) {
  switch (step.value) {
  case 1:
    return load<uint8_t>(machine, step, pc);
  case 2:
    return load<uint16_t>(machine, step, pc);
  case 4:
    return load<uint32_t>(machine, step, pc);
  case 8:
    return load<uint64_t>(machine, step, pc);
  default:
    return badSize(machine, step);
  }
}

uint32_t execStore(Machine &machine, const Step &step, uint32_t pc) {
  switch (step.value) {
  case 1:
    return store<uint8_t>(machine, step, pc);
  case 2:
    return store<uint16_t>(machine, step, pc);
  case 4:
    return store<uint32_t>(machine, step, pc);
  case 8:
    return store<uint64_t>(machine, step, pc);
  default:
    return badSize(machine, step);
  }
}

uint32_t execAtomic(Machine &machine, const Step &step, uint32_t pc) {
  switch (numerics::byteSize(step.in)) {
  case 1:
    return atomic<uint8_t>(machine, step, pc);
  case 2:
    return atomic<uint16_t>(machine, step, pc);
  case 4:
    return atomic<uint32_t>(machine, step, pc);
  default:
    return atomic<uint64_t>(machine, step, pc);
  }
}

namespace {

int64_t signedElement(Machine &machine, ElementType type, Operand operand, int64_t index = 0) {
  uint64_t bits = numerics::loadElement(type, machine.data(operand.slot), index);
  unsigned shift = 64 - numerics::bitWidth(type);
  return static_cast<int64_t>(bits << shift) >> shift;
}

} // namespace

uint32_t execBlockAddresses(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const BlockPayload &>(*step.payload);
  const int64_t *block = machine.as<int64_t>(step.operands[0].slot);
  uint64_t *addresses = machine.as<uint64_t>(step.dst);
  uint8_t *mask = machine.as<uint8_t>(payload.maskSlot);
  size_t rank = payload.block.size();
  const int64_t *shape = block + 1, *strides = shape + rank, *offsets = strides + rank;
  std::vector<int64_t> begin(rank);
  for (size_t dim = 0; dim < rank; ++dim) {
    begin[dim] =
        payload.rows
            ? (dim + 1 == rank ? signedElement(machine, ElementType::I32, payload.indices[0]) : 0)
        : payload.descriptor ? signedElement(machine, ElementType::I32, payload.indices[dim])
                             : offsets[dim];
  }
  std::vector<int64_t> index(rank, 0);
  for (int64_t i = 0; i < step.count; ++i) {
    uint64_t address = static_cast<uint64_t>(block[0]);
    bool inside = true;
    for (size_t dim = 0; dim < rank; ++dim) {
      int64_t at = begin[dim] + index[dim];
      if (payload.rows && dim == 0) {
        at = signedElement(machine, step.in, step.operands[1], index[0] * step.operands[1].stride);
      }
      address += static_cast<uint64_t>(at) * static_cast<uint64_t>(strides[dim]) *
                 static_cast<uint64_t>(payload.elementBytes);
      inside &= !payload.checked[dim] || (at >= 0 && at < shape[dim]);
    }
    addresses[i] = address;
    mask[i] = inside;
    for (size_t dim = rank; dim-- > 0;) {
      if (++index[dim] < payload.block[dim]) {
        break;
      }
      index[dim] = 0;
    }
  }
  return pc + 1;
}

uint32_t execPack(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const PackPayload &>(*step.payload);
  int64_t *dst = machine.as<int64_t>(step.dst);
  for (size_t i = 0; i < payload.items.size(); ++i) {
    dst[i] = signedElement(machine, payload.items[i].type, payload.items[i].operand);
  }
  return pc + 1;
}

uint32_t execAdvance(Machine &machine, const Step &step, uint32_t pc) {
  const auto &payload = static_cast<const PackPayload &>(*step.payload);
  int64_t *dst = machine.as<int64_t>(step.dst);
  std::memmove(dst, machine.data(step.operands[0].slot), static_cast<size_t>(step.count) * 8);
  for (size_t i = 0; i < payload.items.size(); ++i) {
    dst[static_cast<size_t>(step.value) + i] +=
        signedElement(machine, payload.items[i].type, payload.items[i].operand);
  }
  return pc + 1;
}

uint32_t execPadding(Machine &machine, const Step &step, uint32_t pc) {
  bool nan = machine.as<int64_t>(step.operands[0].slot)[step.value] != 0;
  uint64_t bits = 0;
  if (nan && numerics::isFloat(step.out)) {
    bits = numerics::fromDouble(step.out, __builtin_nan(""));
  }
  numerics::storeElement(step.out, machine.data(step.dst), 0, bits);
  return pc + 1;
}

} // namespace charonia::compiler::interp
