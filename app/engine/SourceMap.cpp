// SPDX-License-Identifier: GPL-3.0-or-later
// Walks frames; a cycle of parents (a damaged table) ends the walk.
#include "app/engine/SourceMap.h"

#include <algorithm>

namespace charonia::app {

namespace {
/// Calls `visit(frame)` for a frame and its parents.
template <typename Visit>
void walkFrames(const compiler::Compilation &compilation, program::FrameId frame, Visit visit) {
  for (size_t steps = 0; frame < compilation.frames.size() && steps <= compilation.frames.size();
       ++steps) {
    visit(compilation.frames[frame]);
    frame = compilation.frames[frame].parent;
  }
}

bool sameFile(const std::string &a, const std::string &b) {
  const auto base = [](const std::string &path) {
    return path.substr(path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1);
  };
  return a == b || base(a) == base(b);
}
} // namespace

std::vector<compiler::SourceRange> sourceRanges(const compiler::Compilation &compilation,
                                                compiler::OpId op, const std::string &file) {
  std::vector<compiler::SourceRange> ranges;
  if (op >= compilation.ops.size()) {
    return ranges;
  }
  walkFrames(compilation, compilation.ops[op].frame, [&](const compiler::SourceFrame &frame) {
    if (frame.line != 0 && sameFile(frame.file, file)) {
      constexpr uint32_t kLineEnd = 1U << 24;
      ranges.push_back({frame.file, frame.line, std::max(1U, frame.column), frame.line, kLineEnd});
    }
  });
  return ranges;
}

compiler::SourceRange rangeIn(const compiler::Compilation &compilation, compiler::OpId op,
                              const compiler::SourceRange &range, const std::string &file) {
  if (sameFile(range.file, file)) {
    return range;
  }
  const std::vector<compiler::SourceRange> places = sourceRanges(compilation, op, file);
  return places.empty() ? range : places.front();
}

std::vector<compiler::OpId> opsOnLine(const compiler::Compilation &compilation,
                                      const std::string &file, uint32_t line) {
  std::vector<compiler::OpId> ops;
  for (size_t op = 0; op < compilation.ops.size(); ++op) {
    bool here = false;
    walkFrames(compilation, compilation.ops[op].frame, [&](const compiler::SourceFrame &frame) {
      here |= frame.line == line && sameFile(frame.file, file);
    });
    if (here) {
      ops.push_back(static_cast<compiler::OpId>(op));
    }
  }
  return ops;
}

} // namespace charonia::app
