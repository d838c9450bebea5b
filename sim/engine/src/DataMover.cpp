// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What commands do to data. Called when a command completes; slots were resolved when it started.
#include "Machine.h"

#include "Poison.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace charonia::sim {

using numerics::byteSize;
using program::CircularBuffer;
using program::Command;
using program::CommandKind;

bool Machine::moveData(size_t p, Entry &entry) {
  const Command &command = *m_plan.commands[entry.command].command;
  switch (command.kind) {
  case CommandKind::FiLoad:
  case CommandKind::FiStore:
    return moveDma(p, entry);
  case CommandKind::DpeMma:
    multiply(entry);
    return true;
  case CommandKind::ReDrain: {
    const CircularBuffer &cb = m_program.cbs[command.reads[0].cb];
    std::byte *out = entry.slots[1 + (command.reads.size() - 1)];
    std::memcpy(out, entry.slots[0], static_cast<size_t>(elementsOf(cb) * byteSize(cb.type)));
    poisonOutside(out, cb.shape, poisonedExtents(entry), cb.type);
    return true;
  }
  case CommandKind::MluMove:
    return moveLayout(p, entry);
  case CommandKind::SeCompute:
    return runTile(p, entry, nullptr);
  case CommandKind::ReNetwork:
  case CommandKind::VectorGroup:
  case CommandKind::CbUpdate:
    return true;
  }
  return true;
}

bool Machine::moveDma(size_t p, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  if (command.kind == CommandKind::FiLoad && !command.dma->keepRest) {
    int64_t moved = 0;
    forEachBox(plan, entry.values, [&](const DmaBox &box) {
      moved += box.elements;
      return true;
    });
    const CircularBuffer &cb = m_program.cbs[command.writes[0].cb];
    if (moved != elementsOf(cb)) {
      fillElements(entry.slots[command.reads.size()], elementsOf(cb), byteSize(cb.type),
                   static_cast<uint64_t>(command.dma->padBits));
    }
  }
  return forEachBox(plan, entry.values, [&](const DmaBox &box) { return moveBox(p, entry, box); });
}

bool Machine::moveBox(size_t p, Entry &entry, const DmaBox &box) {
  const Command &command = *m_plan.commands[entry.command].command;
  const bool load = command.kind == CommandKind::FiLoad;
  const CircularBuffer &cb = m_program.cbs[load ? command.writes[0].cb : command.reads[0].cb];
  std::byte *slot = entry.slots[load ? command.reads.size() : 0];
  const int64_t size = byteSize(cb.type);
  if (box.empty) {
    return true;
  }
  // One check for the whole box if it lies in one buffer, which it nearly always does.
  constexpr int64_t kFarthest = int64_t{1} << 48; // beyond any address; keeps the sums exact
  int64_t low = 0, high = 0;
  for (int d = 0; d < box.rank; ++d) {
    int64_t steps = box.extents[d] - 1, reach = 0;
    if (__builtin_mul_overflow(steps, box.strides[d], &reach) || reach > kFarthest ||
        reach < -kFarthest) {
      return failAt(p, &command, "out-of-bounds", "a DMA box reaches beyond every address");
    }
    (reach < 0 ? low : high) += reach;
  }
  std::byte *memory = m_image->data(box.base + static_cast<uint64_t>(low), high - low + size);
  if (!memory) {
    bool found = false;
    forEachRow(box, [&](uint64_t address, int64_t bytes) {
      if (!found && !m_global.range(address, bytes, load ? "DMA read" : "DMA write")) {
        found = true;
      }
    });
    if (!found) {
      m_global.error =
          fmt::format("a DMA box spans several buffers: {}", m_image->describe(box.base));
    }
    return failAt(p, &command, "out-of-bounds", m_global.error);
  }
  memory -= low;
  Dims local = denseStrides(cb.shape, size);
  for (int d = 0; d < box.rank; ++d) {
    slot += box.lower[d] * local[d];
  }
  std::span<const int64_t> shape(box.extents.data(), static_cast<size_t>(box.rank));
  if (load) {
    copyNd(slot, local, memory, box.strides, shape, size);
  } else {
    copyNd(memory, box.strides, slot, local, shape, size);
    ++m_global.version;
  }
  return true;
}

/// The command's extents if this run poisons what is left out; else none.
std::span<const int64_t> Machine::poisonedExtents(const Entry &entry) const {
  const CommandPlan &plan = m_plan.commands[entry.command];
  return m_options.poison
             ? std::span(entry.values.data() + plan.dmaValues, plan.values - plan.dmaValues)
             : std::span<const int64_t>();
}

void Machine::multiply(Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  const MmaShape &shape = plan.mma;
  const CircularBuffer &acc = m_program.cbs[command.writes[0].cb];
  std::byte *out = entry.slots[command.reads.size()];
  size_t bytes = static_cast<size_t>(elementsOf(acc) * byteSize(acc.type));
  if (command.hasInit) {
    std::memcpy(out, entry.slots[command.reads.size() - 1], bytes);
  } else if (!command.accumulate) {
    std::memset(out, 0, bytes);
  }
  if (!command.hasOperands) {
    return;
  }
  auto type = m_program.cbs[command.reads[0].cb].type;
  int64_t size = byteSize(type);
  const std::span<const int64_t> extents = poisonedExtents(entry);
  const int64_t inner = extents.empty() ? shape.k : std::clamp<int64_t>(extents.back(), 0, shape.k);
  numerics::DotShape dot{shape.m, shape.n, inner, shape.k, 1, shape.n, 1, shape.n};
  if (command.transposeA) {
    dot.aRow = 1;
    dot.aCol = shape.m;
  }
  if (command.transposeB) {
    dot.bRow = 1;
    dot.bCol = shape.k;
  }
  for (int64_t b = 0; b < shape.batch; ++b) {
    numerics::dot(type, acc.type, entry.slots[0] + b * shape.m * shape.k * size,
                  entry.slots[1] + b * shape.k * shape.n * size,
                  out + b * shape.m * shape.n * byteSize(acc.type), dot);
  }
  if (!extents.empty()) {
    poisonOutside(out, acc.shape, extents.first(extents.size() - 1), acc.type);
  }
}

bool Machine::moveLayout(size_t p, Entry &entry) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  const CircularBuffer &from = m_program.cbs[command.reads[0].cb];
  const CircularBuffer &to = m_program.cbs[command.writes[0].cb];
  const bool part = !command.scalarInputs.empty();
  int64_t size = byteSize(from.type);
  std::byte *out = entry.slots[command.reads.size()];
  if (command.permutation.empty() && !part) {
    std::memmove(out, entry.slots[0], static_cast<size_t>(elementsOf(from) * size));
    return true;
  }
  Dims source = denseStrides(from.shape, size), strides{};
  const std::byte *in = entry.slots[0];
  for (size_t d = 0; d < to.shape.size(); ++d) {
    size_t of = command.permutation.empty() ? d : static_cast<size_t>(command.permutation[d]);
    strides[d] = source[of];
    if (part) {
      const int64_t offset = entry.values[plan.values + of];
      if (offset < 0 || offset > from.shape[of] - to.shape[d]) {
        return failAt(p, &command, "out-of-bounds",
                      fmt::format("a slice of {} elements from {} leaves the {} of its tile",
                                  to.shape[d], offset, from.shape[of]));
      }
      in += offset * source[of];
    }
  }
  copyNd(out, denseStrides(to.shape, size), in, strides, to.shape, size);
  return true;
}

bool Machine::runTile(size_t p, Entry &entry, uint64_t *scalarOutputs) {
  const CommandPlan &plan = m_plan.commands[entry.command];
  const Command &command = *plan.command;
  TileIo io;
  io.reads = entry.slots.data();
  io.writes = entry.slots.data() + command.reads.size();
  io.scalarInputs = entry.values.data() + plan.values;
  io.scalarOutputs = scalarOutputs;
  io.memory = &m_global;
  io.printed = &m_printed;
  io.pe = static_cast<int>(p);
  io.extents = poisonedExtents(entry);
  if (m_executor.run(m_plan.tiles[static_cast<size_t>(plan.tile)], io)) {
    return true;
  }
  return failAt(p, &command, m_executor.errorCode.c_str(), m_executor.error);
}

} // namespace charonia::sim
