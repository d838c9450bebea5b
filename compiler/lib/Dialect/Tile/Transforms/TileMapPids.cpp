// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass tile-map-pids: the loop over a PE's program ids.
#include "SharedByPrograms.h"

#include "charonia/Dialect/Tile/Transforms/Passes.h"

#include "charonia/program/Program.h"

#include <algorithm>
#include <optional>

using namespace mlir;

namespace charonia::tile {

#define GEN_PASS_DEF_TILEMAPPIDS
#include "charonia/Dialect/Tile/Transforms/Passes.h.inc"

namespace {

using Kind = program::PidMapping::Kind;

Mapping mappingOf(Kind kind) {
  switch (kind) {
  case Kind::Linear:
    return Mapping::Linear;
  case Kind::RoundRobin:
    return Mapping::RoundRobin;
  case Kind::Zigzag:
    return Mapping::Zigzag;
  case Kind::List:
    return Mapping::List;
  }
  return Mapping::Linear;
}

/// The largest number of programs that one PE has.
int64_t longestQueue(const program::PidMapping &mapping, int64_t numPes, int64_t total) {
  if (mapping.kind == Kind::List) {
    size_t longest = 0;
    for (const std::vector<int64_t> &list : mapping.lists) {
      longest = std::max(longest, list.size());
    }
    return static_cast<int64_t>(longest);
  }
  // The other mappings hand out programs as evenly as they can.
  return (total + numPes - 1) / numPes;
}

class TileMapPids : public impl::TileMapPidsBase<TileMapPids> {
public:
  TileMapPids() = default;
  explicit TileMapPids(compiler::PassContext *context) : m_context(context) {}

  void runOnOperation() override {
    compiler::PassContext &context = compiler::contextOr(m_context, m_fallback);
    context.lineage.beginPass("tile-map-pids");
    KernelOp kernel = findKernel(getOperation());
    if (!kernel) {
      return;
    }
    std::optional<program::PidMapping> mapping = choose(kernel, context);
    if (!mapping) {
      return signalPassFailure();
    }
    wrap(kernel, *mapping, context);
    if (context.launch.grid && context.device) {
      report(kernel, *mapping, context);
    }
    compiler::assignOpIds(getOperation(), &context.lineage, "tile-map-pids");
  }

private:
  std::optional<program::PidMapping> choose(KernelOp kernel, compiler::PassContext &context) {
    program::PidMapping mapping;
    const std::string &asked = context.options.mapping;
    if (asked.empty() || asked == "linear") {
      return mapping;
    }
    for (Kind kind : {Kind::RoundRobin, Kind::Zigzag, Kind::List}) {
      if (asked == program::name(kind)) {
        mapping.kind = kind;
        if (kind == Kind::List) {
          mapping.lists = context.options.mappingLists;
        }
        return mapping;
      }
    }
    if (asked == "auto" || asked == "lpt") {
      context.remarks.add(
          "tile-map-pids", "mapping", kernel, "mapping '" + asked + "' became linear",
          "no cost of a single program is known; under equal cost linear is balanced");
      return mapping;
    }
    kernel.emitError("unknown mapping '")
        << asked << "'; known are linear, round-robin, zigzag, list, auto";
    return std::nullopt;
  }

  void wrap(KernelOp kernel, const program::PidMapping &mapping, compiler::PassContext &context) {
    Block &body = kernel.getBody().front();
    Operation *last = body.getTerminator();
    OpBuilder builder(last);
    ArrayAttr lists;
    if (mapping.kind == Kind::List) {
      SmallVector<Attribute> rows;
      for (const std::vector<int64_t> &list : mapping.lists) {
        rows.push_back(builder.getDenseI64ArrayAttr(list));
      }
      lists = builder.getArrayAttr(rows);
    }
    Location loc = compiler::stripOpId(kernel.getLoc());
    auto loop = builder.create<PidLoopOp>(
        loc, MappingAttr::get(&getContext(), mappingOf(mapping.kind)), lists);
    Block &inner = loop.getBody().emplaceBlock();
    for (int axis = 0; axis < 3; ++axis) {
      inner.addArgument(builder.getI32Type(), loc);
    }
    inner.getOperations().splice(inner.end(), body.getOperations(), body.begin(),
                                 Block::iterator(loop));
    OpBuilder::atBlockEnd(&inner).create<YieldOp>(loc, ValueRange());
    SmallVector<ProgramIdOp> ids;
    loop.walk([&](ProgramIdOp id) { ids.push_back(id); });
    for (ProgramIdOp id : ids) {
      context.lineage.erase(compiler::getOpId(id), "pid-loop");
      id.replaceAllUsesWith(inner.getArgument(id.getAxis()));
      id.erase();
    }
    hoistSharedLoads(loop, context);
  }

  void report(KernelOp kernel, const program::PidMapping &mapping, compiler::PassContext &context) {
    const std::array<int64_t, 3> &grid = *context.launch.grid;
    int64_t total = grid[0] * grid[1] * grid[2];
    int64_t numPes = context.device->grid.numPes();
    double longest = static_cast<double>(longestQueue(mapping, numPes, total));
    double ideal = static_cast<double>(total) / static_cast<double>(numPes);
    context.remarks.add("tile-map-pids", "mapping", kernel,
                        std::to_string(total) + " programs mapped " + program::name(mapping.kind),
                        "asked for by launch or options",
                        {{"programs", static_cast<double>(total)},
                         {"longest", longest},
                         {"makespan over ideal at equal cost", ideal > 0 ? longest / ideal : 1.0}});
  }

  compiler::PassContext *m_context = nullptr;
  std::shared_ptr<compiler::PassContext> m_fallback;
};

} // namespace

std::unique_ptr<Pass> createTileMapPids(compiler::PassContext *context) {
  return std::make_unique<TileMapPids>(context);
}

} // namespace charonia::tile
