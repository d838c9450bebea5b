// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that a simulated run moved, by the rung of the access that they were moved for. No Qt.
#pragma once

#include "charonia/compiler/Compiler.h"
#include "charonia/sim/Simulator.h"

#include <map>

namespace charonia::app {

struct RungBytes {
  /// By names of rungs as in compiler::AccessRow. A box that elements are taken from counts whole
  /// for the rung of its access. "other": commands that belong to no access of the table.
  std::map<std::string, uint64_t> moved;
  /// What the tiles take of such boxes, of the rungs that have them; whole tiles, without their
  /// masks.
  std::map<std::string, uint64_t> taken;
};

RungBytes bytesByRung(const compiler::Compilation &compilation, const sim::SimResult &result);

} // namespace charonia::app
