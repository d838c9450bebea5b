// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Greedy sizing of circular buffers over the token machine.
#include "charonia/Scheduling/Sizing.h"

#include <algorithm>

namespace charonia::scheduling {
namespace {

int64_t bytesOf(const TokenProgram &program) {
  int64_t bytes = 0;
  for (const BufferModel &buffer : program.buffers) {
    bytes += buffer.depth * buffer.slotBytes;
  }
  return bytes;
}

/// Raises depths until the order is live: in each round one slot more for every buffer whose lack
/// of room blocks something.
bool raiseToFloor(TokenProgram &program, SizingResult &result) {
  while (true) {
    Evaluation now = evaluate(program);
    if (now.live) {
      result.floorMakespan = now.makespan;
      return true;
    }
    bool raised = false;
    std::vector<bool> seen(program.buffers.size(), false);
    for (const Blocked &blocked : now.blocked) {
      if (blocked.buffer == ~0u || !blocked.forSpace || seen[blocked.buffer]) {
        continue;
      }
      BufferModel &buffer = program.buffers[blocked.buffer];
      seen[blocked.buffer] = true;
      if (buffer.depth < buffer.maxDepth) {
        buffer.depth += 1;
        raised = true;
        result.log.push_back(
            {blocked.buffer, buffer.depth, 0, bytesOf(program), SizingStep::Why::Floor});
      }
    }
    if (!raised) {
      result.blocked = now.blocked;
      return false;
    }
  }
}

/// One slot more on each buffer of `set`; false if one may not grow or the budget is exceeded.
bool grow(TokenProgram &program, const std::vector<uint32_t> &set, int64_t budget) {
  for (uint32_t index : set) {
    BufferModel &buffer = program.buffers[index];
    if (buffer.resident || buffer.depth >= buffer.maxDepth) {
      return false;
    }
    buffer.depth += 1;
  }
  return bytesOf(program) <= budget;
}

struct Candidate {
  std::vector<uint32_t> set;
  int64_t makespan = 0, bytes = 0;
};

/// The best way to grow: single buffers on the critical path, or all of them at once (plateaus
/// exist).
bool bestCandidate(const TokenProgram &program, const Evaluation &now, int64_t budget,
                   double minimumGain, Candidate &best) {
  std::vector<std::vector<uint32_t>> sets;
  size_t singles = std::min<size_t>(now.criticalBuffers.size(), 6);
  for (size_t i = 0; i < singles; ++i) {
    sets.push_back({now.criticalBuffers[i]});
  }
  for (size_t i = 0; i < singles; ++i) {
    for (size_t j = i + 1; j < singles && j < 4; ++j) {
      sets.push_back({now.criticalBuffers[i], now.criticalBuffers[j]});
    }
  }
  bool found = false;
  double bestRate = 0;
  int64_t before = bytesOf(program);
  for (const auto &set : sets) {
    if (found && set.size() > 1 && best.set.size() == 1) {
      break;
    }
    TokenProgram trial = program;
    if (!grow(trial, set, budget)) {
      continue;
    }
    Evaluation then = evaluate(trial);
    auto gain = static_cast<double>(now.makespan - then.makespan);
    if (!then.live || gain < minimumGain * static_cast<double>(now.makespan)) {
      continue;
    }
    double rate = gain / static_cast<double>(std::max<int64_t>(1, bytesOf(trial) - before));
    if (!found || rate > bestRate) {
      found = true;
      bestRate = rate;
      best = {set, then.makespan, bytesOf(trial)};
    }
  }
  return found;
}

void trim(TokenProgram &program, SizingResult &result) {
  std::vector<uint32_t> order(program.buffers.size());
  for (uint32_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    int64_t bytesA = program.buffers[a].slotBytes, bytesB = program.buffers[b].slotBytes;
    return bytesA != bytesB ? bytesA > bytesB : a < b;
  });
  for (uint32_t index : order) {
    while (program.buffers[index].depth > 1) {
      program.buffers[index].depth -= 1;
      Evaluation then = evaluate(program);
      if (!then.live || then.makespan > result.makespan) {
        program.buffers[index].depth += 1;
        break;
      }
      result.log.push_back({index, program.buffers[index].depth, then.makespan, bytesOf(program),
                            SizingStep::Why::Trim});
    }
  }
}

} // namespace

SizingResult sizeBuffers(TokenProgram program, int64_t budgetBytes, double minimumGain) {
  SizingResult result;
  result.live = raiseToFloor(program, result);
  result.makespan = result.floorMakespan;
  result.bytes = bytesOf(program);
  result.fits = result.live && result.bytes <= budgetBytes;
  if (result.fits) {
    Evaluation now = evaluate(program);
    bool grew = false;
    Candidate best;
    while (bestCandidate(program, now, budgetBytes, minimumGain, best)) {
      for (uint32_t index : best.set) {
        program.buffers[index].depth += 1;
        result.log.push_back(
            {index, program.buffers[index].depth, best.makespan, best.bytes,
             best.set.size() > 1 ? SizingStep::Why::Pair : SizingStep::Why::Critical});
      }
      now = evaluate(program);
      result.makespan = now.makespan;
      grew = true;
    }
    if (grew) {
      trim(program, result);
    }
    result.bytes = bytesOf(program);
  }
  for (const BufferModel &buffer : program.buffers) {
    result.depths.push_back(buffer.depth);
  }
  return result;
}

} // namespace charonia::scheduling
