// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes the union of several loads has, so that each load finds its own in it.
#include "LoadReuseBox.h"

using namespace mlir;

namespace charonia::tile {
namespace {

const std::vector<Poly> &boundsOf(const PlanPiece &piece, unsigned dim, bool upper) {
  return upper ? piece.bounds.upper[dim] : piece.bounds.lower[dim];
}

std::vector<Poly> moved(const std::vector<Poly> &bounds, int64_t by) {
  std::vector<Poly> result;
  for (const Poly &bound : bounds) {
    result.push_back(bound + Poly(by));
  }
  return result;
}

/// Loads with the same bounds: where the first and the last of them begin.
struct Alike {
  const PlanPiece *piece;
  int64_t first, last;
};

} // namespace

const LaneBounds &LoadReuse::neededOf(tt::LoadOp load) {
  auto known = m_needed.find(load);
  if (known == m_needed.end()) {
    LaneBounds made = m_analysis.neededOf(load);
    known = m_needed.try_emplace(load, std::move(made)).first;
  }
  return known->second;
}

/// True if a lane of a tile of `extent` within all of `by` is within `bound`.
bool LoadReuse::isImplied(const Poly &bound, ArrayRef<Poly> by, int64_t extent, bool upper) const {
  const ScalarForms &scalars = std::as_const(m_analysis).scalars();
  if (upper ? scalars.rangeOf(bound).lo >= extent : scalars.rangeOf(bound).hi <= 0) {
    return true;
  }
  return llvm::any_of(by, [&](const Poly &other) {
    return scalars.rangeOf(upper ? bound - other : other - bound).lo >= 0;
  });
}

bool LoadReuse::isImplied(ArrayRef<Poly> bounds, ArrayRef<Poly> by, int64_t extent,
                          bool upper) const {
  return llvm::all_of(bounds,
                      [&](const Poly &bound) { return isImplied(bound, by, extent, upper); });
}

/// Finds bounds of the union along `dim` on one side that give each load of the chain the lanes
/// that it has and no others; with `needed`, no others that anything depends on.
bool LoadReuse::chooseBounds(const Chain &chain, unsigned dim, bool upper, bool needed,
                             std::vector<Poly> &chosen) {
  const int64_t first = chain.front().second, extent = chain.front().first->shape[dim];
  auto fits = [&](const std::vector<Poly> &candidate) {
    return llvm::all_of(chain, [&](const auto &entry) {
      const Box *box = entry.first;
      const int64_t at = entry.second;
      std::vector<Poly> here = moved(candidate, first - at);
      const std::vector<Poly> &own = boundsOf(box->piece, dim, upper);
      if (!isImplied(here, own, extent, upper)) {
        return false;
      }
      if (!needed) {
        return isImplied(own, here, extent, upper);
      }
      return llvm::all_of(box->parts, [&](const SharedLoad::Part &part) {
        tt::LoadOp load = part.load;
        SmallVector<Poly> by(here.begin(), here.end());
        // The lanes of a tile that is cut are not those that stores tell of.
        if (cast<RankedTensorType>(load.getType()).getShape() == ArrayRef(box->tile)) {
          const LaneBounds &lanes = neededOf(load);
          llvm::append_range(by, upper ? lanes.upper[dim] : lanes.lower[dim]);
        }
        return isImplied(own, by, extent, upper);
      });
    });
  };
  for (const auto &[box, at] : chain) {
    chosen = moved(boundsOf(box->piece, dim, upper), at - first);
    if (fits(chosen)) {
      return true;
    }
  }
  return false;
}

bool LoadReuse::joinBounds(const Chain &chain, unsigned dim, Box &result) {
  const int64_t extent = result.shape[dim];
  std::vector<Poly> &lower = result.piece.bounds.lower[dim];
  std::vector<Poly> &upper = result.piece.bounds.upper[dim];
  bool exactLower = chooseBounds(chain, dim, false, false, lower);
  bool exactUpper = chooseBounds(chain, dim, true, false, upper);
  if (exactLower && exactUpper) {
    llvm::erase_if(lower, [&](const Poly &bound) { return isImplied(bound, {}, extent, false); });
    llvm::erase_if(upper, [&](const Poly &bound) { return isImplied(bound, {}, extent, true); });
    return true;
  }
  if ((!exactLower && !chooseBounds(chain, dim, false, true, lower)) ||
      (!exactUpper && !chooseBounds(chain, dim, true, true, upper))) {
    return false;
  }
  hullOf(chain, dim, result);
  return true;
}

/// From the first to the last lane of the union that any of the loads has. Bounds that are good
/// enough for the lanes that matter may reach further: to memory that no load touches.
void LoadReuse::hullOf(const Chain &chain, unsigned dim, Box &result) {
  ScalarForms &scalars = m_analysis.scalars();
  const int64_t extent = chain.front().first->shape[dim], whole = result.shape[dim];
  std::vector<Alike> kinds;
  for (const auto &entry : chain) {
    const Box *box = entry.first;
    const int64_t begin = entry.second - chain.front().second;
    auto alike = llvm::find_if(kinds, [&](const Alike &kind) {
      return boundsOf(*kind.piece, dim, false) == boundsOf(box->piece, dim, false) &&
             boundsOf(*kind.piece, dim, true) == boundsOf(box->piece, dim, true);
    });
    if (alike == kinds.end()) {
      kinds.push_back({&box->piece, begin, begin});
    } else {
      alike->last = begin;
    }
  }
  std::optional<Poly> lower, upper;
  for (const Alike &kind : kinds) {
    Poly from(0), to(extent);
    for (const Poly &bound : boundsOf(*kind.piece, dim, false)) {
      from = scalars.max(from, bound);
    }
    for (const Poly &bound : boundsOf(*kind.piece, dim, true)) {
      to = scalars.min(to, bound);
    }
    // No lanes stay no lanes, and sums stay within 64 bits.
    from = scalars.min(from, Poly(extent));
    to = scalars.max(to, Poly(0));
    Poly lanes = from - to; // negative if there are any
    Poly begin = from + Poly(kind.first);
    if (kinds.size() > 1) {
      begin = scalars.ifNegative(lanes, begin, Poly(whole));
    }
    Poly end = scalars.ifNegative(lanes, to + Poly(kind.last), Poly(0));
    lower = lower ? scalars.min(*lower, begin) : begin;
    upper = upper ? scalars.max(*upper, end) : end;
  }
  result.piece.bounds.lower[dim] = {*lower};
  result.piece.bounds.upper[dim] = {*upper};
}

} // namespace charonia::tile
