// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Told of every value that the emitter finds: what an editor shows of an expression. Without a
// recorder nothing is done.
#pragma once

namespace charonia::frontend {

struct ModuleScope;
struct Node;
struct Value;

class Recorder {
public:
  virtual ~Recorder() = default;
  /// `node` of the file `module` is `value`: an expression after it was evaluated, a target or loop
  /// variable after it was assigned, a parameter when its function is entered. A node of a function
  /// that is emitted several times, or of an unrolled loop, comes several times. `value` may be
  /// poison.
  virtual void record(const ModuleScope &module, const Node &node, const Value &value) = 0;
};

} // namespace charonia::frontend
