// SPDX-License-Identifier: GPL-3.0-or-later
// The decisions of a compilation as tables: accesses, placements, buffers, remarks. No Qt.
#pragma once

#include "charonia/compiler/Compiler.h"

#include <nlohmann/json.hpp>
#include <string>

namespace charonia::app {

/// The tables as text, ready to print. `line`: only what stands for that source line, also by a
/// call on it; 0 is everything.
std::string explainText(const compiler::Compilation &compilation, const std::string &kernel,
                        uint32_t line = 0);

/// The same as JSON: kernel, summary{bytes_by_rung, operations_by_unit}, accesses[], placements[],
/// boxes[], buffers[], remarks[].
nlohmann::json explainJson(const compiler::Compilation &compilation, const std::string &kernel,
                           uint32_t line = 0);

/// The summary in one line: "bytes a tile: dma 4096; operations: fi 2, vec 1".
std::string summaryLine(const compiler::Compilation &compilation);

} // namespace charonia::app
