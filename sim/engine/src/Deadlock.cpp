// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explains a run in which nothing can happen any more: who waits for which buffer, how full it is,
// and where in the source its producer and its consumers are.
#include "Machine.h"

#include <fmt/format.h>

namespace charonia::sim {

using arch::kNumUnits;
using program::Command;
using program::kNone;

namespace {

/// Places of the commands of the program that fill or read a buffer.
std::string users(const program::Program &program, uint32_t cb, bool producers) {
  std::string text;
  int count = 0;
  for (uint32_t i = 0; i < program.commands.size(); ++i) {
    const Command &command = program.commands[i];
    bool uses = false;
    if (producers) {
      for (const program::CbWrite &write : command.writes) {
        uses |= write.cb == cb;
      }
    } else {
      for (const program::CbRead &read : command.reads) {
        uses |= read.cb == cb;
      }
    }
    if (uses && ++count <= 3) {
      text += (text.empty() ? "" : ", ") + describe(program, i);
    }
  }
  return text.empty() ? "nobody" : count > 3 ? text + ", ..." : text;
}

} // namespace

std::optional<SimError> Machine::deadlock() {
  constexpr size_t kMostNotes = 64;
  SimError error{"deadlock", {}, -1, m_now, kNone, {}};
  size_t blocked = 0;
  auto note = [&](size_t p, std::string text, program::FrameId frame) {
    if (blocked++ == 0) {
      error.pe = static_cast<int>(p);
      error.frame = frame;
    }
    if (error.notes.size() < kMostNotes) {
      error.notes.push_back(std::move(text));
    }
  };
  auto gateNote = [&](size_t p, uint32_t command, StallClass why, uint32_t cb) {
    const program::CircularBuffer &buffer = m_program.cbs[cb];
    const CbState &state = m_pes[p].cbs[cb];
    std::string readers;
    for (size_t r = 0; r < buffer.readers.size(); ++r) {
      readers += fmt::format(", {} popped {} (issued {})", arch::name(buffer.readers[r]),
                             state.popped[r], state.issuePopped[r]);
    }
    return fmt::format("pe {}: {} waits for {} of buffer {} (depth {}): pushed {}, reserved {}{}; "
                       "filled by {}; read by {}",
                       p, describe(m_program, command),
                       why == StallClass::Space ? "room" : "a tile", buffer.name, buffer.depth,
                       state.pushed, state.reserved, readers, users(m_program, cb, true),
                       users(m_program, cb, false));
  };
  for (size_t p = 0; p < m_pes.size(); ++p) {
    Pe &pe = m_pes[p];
    for (size_t unit = 2; unit < kNumUnits; ++unit) {
      UnitState &state = pe.units[unit];
      if (state.queue.next != state.queue.tail && state.waitCb != kNone) {
        uint32_t command = state.queue.at(state.queue.next).command;
        note(p, gateNote(p, command, state.waiting, state.waitCb),
             m_program.commands[command].frame);
      }
    }
    for (size_t c = 0; c < 2; ++c) {
      const CoreState &core = pe.cores[c];
      const char *name = arch::name(static_cast<arch::Unit>(c));
      switch (core.mode) {
      case CoreMode::Gate:
        note(p, gateNote(p, core.step.command, pe.units[c].waiting, pe.units[c].waitCb),
             m_program.commands[core.step.command].frame);
        break;
      case CoreMode::QueueFull:
        note(p,
             fmt::format("pe {}: {} waits for room in a queue to issue {}", p, name,
                         describe(m_program, core.step.command)),
             m_program.commands[core.step.command].frame);
        break;
      case CoreMode::Unit:
        note(p, fmt::format("pe {}: {} waits for unit {}", p, name, arch::name(core.step.unit)),
             kNone);
        break;
      case CoreMode::Barrier:
        note(p,
             fmt::format("pe {}: {} waits at a barrier that {} of {} PEs have reached", p, name,
                         m_atBarrier[c].size(), m_pes.size()),
             kNone);
        break;
      default:
        break;
      }
    }
  }
  if (blocked == 0) {
    return std::nullopt;
  }
  error.message = fmt::format("nothing can go on: {} units or cores are blocked", blocked);
  if (blocked > error.notes.size()) {
    error.notes.push_back(fmt::format("and {} more", blocked - error.notes.size()));
  }
  return error;
}

} // namespace charonia::sim
