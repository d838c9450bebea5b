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
  Translation(program::Program &out, const arch::DeviceModel &device)
      : m_out(out), m_device(device) {}

  program::Program &out() { return m_out; }
  const arch::DeviceModel &device() const { return m_device; }
  /// The id of `op`, with its name and frames entered into the Program; kNone if it has none.
  program::OpId opId(mlir::Operation *op);
  program::FrameId frameOf(mlir::Operation *op);
  uint32_t text(llvm::StringRef text);

private:
  program::Program &m_out;
  const arch::DeviceModel &m_device;
  std::map<std::string, uint32_t> m_texts;
  std::map<std::tuple<std::string, uint32_t, uint32_t, program::FrameId>, program::FrameId>
      m_frames;
};

/// CoreEmitter.cpp: the bytecode of core `core` and the commands that it issues.
mlir::LogicalResult emitCore(Translation &translation, ProgramOp source, int core);

} // namespace charonia::pe
