// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the parts of the translation share: the Program under construction, its ops, frames and
// texts.
#pragma once

#include "charonia/Dialect/PE/PE.h"
#include "charonia/Support/FnTable.h"
#include "charonia/Support/IdentityLoc.h"
#include "charonia/program/Program.h"

#include <map>

namespace charonia::pe {

class Translation {
public:
  explicit Translation(program::Program &out) : m_out(out) {}

  program::Program &out() { return m_out; }
  /// The id of `op`, with its name and frames entered into the Program; kNone if it has none.
  program::OpId opId(mlir::Operation *op);
  program::FrameId frameOf(mlir::Operation *op);
  uint32_t text(llvm::StringRef text);

private:
  program::Program &m_out;
  std::map<std::string, uint32_t> m_texts;
  std::map<std::tuple<std::string, uint32_t, uint32_t, program::FrameId>, program::FrameId>
      m_frames;
};

/// TileEmitter.cpp: the body of a group as tile program; index into tilePrograms.
mlir::FailureOr<uint32_t> emitTileProgram(Translation &translation, mlir::Block &body,
                                          unsigned reads, unsigned writes);

/// CoreEmitter.cpp: the bytecode of core `core` and the commands that it issues.
mlir::LogicalResult emitCore(Translation &translation, ProgramOp source, int core);

} // namespace charonia::pe
