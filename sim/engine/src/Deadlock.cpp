// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Explains a run in which nothing can happen any more: who waits for which buffer, how full it is,
// and where in the source its producer and its consumers are.
#include "Machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// True if every event to come is the next access of a core that goes round in a loop, and memory
/// is as it was when those loops began to repeat.
bool Machine::nobodyEndsSpin(uint32_t core) const {
  size_t spinning = 0;
  for (uint32_t i = 0; i < 2 * m_pes.size(); ++i) {
    const CoreState &state = m_pes[i / 2].cores[i % 2];
    if (i != core && state.scheduled) {
      if (state.spinsAt != m_global.version) {
        return false;
      }
      ++spinning;
    }
  }
  return m_events.size() == spinning;
}

/// Explains what nobodyEndsSpin() found.
SimError Machine::endlessSpin() {
  constexpr size_t kMostNotes = 32;
  SimError error{"deadlock", {}, -1, m_now, kNone, {}};
  size_t count = 0, others = 0;
  bool behind = false;
  for (uint32_t i = 0; i < 2 * m_pes.size(); ++i) {
    const CoreState &state = m_pes[i / 2].cores[i % 2];
    if (state.spinsAt != m_global.version || state.mode == CoreMode::Halted) {
      continue;
    }
    Instance at = m_source->instance(i);
    if (count++ == 0) {
      error.pe = static_cast<int>(i / 2);
      error.frame = at.frame;
    }
    behind |= at.laterCount > 0;
    if (error.notes.size() >= kMostNotes) {
      ++others;
      continue;
    }
    std::string place = placeOf(m_program, at.frame);
    std::string text = fmt::format("pe {}: {} repeats its accesses to {}", i / 2,
                                   arch::name(static_cast<arch::Unit>(i % 2)),
                                   m_image ? m_image->describe(state.step.address) : "memory");
    text += place.empty() ? "" : " (" + place + ")";
    text += at.pid < 0 ? "" : fmt::format(" in program id {}", at.pid);
    if (at.laterCount > 0) {
      text += fmt::format("; {} of this PE have not begun: {}", at.laterCount,
                          fmt::join(at.later, ", "));
      text += at.laterCount > at.later.size() ? ", ..." : "";
    }
    error.notes.push_back(std::move(text));
  }
  if (others > 0) {
    error.notes.push_back(fmt::format("and {} more", others));
  }
  if (auto blocked = deadlock()) { // cores and units that wait beside
    error.notes.insert(error.notes.end(), blocked->notes.begin(), blocked->notes.end());
  }
  error.message = fmt::format("{} {} on memory that nobody will change", count,
                              count == 1 ? "core waits in a loop" : "cores wait in loops");
  if (behind) {
    error.message +=
        fmt::format("; a PE runs its program ids one after the other (mapping {}), so a "
                    "program cannot wait for one behind it on the same PE",
                    program::name(m_program.mapping.kind));
  }
  return error;
}

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
                         m_atBarrier[c].size(), m_pes.size() - m_idleCores[c]),
             m_source->instance(static_cast<uint32_t>(2 * p + c)).frame);
        break;
      default:
        break;
      }
    }
  }
  for (auto &[p, text, frame] : networkNotes()) {
    note(p, std::move(text), frame);
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
