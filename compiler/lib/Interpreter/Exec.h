// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of steps and their payloads. MLIR-free; Decode fills them in.
#pragma once

#include "charonia/Interpreter/Machine.h"

namespace charonia::compiler::interp {

// --- Values and control ------------------------------------------------------------------------
/// dst[i] = fn(operands...).
uint32_t execElementwise(Machine &machine, const Step &step, uint32_t pc);
/// dst[i] = operands[0][i]; `value` bytes an element; stride 0 fills.
uint32_t execCopy(Machine &machine, const Step &step, uint32_t pc);
/// dst[i] = value + i, as i32.
uint32_t execRange(Machine &machine, const Step &step, uint32_t pc);
/// dst = program id (target 0) or grid extent (target 1) along axis `value`, as i32.
uint32_t execProgram(Machine &machine, const Step &step, uint32_t pc);
/// dst = what `value` (a PeValue) says of the PE, as i32.
enum class PeValue : uint8_t { Id, Row, Column, Count };
uint32_t execPe(Machine &machine, const Step &step, uint32_t pc);
/// Waits for other PEs: at a barrier for all, else for those of the row or column, whose operands
/// `count` elements of type `in` are combined by `fn` in ascending order; dst is the result on the
/// PE at position `root` and zero elsewhere.
struct CollectivePayload : Payload {
  bool barrier = false, row = false;
  int64_t root = 0;
};
uint32_t execCollective(Machine &machine, const Step &step, uint32_t pc);
uint32_t execJump(Machine &machine, const Step &step, uint32_t pc);
/// Jumps to `target` if the i1 operand is 0.
uint32_t execJumpUnless(Machine &machine, const Step &step, uint32_t pc);
/// Ends a run of steps (program instance or region).
uint32_t execEnd(Machine &machine, const Step &step, uint32_t pc);
/// Does nothing (a barrier: program instances run one after the other).
uint32_t execNothing(Machine &machine, const Step &step, uint32_t pc);
/// Jumps to the target of the case equal to the operand, or to `target`.
struct SwitchPayload : Payload {
  std::vector<std::pair<int64_t, uint32_t>> cases;
};
uint32_t execSwitch(Machine &machine, const Step &step, uint32_t pc);
/// Fails if any element of the operand is 0.
struct AssertPayload : Payload {
  std::string message;
};
uint32_t execAssert(Machine &machine, const Step &step, uint32_t pc);
/// Prints; see tt.print.
struct PrintPayload : Payload {
  struct Item {
    Operand operand;
    ElementType type;
    int64_t count;
    bool isSigned;
    std::vector<int64_t> shape; ///< of a tile
  };
  std::string prefix;
  bool hex = false;
  std::vector<Item> items;
};
uint32_t execPrint(Machine &machine, const Step &step, uint32_t pc);

// --- Memory ------------------------------------------------------------------------------------
/// dst[i] = operands[0][i] + operands[1][i] * value; `in` is the offset's type (I8 .. I64).
uint32_t execAddPtr(Machine &machine, const Step &step, uint32_t pc);
/// Operands: addresses, mask, other. `masked`, `hasOther` say which exist; `value` bytes an
/// element.
struct AccessPayload : Payload {
  bool masked = false, hasOther = false;
  bool padsZero = false;  ///< lanes outside a block are zero by its padding
  bool isBoolean = false; ///< elements are 0 or 1
};
uint32_t execLoad(Machine &machine, const Step &step, uint32_t pc);
/// Operands: addresses, mask, value.
uint32_t execStore(Machine &machine, const Step &step, uint32_t pc);
/// What an atomic does; Add is float or integer by the type.
enum class AtomicKind : uint8_t { Apply, Exchange, CompareSwap };
struct AtomicPayload : Payload {
  AtomicKind kind = AtomicKind::Apply;
  bool masked = false, hasResult = true;
  Operand mask, compare;
};
/// Operands: addresses, value. `fn` combines old and value; `in` is the element's type.
uint32_t execAtomic(Machine &machine, const Step &step, uint32_t pc);
/// A block pointer or descriptor: I64 elements base, shape[r], strides[r], offsets[r] or padding.
struct BlockPayload : Payload {
  std::vector<int64_t> block; ///< extents of the tile
  std::vector<bool> checked;  ///< dimensions whose bounds make the mask
  int64_t elementBytes = 1;
  bool descriptor = false;      ///< offsets come from `indices`, not from the block
  std::vector<Operand> indices; ///< i32 scalars
  uint32_t maskSlot = 0;
  bool rows = false; ///< gather or scatter: rows from operands[1] (`in`), column indices[0]
};
/// Computes addresses (dst) and mask (maskSlot) of a block; operands[0] is the block.
uint32_t execBlockAddresses(Machine &machine, const Step &step, uint32_t pc);
/// dst (I64 elements) gathers scalars: each of `items`, sign-extended from its type.
struct PackPayload : Payload {
  struct Item {
    Operand operand;
    ElementType type;
  };
  std::vector<Item> items;
};
uint32_t execPack(Machine &machine, const Step &step, uint32_t pc);
/// Advance: dst = operands[0] with the items added to elements `value`, `value` + 1 ...
uint32_t execAdvance(Machine &machine, const Step &step, uint32_t pc);
/// Fills dst with the padding of a descriptor (zero or NaN of type `out`); operands[0] is the
/// descriptor, `value` the index of its padding element.
uint32_t execPadding(Machine &machine, const Step &step, uint32_t pc);

// --- Shapes ------------------------------------------------------------------------------------
/// Copies an N-D box: dst at `dstOffset` with dstStrides, src at `srcOffset` with srcStrides
/// (elements). Dynamic offsets are i32 scalars, scaled, added to the offset of src or dst.
struct BoxPayload : Payload {
  std::vector<int64_t> extents, srcStrides, dstStrides;
  int64_t srcOffset = 0, dstOffset = 0;
  struct Dynamic {
    Operand operand;
    int64_t scale; ///< stride of the moved tile along this dimension
    int64_t limit; ///< largest valid offset
  };
  std::vector<Dynamic> dynamic;
  bool dynamicOnDst = false;
};
uint32_t execBox(Machine &machine, const Step &step, uint32_t pc);
/// dst[outer, i, inner] = operands[0][outer, operands[1][outer, i, inner], inner].
struct GatherPayload : Payload {
  int64_t outer = 1, source = 1, indices = 1, inner = 1;
};
uint32_t execGather(Machine &machine, const Step &step, uint32_t pc);
/// Counts; operands: values (`in`), mask. `value` bins.
uint32_t execHistogram(Machine &machine, const Step &step, uint32_t pc);

// --- Products, reductions, scans, maps -----------------------------------------------------------
/// dst += operands[0] x operands[1], `value` matrices after each other.
struct DotPayload : Payload {
  numerics::DotShape shape{};
};
uint32_t execDot(Machine &machine, const Step &step, uint32_t pc);

/// A region with `count` left and right arguments and results.
struct RegionPayload : Payload {
  struct Item {
    uint32_t input = 0;           ///< slot of the tile
    uint32_t acc = 0;             ///< slot of the accumulator (reduction) or of the result (scan)
    uint32_t scratch = 0;         ///< slot for the tile with the axis first; used if outer > 1
    uint32_t left = 0, right = 0; ///< bound slots of the region's arguments
    uint32_t value = 0;           ///< slot that the region returns
    uint8_t valueStride = 1;
    uint32_t result = 0;
    int64_t bytes = 1; ///< of an element
  };
  std::vector<Item> items;
  int64_t outer = 1, extent = 1, inner = 1;
  bool reverse = false;
  bool perElement = false; ///< the region branches: run it element by element
};
uint32_t execReduce(Machine &machine, const Step &step, uint32_t pc);
uint32_t execScan(Machine &machine, const Step &step, uint32_t pc);
/// Runs the region at `target` for each group of `pack` elements.
struct MapPayload : Payload {
  struct Item {
    uint32_t tile = 0;
    uint8_t stride = 1;
    int64_t bytes = 1;
    std::vector<uint32_t>
        scalars; ///< `pack` slots: arguments (operands) or returned values (results)
  };
  std::vector<Item> operands, results;
  int64_t pack = 1;
};
uint32_t execMap(Machine &machine, const Step &step, uint32_t pc);

} // namespace charonia::compiler::interp
