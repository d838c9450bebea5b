// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of the mapping as tables and in short: placements with the other units' costs,
// boxes, bytes by rung, operations by unit.
#pragma once

#include "charonia/compiler/Compiler.h"

#include <map>

namespace charonia::compiler {

/// Another unit for an op, and why it is not the one.
struct PlacementAlternative {
  std::string unit;
  bool legal = false;
  double cycles = 0;  ///< estimate for a whole tile; 0: not known
  std::string reason; ///< not legal: the condition that fails
};

/// One op's placement with what else there was.
struct Placement {
  PlacementRow row;
  double cycles = 0; ///< estimate for a whole tile on its unit; 0: not known
  std::vector<PlacementAlternative> alternatives;
};

/// The placements of ops on which a unit works (not constants and views of tiles), each with the
/// alternatives that the remarks of the kinds "placement" and "placement-refused" tell.
std::vector<Placement> placementsOf(const std::vector<PlacementRow> &placements,
                                    const std::vector<Remark> &remarks);

/// True for the remarks that placementsOf, accessCostsOf and boxesOf take in.
bool isTableRemark(const Remark &remark);

/// The kind of remarks that say what an access costs in cycles, as numbers by rung: its own first,
/// then the other legal ones.
inline constexpr const char *kAccessCost = "access-cost";

/// An access on one rung.
struct RungCost {
  std::string rung;
  double cycles = 0; ///< that units are taken, an estimate
};

/// By access: what it costs on its rung, and on the other legal ones; empty where there was no
/// choice.
std::map<OpId, std::vector<RungCost>> accessCostsOf(const std::vector<Remark> &remarks);

/// The accesses with their costs said behind the reasons.
std::vector<AccessRow> withCosts(std::vector<AccessRow> accesses,
                                 const std::vector<Remark> &remarks);

/// What is known and what is used of one tile that a kernel makes.
struct BoxRow {
  OpId op = kNone; ///< the tile's buffer
  SourceRange range;
  std::string name, type;       ///< "scores", "64 x 64 f32"
  std::string defined, padding; ///< box that masks leave, and what lies behind it
  std::string used;             ///< box that is used further on
  std::string shrunk;           ///< what does less for it: "load, product"; empty: nothing
  std::string stopped;          ///< why all is used although masks leave less; empty where not so
};

/// The rows that the remarks of the kinds "box..." tell, in order.
std::vector<BoxRow> boxesOf(const std::vector<Remark> &remarks);

/// True for the remarks that boxesOf takes in.
bool isBoxRemark(const Remark &remark);

/// What stands on one rung of the ladder of accesses.
struct RungShare {
  std::string rung;
  uint64_t accesses = 0;
  int64_t bytesPerTile = 0; ///< sum over the accesses, each counted once
};

struct UnitShare {
  std::string unit;
  uint64_t operations = 0;
};

struct MappingSummary {
  std::vector<RungShare> rungs; ///< best rung first
  std::vector<UnitShare> units; ///< by name
};

MappingSummary summarizeMapping(const std::vector<AccessRow> &accesses,
                                const std::vector<Placement> &placements);

/// Source lines that an op stands for: its own and those of the calls that it was inlined through,
/// the innermost first.
std::vector<SourceFrame> framesOf(const Compilation &compilation, OpId op);

} // namespace charonia::compiler
