// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/compiler/MappingSummary.h"

#include <algorithm>
#include <array>
#include <map>

namespace charonia::compiler {
namespace {

/// The ladder from the top.
constexpr std::array<const char *, 8> kLadder = {"dma",     "uniform", "wrap",   "rows",
                                                 "strided", "indexed", "gather", "atomic"};

size_t placeOf(const std::string &rung) {
  return static_cast<size_t>(std::find(kLadder.begin(), kLadder.end(), rung) - kLadder.begin());
}

} // namespace

static bool isPlacementRemark(const Remark &remark) {
  return remark.kind == "placement" || remark.kind == "placement-refused";
}

bool isTableRemark(const Remark &remark) {
  return isPlacementRemark(remark) || remark.kind == kAccessCost || isBoxRemark(remark);
}

std::map<OpId, std::vector<RungCost>> accessCostsOf(const std::vector<Remark> &remarks) {
  std::map<OpId, std::vector<RungCost>> result;
  for (const Remark &remark : remarks) {
    if (remark.kind != kAccessCost) {
      continue;
    }
    std::vector<RungCost> &costs = result[remark.op];
    costs.clear();
    for (const auto &[rung, cycles] : remark.numbers) {
      costs.push_back({rung, cycles});
    }
  }
  return result;
}

std::vector<AccessRow> withCosts(std::vector<AccessRow> accesses,
                                 const std::vector<Remark> &remarks) {
  std::map<OpId, std::string> words;
  for (const Remark &remark : remarks) {
    if (remark.kind == kAccessCost) {
      words[remark.op] = remark.message;
    }
  }
  for (AccessRow &access : accesses) {
    if (const auto found = words.find(access.op); found != words.end()) {
      access.reason += (access.reason.empty() ? "" : "; ") + found->second;
    }
  }
  return accesses;
}

std::vector<Placement> placementsOf(const std::vector<PlacementRow> &placements,
                                    const std::vector<Remark> &remarks) {
  std::map<OpId, std::vector<const Remark *>> byOp;
  for (const Remark &remark : remarks) {
    if (isPlacementRemark(remark) && !remark.numbers.empty()) {
      byOp[remark.op].push_back(&remark);
    }
  }
  std::vector<Placement> result;
  for (const PlacementRow &row : placements) {
    const auto found = byOp.find(row.op);
    // Views of tiles have no costs; constants are folded into the work that uses them.
    if ((found == byOp.end() && row.unit == "vec") || row.opName == "arith.constant") {
      continue;
    }
    Placement placement{row, 0, {}};
    for (size_t i = 0; found != byOp.end() && i < found->second.size(); ++i) {
      const Remark &remark = *found->second[i];
      const bool legal = remark.kind == "placement";
      for (const auto &[unit, cycles] : remark.numbers) {
        if (legal && unit == row.unit) {
          placement.cycles = cycles;
        } else {
          placement.alternatives.push_back({unit, legal, cycles, legal ? "" : remark.reason});
        }
      }
    }
    result.push_back(std::move(placement));
  }
  return result;
}

bool isBoxRemark(const Remark &remark) {
  return remark.kind == "box" || remark.kind.rfind("box-", 0) == 0;
}

std::vector<BoxRow> boxesOf(const std::vector<Remark> &remarks) {
  std::vector<BoxRow> rows;
  for (const Remark &remark : remarks) {
    if (remark.kind == "box") {
      rows.push_back({remark.op, remark.range, remark.message, remark.reason, {}, {}, {}, {}, {}});
    } else if (isBoxRemark(remark) && !rows.empty() && rows.back().op == remark.op) {
      BoxRow &row = rows.back();
      std::string &cell = remark.kind == "box-defined"  ? row.defined
                          : remark.kind == "box-used"   ? row.used
                          : remark.kind == "box-shrunk" ? row.shrunk
                                                        : row.stopped;
      cell = remark.message;
      row.padding = remark.kind == "box-defined" ? remark.reason : row.padding;
    }
  }
  return rows;
}

MappingSummary summarizeMapping(const std::vector<AccessRow> &accesses,
                                const std::vector<Placement> &placements) {
  MappingSummary summary;
  std::map<std::pair<size_t, std::string>, RungShare> rungs;
  for (const AccessRow &access : accesses) {
    RungShare &share = rungs[{placeOf(access.rung), access.rung}];
    share.rung = access.rung;
    ++share.accesses;
    share.bytesPerTile += access.bytesPerTile;
  }
  for (auto &[place, share] : rungs) {
    summary.rungs.push_back(std::move(share));
  }
  std::map<std::string, uint64_t> units;
  for (const Placement &placement : placements) {
    ++units[placement.row.unit];
  }
  for (const auto &[unit, operations] : units) {
    summary.units.push_back({unit, operations});
  }
  return summary;
}

std::vector<SourceFrame> framesOf(const Compilation &compilation, OpId op) {
  std::vector<SourceFrame> result;
  program::FrameId frame =
      op < compilation.ops.size() ? compilation.ops[op].frame : program::FrameId(kNone);
  // A cycle of parents (a damaged table) ends the walk.
  while (frame < compilation.frames.size() && result.size() <= compilation.frames.size()) {
    result.push_back(compilation.frames[frame]);
    frame = compilation.frames[frame].parent;
  }
  return result;
}

} // namespace charonia::compiler
