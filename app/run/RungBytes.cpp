// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/RungBytes.h"

namespace charonia::app {
namespace {

/// Finds the access that an op was made for: its own, or that of an op it came from.
class AccessFinder {
public:
  explicit AccessFinder(const compiler::Compilation &compilation) {
    for (const compiler::AccessRow &access : compilation.accesses) {
      m_rungs[access.op] = &access;
    }
    for (const compiler::LineageEvent &event : compilation.lineage) {
      if (event.kind != compiler::LineageEvent::Kind::Erase) {
        auto &from = m_from[event.op];
        from.insert(from.end(), event.from.begin(), event.from.end());
      }
    }
  }

  const compiler::AccessRow *of(compiler::OpId op) {
    const auto known = m_rungs.find(op);
    if (known != m_rungs.end()) {
      return known->second;
    }
    m_rungs[op] = nullptr; // ends the walk where ops come from each other
    const compiler::AccessRow *access = nullptr;
    if (const auto from = m_from.find(op); from != m_from.end()) {
      for (size_t i = 0; i < from->second.size() && !access; ++i) {
        access = of(from->second[i]);
      }
    }
    return m_rungs[op] = access;
  }

private:
  std::map<compiler::OpId, const compiler::AccessRow *> m_rungs;
  std::map<compiler::OpId, std::vector<compiler::OpId>> m_from;
};

} // namespace

RungBytes bytesByRung(const compiler::Compilation &compilation, const sim::SimResult &result) {
  AccessFinder accesses(compilation);
  RungBytes bytes;
  const sim::MovedBytes &moved = result.moved;
  auto add = [](std::map<std::string, uint64_t> &to, const std::string &rung, uint64_t more) {
    if (more > 0) {
      to[rung] += more;
    }
  };
  for (size_t i = 0; i < moved.byCommand.size(); ++i) {
    const program::Command &command = compilation.program->commands[i];
    if (!command.dma) { // groups of the vector core move single elements alone
      add(bytes.moved, "gather", moved.byCommand[i]);
      continue;
    }
    const compiler::AccessRow *access = accesses.of(command.op);
    const std::string rung = access ? access->rung : "other";
    add(bytes.moved, rung, moved.byCommand[i]);
    if (rung == "strided" || rung == "indexed") {
      add(bytes.taken, rung,
          result.trace->commandRuns[i] * static_cast<uint64_t>(access->bytesPerTile));
    }
  }
  add(bytes.moved, "uniform", moved.core);
  add(bytes.moved, "atomic", moved.atomic);
  return bytes;
}

} // namespace charonia::app
