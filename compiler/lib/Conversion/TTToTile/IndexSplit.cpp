// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixed-radix digits of flat indices as dimensions and runs.
#include "IndexSplit.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace charonia::tile {
namespace {

/// Keeps the IR small whatever the index: no estimate of cycles chooses so many descriptors.
constexpr int64_t kMostPieces = 512;

bool isChain(const std::vector<int64_t> &points) {
  for (size_t i = 1; i < points.size(); ++i) {
    if (points[i] % points[i - 1] != 0) {
      return false;
    }
  }
  return true;
}

void insertPoint(std::vector<int64_t> &points, int64_t point) {
  auto it = std::lower_bound(points.begin(), points.end(), point);
  if (it == points.end() || *it != point) {
    points.insert(it, point);
  }
}

} // namespace

IndexSplit::IndexSplit(ScalarForms &scalars, ArrayRef<int64_t> shape) : m_scalars(scalars) {
  for (int64_t extent : shape) {
    Dim dim;
    dim.extent = extent;
    m_dims.push_back(dim);
  }
}

/// The digits of one dimension as levels of their flat indices, the linear term among them; equal
/// steps are joined. Nothing if the points of an index do not divide each other.
std::optional<std::vector<IndexSplit::Group>> IndexSplit::groupsOf(const Form &form, unsigned dim,
                                                                   Poly &base) const {
  std::vector<Group> groups;
  std::vector<std::vector<int64_t>> points;
  for (const Digit &digit : form.digits) {
    if (digit.dim != dim) {
      continue;
    }
    auto it = llvm::find_if(groups, [&](const Group &one) { return one.start == digit.start; });
    if (it == groups.end()) {
      groups.push_back({digit.start, {}});
      points.push_back({1});
      it = std::prev(groups.end());
    }
    std::vector<int64_t> &mine = points[it - groups.begin()];
    int64_t end = digit.divisor;
    insertPoint(mine, digit.divisor);
    if (digit.modulus != 0) {
      if (__builtin_mul_overflow(end, digit.modulus, &end)) {
        return std::nullopt;
      }
      insertPoint(mine, end);
    }
  }
  const Poly &linear = form.coeff[dim];
  // The linear term joins the digits' flat index if there is one, else that of the dimension.
  size_t own = 0;
  if (groups.size() != 1 && !linear.isZero()) {
    auto it = llvm::find_if(groups, [](const Group &one) { return one.start.isZero(); });
    own = static_cast<size_t>(it - groups.begin());
    if (it == groups.end()) {
      groups.push_back({Poly(0), {}});
      points.push_back({1});
    }
  }
  for (auto [group, mine] : llvm::zip_equal(groups, points)) {
    if (!isChain(mine)) {
      return std::nullopt;
    }
    for (int64_t point : mine) {
      group.levels.push_back({point, Poly(0)});
    }
    for (const Digit &digit : form.digits) {
      if (digit.dim != dim || !(digit.start == group.start)) {
        continue;
      }
      for (Level &level : group.levels) {
        bool below = digit.modulus == 0 || level.point < digit.divisor * digit.modulus;
        if (level.point >= digit.divisor && below) {
          level.coeff = level.coeff + Poly(level.point / digit.divisor) * digit.coeff;
        }
      }
    }
  }
  if (!groups.empty() && !linear.isZero()) {
    // coeff * i = coeff * (E - start)
    Group &group = groups[own];
    for (Level &level : group.levels) {
      level.coeff = level.coeff + Poly(level.point) * linear;
    }
    base = base - linear * group.start;
  }
  for (Group &group : groups) {
    for (size_t k = 1; k < group.levels.size();) {
      const Level &below = group.levels[k - 1];
      if (group.levels[k].coeff == Poly(group.levels[k].point / below.point) * below.coeff) {
        group.levels.erase(group.levels.begin() + static_cast<std::ptrdiff_t>(k));
      } else {
        ++k;
      }
    }
    if (group.levels.size() == 1) {
      base = base + group.levels[0].coeff * group.start;
      group.start = Poly(0);
    }
  }
  return groups;
}

/// Makes `point` one of the group's; false if it does not fit between its points.
bool IndexSplit::refine(Group &group, int64_t point) {
  size_t k = 0;
  while (k + 1 < group.levels.size() && group.levels[k + 1].point <= point) {
    ++k;
  }
  const Level &below = group.levels[k];
  if (below.point == point) {
    return true;
  }
  if (point % below.point != 0 ||
      (k + 1 < group.levels.size() && group.levels[k + 1].point % point != 0)) {
    return false;
  }
  Level level{point, Poly(point / below.point) * below.coeff};
  group.levels.insert(group.levels.begin() + static_cast<std::ptrdiff_t>(k + 1), level);
  return true;
}

bool IndexSplit::Dim::isRun(const Group &group) const {
  return llvm::any_of(group.levels,
                      [&](const Level &level) { return !llvm::is_contained(points, level.point); });
}

std::optional<int64_t> IndexSplit::Dim::shiftOf(const Group &group) const {
  Poly ahead = group.start - start;
  if (!ahead.isConstant() || ahead.constant() % length != 0) {
    return std::nullopt;
  }
  return ahead.constant() / length;
}

void IndexSplit::makeRuns(Dim &dim) {
  Poly outer = m_scalars.floorDiv(dim.start, Poly(dim.points.back()));
  dim.first = m_scalars.floorDiv(outer, Poly(dim.unit()));
  dim.offset = m_scalars.mod(outer, Poly(dim.unit()));
  int64_t known = std::max<int64_t>(1, std::gcd(m_scalars.divisorOf(outer), dim.unit()));
  Wide most = std::min(m_scalars.rangeOf(dim.offset).hi, Wide{dim.unit() - known});
  dim.runs = static_cast<int64_t>((most + dim.outer() - 1) / dim.unit()) + 1;
}

bool IndexSplit::suits(const Dim &dim, const Group &group) const {
  Group copy = group;
  bool fits = group.levels.size() == 1 || m_scalars.divisorOf(group.start) % dim.points.back() == 0;
  for (int64_t point : dim.points) {
    fits = fits && refine(copy, point);
  }
  if (!fits || !dim.isRun(group)) {
    return fits;
  }
  return dim.hasRuns && dim.shiftOf(group) && refine(copy, dim.length) &&
         llvm::all_of(group.levels, [&](const Level &level) {
           return level.point % dim.length == 0 || llvm::is_contained(dim.points, level.point);
         });
}

bool IndexSplit::placeGroups(Dim &dim, const std::vector<Group> &groups, std::string &why) {
  Dim next = dim;
  for (const Group &group : groups) {
    int64_t even = std::gcd(m_scalars.divisorOf(group.start), dim.extent);
    for (const Level &level : group.levels) {
      if (even % level.point == 0) {
        insertPoint(next.points, level.point);
        continue;
      }
      if (!next.hasRuns || level.point < next.length) {
        next.hasRuns = true;
        next.length = level.point;
        next.start = group.start;
      }
      break;
    }
    next.placed.push_back(group);
  }
  bool fits = isChain(next.points) && dim.extent % next.points.back() == 0 &&
              (!next.hasRuns || next.length % next.points.back() == 0) &&
              llvm::all_of(next.placed, [&](const Group &group) { return suits(next, group); });
  if (!fits) {
    why = "index needs two splittings of one dimension";
    return false;
  }
  if (next.hasRuns) {
    makeRuns(next);
  }
  dim = next;
  return true;
}

bool IndexSplit::place(const Form &form, std::string &why) {
  std::vector<Dim> next = m_dims;
  int64_t pieces = 1;
  for (size_t d = 0; d < next.size(); ++d) {
    Poly base;
    std::optional<std::vector<Group>> groups = groupsOf(form, static_cast<unsigned>(d), base);
    if (!groups) {
      why = "index is split at numbers that do not divide each other";
      return false;
    }
    bool wraps = form.wrap && form.wrap->dim == d;
    bool isCut = llvm::any_of(*groups, [](const Group &one) { return one.levels.size() > 1; });
    if (wraps && isCut) {
      why = "index is split and wraps round a modulus";
      return false;
    }
    if (!placeGroups(next[d], *groups, why)) {
      return false;
    }
    pieces = std::min(kMostPieces * kMostPieces, pieces * next[d].runs);
  }
  if (pieces > kMostPieces) {
    why = "index is in up to " + std::to_string(pieces) + " runs inside the tile";
    return false;
  }
  m_dims = std::move(next);
  return true;
}

bool IndexSplit::cut(const Form &address, std::string &why) { return place(address, why); }

bool IndexSplit::admit(const Form &condition) {
  std::string why;
  return place(condition, why);
}

SmallVector<int64_t> IndexSplit::shape() const {
  SmallVector<int64_t> result;
  for (const Dim &dim : m_dims) {
    result.push_back(dim.outer());
    for (size_t k = dim.points.size(); k-- > 1;) {
      result.push_back(dim.points[k] / dim.points[k - 1]);
    }
  }
  return result;
}

bool IndexSplit::runsAlong(size_t finer) const {
  for (size_t d = 0; d < m_dims.size(); ++d) {
    if (m_dims[d].runs > 1 && firstOf(d) == finer) {
      return true;
    }
  }
  return false;
}

size_t IndexSplit::numPieces() const {
  size_t pieces = 1;
  for (const Dim &dim : m_dims) {
    pieces *= static_cast<size_t>(dim.runs);
  }
  return pieces;
}

size_t IndexSplit::firstOf(size_t dim) const {
  size_t first = 0;
  for (size_t d = 0; d < dim; ++d) {
    first += m_dims[d].points.size();
  }
  return first;
}

unsigned IndexSplit::dimOf(unsigned dim) const { return static_cast<unsigned>(firstOf(dim)); }

int64_t IndexSplit::runIn(size_t dim, size_t piece) const {
  for (size_t d = 0; d < dim; ++d) {
    piece /= static_cast<size_t>(m_dims[d].runs);
  }
  return static_cast<int64_t>(piece % static_cast<size_t>(m_dims[dim].runs));
}

/// Adds a group that the dimension's points suit: `first` is the finer dimension that is outermost.
void IndexSplit::addGroup(Form &form, const Group &group, size_t dim, size_t first,
                          int64_t run) const {
  const Dim &cut = m_dims[dim];
  Group levels = group;
  for (int64_t point : cut.points) {
    refine(levels, point);
  }
  bool isRun = cut.isRun(group);
  if (isRun) {
    refine(levels, cut.length);
  }
  size_t inner = cut.points.size() - 1;
  for (size_t k = 0; k < inner; ++k) {
    Poly &coeff = form.coeff[first + inner - k];
    coeff = coeff + levels.levels[k].coeff;
  }
  // The outermost: (start // top + j) without runs, its rest in the run with them.
  const Poly &step = levels.levels[inner].coeff;
  form.coeff[first] = form.coeff[first] + step;
  if (!isRun) {
    form.base = form.base + step * m_scalars.floorDiv(group.start, Poly(cut.points.back()));
    return;
  }
  form.base = form.base + step * (cut.offset - Poly(run * cut.unit()));
  Poly which = cut.first + Poly(*cut.shiftOf(group) + run);
  for (size_t k = inner + 1; k < levels.levels.size(); ++k) {
    Poly value = m_scalars.floorDiv(which, Poly(levels.levels[k].point / cut.length));
    if (k + 1 < levels.levels.size()) {
      value = m_scalars.mod(value, Poly(levels.levels[k + 1].point / levels.levels[k].point));
    }
    form.base = form.base + levels.levels[k].coeff * value;
  }
}

Form IndexSplit::at(const Form &form, size_t piece) const {
  Form result;
  result.linear = true;
  result.arg = form.arg;
  result.base = form.base;
  result.coeff.assign(shape().size(), Poly(0));
  for (size_t d = 0; d < m_dims.size(); ++d) {
    std::optional<std::vector<Group>> groups =
        groupsOf(form, static_cast<unsigned>(d), result.base);
    for (const Group &group : *groups) {
      addGroup(result, group, d, firstOf(d), runIn(d, piece));
    }
  }
  SmallVector<int64_t> extents = shape();
  for (size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] == 1) {
      result.coeff[d] = Poly(0);
    }
  }
  if (form.wrap) {
    result.wrap = form.wrap;
    result.wrap->dim = dimOf(form.wrap->dim);
  }
  return result;
}

std::vector<Form> IndexSplit::boundsOf(size_t piece) const {
  std::vector<Form> result;
  for (size_t d = 0; d < m_dims.size(); ++d) {
    const Dim &dim = m_dims[d];
    if (dim.runs <= 1) {
      continue;
    }
    int64_t run = runIn(d, piece);
    Form form;
    form.linear = true;
    form.coeff.assign(shape().size(), Poly(0));
    if (run > 0) {
      // j >= run * unit - offset
      form.coeff[firstOf(d)] = Poly(-1);
      form.base = Poly(run * dim.unit() - 1) - dim.offset;
      result.push_back(form);
    }
    // j < (run + 1) * unit - offset
    form.coeff[firstOf(d)] = Poly(1);
    form.base = dim.offset - Poly((run + 1) * dim.unit());
    result.push_back(form);
  }
  return result;
}

std::vector<std::pair<Poly, int64_t>> IndexSplit::steps(const Form &address,
                                                        ArrayRef<int64_t> extents) const {
  std::vector<std::pair<Poly, int64_t>> result;
  for (size_t d = 0; d < m_dims.size(); ++d) {
    const Dim &dim = m_dims[d];
    Form single = at(address, 0);
    size_t first = firstOf(d);
    Poly base;
    std::optional<std::vector<Group>> groups = groupsOf(address, static_cast<unsigned>(d), base);
    // Runs that are the mask's alone do not change how far elements are apart.
    const bool inRuns = dim.hasRuns && dim.runs > 1 &&
                        llvm::any_of(*groups, [&](const Group &one) { return dim.isRun(one); });
    for (size_t k = 0; k < dim.points.size(); ++k) {
      int64_t extent = extents[first + k];
      if (k == 0 && inRuns) {
        extent = dim.unit(); // two elements of different runs may be so far apart
      }
      result.emplace_back(single.coeff[first + k], extent);
    }
    if (!inRuns) {
      continue;
    }
    // What is linear over the whole dimension goes on from run to run.
    Form through;
    through.coeff.assign(single.coeff.size(), Poly(0));
    for (const Group &group : *groups) {
      if (!dim.isRun(group)) {
        addGroup(through, group, d, first, /*run=*/0);
      }
    }
    if (!through.coeff[first].isZero()) {
      result.emplace_back(through.coeff[first] * Poly(dim.unit()), dim.runs);
    }
    for (Group &group : *groups) {
      if (!dim.isRun(group)) {
        continue;
      }
      refine(group, dim.length);
      for (size_t k = 0; k < group.levels.size(); ++k) {
        if (group.levels[k].point < dim.length) {
          continue;
        }
        bool last = k + 1 == group.levels.size();
        int64_t extent = last ? dim.runs : group.levels[k + 1].point / group.levels[k].point;
        result.emplace_back(group.levels[k].coeff, extent);
      }
    }
  }
  return result;
}

} // namespace charonia::tile
