// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel decoded for the interpreter: a flat list of steps over numbered slots. No MLIR here.
//
// A slot is a pointer to the elements of a value, contiguous and row-major. A value with stride 0
// has one element that stands for all of them (scalars, splats). All control flow is jumps; calls
// are decoded in place. Values that do not depend on the program id are computed once, by the
// prologue.
#pragma once

#include "charonia/compiler/Values.h"
#include "charonia/numerics/Numerics.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace charonia::compiler::interp {

using numerics::ElementType;
using numerics::Fn;

struct Machine;
struct Step;

/// Executes a step and gives the next program counter.
using Exec = uint32_t (*)(Machine &machine, const Step &step, uint32_t pc);

/// Program counter that ends a run of steps.
inline constexpr uint32_t kStop = ~uint32_t{0};
/// Count of a step inside a vectorised region: Machine::lanes at run time.
inline constexpr int64_t kLanes = -1;

/// A value as an operand: its slot and element stride (0: one element for all).
struct Operand {
  uint32_t slot = 0;
  uint8_t stride = 0;
};

/// What a kind of step needs beyond the common fields.
struct Payload {
  virtual ~Payload() = default;
};

/// One step.
struct Step {
  Exec exec = nullptr;
  Fn fn = Fn::AddI;
  ElementType in = ElementType::I32, out = ElementType::I32;
  std::array<Operand, 3> operands;
  uint32_t dst = 0;    ///< slot of the result
  int64_t count = 1;   ///< elements, or kLanes
  int64_t value = 0;   ///< an immediate: bytes of an element, start of a range ...
  uint32_t target = 0; ///< program counter of a jump
  uint32_t place = 0;  ///< index into Code::places
  const Payload *payload = nullptr;
};

/// A place for messages.
struct Place {
  SourceRange range;
  std::string op;
};

/// Where the elements of a slot live.
struct Slot {
  enum class Kind : uint8_t { Arena, Constant, Bound } kind = Kind::Arena;
  uint64_t offset = 0; ///< bytes from the start of arena or constants; Bound: set while running
};

/// A decoded kernel.
struct Code {
  std::vector<Step> prologue, steps;
  std::vector<Slot> slots;
  std::vector<std::byte> constants;
  uint64_t arenaBytes = 0;
  std::vector<std::unique_ptr<Payload>> payloads;
  std::vector<Place> places;
  std::vector<uint32_t> parameters; ///< slot of each kernel argument (one element)
  std::vector<ElementType> parameterTypes;
  bool asksForPe = false;  ///< some step depends on the PE that runs the instance
  bool collective = false; ///< some step is done by several PEs together
};

} // namespace charonia::compiler::interp
