// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads become one: boxes of one shape, whole steps apart. Bounds: LoadReuseBounds.cpp.
#include "LoadReuse.h"

#include "KernelConverter.h"
#include "LoadReuseBox.h"

#include "charonia/Dialect/Mtia/MtiaDialect.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace charonia::tile {

/// So many loads are compared with each other; those behind start anew.
static constexpr size_t kMostOpen = 256;
/// So many boxes become one along one dimension.
static constexpr size_t kMostJoined = 32;
/// Boxes further apart do not overlap.
static constexpr int64_t kMostSteps = int64_t{1} << 40;

const SharedLoad::Part &SharedLoad::partOf(tt::LoadOp load) const {
  return *llvm::find_if(parts, [&](const Part &part) { return part.load == load; });
}

LoadReuse::LoadReuse(tt::FuncOp kernel, AccessAnalysis &analysis,
                     const compiler::PassContext &context)
    : m_analysis(analysis), m_context(context), m_dominance(kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](Block *block) { shareIn(*block); });
  for (auto [index, shared] : llvm::enumerate(m_shared)) {
    for (const SharedLoad::Part &part : shared.parts) {
      m_sharedOf[part.load] = index;
    }
  }
}

LoadReuse::~LoadReuse() = default;

const SharedLoad *LoadReuse::of(tt::LoadOp load) const {
  auto it = m_sharedOf.find(load);
  return it == m_sharedOf.end() ? nullptr : &m_shared[it->second];
}

/// True if a unit takes the tile that neither reads a part of a slot nor gets a copy of it.
static bool needsOwnSlot(tt::LoadOp load) {
  return llvm::any_of(load->getUsers(),
                      [](Operation *user) { return isa<tt::TransOp, mtia::ReReduceOp>(user); });
}

/// True if the layout unit has to copy the part for a unit that reads whole slots.
static bool isCopied(tt::LoadOp load) {
  return llvm::any_of(load->getUsers(), [](Operation *user) { return isa<tt::DotOp>(user); });
}

std::optional<LoadReuse::Box> LoadReuse::boxOf(tt::LoadOp load) {
  auto type = dyn_cast<RankedTensorType>(load.getResult().getType());
  if (!type || load.getIsVolatile() || load->hasAttr(kDirectionOfSource) || needsOwnSlot(load)) {
    return std::nullopt;
  }
  AccessPlan plan = m_analysis.plan(load);
  if (plan.rung != Rung::Dma || plan.pieces.size() != 1 || plan.select || plan.boxed ||
      plan.shape.empty()) {
    return std::nullopt;
  }
  Box box;
  box.parts.push_back({load, SmallVector<int64_t>(plan.shape.size(), 0)});
  box.shape = plan.shape;
  box.tile = plan.tile;
  box.piece = plan.pieces.front();
  box.arg = plan.arg;
  box.element = convertType(type.getElementType());
  box.pad = load.getOther() ? constantPad(load) : TypedAttr();
  if (!box.pad) {
    box.pad = cast<TypedAttr>(Builder(load).getZeroAttr(box.element));
  }
  box.checks = plan.checks;
  box.elementBytes = bytesOf(box.element);
  box.partBytes = box.bytesApart = box.bytes();
  return box;
}

void LoadReuse::shareIn(Block &block) {
  for (Operation &op : block) {
    if (auto load = dyn_cast<tt::LoadOp>(op); load && !load.getIsVolatile()) {
      if (std::optional<Box> box = boxOf(load)) {
        m_open.push_back(std::move(*box));
      }
      if (m_open.size() == kMostOpen) {
        close(-1);
      }
      continue;
    }
    if (auto store = dyn_cast<tt::StoreOp>(op)) {
      close(m_analysis.argumentOf(store.getPtr()));
      continue;
    }
    auto effects = getEffectsRecursively(&op);
    bool reads = effects && llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
                   return isa<MemoryEffects::Read>(effect.getEffect());
                 });
    if (!reads) {
      close(-1);
    }
  }
  close(-1);
}

void LoadReuse::close(int arg) {
  std::vector<Box> boxes, others;
  size_t rank = 0;
  for (Box &box : m_open) {
    bool mayBe = arg < 0 || box.arg < 0 || box.arg == arg;
    rank = mayBe ? std::max(rank, box.shape.size()) : rank;
    (mayBe ? boxes : others).push_back(std::move(box));
  }
  m_open = std::move(others);
  for (size_t dim = rank; dim > 0; --dim) {
    boxes = alongDim(std::move(boxes), static_cast<unsigned>(dim - 1));
  }
  for (Box &box : boxes) {
    if (box.parts.size() > 1) {
      int64_t bytes = box.bytes();
      m_shared.push_back({std::move(box.parts), std::move(box.shape), std::move(box.piece),
                          std::move(box.checks), bytes, box.bytesApart});
      m_analysis.clip(m_shared.back().piece, m_shared.back().shape);
    }
  }
}

/// Joins boxes that lie apart along `dim` only.
std::vector<LoadReuse::Box> LoadReuse::alongDim(std::vector<Box> boxes, unsigned dim) {
  std::vector<Box> result;
  std::vector<bool> used(boxes.size(), false);
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (used[i]) {
      continue;
    }
    Chain row = {{&boxes[i], 0}};
    llvm::DenseMap<const Box *, size_t> indices = {{&boxes[i], i}};
    for (size_t j = i + 1; j < boxes.size(); ++j) {
      std::optional<int64_t> steps = used[j] ? std::nullopt : stepsBetween(boxes[i], boxes[j], dim);
      if (steps) {
        row.emplace_back(&boxes[j], *steps);
        indices[&boxes[j]] = j;
      }
    }
    llvm::stable_sort(row, llvm::less_second());
    // The longest runs of boxes that overlap the one before; box i is in one of them.
    for (size_t begin = 0, end = 0; begin < row.size(); begin = end) {
      Chain chain = {row[begin]};
      std::optional<Box> made;
      for (end = begin + 1; end < row.size(); ++end) {
        if (row[end].second - row[end - 1].second >= boxes[i].shape[dim] ||
            chain.size() == kMostJoined) {
          break;
        }
        chain.push_back(row[end]);
        std::string why;
        std::optional<Box> next = joined(chain, dim, why);
        if (!next) {
          refuse(*row[end].first, *row[end - 1].first, why);
          break;
        }
        made = std::move(next);
      }
      if (made) {
        for (size_t k = begin; k < end; ++k) {
          used[indices[row[k].first]] = true;
        }
        result.push_back(std::move(*made));
      }
    }
    if (!used[i]) {
      used[i] = true;
      result.push_back(boxes[i]);
    }
  }
  return result;
}

void LoadReuse::refuse(const Box &box, const Box &other, const std::string &why) {
  RefusedReuse refused{box.parts.front().load, other.parts.front().load, why};
  bool known = llvm::any_of(m_refused, [&](const RefusedReuse &earlier) {
    return earlier.load == refused.load && earlier.other == refused.other;
  });
  if (!known) {
    m_refused.push_back(std::move(refused));
  }
}

/// True if both lists say the same.
static bool sameList(const std::vector<Poly> &a, const std::vector<Poly> &b) {
  return a.size() == b.size() && std::is_permutation(a.begin(), a.end(), b.begin());
}

/// How many steps of `dim` box `b` lies behind `a`; nothing if they differ in any other way but
/// bounds along `dim`.
std::optional<int64_t> LoadReuse::stepsBetween(const Box &a, const Box &b, unsigned dim) const {
  if (dim >= a.shape.size() || a.shape[dim] == 1 || a.shape != b.shape || a.tile != b.tile ||
      a.arg != b.arg || a.element != b.element || a.pad != b.pad ||
      a.piece.strides != b.piece.strides ||
      !sameList(a.piece.bounds.conditions, b.piece.bounds.conditions)) {
    return std::nullopt;
  }
  for (size_t other = 0; other < a.shape.size(); ++other) {
    if (other != dim && (!sameList(a.piece.bounds.lower[other], b.piece.bounds.lower[other]) ||
                         !sameList(a.piece.bounds.upper[other], b.piece.bounds.upper[other]))) {
      return std::nullopt;
    }
  }
  const Poly &stride = a.piece.strides[dim];
  Poly distance = b.piece.base - a.piece.base;
  if (distance.bad || stride.bad || stride.isZero()) {
    return std::nullopt;
  }
  auto [symbols, factor] = *stride.terms.begin();
  auto term = distance.terms.find(symbols);
  if (term != distance.terms.end() && term->second == INT64_MIN) {
    return std::nullopt;
  }
  int64_t steps = term == distance.terms.end() ? 0 : term->second / factor;
  if (steps <= -kMostSteps || steps >= kMostSteps) {
    return std::nullopt;
  }
  return stride * Poly(steps) == distance ? std::optional(steps) : std::nullopt;
}

std::optional<LoadReuse::Box> LoadReuse::joined(const Chain &chain, unsigned dim,
                                                std::string &why) {
  const Box &front = *chain.front().first;
  Box result = front;
  result.parts.clear();
  result.checks.clear();
  result.bytesApart = 0;
  for (auto [box, at] : chain) {
    for (SharedLoad::Part part : box->parts) {
      part.offsets[dim] += at - chain.front().second;
      result.parts.push_back(std::move(part));
    }
    llvm::append_range(result.checks, box->checks);
    result.bytesApart += box->bytesApart;
  }
  llvm::stable_sort(result.parts, [](const SharedLoad::Part &a, const SharedLoad::Part &b) {
    return a.load->isBeforeInBlock(b.load);
  });
  result.shape[dim] += chain.back().second - chain.front().second;
  if (!joinBounds(chain, dim, result)) {
    why = "their masks leave other lanes";
  } else if (!isAvailable(result)) {
    why = "the bounds of one are not known where the other one is";
  } else if (!pays(result)) {
    why = "the union takes as much memory or time as they do, or more memory than there is";
  }
  return why.empty() ? std::optional(std::move(result)) : std::nullopt;
}

/// The union must take fewer bytes than its parts and fit where they fit.
bool LoadReuse::pays(const Box &box) const {
  if (box.bytes() >= box.bytesApart) {
    return false;
  }
  if (!m_context.device) {
    return true;
  }
  const arch::LocalMemory &memory = m_context.device->ls;
  auto slot = [&](int64_t bytes) {
    return static_cast<int64_t>(llvm::alignTo(bytes, memory.alignment));
  };
  int64_t apart = static_cast<int64_t>(box.parts.size()) * slot(box.partBytes);
  return slot(box.bytes()) <= std::min(apart, memory.usableBytes()) && paysCopies(box);
}

/// Copies of parts run beside the loads; the slower of the two must take less than the loads apart.
bool LoadReuse::paysCopies(const Box &box) const {
  auto copied =
      llvm::count_if(box.parts, [](const SharedLoad::Part &part) { return isCopied(part.load); });
  if (copied == 0) {
    return true;
  }
  const arch::FabricInterface &fi = m_context.device->fi;
  auto parts = static_cast<double>(box.parts.size());
  double apart = parts * fi.setup + static_cast<double>(box.bytesApart) / fi.readBytesPerCycle;
  double together = fi.setup + static_cast<double>(box.bytes()) / fi.readBytesPerCycle;
  double copies = static_cast<double>(copied * box.partBytes) / m_context.device->mlu.bytesPerCycle;
  return std::max(together, copies) < apart;
}

bool LoadReuse::isAvailable(const Poly &poly, Operation *at) const {
  for (const auto &[symbols, factor] : poly.terms) {
    for (Symbol symbol : symbols) {
      const SymbolInfo &info = std::as_const(m_analysis).scalars().info(symbol);
      if ((info.value && !m_dominance.properlyDominates(info.value, at)) ||
          !isAvailable(info.a, at) || !isAvailable(info.b, at) || !isAvailable(info.c, at)) {
        return false;
      }
    }
  }
  return !poly.bad;
}

/// True if the union can be loaded where the first of its parts is.
bool LoadReuse::isAvailable(const Box &box) const {
  Operation *at = box.parts.front().load;
  auto known = [&](const Poly &poly) { return isAvailable(poly, at); };
  const LaneBounds &bounds = box.piece.bounds;
  bool result = known(box.piece.base) && llvm::all_of(box.piece.strides, known) &&
                llvm::all_of(bounds.conditions, known);
  for (size_t dim = 0; dim < box.shape.size(); ++dim) {
    result &= llvm::all_of(bounds.lower[dim], known) && llvm::all_of(bounds.upper[dim], known);
  }
  return result && llvm::all_of(box.checks, [&](const RangeCheck &check) {
           return known(check.low) && known(check.high) && known(check.lanes);
         });
}

} // namespace charonia::tile
