// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Identity of operations. Every op carries a number (OpId) in its location, because locations
// survive passes and attributes do not: FusedLoc<ui32 number>[original location].
//
//   assignOpIds(module, recorder, "import");       // every op without an id gets one
//   OpId id = getOpId(op);                         // kNone if it has none
//   builder.create<X>(newLocFrom(op), ...);        // the one successor of `op` keeps its id
//   builder.create<Y>(freshLoc(op, recorder, "pass", "pattern"), ...);  // a further one gets its
//   own
#pragma once

#include "charonia/compiler/Values.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

#include <string>
#include <vector>

namespace charonia::compiler {

/// Collects what happened to ops, in order.
class LineageRecorder {
public:
  /// Names the pass that the following events belong to.
  void beginPass(std::string flag) { m_pass = std::move(flag); }
  const std::string &pass() const { return m_pass; }

  void create(OpId op, std::vector<OpId> from, std::string pattern);
  void replace(OpId op, std::vector<OpId> from, std::string pattern);
  void merge(OpId op, std::vector<OpId> from, std::string pattern);
  void erase(OpId op, std::string pattern);

  const std::vector<LineageEvent> &events() const { return m_events; }
  std::vector<LineageEvent> take() { return std::move(m_events); }

private:
  void add(LineageEvent::Kind kind, OpId op, std::vector<OpId> from, std::string pattern);
  std::string m_pass;
  std::vector<LineageEvent> m_events;
};

/// The id that `loc` carries at its outermost identity; kNone if there is none.
OpId opIdOf(mlir::Location loc);
OpId getOpId(mlir::Operation *op);

/// `loc` without identities at its top.
mlir::Location stripOpId(mlir::Location loc);

/// `loc` with identity `id` (an identity that it already has is replaced).
mlir::Location withOpId(mlir::Location loc, OpId id);

/// A new id, unique in the module that `inModule` is in. Ids are dense: 0, 1, 2 ... The counter is
/// an attribute of the outermost module.
OpId takeFreshOpId(mlir::Operation *inModule);

/// The number of ids given out so far in the module that `inModule` is in.
uint32_t opIdCount(mlir::Operation *inModule);

/// The location for the one op that takes the place of `op`: same frames, same id.
mlir::Location newLocFrom(mlir::Operation *op);

/// The location for a further op made from `op`: same frames, an id of its own, and a lineage event
/// if there is a recorder.
mlir::Location freshLoc(mlir::Operation *op, LineageRecorder *recorder, llvm::StringRef pattern);

/// Gives every op below (and not including) `root` that has no id, or one that an op before it has,
/// a fresh one. Returns the number of ids given.
unsigned assignOpIds(mlir::Operation *root, LineageRecorder *recorder, llvm::StringRef pattern);

/// The source range that `loc` stands for: the innermost file position; invalid if there is none.
SourceRange sourceRangeOf(mlir::Location loc);

/// The chain of source frames of `loc`, innermost first, callers after; the parent of frame i is
/// frame i + 1. Empty for an unknown location.
std::vector<SourceFrame> sourceFramesOf(mlir::Location loc);

/// The name that the source gave to the value at `loc` ("acc"); empty if there is none.
std::string sourceNameOf(mlir::Location loc);

} // namespace charonia::compiler
