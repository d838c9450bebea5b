// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indices, masks and pointers: what loads and stores touch.
#include "KernelWriter.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::mapping {
namespace {

std::string both(const std::string &a, const std::string &b) {
  return a.empty() ? b : a + " & " + b;
}

std::string rangeText(int64_t start, int64_t extent) {
  return fmt::format("tl.arange({}, {})", start, start + extent);
}

} // namespace

/// A vector along `dim` as a tile of `rank` dimensions.
std::string KernelWriter::spread(const std::string &text, int dim, size_t rank) const {
  if (rank < 2 || dim < 0) {
    return text;
  }
  std::string places;
  for (size_t d = 0; d < rank; ++d) {
    places += fmt::format("{}{}", d ? ", " : "", static_cast<int>(d) == dim ? ":" : "None");
  }
  return fmt::format("({})[{}]", text, places);
}

KernelWriter::Term KernelWriter::indexVector(int64_t extent, int dim) {
  if (extent == m_rows && !oneIn(4)) {
    return {"r", 0, m_programs[0] * m_rows - 1, dim};
  }
  if (!m_isFlat && extent == m_columns && !oneIn(4)) {
    return {"c", 0, (m_columnsByProgram ? m_programs[1] : 1) * m_columns - 1, dim};
  }
  if (!m_loops.empty() && oneIn(2)) {
    const Loop &loop = m_loops.back();
    if (loop.low >= 0) {
      return {fmt::format("({} * {} + {})", loop.variable, extent, rangeText(0, extent)),
              loop.low * extent, loop.high * extent + extent - 1, dim};
    }
  }
  int64_t start = oneIn(4) ? pick(1, 9) : 0;
  return {rangeText(start, extent), start, start + extent - 1, dim};
}

/// Often masks a term: from above, from below, or both.
void KernelWriter::limit(Term &term, size_t rank, std::string &mask) {
  int64_t kind = pick(0, 7);
  auto add = [&](const std::string &comparison) {
    mask = both(mask, spread(comparison, term.dim, rank));
  };
  if (kind < 4 || kind == 5) {
    if (kind < 3) {
      return;
    }
    int64_t bound = oneIn(16) ? 0 : pick(term.low, term.high + 2);
    switch (pick(0, 2)) {
    case 0:
      add(fmt::format("({} < {})", term.text, number(bound)));
      break;
    case 1:
      add(fmt::format("({} > {})", number(bound), term.text));
      break;
    default:
      add(fmt::format("({} <= {})", term.text, number(bound - 1)));
    }
    term.high = std::min(term.high, bound - 1);
  }
  if (kind == 4 || kind == 5) {
    int64_t bound = pick(term.low, std::min(term.high + 1, term.low + 9));
    add(fmt::format("({} >= {})", term.text, number(bound)));
    term.low = std::max(term.low, bound);
  }
}

void KernelWriter::transform(Term &term) {
  if (term.low > term.high || term.low < 0) {
    return;
  }
  int64_t factor = oneOf({1, 2, 3, 4, 5, 8, 16, 24});
  switch (pick(0, 15)) {
  case 0:
    term.text = fmt::format("({} - {})", number(term.high), term.text);
    term.high -= term.low;
    term.low = 0;
    break;
  case 1:
    term.text = fmt::format("({} % {})", term.text, number(factor));
    term.low = term.high < factor ? term.low : 0;
    term.high = std::min(term.high, factor - 1);
    break;
  case 2:
    term.text = fmt::format("({} // {})", term.text, number(factor));
    term.low /= factor;
    term.high /= factor;
    break;
  default:
    break;
  }
}

/// Digits of one flat index over all dimensions.
std::vector<KernelWriter::Term> KernelWriter::digits(const Shape &shape, std::string &mask) {
  std::string flat;
  int64_t low = 0, high = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    Term vector = indexVector(shape[dim], static_cast<int>(dim));
    if (dim > 0) {
      flat = fmt::format("({}) * {} + ", flat, shape[dim]);
      low *= shape[dim];
      high *= shape[dim];
    }
    flat += spread(vector.text, vector.dim, shape.size());
    low += vector.low;
    high += vector.high;
  }
  std::string name = fresh("f");
  line(fmt::format("{} = {}", name, flat));
  Term whole{name, low, high, -1};
  limit(whole, shape.size(), mask);
  if (whole.low > whole.high) {
    return {whole};
  }
  int64_t a = oneOf({2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 49, 64});
  int64_t b = oneOf({2, 3, 4, 5, 7, 8, 16});
  std::string textA = number(a), textB = number(b);
  int64_t quotient = whole.high / a;
  std::vector<Term> terms;
  terms.push_back({fmt::format("({} % {})", name, textA), 0, std::min(a - 1, whole.high), -1});
  if (oneIn(2)) {
    terms.push_back({fmt::format("({} // {})", name, textA), whole.low / a, quotient, -1});
  } else {
    terms.push_back(
        {fmt::format("({} // {} % {})", name, textA, textB), 0, std::min(b - 1, quotient), -1});
    if (oneIn(2)) {
      terms.push_back(
          {fmt::format("({} // {})", name, a * b), whole.low / (a * b), whole.high / (a * b), -1});
    }
  }
  return terms;
}

/// Small numbers from memory.
KernelWriter::Term KernelWriter::gathered(int64_t extent, int dim) {
  Tile tile = load({extent}, oneIn(3) ? Elem::I64 : Elem::I32);
  int64_t mask = oneOf({3, 7, 15, 31});
  std::string name = fresh("g");
  line(fmt::format("{} = {} & {}", name, tile.text, mask));
  return {name, 0, mask, dim};
}

std::vector<KernelWriter::Term> KernelWriter::vectors(const Shape &shape, std::string &mask) {
  std::vector<Term> terms;
  bool hasGather = oneIn(10);
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    if (hasGather && oneIn(static_cast<int64_t>(shape.size())) && m_depth < 2) {
      hasGather = false;
      terms.push_back(gathered(shape[dim], static_cast<int>(dim)));
      continue;
    }
    Term term = indexVector(shape[dim], static_cast<int>(dim));
    limit(term, shape.size(), mask);
    transform(term);
    terms.push_back(term);
  }
  return terms;
}

/// Mostly rows one after the other, else columns, else anything.
void KernelWriter::chooseStrides(std::vector<Term> &terms) {
  int64_t kind = pick(0, 5);
  if (kind == 5) {
    for (Term &term : terms) {
      term.stride = oneOf({0, 1, 1, 2, 3, 8, 16, 17, -1, -2});
    }
    return;
  }
  int64_t stride = oneIn(6) ? 2 : 1;
  auto next = [&](Term &term) {
    term.stride = stride;
    stride *= std::max<int64_t>(1, term.high + 1) + (oneIn(3) ? pick(0, 5) : 0);
  };
  if (kind == 4) {
    std::for_each(terms.begin(), terms.end(), next);
  } else {
    std::for_each(terms.rbegin(), terms.rend(), next);
  }
}

KernelWriter::Access KernelWriter::finishAccess(std::vector<Term> &terms, std::string mask,
                                                size_t rank, bool isShifted) {
  Access access;
  std::string text;
  for (const Term &term : terms) {
    access.isEmpty |= term.low > term.high;
    access.low += std::min(term.low * term.stride, term.high * term.stride);
    access.high += std::max(term.low * term.stride, term.high * term.stride);
    std::string factor = term.stride == 1 ? "" : " * " + number(term.stride);
    text += (text.empty() ? "" : " + ") + spread(term.text, term.dim, rank) + factor;
  }
  if (isShifted && (access.low < 0 || oneIn(5))) {
    int64_t offset = (access.low < 0 ? -access.low : 0) + (oneIn(3) ? pick(0, 9) : 0);
    text += " + " + number(offset);
    access.low += offset;
    access.high += offset;
  }
  if (oneIn(12)) {
    text = fmt::format("({}).to(tl.int64)", text);
  }
  access.index = fresh("i");
  line(fmt::format("{} = {}", access.index, text));
  if (!mask.empty()) {
    access.mask = fresh("m");
    line(fmt::format("{} = {}", access.mask, mask));
  }
  return access;
}

KernelWriter::Access KernelWriter::scalarAccess() {
  Access access;
  access.index = fresh("i");
  int64_t factor = oneOf({1, 1, 2, 5});
  std::string text = fmt::format("p * {}", number(factor));
  access.high = (m_programs[0] - 1) * factor;
  if (!m_loops.empty() && m_loops.back().low >= 0 && oneIn(2)) {
    text += " + " + m_loops.back().variable;
    access.low += m_loops.back().low;
    access.high += m_loops.back().high;
  }
  line(fmt::format("{} = {}", access.index, text));
  return access;
}

/// Any elements, for a load.
KernelWriter::Access KernelWriter::makeAccess(const Shape &shape, int64_t room) {
  if (shape.empty()) {
    return scalarAccess();
  }
  std::string mask;
  std::vector<Term> terms = oneIn(4) ? digits(shape, mask) : vectors(shape, mask);
  chooseStrides(terms);
  int64_t low = 0, high = 0;
  for (const Term &term : terms) {
    low += std::min(term.low * term.stride, term.high * term.stride);
    high += std::max(term.low * term.stride, term.high * term.stride);
  }
  if (high - low > room) {
    for (Term &term : terms) {
      term.stride = term.high > 64 ? 1 : 2;
    }
  }
  // A mask that data decide, seldom.
  if (oneIn(8) && !shape.empty()) {
    Tile extra = condition(shape);
    mask = both(mask, extra.text);
  }
  return finishAccess(terms, mask, shape.size());
}

std::string KernelWriter::programIndex() const {
  return m_programs[1] > 1 ? fmt::format("(p * {} + q)", m_programs[1]) : "p";
}

/// The elements of a tile one after the other, the dimensions in a random order.
std::vector<KernelWriter::Term> KernelWriter::permuted(const Shape &shape, int64_t &elements) {
  std::vector<Term> terms;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    terms.push_back({rangeText(0, shape[dim]), 0, shape[dim] - 1, static_cast<int>(dim)});
  }
  std::vector<size_t> order;
  for (size_t dim = shape.size(); dim-- > 0;) {
    order.push_back(dim);
  }
  if (oneIn(3)) {
    std::shuffle(order.begin(), order.end(), m_random);
  }
  int64_t stride = oneIn(8) ? pick(2, 3) : 1;
  for (size_t dim : order) {
    terms[dim].stride = stride;
    stride *= shape[dim] + (oneIn(4) ? pick(1, 3) : 0);
  }
  elements = stride;
  return terms;
}

/// Stores by the program's own rows and columns; false if programs would meet.
bool KernelWriter::globalStore(const Shape &shape, Access &access) {
  bool isMatrix = !m_isFlat && shape == Shape{m_rows, m_columns};
  bool isVector = shape == Shape{m_rows} && (m_isFlat || m_rows != m_columns);
  if ((!isMatrix && !isVector) || !m_loops.empty()) {
    return false;
  }
  std::string mask;
  std::vector<Term> terms = {{"r", 0, m_programs[0] * m_rows - 1, 0}};
  if (isMatrix) {
    terms.push_back({"c", 0, (m_columnsByProgram ? m_programs[1] : 1) * m_columns - 1, 1});
  }
  int64_t sizes[2] = {terms[0].high + 1, isMatrix ? terms[1].high + 1 : 1};
  for (Term &term : terms) {
    limit(term, shape.size(), mask);
  }
  int64_t pad = oneIn(3) ? pick(1, 5) : 0;
  bool byColumns = isMatrix && oneIn(4);
  terms[0].stride = byColumns ? 1 : sizes[1] + pad;
  if (isMatrix) {
    terms[1].stride = byColumns ? sizes[0] + pad : 1;
  }
  int64_t whole = byColumns ? (sizes[0] + pad) * sizes[1] : sizes[0] * (sizes[1] + pad);
  if (isVector && terms[0].low <= terms[0].high && oneIn(3)) {
    // Digits in another order.
    int64_t a = oneOf({2, 3, 4, 8, 16}), b = sizes[0] / a + 1;
    std::string text = number(a);
    terms = {{fmt::format("(r % {})", text), 0, a - 1, 0, b},
             {fmt::format("(r // {})", text), 0, terms[0].high / a, 0}};
    whole = a * b;
  }
  if (m_programs[1] > 1 && !(isMatrix && m_columnsByProgram)) {
    terms.push_back({"q", 0, m_programs[1] - 1, -1, whole});
  }
  access = finishAccess(terms, mask, shape.size());
  return true;
}

Tile KernelWriter::load(const Shape &shape, Elem type) {
  size_t buffer = inputBuffer(type);
  Access access = makeAccess(shape);
  grow(buffer, access);
  const Buffer &from = m_buffers[buffer];
  std::string text = fmt::format("tl.load({} + {}", from.name, access.index);
  int64_t bound = from.isFractional ? kUnknown : from.high;
  if (!access.mask.empty()) {
    text += ", mask=" + access.mask;
    if (!oneIn(3)) {
      int64_t other = info(type).isFloat || !info(type).isUnsigned ? pick(-3, 9) : pick(0, 9);
      other = type == Elem::I1 ? other & 1 : other;
      bool isInfinite = info(type).isFloat && oneIn(6);
      text += isInfinite ? ", other=float('-inf')" : fmt::format(", other={}", other);
      bound = isInfinite || bound == kUnknown ? kUnknown : std::max(bound, std::abs(other));
    }
  }
  return define(text + ")", shape, type, bound);
}

void KernelWriter::store(const Tile &tile) {
  size_t buffer = newBuffer(oneIn(4) ? randomType() : tile.type, true);
  const ElemInfo &type = info(m_buffers[buffer].type);
  Access access;
  Region region{buffer, "", "", tile.shape, "", 0};
  if (tile.shape.empty()) {
    access.index = programIndex();
    access.high = m_programs[0] * m_programs[1] - 1;
  } else if (oneIn(2) || !globalStore(tile.shape, access)) {
    std::string mask;
    std::vector<Term> terms = permuted(tile.shape, region.elements);
    for (Term &term : terms) {
      limit(term, tile.shape.size(), mask);
    }
    int64_t programs = m_programs[0] * m_programs[1], last = programs - 1;
    int64_t offset = oneIn(3) ? pick(1, 9) : 0;
    std::string base = fmt::format("{} * {} + {}", programIndex(), number(region.elements), offset);
    if (!m_loops.empty() && programs * region.elements < 4000 && oneIn(2)) {
      const Loop &loop = m_loops.back();
      base += fmt::format(" + {} * {}", loop.variable, programs * region.elements);
      last += loop.high * programs;
    }
    region.base = fresh("b");
    line(fmt::format("{} = {}", region.base, base));
    terms.push_back({region.base, offset, offset + last * region.elements, -1});
    access = finishAccess(terms, mask, tile.shape.size(), /*isShifted=*/false);
    m_buffers[buffer].elements =
        std::max(m_buffers[buffer].elements, offset + (last + 1) * region.elements);
  }
  grow(buffer, access);
  std::string mask = access.mask.empty() ? "" : ", mask=" + access.mask;
  std::string value = type.language == std::string(info(tile.type).language) || oneIn(2)
                          ? tile.text
                          : fmt::format("{}.to(tl.{})", tile.text, type.language);
  line(fmt::format("tl.store({} + {}, {}{})", m_buffers[buffer].name, access.index, value, mask));
  if (!tile.shape.empty()) {
    region.index = access.index;
    region.mask = access.mask;
    m_regions.push_back(region);
  }
}

/// Other elements of a region than those that were stored: the shape, in another order or place.
bool KernelWriter::view(const Region &region, const Shape &shape, std::string &index) {
  int64_t elements = 0;
  std::vector<Term> terms = permuted(shape, elements);
  if (region.base.empty() || elements > region.elements) {
    return false;
  }
  int64_t shift = pick(0, region.elements - elements);
  terms.push_back({region.base, 0, 0, -1});
  if (shift > 0) {
    terms.push_back({std::to_string(shift), shift, shift, -1});
  }
  index = finishAccess(terms, "", shape.size(), /*isShifted=*/false).index;
  return true;
}

/// Stores to elements that were stored before.
void KernelWriter::storeAgain(const Tile &tile) {
  for (size_t i = 0; i < m_regions.size(); ++i) {
    const Region region = m_regions[i];
    Elem type = m_buffers[region.buffer].type;
    const std::string &name = m_buffers[region.buffer].name;
    std::string index;
    if (oneIn(2) && !tile.shape.empty() && view(region, tile.shape, index)) {
      line(fmt::format("tl.store({} + {}, {})", name, index, as(tile, type)));
      return;
    }
    if (region.shape == tile.shape && oneIn(2)) {
      std::string mask = region.mask.empty() ? "" : ", mask=" + region.mask;
      line(fmt::format("tl.store({} + {}, {}{})", name, region.index, as(tile, type), mask));
      return;
    }
  }
}

/// Loads what was stored, or what stood there before.
Tile KernelWriter::reload() {
  if (m_regions.empty()) {
    return load(randomShape());
  }
  const Region region = anyOf(m_regions);
  const Buffer buffer = m_buffers[region.buffer];
  std::string index = region.index, mask = region.mask;
  Shape shape = randomShape();
  if (oneIn(2) && view(region, shape, index)) {
    return define(fmt::format("tl.load({} + {})", buffer.name, index), shape, buffer.type,
                  kUnknown);
  }
  if (region.shape.size() == 1 && region.shape[0] > 1 && mask.empty() && oneIn(3)) {
    index = fmt::format("tl.flip({}, 0)", index); // the lanes the other way round
  }
  std::string text = fmt::format("tl.load({} + {}", buffer.name, index);
  if (!mask.empty()) {
    text += ", mask=" + mask + (oneIn(2) ? "" : ", other=1");
  }
  return define(text + ")", region.shape, buffer.type, kUnknown);
}

/// A load by a block pointer that goes beyond what it points into.
Tile KernelWriter::blockLoad() {
  Elem type = randomType(false);
  size_t buffer = inputBuffer(type);
  int64_t rows = pick(1, 2 * m_rows), columns = pick(1, 2 * m_columns);
  bool turned = oneIn(3);
  int64_t pitch = (turned ? rows : columns) + pick(0, 3);
  grow(buffer, {"", "", 0, (turned ? columns : rows) * pitch, false});
  std::string block = fresh("k");
  line(fmt::format("{} = tl.make_block_ptr({}, ({}, {}), ({}, {}), (p * {}, {}), ({}, {}), {})",
                   block, m_buffers[buffer].name, number(rows), number(columns),
                   turned ? "1" : number(pitch), turned ? number(pitch) : "1", oneOf({0, 1, 2, 8}),
                   pick(0, 3), m_rows, m_columns, turned ? "(0, 1)" : "(1, 0)"));
  if (oneIn(2)) {
    line(fmt::format("{0} = tl.advance({0}, ({1}, {2}))", block, number(pick(0, 4)), pick(0, 4)));
  }
  return define(fmt::format("tl.load({}, boundary_check=(0, 1), padding_option='zero')", block),
                {m_rows, m_columns}, type,
                m_buffers[buffer].isFractional ? kUnknown : m_buffers[buffer].high);
}

/// An atomic whose order does not show; its buffer is used for nothing else.
void KernelWriter::atomic() {
  Tile tile = anyTile();
  bool isFloat = tile.type == Elem::F32 && tile.bound != kUnknown && tile.bound < 100;
  Elem type = isFloat ? Elem::F32 : Elem::I32;
  std::string value = as(tile, type);
  size_t buffer = newBuffer(type, true);
  m_buffers[buffer].isFractional = false;
  m_buffers[buffer].isExact = true;
  Access access = makeAccess(tile.shape, 500);
  grow(buffer, access);
  const char *names[] = {"add", "add", "max", "min", "and", "or", "xor"};
  const char *name = names[isFloat ? 0 : pick(0, 6)];
  line(fmt::format("tl.atomic_{}({} + {}, {}{})", name, m_buffers[buffer].name, access.index, value,
                   access.mask.empty() ? "" : ", mask=" + access.mask));
}

} // namespace charonia::mapping
