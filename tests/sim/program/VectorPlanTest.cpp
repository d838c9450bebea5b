// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of vector groups: passes, what they load, spill and keep, live vectors and cycles, against
// hand-worked plans, closed forms and a brute-force walk.
#include "charonia/program/VectorPlan.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace charonia::program::test {
namespace {

using Shape = std::vector<int64_t>;
constexpr auto F = ElementType::F32;

const arch::DeviceModel &device() {
  static const auto loaded = arch::loadDevice(arch::defaultDevicePath());
  return **loaded;
}

/// Writes a tile program. Program 0 of the list adds, program 1 takes the maximum.
class Group {
public:
  Group() {
    for (Fn combine : {Fn::AddF, Fn::MaxNumF}) {
      TileProgram body;
      body.values.resize(3);
      body.inputs = {0, 1};
      body.outputs = {2};
      TileInst &inst = body.insts.emplace_back();
      inst.op = TileOp::Elementwise;
      inst.results = {2};
      inst.operands = {0, 1};
      inst.fn = combine;
      bodies.push_back(body);
    }
  }

  TileId value(Shape shape, ElementType type = F) {
    tile.values.push_back({type, std::move(shape)});
    return static_cast<TileId>(tile.values.size() - 1);
  }
  TileInst &add(TileOp op, std::vector<TileId> results, std::vector<TileId> operands) {
    TileInst inst;
    inst.op = op;
    inst.results = std::move(results);
    inst.operands = std::move(operands);
    tile.insts.push_back(std::move(inst));
    return tile.insts.back();
  }
  TileId load(Shape shape, ElementType type = F) {
    TileId id = value(std::move(shape), type);
    add(TileOp::LoadCb, {id}, {}).index = m_loads++;
    return id;
  }
  void store(TileId id) { add(TileOp::StoreCb, {}, {id}).index = m_stores++; }
  TileId fn(Fn f, std::vector<TileId> operands) {
    TileId id = value(tile.values[operands[0]].shape, tile.values[operands[0]].type);
    add(TileOp::Elementwise, {id}, std::move(operands)).fn = f;
    return id;
  }
  TileId reduce(TileId source, int axis, uint32_t body = 0) {
    Shape shape = tile.values[source].shape;
    shape.erase(shape.begin() + axis);
    TileId id = value(shape);
    TileInst &inst = add(TileOp::Reduce, {id}, {source});
    inst.axis = axis;
    inst.body = body;
    return id;
  }
  TileId reshape(TileId source, Shape shape) {
    TileId id = value(std::move(shape));
    add(TileOp::Reshape, {id}, {source});
    return id;
  }
  TileId broadcast(TileId source, Shape shape) {
    TileId id = value(std::move(shape));
    add(TileOp::Broadcast, {id}, {source});
    return id;
  }
  /// A value of rows [R], spread over [R, C].
  TileId overColumns(TileId source, Shape shape) {
    return broadcast(reshape(source, {shape[0], 1}), shape);
  }
  TileId splat(Shape shape) {
    TileId id = value(std::move(shape));
    add(TileOp::Splat, {id}, {});
    return id;
  }

  VectorPlan plan() const { return planVector(device(), bodies, tile, shared); }
  uint64_t cycles(std::vector<int64_t> extents = {}) const {
    return vectorCycles(device(), bodies, tile, plan().passes, extents);
  }

  std::vector<TileProgram> bodies;
  TileProgram tile;
  std::vector<SharedSlot> shared;

private:
  uint32_t m_loads = 0, m_stores = 0;
};

/// x - max, exp, sum, scale over rows; returns the value stored.
TileId softmax(Group &g, Shape shape) {
  TileId x = g.load(shape);
  TileId most = g.reduce(x, 1, 1);
  TileId e = g.fn(Fn::Exp, {g.fn(Fn::SubF, {x, g.overColumns(most, shape)})});
  TileId sum = g.reduce(e, 1);
  TileId y = g.fn(Fn::DivF, {e, g.overColumns(sum, shape)});
  g.store(y);
  return e;
}

TEST(VectorPlan, SoftmaxOverLongRowsTakesThreePassesAndKeepsTheExponentialsInMemory) {
  Group g;
  TileId e = softmax(g, {16, 4096});
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 3u);
  EXPECT_EQ(plan.passes[0].loads, std::vector<TileId>{0});
  EXPECT_EQ(plan.passes[1].loads, std::vector<TileId>{0}); // read again
  EXPECT_EQ(plan.rereadBytes, 16 * 4096 * 4);
  // An exponential costs more than a store and a load.
  EXPECT_EQ(plan.passes[2].loads, std::vector<TileId>{e});
  EXPECT_NE(std::find(plan.passes[1].spills.begin(), plan.passes[1].spills.end(), e),
            plan.passes[1].spills.end());
  EXPECT_TRUE(plan.passes[0].byRow && plan.passes[1].byRow && plan.passes[2].byRow);
  // x and the accumulator; x - max in place of x; e in place of that.
  EXPECT_EQ(plan.passes[0].live, 2);
  EXPECT_EQ(plan.passes[1].live, 2);
  EXPECT_EQ(plan.passes[2].live, 1);
  EXPECT_EQ(g.tile.insts[plan.waitsFor[1]].op, TileOp::Reduce);
  EXPECT_EQ(g.tile.insts[plan.waitsFor[1]].body, 1u);
  EXPECT_EQ(g.tile.insts[plan.waitsFor[2]].body, 0u);
}

TEST(VectorPlan, OneShortRowStaysInRegisters) {
  Group g;
  TileId e = softmax(g, {1, 128});
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 3u);
  EXPECT_TRUE(plan.passes[1].loads.empty());
  EXPECT_TRUE(plan.passes[2].loads.empty());
  EXPECT_EQ(plan.passes[1].kept, std::vector<TileId>{0});
  EXPECT_EQ(plan.passes[2].kept, std::vector<TileId>{e});
  EXPECT_EQ(plan.spilledBytes, 0);
  EXPECT_EQ(plan.rereadBytes, 0);
}

TEST(VectorPlan, ADifferenceIsMadeAgainRatherThanStored) {
  // Layer norm: the variance pass and the last one both need x - mean.
  Group g;
  Shape shape{8, 2048};
  TileId x = g.load(shape);
  TileId mean = g.reduce(x, 1);
  TileId d = g.fn(Fn::SubF, {x, g.overColumns(mean, shape)});
  TileId variance = g.reduce(g.fn(Fn::MulF, {d, d}), 1);
  TileId scale = g.fn(Fn::Rsqrt, {variance});
  g.store(g.fn(Fn::MulF, {d, g.overColumns(scale, shape)}));
  VectorPlan plan = g.plan();
  // Sum, squares, the rows' scales, result.
  ASSERT_EQ(plan.passes.size(), 4u);
  EXPECT_EQ(plan.passes[3].loads, std::vector<TileId>{x});
  EXPECT_EQ(plan.rereadBytes, 2 * 8 * 2048 * 4);
  for (TileId id : plan.passes[1].spills) {
    EXPECT_NE(id, d);
  }
}

TEST(VectorPlan, SumsOverRowsStayInRegistersStripByStrip) {
  Group g;
  TileId x = g.load({64, 256});
  g.store(g.reduce(x, 0));
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 2u); // the second one only stores the sums
  EXPECT_TRUE(plan.passes[0].byStrip);
  EXPECT_EQ(plan.passes[0].live, 2);
  EXPECT_EQ(plan.passes[0].lmul, 8);
}

TEST(VectorPlan, RowScalarsAndSplatsTakeNoVector) {
  Group g;
  Shape shape{32, 512};
  TileId x = g.load(shape), r = g.load({32});
  TileId y = g.fn(Fn::MulF, {g.fn(Fn::SubF, {x, g.overColumns(r, shape)}), g.splat(shape)});
  g.store(y);
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 1u);
  EXPECT_EQ(plan.live, 1);
  EXPECT_TRUE(plan.passes[0].byRow);
  EXPECT_FALSE(plan.passes[0].byStrip);
  EXPECT_EQ(plan.spilledBytes, 0);
}

TEST(VectorPlan, AColumnVectorIsLoadedOnceAStrip) {
  Group g;
  Shape shape{32, 512};
  TileId x = g.load(shape), c = g.load({1, 512});
  g.store(g.fn(Fn::AddF, {x, g.broadcast(c, shape)}));
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 1u);
  EXPECT_TRUE(plan.passes[0].byStrip);
  EXPECT_EQ(plan.live, 2);
  // 1024 registers of x loaded and as many of y stored, and 32 of c; the sum beside.
  EXPECT_EQ(g.cycles(), 2u * 1024 + 32 + 6 + 5);
}

TEST(VectorPlan, VectorsOfManyRegistersAsFarAsTheyFit) {
  for (auto [values, lmul] :
       {std::pair(3, 8), {4, 4}, {7, 4}, {8, 2}, {15, 2}, {16, 1}, {30, 1}, {33, 1}}) {
    Group g;
    std::vector<TileId> all;
    for (int i = 0; i < values; ++i) {
      all.push_back(g.fn(Fn::NegF, {g.load({1024})}));
    }
    TileId sum = all.back(); // in reverse: all are alive before the first sum
    for (size_t i = all.size() - 1; i-- > 0;) {
      sum = g.fn(Fn::AddF, {sum, all[i]});
    }
    g.store(sum);
    VectorPlan plan = g.plan();
    EXPECT_EQ(plan.live, values);
    EXPECT_EQ(plan.lmul, lmul) << values;
    EXPECT_EQ(plan.live > vectorBound(device().vector), values > 30);
  }
}

TEST(VectorPlan, WhatOnlyALaterPassNeedsIsMadeThere) {
  Group g;
  Shape shape{16, 4096};
  TileId x = g.load(shape), w = g.load(shape);
  TileId product = g.fn(Fn::MulF, {w, w});
  TileId sum = g.reduce(x, 1);
  g.store(g.fn(Fn::AddF, {product, g.overColumns(sum, shape)}));
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 2u);
  EXPECT_EQ(plan.passes[0].loads, std::vector<TileId>{x});
  EXPECT_EQ(plan.passes[1].loads, std::vector<TileId>{w});
}

TEST(VectorPlan, ATileIsNotReadAgainOnceItsSlotIsWritten) {
  // y goes where x lies; the second pass needs x: y is stored no earlier.
  Group g;
  Shape shape{16, 4096};
  TileId x = g.load(shape);
  TileId y = g.fn(Fn::NegF, {x});
  g.store(y);
  TileId sum = g.reduce(x, 1);
  g.store(g.fn(Fn::MulF, {x, g.overColumns(sum, shape)}));
  g.shared = {{0, 0}};
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 2u);
  auto storesFirst = [&](const VectorPass &pass) {
    return std::any_of(pass.insts.begin(), pass.insts.end(), [&](uint32_t i) {
      return g.tile.insts[i].op == TileOp::StoreCb && g.tile.insts[i].index == 0;
    });
  };
  EXPECT_FALSE(storesFirst(plan.passes[0]));
  EXPECT_TRUE(storesFirst(plan.passes[1]));
}

TEST(VectorCost, AChainIsBoundByItsArithmeticAndAWholeReductionByItsTree) {
  Group chain;
  TileId v = chain.load({64, 64});
  for (int i = 0; i < 4; ++i) {
    v = chain.fn(Fn::AddF, {v, v});
  }
  chain.store(v);
  EXPECT_EQ(chain.cycles(), 4u * 256 + 6 + 5);
  EXPECT_EQ(chain.cycles({16, 64}), 4u * 64 + 6 + 5);
  // Half the columns: rows begin in new registers.
  EXPECT_EQ(chain.cycles({64, 32}), 4u * 128 + 6 + 5);
  EXPECT_EQ(chain.cycles({64, 33}), 4u * 64 * 3 + 6 + 5);
  EXPECT_EQ(chain.cycles({0, 64}), 1u + 6 + 5);

  Group sum;
  sum.store(sum.reduce(sum.load({64, 64}), 1));
  // 64 rows of 4 registers, a tree of 4 steps each; 64 scalars of rows in a vector of 4 registers:
  // 64 stores of a scalar beside the arithmetic, then a load and a store of 4 registers. The last
  // tree's latency; two passes' beginnings.
  EXPECT_EQ(sum.cycles(), 64u * 4 + 64 * 4 + 2 * 4 + (5 + 5 * 4) + 2 * (6 + 5));
}

TEST(VectorCost, ShorterVectorsTakeMoreInstructions) {
  // bf16 in and out of fp32 lanes: at LMUL 1 the instructions, not the registers, are the bound of
  // the memory pipe's half registers.
  Group g;
  TileId v = g.load({4096}, ElementType::BF16);
  g.store(v);
  const std::vector<VectorPass> wide = g.plan().passes;
  ASSERT_EQ(wide.size(), 1u);
  EXPECT_EQ(wide[0].lmul, 8);
  EXPECT_EQ(g.cycles(), 2u * 128 + 6 + 5);
  std::vector<VectorPass> narrow = wide;
  narrow[0].lmul = 1;
  EXPECT_EQ(vectorCycles(device(), g.bodies, g.tile, narrow), 2u * 256 + 6 + 5);
}

TEST(VectorPlan, CountsOfOneElementAreATileOfTheirOwn) {
  Group g;
  TileId one = g.load({1}, ElementType::I32), bins = g.value({16}, ElementType::I32);
  g.add(TileOp::Histogram, {bins}, {one});
  g.store(bins);
  VectorPlan plan = g.plan();
  ASSERT_EQ(plan.passes.size(), 1u);
  EXPECT_EQ(plan.passes[0].loads, std::vector<TileId>{bins});
}

// --- Liveness ---------------------------------------------------------------------------------

/// A random group over [R, C] of elementwise work, with vectors, columns, rows and splats.
struct RandomGroup {
  Group g;
  std::map<TileId, char> kinds; ///< of roots: 'v'ector, 'c'olumn, 'r'ow, 's'plat
  std::map<TileId, TileId> roots;

  explicit RandomGroup(uint32_t seed) {
    std::mt19937 random(seed);
    auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
    const Shape shape{8, 1000};
    std::vector<TileId> pool;
    auto known = [&](TileId id, TileId root, char kind) {
      kinds[root] = kind;
      roots[id] = root;
      pool.push_back(id);
    };
    for (size_t n = 1 + below(6); n-- > 0;) {
      TileId id = g.load(shape);
      known(id, id, 'v');
    }
    for (size_t n = below(3); n-- > 0;) {
      TileId id = g.load({1, 1000});
      known(g.broadcast(id, shape), id, 'c');
    }
    for (size_t n = below(3); n-- > 0;) {
      TileId id = g.load({8, 1});
      known(g.broadcast(id, shape), id, 'r');
    }
    TileId scalar = g.splat(shape);
    known(scalar, scalar, 's');
    for (size_t n = 3 + below(40); n-- > 0;) {
      TileId a = pool[0], b = pool[below(pool.size())]; // a vector: the result is one
      while (kinds[roots[a = pool[below(pool.size())]]] != 'v') {
      }
      TileId id = g.fn(Fn::AddF, {a, b});
      known(id, id, 'v');
    }
    g.store(pool.back());
    if (below(2)) {
      g.store(pool[below(pool.size())]);
    }
  }
};

/// A register file that drops a vector when nothing needs it any more.
int32_t walk(const RandomGroup &group, const VectorPass &pass) {
  const auto &insts = group.g.tile.insts;
  auto rootsOf = [&](const TileInst &inst) {
    std::set<TileId> ids;
    for (TileId id : inst.operands) {
      TileId root = group.roots.at(id);
      char kind = group.kinds.at(root);
      if (kind == 'v' || kind == 'c') {
        ids.insert(root);
      }
    }
    return ids;
  };
  std::set<TileId> file, columns;
  size_t most = 0;
  for (size_t at = 0; at < pass.insts.size(); ++at) {
    const TileInst &inst = insts[pass.insts[at]];
    for (TileId id : rootsOf(inst)) {
      const bool hoisted = group.kinds.at(id) == 'c' && pass.byStrip;
      (hoisted ? columns : file).insert(id);
    }
    most = std::max(most, file.size());
    for (auto it = file.begin(); it != file.end();) {
      bool later = false;
      for (size_t then = at + 1; then < pass.insts.size(); ++then) {
        later = later || rootsOf(insts[pass.insts[then]]).count(*it);
      }
      it = later ? std::next(it) : file.erase(it);
    }
    file.insert(inst.results.begin(), inst.results.end());
    most = std::max(most, file.size());
    for (TileId id : inst.results) {
      bool later = false;
      for (size_t then = at + 1; then < pass.insts.size(); ++then) {
        later = later || rootsOf(insts[pass.insts[then]]).count(id);
      }
      if (!later) {
        file.erase(id);
      }
    }
  }
  return static_cast<int32_t>(most + columns.size());
}

TEST(VectorPlan, LiveVectorsAreThoseOfABruteForceWalk) {
  int32_t most = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomGroup group(seed);
    VectorPlan plan = group.g.plan();
    size_t main = 0;
    for (size_t p = 0; p < plan.passes.size(); ++p) {
      main = plan.passes[p].insts.size() > plan.passes[main].insts.size() ? p : main;
    }
    const VectorPass &pass = plan.passes[main];
    ASSERT_EQ(pass.live, walk(group, pass)) << "seed " << seed;
    const int32_t bound = vectorBound(device().vector);
    EXPECT_TRUE(pass.lmul == 1 || pass.live * pass.lmul <= bound);
    EXPECT_TRUE(pass.lmul == 8 || pass.live * pass.lmul * 2 > bound);
    most = std::max(most, pass.live);
  }
  EXPECT_GT(most, 8); // the groups are not all trivial
}

} // namespace
} // namespace charonia::program::test
