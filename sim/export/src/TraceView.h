// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both exports show of a trace: which units and CBs of which PEs get a track, names, and rows
// in order of time.
#pragma once

#include "charonia/simdata/Trace.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace charonia::traceexport {

/// Place of an op in source: "matmul.py:12", empty if unknown.
std::string placeOf(const simdata::Trace &trace, uint32_t command);
std::string commandName(const simdata::Trace &trace, uint32_t command);
std::string bufferName(const simdata::Trace &trace, uint32_t cb);

/// (pe, unit) and (pe, cb) pairs that have rows, in order.
std::set<std::pair<uint16_t, uint8_t>> unitsOf(const simdata::Trace &trace);
std::set<std::pair<uint16_t, uint16_t>> buffersOf(const simdata::Trace &trace);

/// Row numbers of commands (by start) and of CB changes (by cycle), each PE by PE.
std::vector<uint32_t> commandOrder(const simdata::Trace &trace);
std::vector<uint32_t> bufferOrder(const simdata::Trace &trace);

} // namespace charonia::traceexport
