// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TraceView.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace charonia::traceexport {

using simdata::Trace;

std::string placeOf(const Trace &trace, uint32_t command) {
  if (command >= trace.commandOps.size() || trace.commandOps[command] >= trace.opFrames.size()) {
    return {};
  }
  const program::FrameId frame = trace.opFrames[trace.commandOps[command]];
  if (frame >= trace.frames.size()) {
    return {};
  }
  return fmt::format("{}:{}", trace.frames[frame].file, trace.frames[frame].line);
}

std::string commandName(const Trace &trace, uint32_t command) {
  return command < trace.commandNames.size() ? trace.commandNames[command]
                                             : fmt::format("command {}", command);
}

std::string bufferName(const Trace &trace, uint32_t cb) {
  return cb < trace.cbTable.size() ? trace.cbTable[cb].name : fmt::format("cb {}", cb);
}

std::set<std::pair<uint16_t, uint8_t>> unitsOf(const Trace &trace) {
  std::set<std::pair<uint16_t, uint8_t>> units;
  for (size_t i = 0; i < trace.commands.size(); ++i) {
    units.emplace(trace.commands.pe[i], trace.commands.unit[i]);
  }
  return units;
}

std::set<std::pair<uint16_t, uint16_t>> buffersOf(const Trace &trace) {
  std::set<std::pair<uint16_t, uint16_t>> buffers;
  for (size_t i = 0; i < trace.cbs.size(); ++i) {
    buffers.emplace(trace.cbs.pe[i], trace.cbs.cb[i]);
  }
  return buffers;
}

std::vector<uint32_t> commandOrder(const Trace &trace) {
  const simdata::CommandColumns &c = trace.commands;
  std::vector<uint32_t> order(c.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(c.pe[a], c.started[a], c.unit[a], a) <
           std::tuple(c.pe[b], c.started[b], c.unit[b], b);
  });
  return order;
}

std::vector<uint32_t> bufferOrder(const Trace &trace) {
  const simdata::CbColumns &c = trace.cbs;
  std::vector<uint32_t> order(c.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::tuple(c.pe[a], c.cycle[a], a) < std::tuple(c.pe[b], c.cycle[b], b);
  });
  return order;
}

} // namespace charonia::traceexport
