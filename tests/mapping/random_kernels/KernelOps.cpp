// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is computed from tiles.
#include "KernelWriter.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace charonia::mapping {
namespace {

bool isFloat(Elem type) { return info(type).isFloat; }

int64_t countOf(const Shape &shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

/// A bound that the type holds exactly, else unknown.
int64_t fitted(Elem type, int64_t bound) {
  return bound == kUnknown || bound > info(type).exact ? kUnknown : bound;
}

/// Bound of a product or a sum of products of known numbers.
int64_t product(int64_t a, int64_t b) {
  int64_t result = 0;
  return a == kUnknown || b == kUnknown || __builtin_mul_overflow(a, b, &result) ? kUnknown
                                                                                 : result;
}
int64_t sum(int64_t a, int64_t b) {
  int64_t result = 0;
  return a == kUnknown || b == kUnknown || __builtin_add_overflow(a, b, &result) ? kUnknown
                                                                                 : result;
}

std::string shapeText(const Shape &shape) {
  return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

} // namespace

Tile KernelWriter::define(const std::string &text, const Shape &shape, Elem type, int64_t bound) {
  Tile tile{fresh("v"), shape, type, fitted(type, bound)};
  line(fmt::format("{} = {}", tile.text, text));
  m_tiles.push_back(tile);
  return tile;
}

/// Mostly one of the newest.
Tile KernelWriter::anyTile() {
  if (m_tiles.empty()) {
    load(randomShape());
  }
  auto last = static_cast<int64_t>(m_tiles.size()) - 1;
  int64_t first = oneIn(3) ? 0 : std::max<int64_t>(0, last - 4);
  return m_tiles[static_cast<size_t>(pick(first, last))];
}

Tile KernelWriter::anyTileOf(Elem type) {
  Tile tile = anyTile();
  return tile.type == type ? tile : define(as(tile, type), tile.shape, type, boundAs(tile, type));
}

std::string KernelWriter::as(const Tile &tile, Elem type) const {
  return tile.type == type ? tile.text
                           : fmt::format("{}.to(tl.{})", tile.text, info(type).language);
}

int64_t KernelWriter::boundAs(const Tile &tile, Elem type) const {
  if (type == Elem::I1) {
    return 1;
  }
  // A negative number as an unsigned one is large.
  bool wraps = info(type).isUnsigned && !info(tile.type).isUnsigned && tile.type != Elem::I1;
  return wraps ? kUnknown : fitted(type, tile.bound);
}

/// The other operand of an operation: a tile of the same shape, a tile that is broadcast, a scalar,
/// or a number.
Tile KernelWriter::partner(const Tile &tile, Elem type) {
  int64_t kind = pick(0, 9);
  if (kind < 2 && type != Elem::I1) {
    int64_t value = pick(info(type).isUnsigned ? 0 : -3, 5);
    if (isFloat(type) && oneIn(4)) {
      return {fmt::format("{}", static_cast<double>(value) + 0.5), {}, type, kUnknown};
    }
    return {fmt::format("{}", isFloat(type) ? fmt::format("{}.0", value) : std::to_string(value)),
            {},
            type,
            std::abs(value)};
  }
  if (kind == 2 && type == Elem::I32 && !m_loops.empty()) {
    return {m_loops.back().variable, {}, type, kUnknown};
  }
  std::vector<Tile> found;
  for (const Tile &other : m_tiles) {
    if (other.shape == tile.shape || (other.shape.empty() && oneIn(2))) {
      found.push_back(other);
    } else if (tile.shape.size() == 2 && other.shape.size() == 1) {
      for (int dim = 0; dim < 2; ++dim) {
        if (other.shape[0] == tile.shape[static_cast<size_t>(dim)]) {
          found.push_back({spread(other.text, dim, 2), tile.shape, other.type, other.bound});
        }
      }
    }
  }
  Tile other = found.empty() || oneIn(8) ? load(tile.shape) : anyOf(found);
  return {as(other, type), other.shape, type, boundAs(other, type)};
}

/// The tile, cut to small integers, so that sums of it are exact.
Tile KernelWriter::tamed(const Tile &tile) {
  if (tile.bound != kUnknown && tile.bound < 16) {
    return tile;
  }
  if (!isFloat(tile.type)) {
    return define(fmt::format("({} % 9).to(tl.{})", tile.text, info(tile.type).language),
                  tile.shape, tile.type, 8);
  }
  return define(fmt::format("tl.floor(tl.clamp({}, -6.0, 6.0)).to(tl.{})", as(tile, Elem::F32),
                            info(tile.type).language),
                tile.shape, tile.type, 6);
}

/// Booleans of this shape.
Tile KernelWriter::condition(const Shape &shape) {
  std::vector<Tile> found;
  for (const Tile &tile : m_tiles) {
    if (tile.shape == shape && tile.type != Elem::I1) {
      found.push_back(tile);
    }
  }
  Tile a = found.empty() ? load(shape, randomType(false)) : anyOf(found);
  Tile b = partner(a, a.type);
  const char *names[] = {"<", "<=", ">", ">=", "==", "!="};
  return define(fmt::format("{} {} {}", a.text, names[pick(0, 5)], b.text), shape, Elem::I1, 1);
}

Tile KernelWriter::binaryOf(const Tile &a, const Tile &b, Elem type) {
  std::string x = a.text, y = b.text;
  const char *language = info(type).language;
  auto make = [&](const std::string &text, int64_t bound) {
    return define(fmt::format("({}).to(tl.{})", text, language), a.shape, type, bound);
  };
  auto infix = [&](const char *name, int64_t bound) {
    return make(fmt::format("{} {} {}", x, name, y), bound);
  };
  int64_t larger =
      a.bound == kUnknown || b.bound == kUnknown ? kUnknown : std::max(a.bound, b.bound);
  if (type == Elem::I1) {
    const char *names[] = {"&", "|", "^"};
    return infix(names[pick(0, 2)], 1);
  }
  int64_t kind = pick(0, isFloat(type) ? 6 : 13);
  switch (kind) {
  case 0:
  case 1:
    return infix("+", sum(a.bound, b.bound));
  case 2:
    return infix("-", info(type).isUnsigned ? kUnknown : sum(a.bound, b.bound));
  case 3:
    return infix("*", product(a.bound, b.bound));
  case 4:
    return make(fmt::format("tl.minimum({}, {})", x, y), larger);
  case 5:
    return make(fmt::format("tl.maximum({}, {})", x, y), larger);
  case 6:
    if (isFloat(type)) {
      m_exact = false; // of a quotient, a policy may take less bits
      return make(rounded(fmt::format("{} / {}", x, y), type, a.shape), kUnknown);
    }
    return infix("&", kUnknown);
  case 7:
    return infix("|", kUnknown);
  case 8:
    return infix("^", kUnknown);
  case 9:
    return make(fmt::format("{} // {}", x, oneOf({2, 3, 4, 7, 8, 16})), a.bound);
  case 10: {
    int64_t divisor = oneOf({2, 3, 4, 7, 8, 16});
    return make(fmt::format("{} % {}", x, divisor), divisor - 1);
  }
  case 11:
    return make(fmt::format("{} {} ({} | 1)", x, oneIn(2) ? "//" : "%", y), kUnknown);
  case 12:
    return make(fmt::format("{} >> ({} & 7)", x, y), a.bound);
  default:
    return make(fmt::format("{} << ({} & 3)", x, y), kUnknown);
  }
}

void KernelWriter::binary() {
  Tile a = anyTile();
  Elem type = oneIn(4) ? randomType() : a.type;
  Tile b = partner(a, type);
  binaryOf({as(a, type), a.shape, type, boundAs(a, type)}, b, type);
}

void KernelWriter::unary() {
  Tile a = anyTile();
  if (a.type == Elem::I1) {
    define("~" + a.text, a.shape, a.type, 1);
    return;
  }
  const char *language = info(a.type).language;
  switch (pick(0, 3)) {
  case 0:
    if (!info(a.type).isUnsigned) {
      define(fmt::format("(-{}).to(tl.{})", a.text, language), a.shape, a.type, a.bound);
      return;
    }
    [[fallthrough]];
  case 1:
    define(fmt::format("tl.abs({})", a.text), a.shape, a.type, a.bound);
    break;
  case 2:
    if (isFloat(a.type)) {
      define(fmt::format("tl.clamp({}, -2.0, 3.0)", as(a, Elem::F32)), a.shape, Elem::F32,
             a.bound == kUnknown ? kUnknown : std::min<int64_t>(a.bound, 3));
    } else {
      define("~" + a.text, a.shape, a.type, kUnknown);
    }
    break;
  default:
    if (isFloat(a.type)) {
      define(fmt::format("tl.{}({})", oneIn(2) ? "floor" : "ceil", as(a, Elem::F32)), a.shape,
             Elem::F32, a.bound);
    } else {
      define(fmt::format("tl.maximum({}, {})", a.text, pick(0, 3)), a.shape, a.type,
             sum(a.bound, 3));
    }
  }
}

/// A function whose values are rounded somehow.
void KernelWriter::function() {
  if (!m_hasFunctions) {
    unary();
    return;
  }
  m_exact = false;
  Tile a = anyTile();
  std::string x = as(a, Elem::F32);
  const char *forms[] = {"tl.exp({})",
                         "tl.exp2({})",
                         "tl.log(tl.abs({}) + 1.0)",
                         "tl.sqrt(tl.abs({}))",
                         "tl.rsqrt(tl.abs({}) + 1.0)",
                         "tl.sin({})",
                         "tl.cos({})",
                         "tl.sigmoid({})",
                         "tl.erf({})",
                         "tl.log2(tl.abs({}) + 0.5)"};
  define(rounded(fmt::format(fmt::runtime(forms[pick(0, 9)]), x), Elem::F32, a.shape), a.shape,
         Elem::F32, kUnknown);
}

void KernelWriter::cast() {
  Tile a = anyTile();
  Elem type = randomType();
  define(fmt::format("{}.to(tl.{})", a.text, info(type).language), a.shape, type, boundAs(a, type));
}

void KernelWriter::select() {
  Tile a = anyTile();
  Tile b = partner(a, a.type);
  Tile choice = condition(a.shape);
  int64_t bound =
      a.bound == kUnknown || b.bound == kUnknown ? kUnknown : std::max(a.bound, b.bound);
  define(fmt::format("tl.where({}, {}, {}).to(tl.{})", choice.text, a.text, b.text,
                     info(a.type).language),
         a.shape, a.type, bound);
}

/// Tiles that come from no memory.
void KernelWriter::constant() {
  Shape shape = randomShape();
  Elem type = randomType();
  if (oneIn(2)) {
    int64_t value = pick(0, 4);
    define(fmt::format("tl.full({}, {}, tl.{})", shapeText(shape),
                       type == Elem::I1 ? value & 1 : value, info(type).language),
           shape, type, value);
    return;
  }
  std::string text;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    Term vector = indexVector(shape[dim], static_cast<int>(dim));
    text += (dim ? " + " : "") + spread(vector.text, vector.dim, shape.size()) +
            (oneIn(2) ? " * " + std::to_string(pick(2, 5)) : "");
  }
  define(fmt::format("({}).to(tl.{})", text, info(type).language), shape, type, kUnknown);
}

void KernelWriter::reduce() {
  Tile a = anyTile();
  if (a.shape.empty()) {
    a = load(randomShape());
  }
  if (a.type == Elem::I1) {
    a = anyTileOf(Elem::I32);
    if (a.shape.empty()) {
      return;
    }
  }
  int64_t kind = pick(0, isFloat(a.type) ? 3 : 4);
  if (kind < 2 && isFloat(a.type)) {
    a = tamed(a);
  }
  bool all = oneIn(5);
  int64_t axis = pick(0, static_cast<int64_t>(a.shape.size()) - 1);
  int64_t count = all ? countOf(a.shape) : a.shape[static_cast<size_t>(axis)];
  Shape shape = all ? Shape() : a.shape;
  bool keep = !all && oneIn(4) && a.shape.size() == 2;
  if (!all && keep) {
    shape[static_cast<size_t>(axis)] = 1;
  } else if (!all) {
    shape.erase(shape.begin() + axis);
  }
  int64_t bound = kind < 2 ? product(a.bound, count) : kind < 4 ? a.bound : kUnknown;
  const bool isRounded = kind < 2 && isFloat(a.type) && fitted(a.type, bound) == kUnknown;
  m_exact &= !isRounded;
  if (kind == 2 && !all && oneIn(2)) {
    define(fmt::format("tl.reduce({}, {}, larger{})", a.text, axis, keep ? ", keep_dims=True" : ""),
           shape, a.type, bound);
    return;
  }
  const char *names[] = {"sum", "sum", "max", "min", "xor_sum"};
  std::string axisText = all ? "" : fmt::format(", axis={}", axis);
  std::string text =
      fmt::format("tl.{}({}{}{})", names[kind], a.text, axisText, keep ? ", keep_dims=True" : "");
  Tile result = define(fmt::format("{}.to(tl.{})", isRounded ? rounded(text, a.type, shape) : text,
                                   info(a.type).language),
                       shape, a.type, bound);
  if (keep) {
    define(fmt::format("tl.broadcast_to({}, {})", result.text, shapeText(a.shape)), a.shape, a.type,
           result.bound);
  }
}

/// Where the largest or the smallest is.
void KernelWriter::argument() {
  Tile a = anyTile();
  if (a.shape.empty() || a.type == Elem::I1) {
    a = load(randomShape(), Elem::F32);
  }
  int64_t axis = pick(0, static_cast<int64_t>(a.shape.size()) - 1);
  Shape shape = a.shape;
  int64_t extent = shape[static_cast<size_t>(axis)];
  shape.erase(shape.begin() + axis);
  const char *name = oneIn(2) ? "max" : "min";
  if (oneIn(3)) {
    std::string value = fresh("v"), index = fresh("v");
    line(fmt::format("{}, {} = tl.{}({}, {}, return_indices=True)", value, index, name, a.text,
                     axis));
    m_tiles.push_back({index, shape, Elem::I32, extent});
    define(fmt::format("{}.to(tl.{})", value, info(a.type).language), shape, a.type, a.bound);
    return;
  }
  define(fmt::format("tl.arg{}({}, {})", name, a.text, axis), shape, Elem::I32, extent);
}

void KernelWriter::scan() {
  Tile a = anyTile();
  if (a.shape.empty() || a.type == Elem::I1) {
    a = load(randomShape(), oneIn(2) ? Elem::F32 : Elem::I32);
  }
  a = isFloat(a.type) ? tamed(a) : a;
  int64_t axis = pick(0, static_cast<int64_t>(a.shape.size()) - 1);
  int64_t bound = product(a.bound, a.shape[static_cast<size_t>(axis)]);
  const bool isRounded = isFloat(a.type) && fitted(a.type, bound) == kUnknown;
  m_exact &= !isRounded;
  if (!isFloat(a.type) && oneIn(2)) {
    define(fmt::format("tl.associative_scan({}, {}, {}{})", a.text, axis,
                       oneIn(2) ? "larger" : "times", oneIn(3) ? ", reverse=True" : ""),
           a.shape, a.type, kUnknown);
    return;
  }
  std::string text =
      fmt::format("tl.cumsum({}, {}{})", a.text, axis, oneIn(3) ? ", reverse=True" : "");
  define(fmt::format("{}.to(tl.{})", isRounded ? rounded(text, a.type, a.shape) : text,
                     info(a.type).language),
         a.shape, a.type, bound);
}

void KernelWriter::reshape() {
  Tile a = anyTile();
  int64_t count = countOf(a.shape);
  if (a.shape.empty() || count > 1024) {
    return;
  }
  if (a.shape.size() == 2 && oneIn(2)) {
    const char *forms[] = {"tl.trans({})", "tl.permute({}, (1, 0))", "{}.T"};
    define(fmt::format(fmt::runtime(forms[pick(0, 2)]), a.text), {a.shape[1], a.shape[0]}, a.type,
           a.bound);
    return;
  }
  Shape shape = {count};
  if (a.shape.size() == 1 || oneIn(2)) {
    int64_t rows = int64_t{1} << pick(0, 5);
    rows = std::min(rows, count);
    shape = {rows, count / rows};
    if (oneIn(4) && count / rows > 1) {
      // Three dimensions on the way.
      shape = {rows, 2, count / rows / 2};
      define(
          fmt::format("tl.max(tl.reshape({}, {}).to(tl.int32), axis=1)", a.text, shapeText(shape)),
          {shape[0], shape[2]}, Elem::I32, a.bound);
      return;
    }
  }
  Tile result =
      define(fmt::format("tl.reshape({}, {})", a.text, shapeText(shape)), shape, a.type, a.bound);
  if (shape.size() == 2 && (shape[0] != m_rows || shape[1] != m_columns) && oneIn(2)) {
    define(fmt::format("tl.trans({})", result.text), {shape[1], shape[0]}, a.type, a.bound);
  }
}

/// join, split, interleave, cat.
void KernelWriter::pairs() {
  Tile a = anyTile();
  if (a.shape.empty() || a.shape.back() > 32 || a.shape.back() < 2) {
    return;
  }
  Tile b = partner(a, a.type);
  if (b.shape != a.shape) {
    return;
  }
  Shape shape = a.shape;
  int64_t bound =
      a.bound == kUnknown || b.bound == kUnknown ? kUnknown : std::max(a.bound, b.bound);
  if (oneIn(2)) {
    shape.back() *= 2;
    define(fmt::format("tl.interleave({}, {})", a.text, b.text), shape, a.type, bound);
    return;
  }
  shape.back() /= 2;
  shape.push_back(2);
  std::string low = fresh("v"), high = fresh("v");
  line(fmt::format("{}, {} = tl.split(tl.reshape({}, {}))", low, high, a.text, shapeText(shape)));
  shape.pop_back();
  m_tiles.push_back({low, shape, a.type, a.bound});
  m_tiles.push_back({high, shape, a.type, a.bound});
}

/// sort, flip, gather, histogram.
void KernelWriter::rare() {
  Tile a = anyTile();
  if (a.shape.empty() || a.type == Elem::I1 || countOf(a.shape) > 512) {
    return;
  }
  auto last = static_cast<int64_t>(a.shape.size()) - 1;
  switch (pick(0, 3)) {
  case 0:
    if (a.shape.back() <= 16) {
      define(fmt::format("tl.sort({}, {}{})", a.text, last, oneIn(2) ? ", descending=True" : ""),
             a.shape, a.type, a.bound);
    }
    break;
  case 1:
    define(fmt::format("tl.flip({}, {})", a.text, pick(0, last)), a.shape, a.type, a.bound);
    break;
  case 2: {
    int64_t axis = pick(0, last);
    Tile index = load(a.shape, Elem::I32);
    define(fmt::format("tl.gather({}, {} & {}, {})", a.text, index.text,
                       a.shape[static_cast<size_t>(axis)] - 1, axis),
           a.shape, a.type, a.bound);
    break;
  }
  default:
    if (a.shape.size() == 1 && a.type == Elem::I32) {
      define(fmt::format("tl.histogram({} & 15, 16)", a.text), {16}, Elem::I32, a.shape[0]);
    }
  }
}

/// A product of matrices.
void KernelWriter::dot() {
  if (!m_hasDots) {
    reduce();
    return;
  }
  static constexpr Elem kTypes[] = {Elem::F16, Elem::F16, Elem::BF16, Elem::F32, Elem::I8};
  Elem type = kTypes[pick(0, 4)];
  Elem wide = type == Elem::I8 ? Elem::I32 : Elem::F32;
  int64_t depth = oneOf({16, 16, 32, 64});
  Tile a;
  for (const Tile &tile : m_tiles) {
    if (tile.shape == Shape{m_rows, m_columns} && tile.type != Elem::I1 && oneIn(3)) {
      Tile tame = tamed(tile);
      depth = m_columns;
      a = {as(tame, type), tame.shape, type, boundAs(tame, type)};
      break;
    }
  }
  a = a.text.empty() ? load({m_rows, depth}, type) : a;
  bool transposed = oneIn(3);
  Tile b = load(transposed ? Shape{m_columns, depth} : Shape{depth, m_columns}, type);
  std::string bText = transposed ? fmt::format("tl.trans({})", b.text) : b.text;
  if (transposed && oneIn(2)) {
    bText = b.text + ".T";
  }
  Shape shape = {m_rows, m_columns};
  int64_t bound = product(product(a.bound, b.bound), depth);
  std::string extra;
  const Tile *acc = nullptr;
  for (const Tile &tile : m_tiles) {
    if (tile.shape == shape && tile.type == wide && (tile.bound != kUnknown || oneIn(6)) &&
        oneIn(2)) {
      acc = &tile;
    }
  }
  bool added = acc && oneIn(3);
  if (acc) {
    bound = sum(bound, acc->bound);
    extra = added ? "" : ", " + acc->text;
  }
  if (type == Elem::F32) {
    extra += oneIn(2) ? ", input_precision='ieee'" : oneIn(2) ? ", input_precision='tf32'" : "";
  }
  m_exactInParts &= type != Elem::F32;
  const bool isRounded = wide == Elem::F32 && fitted(wide, bound) == kUnknown;
  m_exact &= !isRounded;
  std::string text =
      fmt::format("{}tl.dot({}, {}{})", added ? acc->text + " + " : "", a.text, bText, extra);
  define(isRounded || type == Elem::F32 ? rounded(text, wide, shape) : text, shape, wide, bound);
}

/// Adds a product to what a loop carries; the bound of the sum after the loop.
int64_t KernelWriter::accumulate(const std::string &sum, Elem wide, int64_t trips) {
  static constexpr Elem kTypes[] = {Elem::F16, Elem::BF16, Elem::F32};
  Elem type = wide == Elem::I32 ? Elem::I8 : kTypes[pick(0, 2)];
  m_exactInParts &= type != Elem::F32;
  int64_t depth = oneOf({16, 16, 32});
  Tile a = load({m_rows, depth}, type), b = load({depth, m_columns}, type);
  int64_t bound =
      fitted(wide, product(product(a.bound, b.bound), depth * std::max<int64_t>(1, trips)));
  const bool isRounded = wide == Elem::F32 && bound == kUnknown;
  m_exact &= !isRounded;
  std::string text = oneIn(2) ? fmt::format("{} + tl.dot({}, {})", sum, a.text, b.text)
                              : fmt::format("tl.dot({1}, {2}, {0})", sum, a.text, b.text);
  line(fmt::format("{} = {}", sum,
                   isRounded || type == Elem::F32 ? rounded(text, wide, {m_rows, m_columns})
                                                  : text));
  return bound;
}

} // namespace charonia::mapping
