// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements: loops, branches, and what stands in them.
#include "KernelWriter.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::mapping {

void KernelWriter::statement() {
  static constexpr void (KernelWriter::*kOps[])() = {
      &KernelWriter::binary,  &KernelWriter::binary,   &KernelWriter::binary,
      &KernelWriter::binary,  &KernelWriter::binary,   &KernelWriter::binary,
      &KernelWriter::unary,   &KernelWriter::function, &KernelWriter::function,
      &KernelWriter::cast,    &KernelWriter::cast,     &KernelWriter::select,
      &KernelWriter::select,  &KernelWriter::constant, &KernelWriter::reduce,
      &KernelWriter::reduce,  &KernelWriter::argument, &KernelWriter::scan,
      &KernelWriter::reshape, &KernelWriter::pairs,    &KernelWriter::rare,
      &KernelWriter::dot,     &KernelWriter::dot,      &KernelWriter::atomic,
      &KernelWriter::extract, &KernelWriter::insert,   &KernelWriter::fill};
  switch (pick(0, 19)) {
  case 0:
  case 1:
  case 2:
    load(randomShape());
    return;
  case 3:
    if (m_isFlat || oneIn(2)) {
      load({});
    } else {
      blockLoad();
    }
    return;
  case 4:
    store(anyTile());
    if (oneIn(2)) {
      oneIn(2) ? storeAgain(anyTile()) : void(reload());
    }
    return;
  case 5:
    reload();
    return;
  case 6:
    storeAgain(anyTile());
    if (oneIn(2)) {
      reload();
    }
    return;
  case 7:
  case 8:
    if (m_depth < 2) {
      oneIn(6) ? whileLoop() : forLoop();
    }
    return;
  case 9:
    if (m_depth < 2) {
      branch();
    }
    return;
  default:
    (this->*kOps[pick(0, std::size(kOps) - 1)])();
  }
}

void KernelWriter::statements(int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    statement();
  }
}

/// Gives a variable of the block around another value: what a loop carries, what a branch decides.
void KernelWriter::reassign() {
  std::vector<size_t> outer;
  for (size_t i = 0; i < m_tiles.size() && i < m_carried; ++i) {
    if (m_tiles[i].text[0] == 'v') {
      outer.push_back(i);
    }
  }
  if (outer.empty()) {
    return;
  }
  size_t index = anyOf(outer);
  Tile old = m_tiles[index];
  std::vector<Tile> found;
  for (size_t i = m_carried; i < m_tiles.size(); ++i) {
    if (m_tiles[i].shape == old.shape) {
      found.push_back(m_tiles[i]);
    }
  }
  Tile value = found.empty() ? load(old.shape, old.type) : anyOf(found);
  const char *language = info(old.type).language;
  std::string text = as(value, old.type);
  m_tiles[index].bound = kUnknown;
  m_changed.insert(old.text);
  if (old.type != Elem::I1 && !oneIn(3)) {
    bool isSum = oneIn(2);
    line(
        fmt::format("{0} = ({0} {1} {2}).to(tl.{3})", old.text, isSum ? "+" : "-", text, language));
  } else if (old.type != Elem::I1 && oneIn(2)) {
    line(fmt::format("{0} = tl.maximum({0}, {1}).to(tl.{2})", old.text, text, language));
  } else {
    line(fmt::format("{} = {}", old.text, text));
  }
}

/// Begins the block of a statement. If it `repeats`, an iteration before may have changed the tiles
/// around it.
KernelWriter::Block KernelWriter::enter(bool repeats) {
  Block block{m_tiles, m_regions.size(), m_carried};
  for (Tile &tile : m_tiles) {
    tile.bound = repeats ? kUnknown : tile.bound;
  }
  m_carried = m_tiles.size();
  ++m_indent;
  ++m_depth;
  return block;
}

/// Ends it: what was defined in it is not seen any more.
void KernelWriter::leave(Block &block) {
  --m_depth;
  --m_indent;
  m_carried = block.carried;
  m_regions.resize(block.regions);
  m_tiles = block.tiles;
  for (Tile &tile : m_tiles) {
    tile.bound = m_changed.count(tile.text) ? kUnknown : tile.bound;
  }
}

/// Chooses the bounds of a loop; returns what it runs over.
std::string KernelWriter::loopRange(Loop &loop) {
  auto setTrips = [&](int64_t trips) {
    loop.trips = trips;
    loop.high = std::max<int64_t>(0, trips - 1);
  };
  setTrips(oneIn(8) ? 0 : pick(1, 4));
  switch (pick(0, 6)) {
  case 0:
    return fmt::format("range({})", number(loop.trips));
  case 1: {
    loop.low = pick(0, 5);
    int64_t step = pick(1, 3);
    int64_t end = loop.low + (loop.trips == 0 ? 0 : (loop.trips - 1) * step + pick(1, step));
    loop.high = loop.low + std::max<int64_t>(0, loop.trips - 1) * step;
    return fmt::format("range({}, {}, {})", number(loop.low), number(end), number(step));
  }
  case 2:
    return fmt::format("range(0, p % {})", loop.trips + 1);
  case 3: {
    Tile ends = load({}, Elem::I32);
    std::string end = fresh("e");
    line(fmt::format("{} = {} & 3", end, ends.text));
    setTrips(3);
    return fmt::format("range({})", end);
  }
  case 4: // every program takes its share
    setTrips(pick(0, 2 * m_programs[0] + 1));
    return fmt::format("range(p, {}, tl.num_programs(0))", number(loop.trips));
  case 5:
    return fmt::format("tl.range(0, {}, num_stages={})", number(loop.trips), pick(1, 4));
  default:
    setTrips(std::max<int64_t>(1, loop.trips));
    return fmt::format("tl.static_range({})", loop.trips);
  }
}

/// A pointer that goes on by a step in each iteration.
KernelWriter::Carrier KernelWriter::carrier(const Loop &loop) {
  Carrier carrier;
  carrier.shape = randomShape();
  carrier.type = randomType();
  size_t buffer = inputBuffer(carrier.type);
  Access access = makeAccess(carrier.shape);
  int64_t step = oneOf({1, 8, 16, 32, 64, 3});
  access.high += step * loop.trips;
  grow(buffer, access);
  carrier.pointer = fresh("t");
  carrier.mask = access.mask.empty() ? "" : ", mask=" + access.mask + ", other=0";
  carrier.step = number(step);
  carrier.bound = m_buffers[buffer].isFractional ? kUnknown : m_buffers[buffer].high;
  line(fmt::format("{} = {} + {}", carrier.pointer, m_buffers[buffer].name, access.index));
  return carrier;
}

void KernelWriter::forLoop() {
  Loop loop{fresh("j"), 0, 0, 0};
  std::string range = loopRange(loop);
  std::vector<Carrier> carriers;
  for (int64_t i = pick(-1, 2); i > 0; --i) {
    carriers.push_back(carrier(loop));
  }
  std::string sums = m_hasDots && oneIn(2) ? fresh("z") : "";
  Elem sumType = oneIn(4) ? Elem::I32 : Elem::F32;
  if (!sums.empty()) {
    line(fmt::format("{} = tl.zeros(({}, {}), tl.{})", sums, m_rows, m_columns,
                     info(sumType).language));
  }
  line(fmt::format("for {} in {}:", loop.variable, range));
  Block block = enter(/*repeats=*/true);
  m_loops.push_back(loop);
  for (const Carrier &one : carriers) {
    define(fmt::format("tl.load({}{})", one.pointer, one.mask), one.shape, one.type, one.bound);
  }
  int64_t sumBound = sums.empty() ? 0 : accumulate(sums, sumType, loop.trips);
  statements(pick(1, 4));
  for (int64_t i = pick(1, 2); i > 0; --i) {
    reassign();
  }
  for (const Carrier &one : carriers) {
    line(fmt::format("{} += {}", one.pointer, one.step));
  }
  line("pass");
  m_loops.pop_back();
  leave(block);
  if (!sums.empty()) {
    m_tiles.push_back({sums, {m_rows, m_columns}, sumType, sumBound});
  }
}

void KernelWriter::whileLoop() {
  Tile ends = load({}, Elem::I32);
  std::string variable = fresh("w");
  line(fmt::format("{} = {} & 3", variable, ends.text));
  line(fmt::format("while {} > 0:", variable));
  Block block = enter(/*repeats=*/true);
  statements(pick(1, 3));
  reassign();
  line(fmt::format("{0} = {0} - 1", variable));
  leave(block);
}

void KernelWriter::branch() {
  std::string condition;
  switch (pick(0, 3)) {
  case 0:
    condition = fmt::format("p % {} == 0", pick(2, 3));
    break;
  case 1:
    condition = fmt::format("{} > {}", m_loops.empty() ? "p" : m_loops.back().variable, pick(0, 2));
    break;
  case 2:
    condition = fmt::format("{} > 2", number(pick(0, 5)));
    break;
  default:
    condition = fmt::format("{} > 1", load({}, oneIn(2) ? Elem::I32 : Elem::F32).text);
  }
  line(fmt::format("if {}:", condition));
  bool hasElse = oneIn(2);
  for (int64_t i = 0; i < (hasElse ? 2 : 1); ++i) {
    if (i > 0) {
      line("else:");
    }
    Block block = enter(/*repeats=*/false);
    statements(pick(1, 3));
    reassign();
    line("pass");
    leave(block);
  }
}

} // namespace charonia::mapping
