// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/Explain.h"

#include "charonia/compiler/MappingSummary.h"
#include "run/ValuesJson.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace charonia::app {
namespace {

using compiler::AccessRow;
using compiler::Compilation;
using compiler::OpId;
using compiler::Placement;
using compiler::SourceRange;
using nlohmann::json;

/// A table as text: columns as wide as their longest cell, the last one free; one that says nothing
/// in any row is left out.
class Table {
public:
  explicit Table(std::vector<std::string> head) : m_rows{std::move(head)} {}
  void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
  /// A line of its own under the row before.
  void note(std::string text) { m_rows.push_back({std::move(text)}); }

  std::string text() const {
    std::vector<size_t> widths(m_rows[0].size(), 0);
    std::vector<bool> filled(widths.size(), m_rows.size() == 1);
    for (const auto &row : m_rows) {
      for (size_t i = 0; row.size() == widths.size() && i < row.size(); ++i) {
        widths[i] = std::max(widths[i], row[i].size());
        filled[i] = filled[i] || (&row != &m_rows[0] && row[i] != "-");
      }
    }
    std::string result;
    for (const auto &row : m_rows) {
      const bool cells = row.size() == widths.size();
      std::string line = cells ? "  " : "      ";
      for (size_t i = 0; i < row.size(); ++i) {
        if (!cells || filled[i]) {
          line += i + 1 == row.size() ? row[i] : fmt::format("{:<{}}  ", row[i], widths[i]);
        }
      }
      line.erase(line.find_last_not_of(' ') + 1);
      result += line + "\n";
    }
    return result;
  }

private:
  std::vector<std::vector<std::string>> m_rows;
};

/// Picks rows by source line.
class LineFilter {
public:
  LineFilter(const Compilation &compilation, uint32_t line)
      : m_compilation(compilation), m_line(line) {}

  bool operator()(OpId op, const SourceRange &range) const {
    if (m_line == 0 ||
        (range.beginLine <= m_line && m_line <= std::max(range.beginLine, range.endLine))) {
      return true;
    }
    const auto frames = compiler::framesOf(m_compilation, op);
    return std::any_of(frames.begin(), frames.end(),
                       [&](const compiler::SourceFrame &frame) { return frame.line == m_line; });
  }
  bool operator()(OpId op) const { return (*this)(op, SourceRange{}); }

private:
  const Compilation &m_compilation;
  uint32_t m_line;
};

/// The line of an op; of one that came by calls, the line of the first of them and its own place.
std::string lineText(const Compilation &compilation, OpId op, const SourceRange &range) {
  const auto frames = compiler::framesOf(compilation, op);
  if (frames.size() > 1) {
    return fmt::format("{} ({}:{})", frames.back().line,
                       std::filesystem::path(frames.front().file).filename().string(),
                       frames.front().line);
  }
  return range.valid() ? std::to_string(range.beginLine) : "-";
}

std::string cyclesText(double cycles) { return cycles == 0 ? "-" : fmt::format("{:.0f}", cycles); }

std::string alternativesText(const Placement &row) {
  std::vector<std::string> parts;
  for (const compiler::PlacementAlternative &other : row.alternatives) {
    parts.push_back(other.legal ? fmt::format("{} {}", other.unit, cyclesText(other.cycles))
                                : fmt::format("not {}: {}", other.unit, other.reason));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// What an access moves and why no better rung was possible, as far as its row tells.
std::string accessTable(const Compilation &compilation, const LineFilter &shown) {
  Table table({"line", "kind", "argument", "rung", "bytes", "aligned", "moves", "reason"});
  for (const AccessRow &row : compiler::withCosts(compilation.accesses, compilation.remarks)) {
    if (!shown(row.op, row.range)) {
      continue;
    }
    table.add({lineText(compilation, row.op, row.range), row.kind,
               row.argument.empty() ? "-" : row.argument, row.rung,
               std::to_string(row.bytesPerTile),
               row.alignment == 0 ? "-" : std::to_string(row.alignment),
               row.descriptor.empty() ? "-" : row.descriptor, row.reason});
    for (const auto &[rung, why] : row.betterRungs) {
      if (!row.reason.starts_with(why)) {
        table.note(fmt::format("not {}: {}", rung, why));
      }
    }
  }
  return table.text();
}

/// `scalars`: also the scalar operations, each; else how many there are.
std::string placementTable(const Compilation &compilation, const LineFilter &shown, bool scalars) {
  Table table({"line", "operation", "unit", "cycles", "others", "reason"});
  size_t left = 0;
  for (const Placement &placement :
       compiler::placementsOf(compilation.placements, compilation.remarks)) {
    const compiler::PlacementRow &row = placement.row;
    const bool scalar = row.unit == "sca" && placement.alternatives.empty();
    left += scalar && !scalars ? 1 : 0;
    if (shown(row.op, row.range) && (scalars || !scalar)) {
      table.add({lineText(compilation, row.op, row.range), row.opName, row.unit,
                 cyclesText(placement.cycles), alternativesText(placement), row.reason});
    }
  }
  if (left != 0) {
    table.note(fmt::format("{} scalar operations on sca; --line N shows those of a line", left));
  }
  return table.text();
}

std::string shapeText(const program::CircularBuffer &cb) {
  return fmt::format("{}", fmt::join(cb.shape, " x "));
}

std::string readersText(const program::CircularBuffer &cb) {
  std::vector<std::string> names;
  for (arch::Unit unit : cb.readers) {
    names.push_back(arch::name(unit));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string bufferTable(const Compilation &compilation, const LineFilter &shown) {
  Table table({"buffer", "tile", "of", "slots", "bytes", "from", "to"});
  for (const program::CircularBuffer &cb : compilation.program->cbs) {
    if (shown(cb.op)) {
      table.add({cb.name, shapeText(cb), numerics::name(cb.type), std::to_string(cb.depth),
                 std::to_string(cb.slotBytes * cb.depth), arch::name(cb.producer),
                 readersText(cb)});
    }
  }
  return table.text();
}

std::string orDash(const std::string &text) { return text.empty() ? "-" : text; }

/// What masks leave of the tiles, what is used of them, and what became smaller for it.
std::string boxTable(const Compilation &compilation, const LineFilter &shown) {
  Table table(
      {"line", "tile", "of", "defined", "behind", "used", "reduced", "not reduced because"});
  for (const compiler::BoxRow &row : compiler::boxesOf(compilation.remarks)) {
    if (shown(row.op, row.range)) {
      table.add({lineText(compilation, row.op, row.range), row.name, row.type, row.defined,
                 orDash(row.padding), row.used, orDash(row.shrunk), row.stopped});
    }
  }
  return table.text();
}

json boxJson(const compiler::BoxRow &row) {
  return {{"op", row.op},     {"line", row.range.beginLine}, {"name", row.name},
          {"type", row.type}, {"defined", row.defined},      {"padding", row.padding},
          {"used", row.used}, {"shrunk", row.shrunk},        {"stopped", row.stopped}};
}

json placementJson(const Placement &placement) {
  json result = toJson(placement.row);
  result["cycles"] = placement.cycles;
  result["alternatives"] = json::array();
  for (const compiler::PlacementAlternative &other : placement.alternatives) {
    result["alternatives"].push_back({{"unit", other.unit},
                                      {"legal", other.legal},
                                      {"cycles", other.cycles},
                                      {"reason", other.reason}});
  }
  return result;
}

json accessesJson(const Compilation &compilation, const LineFilter &shown) {
  const auto costs = compiler::accessCostsOf(compilation.remarks);
  json result = json::array();
  for (const AccessRow &row : compilation.accesses) {
    if (!shown(row.op, row.range)) {
      continue;
    }
    json access = toJson(row);
    access["costs"] = json::array();
    if (const auto found = costs.find(row.op); found != costs.end()) {
      for (const compiler::RungCost &cost : found->second) {
        access["costs"].push_back({{"rung", cost.rung}, {"cycles", cost.cycles}});
      }
    }
    result.push_back(std::move(access));
  }
  return result;
}

std::string remarkText(const compiler::Remark &remark) {
  std::string text =
      fmt::format("  {}:{}: [{}] {}{}\n", remark.range.file, remark.range.beginLine, remark.pass,
                  remark.message, remark.reason.empty() ? "" : " because " + remark.reason);
  for (const auto &[name, value] : remark.numbers) {
    text += fmt::format("      {} = {}\n", name, value);
  }
  return text;
}

} // namespace

std::string summaryLine(const Compilation &compilation) {
  const compiler::MappingSummary summary = compiler::summarizeMapping(
      compilation.accesses, compiler::placementsOf(compilation.placements, compilation.remarks));
  std::vector<std::string> rungs, units;
  for (const compiler::RungShare &share : summary.rungs) {
    rungs.push_back(fmt::format("{} {} in {}", share.rung, share.bytesPerTile, share.accesses));
  }
  for (const compiler::UnitShare &share : summary.units) {
    units.push_back(fmt::format("{} {}", share.unit, share.operations));
  }
  return fmt::format("bytes a tile by rung: {}; operations by unit: {}",
                     rungs.empty() ? "none" : fmt::format("{}", fmt::join(rungs, ", ")),
                     units.empty() ? "none" : fmt::format("{}", fmt::join(units, ", ")));
}

std::string explainText(const Compilation &compilation, const std::string &kernel, uint32_t line) {
  const LineFilter shown(compilation, line);
  std::string text = fmt::format("{}: {}\n", kernel, summaryLine(compilation));
  text += "\nAccesses\n" + accessTable(compilation, shown);
  text +=
      "\nPlacements (cycles for a whole tile)\n" + placementTable(compilation, shown, line != 0);
  text += "\nBoxes\n" + boxTable(compilation, shown);
  if (compilation.program) {
    text += "\nBuffers\n" + bufferTable(compilation, shown);
  }
  text += "\nDecisions\n";
  for (const compiler::Remark &remark : compilation.remarks) {
    if (!compiler::isTableRemark(remark) && shown(remark.op, remark.range)) {
      text += remarkText(remark);
    }
  }
  return text;
}

json explainJson(const Compilation &compilation, const std::string &kernel, uint32_t line) {
  const LineFilter shown(compilation, line);
  const std::vector<Placement> placements =
      compiler::placementsOf(compilation.placements, compilation.remarks);
  const compiler::MappingSummary summary =
      compiler::summarizeMapping(compilation.accesses, placements);
  json result = {
      {"kernel", kernel},
      {"summary", {{"bytes_by_rung", json::object()}, {"operations_by_unit", json::object()}}}};
  for (const compiler::RungShare &share : summary.rungs) {
    result["summary"]["bytes_by_rung"][share.rung] = {{"accesses", share.accesses},
                                                      {"bytes_per_tile", share.bytesPerTile}};
  }
  for (const compiler::UnitShare &share : summary.units) {
    result["summary"]["operations_by_unit"][share.unit] = share.operations;
  }
  const auto keep = [&](const char *key, const auto &rows) {
    result[key] = json::array();
    for (const auto &row : rows) {
      if (shown(row.op, row.range)) {
        result[key].push_back(toJson(row));
      }
    }
  };
  result["accesses"] = accessesJson(compilation, shown);
  result["placements"] = json::array();
  for (const Placement &placement : placements) {
    if (shown(placement.row.op, placement.row.range)) {
      result["placements"].push_back(placementJson(placement));
    }
  }
  std::vector<compiler::Remark> remarks;
  std::copy_if(compilation.remarks.begin(), compilation.remarks.end(), std::back_inserter(remarks),
               [](const compiler::Remark &remark) { return !compiler::isTableRemark(remark); });
  keep("remarks", remarks);
  result["boxes"] = json::array();
  for (const compiler::BoxRow &row : compiler::boxesOf(compilation.remarks)) {
    if (shown(row.op, row.range)) {
      result["boxes"].push_back(boxJson(row));
    }
  }
  result["buffers"] = json::array();
  for (size_t i = 0; compilation.program && i < compilation.program->cbs.size(); ++i) {
    const program::CircularBuffer &cb = compilation.program->cbs[i];
    if (shown(cb.op)) {
      result["buffers"].push_back({{"name", cb.name},
                                   {"shape", cb.shape},
                                   {"type", numerics::name(cb.type)},
                                   {"slots", cb.depth},
                                   {"bytes", cb.slotBytes * cb.depth},
                                   {"producer", arch::name(cb.producer)}});
    }
  }
  return result;
}

} // namespace charonia::app
