// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler's product and the simulator's input: one SPMD program for each of a PE's two cores.
// It is complete: whoever runs it needs no IR. Plain values; validated on load (Validate.h).
//
//   core program   scalar bytecode: control, addresses, extents; issues commands, runs vector
//   groups command        an entry for a unit's in-order queue; names CBs and slot offsets, no
//   addresses tile program   straight-line code over whole tiles: what the vector core or SE
//   computes CB table       circular buffers, in LS or in the RE banks (rules: hardware model, CB
//   rules 1-5)
//
// A field added here is added to sim/program/src/Fields.h as well (the compiler insists), so that
// files keep it.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/numerics/Numerics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::program {

using arch::Unit;
using numerics::ElementType;
using numerics::Fn;

inline constexpr int kProgramVersion = 2;
inline constexpr uint32_t kNone = 0xffffffffu;

/// Stable identity of an operation of the IR; kNone if there is none. The same id names the op in
/// the compiler's snapshots, in commands, in trace events and in the panels.
using OpId = uint32_t;
/// Index into Program::frames.
using FrameId = uint32_t;
/// Scalar register of one core's program.
using Reg = uint32_t;

/// A place in source text. An inlined op's frame has its caller's frame as parent.
struct SourceFrame {
  std::string file;
  uint32_t line = 0, column = 0; ///< 1-based; column counts bytes
  std::string function;
  FrameId parent = kNone;
  bool operator==(const SourceFrame &) const = default;
};

/// A value that the issuing core reads when it issues: a constant or a register. Addresses,
/// strides, bounds and extents are read as I64: narrower values must have been extended. Scalar
/// inputs of tile programs are raw bits of the tile value's type.
struct Operand {
  bool isReg = false;
  Reg reg = 0;
  int64_t imm = 0;
  static Operand constant(int64_t value) { return {false, 0, value}; }
  static Operand of(Reg r) { return {true, r, 0}; }
  bool operator==(const Operand &) const = default;
};

// --- Circular buffers -------------------------------------------------------------------------

/// Where the slots of a CB live: local memory or the accumulator banks of the reduction engine.
enum class CbSpace : uint8_t { Ls, ReBanks };

/// A circular buffer: `depth` slots of one tile each. One producer unit, one reader index per
/// reading unit. A `resident` buffer (a loop-carried tile of one unit) is plain memory: depth 1,
/// touched by its producer unit alone, in that unit's order, without counters or gating.
struct CircularBuffer {
  std::string name; ///< from the source value: "a", "acc", "row_max"
  CbSpace space = CbSpace::Ls;
  int64_t base = 0;      ///< byte address in LS, or first bank
  int64_t slotBytes = 0; ///< multiple of the LS alignment; for ReBanks: banks * bank bytes
  int32_t depth = 1;
  bool resident = false;
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape; ///< tile in a slot, row-major, densely packed
  Unit producer = Unit::FiRead;
  std::vector<Unit> readers; ///< reader r is readers[r]; a unit appears at most once
  OpId op = kNone;           ///< op that defines the tile
  bool operator==(const CircularBuffer &) const = default;
};

/// Source slot of a command, O_r + offset: rule 3 gates on P - O_r >= max(offset + 1, pop). O_r is
/// the issue-side copy, which advances by `pop` when the command starts (rule 2). Gating, pop and
/// push flags of resident buffers are ignored; their slot is always slot 0.
struct CbRead {
  uint32_t cb = 0;
  uint32_t reader = 0; ///< index into CircularBuffer::readers
  int32_t offset = 0;  ///< slots after the reader's pointer
  int32_t pop = 0;     ///< slots to pop when the command completes
  bool operator==(const CbRead &) const = default;
};

/// Destination slot of a command: rule 3 gates on R + reserve <= min O_r + depth; the slot written
/// is at R + offset, R as it stands when the command starts (before it reserves).
struct CbWrite {
  uint32_t cb = 0;
  int32_t reserve = 0; ///< slots to reserve at the start
  int32_t offset = 0;  ///< may be negative when reserve is 0
  int32_t push = 0;    ///< slots to push when the command completes
  bool operator==(const CbWrite &) const = default;
};

// --- Tile programs ----------------------------------------------------------------------------

/// What one instruction of a tile program does.
enum class TileOp : uint8_t {
  LoadCb,      ///< dst = tile in reads[index] of the command
  StoreCb,     ///< slot of writes[index] = operand 0
  Splat,       ///< dst = broadcast of the scalar input `index`
  Constant,    ///< dst = broadcast of `imm` (raw bits)
  Iota,        ///< dst[i...] = imm + i[axis] (integer type)
  Elementwise, ///< dst = fn(operands); all of dst's shape (operand views broadcast, see Broadcast)
  Broadcast,   ///< dst = operand 0 expanded: shapes of equal rank, extent 1 repeats
  Reshape,     ///< dst = operand 0, same elements in row-major order (also expand_dims)
  Permute,     ///< dst[i] = operand 0 [i permuted by `permutation`]
  Join,        ///< new last dimension of 2
  SplitLeft,
  SplitRight,   ///< last dimension of 2 dropped, element 0 / 1
  Cat,          ///< concatenation along dimension 0
  Reduce,       ///< operands reduced along `axis` by `body` in the order of numerics::reduceInOrder
  Scan,         ///< inclusive scan along `axis` by `body`, ascending (or descending with `reverse`)
  Dot,          ///< dst = numerics::dot(operand 0, operand 1, accumulator operand 2); rank 2 or 3
  GatherIndex,  ///< dst = operand 0 taken at operand 1 along `axis`
  Histogram,    ///< counts of operand 0 (masked by operand 1)
  LoadGlobal,   ///< dst[i] = memory[operand 0 [i]] where mask operand 1 [i]; else operand 2 (the
                ///< scalar rung)
  StoreGlobal,  ///< memory[operand 0 [i]] = operand 1 [i] where mask operand 2 [i]
  AtomicRmw,    ///< dst[i] = old value; memory[operand 0] op= operand 1 where mask operand 2
  AtomicCas,    ///< dst[i] = old value; operand 0 address, 1 compare, 2 new value
  ToScalar,     ///< scalar output `index` = the single element of operand 0
  Assert,       ///< fails the run with `text` if any element of operand 0 is 0
  Print,        ///< prints `text` and the operands
  SliceExtract, ///< dst[i] = operand 0 [offset + i * stride], dst's shape; see below
  SliceInsert,  ///< dst = operand 0 with its elements [offset + i * stride] = operand 1 [i]
  StoreSlice,   ///< slot of writes[index]: its elements [offset + i * stride] = operand 0 [i], the
                ///< others stay; dst = the tile that it then holds
};

enum class AtomicOp : uint8_t { And, Or, Xor, Add, FAdd, Max, Min, UMax, UMin, Exchange };

/// Index of a tile value within a tile program.
using TileId = uint32_t;

/// A tile value: type and static shape. Rank 0 is a scalar (one element).
struct TileValue {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  int64_t elements() const {
    int64_t n = 1;
    for (int64_t d : shape) {
      n *= d;
    }
    return n;
  }
  bool operator==(const TileValue &) const = default;
};

/// Slices: the offset along dimension d is `permutation[d]` plus, where they are given, scalar
/// operand d of those that follow the tiles (integers; an element outside the tile fails the run).
struct TileInst {
  TileOp op = TileOp::Constant;
  std::vector<TileId> results;  ///< one, several for Reduce and Scan, none for stores
  std::vector<TileId> operands; ///< kNone marks an operand that is not given (mask, other)
  Fn fn = Fn::AddI;             ///< Elementwise
  uint32_t index = 0;           ///< LoadCb, StoreCb, Splat, ToScalar
  int32_t axis = 0;
  bool reverse = false;
  int64_t imm = 0;
  AtomicOp atomic = AtomicOp::Add;
  uint32_t body = kNone;            ///< Reduce, Scan: index of the combining tile program
  std::vector<int64_t> permutation; ///< Permute; offsets of slices
  std::vector<int64_t> strides;     ///< of slices, at least 1; empty: all 1
  std::string text;
  OpId opId = kNone;
  bool operator==(const TileInst &) const = default;
};

/// One pass of the vector core over a tile, strip by strip: what is done in it, where its vectors
/// come from and how many registers form one. Only times hang on it, never data.
struct VectorPass {
  std::vector<uint32_t> insts; ///< instructions, ascending; cheap ones may be in several passes
  std::vector<TileId> loads;   ///< tiles that each strip loads from their buffer or from scratch
  std::vector<TileId> spills;  ///< values stored to scratch for later passes
  std::vector<TileId> kept;    ///< values of earlier passes over the same row, still in registers
  int32_t live = 0;            ///< most vectors that are alive at once
  int32_t lmul = 1;            ///< registers that form one vector
  bool byRow = false;          ///< rows are worked on one by one, else the tile is one long row
  bool byStrip = false;  ///< the loop over strips is the outer one: what repeats along rows is
                         ///< loaded once a strip, sums over rows stay in registers
  bool together = false; ///< takes turns with the other such passes of its tile, row by row: the
                         ///< latency of the sums shows in every row
  bool operator==(const VectorPass &) const = default;
};

/// Straight-line code over tiles. A combining body (Reduce, Scan) has 2N `inputs` (N left, N right
/// values) and N `outputs`, all rank 0, elementwise instructions only; it is applied to many lanes
/// at once.
struct TileProgram {
  std::vector<TileValue> values;
  std::vector<TileInst> insts;
  std::vector<TileId> inputs, outputs; ///< of a combining body
  int64_t scratchBytes = 0;            ///< LS for values that live from one pass to a later one
  int64_t scratchBase = 0;
  std::vector<VectorPass> passes; ///< of a group of the vector core; empty: as `planVector` says
  bool operator==(const TileProgram &) const = default;
};

// --- Commands ---------------------------------------------------------------------------------

enum class CommandKind : uint8_t {
  FiLoad,      ///< global box -> slot of writes[0]; pads the rest of the tile
  FiStore,     ///< slot of reads[0] -> global box
  DpeMma,      ///< accumulator (writes[0], ReBanks) from operands and initial value; see Command
  ReDrain,     ///< reads[0] (ReBanks) -> writes[0] (LS), as is
  ReNetwork,   ///< combines the tiles in reads[0] of a row's or column's PEs; see Command
  SeCompute,   ///< tile program of SE's forms; reads may include an accumulator
  MluMove,     ///< reads[0], or a part of it, permuted -> writes[0]
  VectorGroup, ///< tile program on the vector core (Unit::Core1); its global accesses take effect
               ///< when it starts
  CbUpdate,    ///< no work: pops and pushes of its own in that unit's queue
};

enum class BroadcastGroup : uint8_t { None, Row, Column };

/// A box of global memory seen as a tile: element (i0, i1, ...) of the tile at
/// base + sum i_d * strides[d] bytes, for lower[d] <= i_d < upper[d]; the rest of the tile is
/// padding.
struct DmaDescriptor {
  Operand base;                      ///< global byte address of tile element (0, 0, ...)
  std::vector<Operand> strides;      ///< bytes, one per tile dimension
  std::vector<Operand> lower, upper; ///< box within the tile; clamped to [0, shape[d]]
  int64_t padBits = 0;               ///< raw bits for elements outside the box (loads)
  BroadcastGroup broadcast = BroadcastGroup::None;
  int32_t arg = -1; ///< index of the pointer argument it addresses, -1 if unknown
  /// Loads: elements outside the box keep what the slot holds instead of padding (a further piece
  /// of one tile, after the command that reserved the slot).
  bool keepRest = false;
  /// Indexed form (row gather, row scatter): the tile moves row by row along this dimension, one
  /// request a row. The element of the row list (a tile of shape[rowDim] I64 in local memory) is a
  /// byte offset that is added to the row's address. -1: not indexed. The list is the command's
  /// read after those of the plain form; a further read is a tile of shape[rowDim] I1: a row whose
  /// element is 0 is not touched (padding on loads). Rows go in ascending order.
  int32_t rowDim = -1;
  bool operator==(const DmaDescriptor &) const = default;
};

struct Command {
  Unit unit = Unit::FiRead;
  CommandKind kind = CommandKind::CbUpdate;
  std::vector<CbRead> reads;
  std::vector<CbWrite> writes;
  std::optional<DmaDescriptor> dma;
  uint32_t tileProgram = kNone; ///< SeCompute, VectorGroup
  /// Splat operands of the tile program, raw bits. MluMove: none, or the offset of the part in each
  /// dimension of the tile read (signed; a part that leaves the tile fails the run).
  std::vector<Operand> scalarInputs;
  std::vector<Reg> scalarOutputs; ///< ToScalar destinations (VectorGroup only)
  /// Effective shape for timing; empty: the whole tile. DpeMma: M, N, K (batched: B, M, N, K).
  /// Others: extents of the command's main tile; tiles of the same rank shrink with it, dimension
  /// by dimension. Data is not affected, unless a run asks for it (SimOptions::poison).
  std::vector<Operand> extents;
  // DpeMma. The accumulator starts from the tile in the last read if `hasInit` (preload through an
  // SE read port), else keeps its value if `accumulate`, else is zero. With `hasOperands`, reads[0]
  // (A) x reads[1] (B) is then added, k ascending. Without operands it is a clear or a preload. A
  // loop clears with reserve 1, accumulates with reserve 0 and offset -1, and pushes by CbUpdate.
  // Operands: I8 -> I32, F16 or BF16 -> F32 (what the matrix engine takes); tiles of rank 2 or 3.
  bool hasOperands = true, hasInit = false, accumulate = false;
  bool transposeA = false,
       transposeB =
           false; ///< A is [M,K] (transposed: [K,M]); B is [K,N] (transposed: [N,K], K-contiguous)
  std::vector<int64_t> permutation; ///< MluMove
  // ReNetwork. All PEs of the row or column run it with a tile of their own; networkFn (a function
  // of two operands of the tile's type) combines them, ((p0 fn p1) fn p2) ..., and writes[0] gets
  // the result on the PE at position networkRoot of the group, zeros elsewhere.
  Fn networkFn = Fn::AddI;
  BroadcastGroup networkGroup = BroadcastGroup::None;
  int32_t networkRoot = 0;
  OpId op = kNone;
  FrameId frame = kNone;
  bool operator==(const Command &) const = default;
};

// --- Core programs ----------------------------------------------------------------------------

enum class Opcode : uint8_t {
  Const,       ///< dst = imm
  Move,        ///< dst = a
  Compute,     ///< dst = fn(a, b, c) with types in -> out
  Jump,        ///< to `target`
  BranchZero,  ///< to `target` if a (the low bits of type `in`) is 0
  MapPid,      ///< dst = PID of this PE in round a under the program's mapping, -1 after the last
  LoadGlobal,  ///< dst = memory[a] (uncached scalar load of type out)
  StoreGlobal, ///< memory[a] = b (type in)
  AtomicRmw,   ///< dst = old; memory[a] op= b (type in, operation imm)
  AtomicCas,   ///< dst = old; memory[a], compare b, new c
  Issue,       ///< puts command `target` into its unit's queue; VectorGroup: runs it on this core
  WaitUnit,    ///< blocks until all commands this core issued to unit `imm` are complete
  Barrier,     ///< grid barrier: waits until this core of every PE has come to it
  Assert,      ///< fails the run with text `target` if a is 0
  Print,       ///< prints text `target` and the values a, b of type `in` (imm of them, 0 to 2)
  Halt,
};

struct Instr {
  Opcode op = Opcode::Halt;
  Fn fn = Fn::AddI;
  ElementType in = ElementType::I64, out = ElementType::I64;
  Reg dst = 0, a = 0, b = 0, c = 0;
  int64_t imm = 0;
  uint32_t target = 0; ///< instruction, command or text index
  OpId opId = kNone;
  bool operator==(const Instr &) const = default;
};

/// What the machine puts into a register before the first instruction.
struct RegisterInit {
  enum class Kind : uint8_t {
    Argument,
    PeId,
    PeRow,
    PeColumn,
    NumPes,
    GridX,
    GridY,
    GridZ,
    TotalPids
  };
  Kind kind = Kind::Argument;
  uint32_t index = 0; ///< of the kernel argument
  Reg reg = 0;
  bool operator==(const RegisterInit &) const = default;
};

struct CoreProgram {
  std::vector<Instr> code;
  uint32_t numRegs = 0;
  std::vector<RegisterInit> inits;
  bool operator==(const CoreProgram &) const = default;
};

/// How program ids are spread over PEs. Linear: PE p takes [p q + min(p, m), ...) with q = T div P,
/// m = T mod P. RoundRobin: round r is r P + p. Zigzag: odd rounds run backwards. List:
/// `lists[pe]`.
struct PidMapping {
  enum class Kind : uint8_t { Linear, RoundRobin, Zigzag, List };
  Kind kind = Kind::Linear;
  std::vector<std::vector<int64_t>> lists;
  bool operator==(const PidMapping &) const = default;
};
const char *name(PidMapping::Kind kind); ///< "linear", "round-robin", "zigzag", "list"
bool findMapping(std::string_view spelling, PidMapping::Kind &kind);

/// PID of PE `pe` in `round`, or -1 if it has none.
int64_t mapPid(const PidMapping &mapping, int64_t round, int64_t pe, int64_t numPes,
               int64_t totalPids);

/// A kernel parameter in order of the launch's arguments that reach the machine.
struct Parameter {
  std::string name;
  bool isPointer = false;
  ElementType type = ElementType::I32; ///< of the scalar, or of the pointee
  bool written = false;                ///< the kernel stores through it
  bool operator==(const Parameter &) const = default;
};

struct Program {
  int version = kProgramVersion;
  std::string kernel;
  std::string policy = "strict";
  std::vector<Parameter> parameters;
  CoreProgram cores[2];
  std::vector<Command> commands;
  std::vector<TileProgram> tilePrograms;
  std::vector<CircularBuffer> cbs;
  PidMapping mapping;
  int64_t lsBytes = 0; ///< high-water mark of the LS map
  std::vector<SourceFrame> frames;
  std::vector<FrameId> opFrames;    ///< frame of each OpId
  std::vector<std::string> opNames; ///< "tt.load" ... of each OpId
  std::vector<std::string> texts;   ///< messages of Assert and Print
  bool operator==(const Program &) const = default;
};

// Spellings of the enumerators, as in files: as written here with a small first letter.
const char *name(CbSpace space);
const char *name(TileOp op);
const char *name(AtomicOp op);
const char *name(CommandKind kind);
const char *name(BroadcastGroup group);
const char *name(Opcode opcode);
const char *name(RegisterInit::Kind kind);

} // namespace charonia::program
