// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Columns.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace charonia::simdata {
namespace {

using program::CircularBuffer;
using program::kNone;

// --- Everything but the rows ------------------------------------------------------------------

template <typename T, typename Put>
void putList(Encoder &e, const std::vector<T> &list, Put put) {
  e.number(list.size());
  for (const T &element : list) {
    put(element);
  }
}

template <typename T, typename Get>
void getList(Decoder &d, std::vector<T> &list, Get get) {
  const size_t count = d.count();
  list.clear();
  for (size_t i = 0; i < count && !d.failed(); ++i) {
    list.push_back(get());
  }
}

void putBuffer(Encoder &e, const CircularBuffer &cb) {
  e.text(cb.name);
  e.number(static_cast<uint64_t>(cb.space));
  e.difference(static_cast<uint64_t>(cb.base));
  e.difference(static_cast<uint64_t>(cb.slotBytes));
  e.difference(static_cast<uint64_t>(int64_t{cb.depth}));
  e.number(cb.resident);
  e.number(static_cast<uint64_t>(cb.type));
  putList(e, cb.shape, [&](int64_t extent) { e.difference(static_cast<uint64_t>(extent)); });
  e.number(static_cast<uint64_t>(cb.producer));
  putList(e, cb.readers, [&](Unit unit) { e.number(static_cast<uint64_t>(unit)); });
  e.number(cb.op);
}

CircularBuffer getBuffer(Decoder &d) {
  CircularBuffer cb;
  cb.name = d.text();
  cb.space = static_cast<program::CbSpace>(d.below(2));
  cb.base = static_cast<int64_t>(d.difference());
  cb.slotBytes = static_cast<int64_t>(d.difference());
  cb.depth = static_cast<int32_t>(d.difference());
  cb.resident = d.below(2) == 1;
  cb.type = static_cast<program::ElementType>(d.below(numerics::kNumElementTypes));
  getList(d, cb.shape, [&] { return static_cast<int64_t>(d.difference()); });
  cb.producer = static_cast<Unit>(d.below(arch::kNumUnits));
  getList(d, cb.readers, [&] { return static_cast<Unit>(d.below(arch::kNumUnits)); });
  cb.op = static_cast<uint32_t>(d.below(uint64_t{1} << 32));
  return cb;
}

void putFrame(Encoder &e, const program::SourceFrame &frame) {
  e.text(frame.file);
  e.number(frame.line);
  e.number(frame.column);
  e.text(frame.function);
  e.number(frame.parent);
}

program::SourceFrame getFrame(Decoder &d) {
  constexpr uint64_t kLimit = uint64_t{1} << 32;
  program::SourceFrame frame;
  frame.file = d.text();
  frame.line = static_cast<uint32_t>(d.below(kLimit));
  frame.column = static_cast<uint32_t>(d.below(kLimit));
  frame.function = d.text();
  frame.parent = static_cast<uint32_t>(d.below(kLimit));
  return frame;
}

void putPe(Encoder &e, const PeTotals &pe) {
  for (const UnitTotals &unit : pe.units) {
    for (uint64_t cycles : unit.cycles) {
      e.number(cycles);
    }
    e.number(unit.commands);
  }
  for (uint64_t value : {pe.finished, pe.pids, pe.dmaReadBytes, pe.dmaWriteBytes, pe.scalarBytes,
                         pe.dmaRequests, pe.dmaRequested}) {
    e.number(value);
  }
}

PeTotals getPe(Decoder &d) {
  PeTotals pe;
  for (UnitTotals &unit : pe.units) {
    for (uint64_t &cycles : unit.cycles) {
      cycles = d.number();
    }
    unit.commands = d.number();
  }
  for (uint64_t *value : {&pe.finished, &pe.pids, &pe.dmaReadBytes, &pe.dmaWriteBytes,
                          &pe.scalarBytes, &pe.dmaRequests, &pe.dmaRequested}) {
    *value = d.number();
  }
  return pe;
}

void writeMeta(const Trace &t, Encoder &e) {
  e.number(t.makespan);
  e.number(t.launchCycles);
  e.number(static_cast<uint64_t>(t.rows));
  e.number(static_cast<uint64_t>(t.columns));
  e.number(t.truncated);
  e.number(t.events);
  e.text(t.kernel);
  e.text(t.hardware);
  putList(e, t.pes, [&](const PeTotals &pe) { putPe(e, pe); });
  putList(e, t.resources, [&](const ResourceTotals &r) {
    e.text(r.name);
    e.number(r.bytes);
    e.number(std::bit_cast<uint64_t>(r.busyCycles));
  });
  putList(e, t.commandRuns, [&](uint64_t runs) { e.number(runs); });
  putList(e, t.cbTable, [&](const CircularBuffer &cb) { putBuffer(e, cb); });
  putList(e, t.commandNames, [&](const std::string &name) { e.text(name); });
  putList(e, t.commandOps, [&](uint32_t op) { e.number(op); });
  putList(e, t.frames, [&](const program::SourceFrame &frame) { putFrame(e, frame); });
  putList(e, t.opFrames, [&](program::FrameId frame) { e.number(frame); });
}

/// Ids that readers follow must lead somewhere; parents of frames to a frame without parent.
bool framesHold(const Trace &t) {
  std::vector<uint8_t> state(t.frames.size(), 0); // 1: on the way, 2: leads to an end
  for (size_t i = 0; i < t.frames.size(); ++i) {
    std::vector<size_t> way;
    for (size_t at = i; state[at] == 0;) {
      state[at] = 1;
      way.push_back(at);
      const program::FrameId parent = t.frames[at].parent;
      if (parent == kNone) {
        break;
      }
      if (parent >= t.frames.size() || state[parent] == 1) {
        return false;
      }
      at = parent;
    }
    for (size_t frame : way) {
      state[frame] = 2;
    }
  }
  for (program::FrameId frame : t.opFrames) {
    if (frame != kNone && frame >= t.frames.size()) {
      return false;
    }
  }
  return true;
}

void readMeta(Decoder &d, Trace &t) {
  constexpr uint64_t kMaxSide = 4096, kLimit = uint64_t{1} << 32;
  t.makespan = d.number();
  t.launchCycles = d.number();
  t.rows = static_cast<int>(d.below(kMaxSide));
  t.columns = static_cast<int>(d.below(kMaxSide));
  t.truncated = d.below(2) == 1;
  t.events = d.number();
  t.kernel = d.text();
  t.hardware = d.text();
  getList(d, t.pes, [&] { return getPe(d); });
  getList(d, t.resources, [&] {
    ResourceTotals r;
    r.name = d.text();
    r.bytes = d.number();
    r.busyCycles = std::bit_cast<double>(d.number());
    return r;
  });
  getList(d, t.commandRuns, [&] { return d.number(); });
  getList(d, t.cbTable, [&] { return getBuffer(d); });
  getList(d, t.commandNames, [&] { return d.text(); });
  getList(d, t.commandOps, [&] { return static_cast<uint32_t>(d.below(kLimit)); });
  getList(d, t.frames, [&] { return getFrame(d); });
  getList(d, t.opFrames, [&] { return static_cast<program::FrameId>(d.below(kLimit)); });
  if (t.pes.size() != static_cast<size_t>(t.rows) * static_cast<size_t>(t.columns) ||
      t.commandNames.size() != t.commandOps.size() || !framesHold(t)) {
    d.fail();
  }
}

// --- Rows -------------------------------------------------------------------------------------

/// Writes one value a row: `value(i)` is what is stored of row i.
template <typename Value>
void putRows(Encoder &e, size_t rows, Value value) {
  e.number(rows);
  for (size_t i = 0; i < rows; ++i) {
    e.difference(value(i));
  }
}

/// Reads the rows of a column, which must be as many as the first column of its table has.
template <typename T, typename Value>
void getRows(Decoder &d, std::vector<T> &column, const std::vector<uint16_t> *first, Value value) {
  const size_t rows = d.count();
  if (first && rows != first->size()) {
    return d.fail();
  }
  column.reserve(rows);
  for (size_t i = 0; i < rows && !d.failed(); ++i) {
    const auto v = value(i, d.difference());
    column.push_back(static_cast<T>(v));
    if (static_cast<uint64_t>(column.back()) != static_cast<uint64_t>(v)) {
      d.fail();
    }
  }
}

/// Last value of each track; tracks that never occur cost nothing.
class Previous {
public:
  /// The last value of the track; `value` becomes the last one.
  uint64_t exchange(uint32_t track, uint64_t value) { return std::exchange(m_last[track], value); }
  uint64_t add(uint32_t track, uint64_t difference) { return m_last[track] += difference; }

private:
  std::unordered_map<uint32_t, uint64_t> m_last; // looked up only
};

uint32_t trackOf(const CommandColumns &c, size_t i) {
  return uint32_t{c.pe[i]} * arch::kNumUnits + c.unit[i];
}
uint32_t trackOf(const CbColumns &c, size_t i) { return (uint32_t{c.pe[i]} << 16) + c.cb[i]; }

/// A column whose values are stored as differences from the last one of the row's track. `holds`
/// says whether a value may stand in row i.
template <auto Table, auto Member, typename Holds>
Column tracked(const char *name, Holds holds) {
  return {name,
          [](const Trace &t, Encoder &e) {
            Previous last;
            const auto &table = t.*Table;
            putRows(e, std::min((table.*Member).size(), table.size()), [&](size_t i) {
              const uint64_t value = (table.*Member)[i];
              return value - last.exchange(trackOf(table, i), value);
            });
          },
          [holds](Decoder &d, Trace &t) {
            Previous last;
            auto &table = t.*Table;
            getRows(d, table.*Member, &table.pe, [&](size_t i, uint64_t stored) {
              const uint64_t value = last.add(trackOf(table, i), stored);
              if (!holds(t, i, value)) {
                d.fail();
              }
              return value;
            });
          }};
}

/// A column whose values are stored as they are, less `base(trace, i)`.
template <auto Table, auto Member, typename Base, typename Holds>
Column relative(const char *name, Base base, Holds holds) {
  return {name,
          [base](const Trace &t, Encoder &e) {
            const auto &column = (t.*Table).*Member;
            putRows(e, column.size(), [&](size_t i) { return uint64_t{column[i]} - base(t, i); });
          },
          [base, holds](Decoder &d, Trace &t) {
            auto &table = t.*Table;
            const bool first = static_cast<const void *>(&(table.*Member)) == &table.pe;
            getRows(d, table.*Member, first ? nullptr : &table.pe, [&](size_t i, uint64_t stored) {
              const uint64_t value = stored + base(t, i);
              if (!holds(t, i, value)) {
                d.fail();
              }
              return value;
            });
          }};
}

constexpr auto kZero = [](const Trace &, size_t) { return uint64_t{0}; };
constexpr auto kAnything = [](const Trace &, size_t, uint64_t) { return true; };
constexpr auto kIsPe = [](const Trace &t, size_t, uint64_t v) { return v < t.pes.size(); };

void addCommandColumns(std::vector<Column> &table) {
  using C = CommandColumns;
  constexpr auto T = &Trace::commands;
  table.push_back(relative<T, &C::pe>("commands.pe", kZero, kIsPe));
  table.push_back(
      relative<T, &C::unit>("commands.unit", kZero,
                            [](const Trace &, size_t, uint64_t v) { return v < arch::kNumUnits; }));
  table.push_back(
      tracked<T, &C::command>("commands.command", [](const Trace &t, size_t, uint64_t v) {
        return v < t.commandNames.size();
      }));
  table.push_back(tracked<T, &C::started>(
      "commands.started", [](const Trace &t, size_t, uint64_t v) { return v <= t.makespan; }));
  table.push_back(relative<T, &C::issued>(
      "commands.issued", [](const Trace &t, size_t i) { return t.commands.started[i]; },
      [](const Trace &t, size_t i, uint64_t v) { return v <= t.commands.started[i]; }));
  table.push_back(relative<T, &C::ended>(
      "commands.ended", [](const Trace &t, size_t i) { return t.commands.started[i]; },
      [](const Trace &t, size_t i, uint64_t v) {
        return v >= t.commands.started[i] && v <= t.makespan;
      }));
  table.push_back(tracked<T, &C::bytes>("commands.bytes", kAnything));
  table.push_back(relative<T, &C::waitClass>(
      "commands.waitClass", kZero,
      [](const Trace &, size_t, uint64_t v) { return v < kNumStallClasses; }));
  // kNone is stored as -1, in one byte.
  table.push_back({"commands.waitCb",
                   [](const Trace &t, Encoder &e) {
                     putRows(e, t.commands.waitCb.size(), [&](size_t i) {
                       return static_cast<uint64_t>(
                           int64_t{static_cast<int32_t>(t.commands.waitCb[i])});
                     });
                   },
                   [](Decoder &d, Trace &t) {
                     getRows(d, t.commands.waitCb, &t.commands.pe, [&](size_t, uint64_t stored) {
                       if (stored != ~uint64_t{0} && stored >= t.cbTable.size()) {
                         d.fail();
                       }
                       return static_cast<uint32_t>(stored);
                     });
                   }});
}

void addCbColumns(std::vector<Column> &table) {
  using C = CbColumns;
  constexpr auto T = &Trace::cbs;
  table.push_back(relative<T, &C::pe>("cbs.pe", kZero, kIsPe));
  table.push_back(relative<T, &C::cb>(
      "cbs.cb", kZero, [](const Trace &t, size_t, uint64_t v) { return v < t.cbTable.size(); }));
  table.push_back(tracked<T, &C::cycle>(
      "cbs.cycle", [](const Trace &t, size_t, uint64_t v) { return v <= t.makespan; }));
  table.push_back(tracked<T, &C::filled>("cbs.filled", kAnything));
  table.push_back(tracked<T, &C::reserved>("cbs.reserved", kAnything));
}

} // namespace

const std::vector<Column> &columnTable() {
  static const std::vector<Column> table = [] {
    std::vector<Column> columns;
    columns.push_back({"meta", writeMeta, readMeta});
    addCommandColumns(columns);
    addCbColumns(columns);
    return columns;
  }();
  return table;
}

} // namespace charonia::simdata
