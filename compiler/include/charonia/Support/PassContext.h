// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a pass may know beside the IR, and where it puts what it found. One PassContext belongs to
// one compilation; passes hold a pointer to it (null in charonia-opt: a default device, no launch).
#pragma once

#include "charonia/Support/IdentityLoc.h"
#include "charonia/Support/Remarks.h"
#include "charonia/arch/DeviceModel.h"
#include "charonia/program/Program.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace charonia::compiler {

/// What the launch says about one field of a structure that an argument points to.
struct FieldFact {
  int64_t offset = 0, bytes = 0;
  std::optional<int64_t> value; ///< of an integer field
  int pointer = -1; ///< of a pointer field: its entry in LaunchFacts::args, after the arguments
};

/// What the launch says about one kernel argument (in order of the kernel's arguments).
struct ArgumentFact {
  std::string name;
  bool isPointer = false;
  /// Value of an integer scalar (sign-extended), or byte address of a pointer, if known.
  std::optional<int64_t> value;
  int64_t bytes = 0; ///< size of a pointer's buffer; 0: unknown
  /// Of a pointer to a structure, which the kernel only reads.
  std::vector<FieldFact> fields;
};

/// What is known of the launch. Code specialised to it is right for this launch only.
struct LaunchFacts {
  std::string kernel; ///< name of the kernel; empty: the only public function
  std::optional<std::array<int64_t, 3>> grid; ///< x, y, z
  /// By kernel argument; behind them the pointers that lie in structures.
  std::vector<ArgumentFact> args;
};

/// Options that passes read.
struct PassOptions {
  std::string policy = "strict";  ///< strict, default, fast
  std::string mapping = "linear"; ///< linear, round-robin, zigzag, list (as in launch files)
  std::vector<std::vector<int64_t>> mappingLists; ///< [pe]: program ids, for `list`
  int32_t cbDepth = 0;                            ///< 0: greedy sizing; n: depth n everywhere
  int32_t skew = -1;                              ///< -1: chosen by the scheduler
  bool scalarRungOnly = false; ///< every access on the scalar rung (comparison, debugging)
};

/// State of one compilation that passes share.
struct PassContext {
  arch::DeviceRef device;
  PassOptions options;
  LaunchFacts launch;
  RemarkSink remarks;
  LineageRecorder lineage;
  std::vector<AccessRow> accesses;
  std::vector<PlacementRow> placements;
  /// The product of pe-to-sim; null until then.
  std::shared_ptr<const program::Program> program;
  /// True when the compilation should stop; passes with long loops ask.
  std::function<bool()> stopRequested;
};

/// `context`, or if it is null a context with the default device and no launch, owned by
/// `fallback`.
PassContext &contextOr(PassContext *context, std::shared_ptr<PassContext> &fallback);

} // namespace charonia::compiler
