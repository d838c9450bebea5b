// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that compute values, steer control, check and print.
#include "Exec.h"

#include <cstring>
#include <fmt/format.h>

namespace charonia::compiler::interp {

namespace {

template <typename T>
void fill(std::byte *dst, const std::byte *src, int64_t count) {
  T value;
  std::memcpy(&value, src, sizeof value);
  T *out = reinterpret_cast<T *>(dst);
  for (int64_t i = 0; i < count; ++i) {
    out[i] = value;
  }
}

} // namespace

uint32_t execElementwise(Machine &machine, const Step &step, uint32_t pc) {
  numerics::ArrayOperand operands[3];
  for (size_t i = 0; i < 3; ++i) {
    operands[i] = {machine.data(step.operands[i].slot), step.operands[i].stride};
  }
  numerics::evaluateArray(step.fn, step.in, step.out, machine.data(step.dst), operands,
                          static_cast<size_t>(machine.countOf(step)));
  return pc + 1;
}

uint32_t execCopy(Machine &machine, const Step &step, uint32_t pc) {
  std::byte *dst = machine.data(step.dst);
  const std::byte *src = machine.data(step.operands[0].slot);
  int64_t count = machine.countOf(step);
  if (step.operands[0].stride != 0) {
    std::memmove(dst, src, static_cast<size_t>(count * step.value));
    return pc + 1;
  }
  switch (step.value) {
  case 1:
    std::memset(dst, static_cast<int>(*src), static_cast<size_t>(count));
    break;
  case 2:
    fill<uint16_t>(dst, src, count);
    break;
  case 4:
    fill<uint32_t>(dst, src, count);
    break;
  default:
    fill<uint64_t>(dst, src, count);
    break;
  }
  return pc + 1;
}

uint32_t execRange(Machine &machine, const Step &step, uint32_t pc) {
  int32_t *dst = machine.as<int32_t>(step.dst);
  auto start = static_cast<int32_t>(step.value);
  for (int64_t i = 0; i < step.count; ++i) {
    dst[i] = start + static_cast<int32_t>(i);
  }
  return pc + 1;
}

uint32_t execProgram(Machine &machine, const Step &step, uint32_t pc) {
  const auto &values = step.target == 0 ? machine.pid : machine.grid;
  *machine.as<int32_t>(step.dst) = static_cast<int32_t>(values[static_cast<size_t>(step.value)]);
  return pc + 1;
}

uint32_t execPe(Machine &machine, const Step &step, uint32_t pc) {
  const int64_t pe = machine.pe, columns = machine.peColumns;
  int64_t value = 0;
  switch (static_cast<PeValue>(step.value)) {
  case PeValue::Id:
    value = pe;
    break;
  case PeValue::Row:
    value = pe / columns;
    break;
  case PeValue::Column:
    value = pe % columns;
    break;
  case PeValue::Count:
    value = machine.peRows * columns;
    break;
  }
  *machine.as<int32_t>(step.dst) = static_cast<int32_t>(value);
  return pc + 1;
}

uint32_t execCollective(Machine &machine, const Step &step, uint32_t) {
  machine.parked = &step;
  return kStop;
}

uint32_t execJump(Machine &, const Step &step, uint32_t) { return step.target; }

uint32_t execJumpUnless(Machine &machine, const Step &step, uint32_t pc) {
  return *machine.as<uint8_t>(step.operands[0].slot) != 0 ? pc + 1 : step.target;
}

uint32_t execEnd(Machine &, const Step &, uint32_t) { return kStop; }

uint32_t execNothing(Machine &, const Step &, uint32_t pc) { return pc + 1; }

uint32_t execSwitch(Machine &machine, const Step &step, uint32_t) {
  const auto &payload = static_cast<const SwitchPayload &>(*step.payload);
  uint64_t bits = numerics::loadElement(step.in, machine.data(step.operands[0].slot), 0);
  for (const auto &[value, target] : payload.cases) {
    if (static_cast<uint64_t>(value) == bits) {
      return target;
    }
  }
  return step.target;
}

uint32_t execAssert(Machine &machine, const Step &step, uint32_t pc) {
  const std::byte *data = machine.data(step.operands[0].slot);
  for (int64_t i = 0; i < step.count; ++i) {
    if (numerics::loadElement(step.in, data, i) == 0) {
      const auto &payload = static_cast<const AssertPayload &>(*step.payload);
      return machine.fail(
          step, "KC0805",
          fmt::format("{} (element {} of {})", payload.message, i, machine.programName()));
    }
  }
  return pc + 1;
}

namespace {

std::string formatElement(ElementType type, uint64_t bits, bool hex, bool isSigned) {
  if (hex) {
    return fmt::format("0x{:0{}x}", bits, 2 * numerics::byteSize(type));
  }
  if (numerics::isFloat(type)) {
    return fmt::format("{:g}", numerics::toDouble(type, bits));
  }
  if (isSigned && type != ElementType::I1) {
    unsigned shift = 64 - numerics::bitWidth(type);
    return fmt::format("{}", static_cast<int64_t>(bits << shift) >> shift);
  }
  return fmt::format("{}", bits);
}

/// "(3, 1)": the position of flat element `index` in `shape`.
std::string formatIndex(const std::vector<int64_t> &shape, int64_t index) {
  std::string text;
  for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim]) {
    text = std::to_string(index % shape[dim]) + (text.empty() ? "" : ", ") + text;
  }
  return "(" + text + ")";
}

} // namespace

uint32_t execPrint(Machine &machine, const Step &step, uint32_t pc) {
  // More lines than anyone reads are a mistake of the kernel, not a reason to fill memory.
  constexpr size_t kMaxLines = 100'000;
  const auto &payload = static_cast<const PrintPayload &>(*step.payload);
  std::string head =
      fmt::format("pid ({}, {}, {})", machine.pid[0], machine.pid[1], machine.pid[2]);
  if (payload.items.empty() && machine.result.printed.size() < kMaxLines) {
    machine.result.printed.push_back(head + payload.prefix);
  }
  for (const PrintPayload::Item &item : payload.items) {
    for (int64_t i = 0; i < item.count && machine.result.printed.size() < kMaxLines; ++i) {
      uint64_t bits = numerics::loadElement(item.type, machine.data(item.operand.slot),
                                            item.operand.stride == 0 ? 0 : i);
      std::string index = item.shape.empty() ? "" : " idx " + formatIndex(item.shape, i);
      machine.result.printed.push_back(head + index + payload.prefix +
                                       formatElement(item.type, bits, payload.hex, item.isSigned));
    }
  }
  return pc + 1;
}

} // namespace charonia::compiler::interp
