// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of tiles: taken out, and put into tiles that a loop may carry.
#include "KernelWriter.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace charonia::mapping {

/// A part of a tile of `shape`, with steps and offsets that stay inside: constants, and what the
/// program or the iteration makes of them.
KernelWriter::Part KernelWriter::randomPart(const Shape &shape) {
  Part part;
  std::vector<std::string> offsets;
  std::vector<int64_t> strides;
  for (int64_t extent : shape) {
    int64_t size = extent;
    while (size > 1 && oneIn(2)) {
      size /= 2;
    }
    const int64_t widest = size > 1 ? std::max<int64_t>(1, (extent - 1) / (size - 1)) : 3;
    const int64_t stride = oneIn(3) ? pick(1, std::min<int64_t>(widest, 3)) : 1;
    const int64_t last = extent - 1 - (size - 1) * stride;
    std::string offset = std::to_string(pick(0, last));
    if (last > 0 && oneIn(2)) {
      const bool inLoop = !m_loops.empty() && m_loops.back().low >= 0 && oneIn(2);
      offset = fmt::format("({} * {} + {}) % {}", inLoop ? m_loops.back().variable : "p",
                           pick(1, std::max<int64_t>(1, size)), offset, last + 1);
    }
    part.shape.push_back(size);
    offsets.push_back(offset);
    strides.push_back(extent == 1 ? 1 : std::min(stride, extent));
  }
  part.text = fmt::format("[{}], [{}], [{}]", fmt::join(offsets, ", "), fmt::join(part.shape, ", "),
                          fmt::join(strides, ", "));
  return part;
}

void KernelWriter::extract() {
  Tile whole = anyTile();
  if (whole.shape.empty()) {
    return;
  }
  const Part part = randomPart(whole.shape);
  define(fmt::format("tl.extract_slice({}, {})", whole.text, part.text), part.shape, whole.type,
         whole.bound);
}

/// Puts a part into a tile: of the blocks around, so that loops carry what they fill piece by
/// piece, or into a tile of its own.
void KernelWriter::insert() {
  std::vector<size_t> outer;
  for (size_t i = 0; i < m_tiles.size() && i < m_carried; ++i) {
    if (m_tiles[i].text[0] == 'v' && !m_tiles[i].shape.empty()) {
      outer.push_back(i);
    }
  }
  const bool isCarried = !outer.empty() && !oneIn(3);
  const size_t index = isCarried ? anyOf(outer) : 0;
  const Tile whole = isCarried ? m_tiles[index] : anyTile();
  if (whole.shape.empty()) {
    return;
  }
  const Part part = randomPart(whole.shape);
  std::vector<Tile> found;
  for (const Tile &tile : m_tiles) {
    if (tile.shape == part.shape) {
      found.push_back(tile);
    }
  }
  const Tile source = found.empty() || oneIn(3) ? load(part.shape, whole.type) : anyOf(found);
  const std::string text =
      fmt::format("tl.insert_slice({}, {}, {})", whole.text, as(source, whole.type), part.text);
  const int64_t bound = boundAs(source, whole.type);
  if (isCarried) {
    m_tiles[index].bound = kUnknown;
    m_changed.insert(whole.text);
    line(fmt::format("{} = {}", whole.text, text));
  } else {
    define(text, whole.shape, whole.type,
           whole.bound == kUnknown || bound == kUnknown ? kUnknown : std::max(whole.bound, bound));
  }
}

/// A loop that replaces part after part of a tile, all or some of them, and a store of it.
void KernelWriter::fill() {
  Tile whole = anyTile();
  if (whole.shape.empty() || m_depth >= 2) {
    return;
  }
  whole = define(whole.text, whole.shape, whole.type, kUnknown);
  Loop loop{fresh("j"), 0, 0, 0};
  const std::string range = loopRange(loop);
  line(fmt::format("for {} in {}:", loop.variable, range));
  Block block = enter(/*repeats=*/true);
  m_loops.push_back(loop);
  std::vector<std::string> values;
  for (int64_t i = pick(1, 2); i > 0; --i) {
    const Part part = randomPart(whole.shape);
    values.push_back(fmt::format("{}, {}", load(part.shape, whole.type).text, part.text));
  }
  if (oneIn(3)) { // the old tile is read as well
    store(whole);
  }
  const bool isSometimes = oneIn(3);
  if (isSometimes) {
    line(fmt::format("if {} % 2 == {}:", loop.variable, pick(0, 1)));
    ++m_indent;
  }
  for (const std::string &value : values) {
    line(fmt::format("{0} = tl.insert_slice({0}, {1})", whole.text, value));
  }
  m_indent -= isSometimes ? 1 : 0;
  m_loops.pop_back();
  leave(block);
  store(whole);
}

} // namespace charonia::mapping
