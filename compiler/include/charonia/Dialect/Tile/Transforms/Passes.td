// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the dialect `tile`.
#ifndef CHARONIA_DIALECT_TILE_TRANSFORMS_PASSES
#define CHARONIA_DIALECT_TILE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

class Tile_Pass<string flag> : Pass<flag, "::mlir::ModuleOp"> {
  let dependentDialects = ["::charonia::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileEffectiveShape : Tile_Pass<"tile-effective-shape"> {
  let summary = "Say how much of a tile is filled";
  let description = [{
    Why: a tile at the edge of a tensor is mostly padding; a unit that knows the extents spends time
    on the filled part only.

    Loads whose boxes begin at the origin and have the same upper bounds form a group, numbered by
    `tile.extents` on the load. An elementwise operation all of whose operands belong to one group
    (or are the same everywhere) gets `tile.extents_from` with that number: its results outside the
    box are what the padding gives. The extents are for timing; no element is dropped.

    A loop ends where a mask leaves no lane for the rest of it, as at the diagonal of causal
    attention, if an iteration without a true lane provably changes nothing of what the loop carries.
    That takes loaded values to be finite: under the policies `default` and `fast` only; under
    `strict` a remark says what it costs.

    A selection in a loop whose mask is a conjunction of comparisons of sums gets with its mask the
    number (`arith.ori` with `tile.all_true`) that tells whether an iteration has no masked lane.

    Before:
    ```mlir
    %v = tile.load %x strides [4] lower [0] upper [%n] access #a : tensor<64xf32>
    %w = math.exp %v : tensor<64xf32>
    ```
    After:
    ```mlir
    %v = tile.load %x strides [4] lower [0] upper [%n] access #a {tile.extents = 0 : i64} : tensor<64xf32>
    %w = math.exp %v {tile.extents_from = 0 : i64} : tensor<64xf32>
    ```
  }];
}

def TileSliceReuse : Tile_Pass<"tile-slice-reuse"> {
  let summary = "Load and store parts of tiles where they lie";
  let description = [{
    Why: a part of a tile needs no copy.

    A loaded tile of which only parts are used, together not more than the whole, is loaded part by
    part if that saves bytes or if a unit takes a part that can read whole slots only. A store of a
    part of a loaded tile, a product or a reduction over PEs becomes a store from within it. Of every
    other slice a remark says whether it is read where it lies or copied, and why. Parts of loads that
    several share (`tt-to-tile`) stay as they are: they overlap.

    Before:
    ```mlir
    %v = tile.load %p strides [4] lower [0] upper [64] access #a : tensor<64xf32>
    %w = tile.extract_slice %v [16] : tensor<64xf32> -> tensor<32xf32>
    ```
    After:
    ```mlir
    %w = tile.load %q strides [4] lower [0] upper [32] access #a : tensor<32xf32>  // %q = %p + 64
    ```
  }];
}

def TileRetile : Tile_Pass<"tile-retile"> {
  let summary = "Cut dots that are too large for the matrix engine";
  let description = [{
    Why: an accumulator that leaves the banks of the reduction engine would put the whole dot on the
    vector core.

    A dot of types that the matrix engine has is cut along M and N by halves until its accumulator
    fits; k stays whole, so every element is the same sum in the same order. A remark says the sizes.
    Dots of other types and sizes that do not halve stay.

    Before:
    ```mlir
    %d = tile.dot %a, %b, %c : tensor<256x64xf16> * tensor<64x128xf16> -> tensor<256x128xf32>
    ```
    After:
    ```mlir
    %d0 = tile.dot %a0, %b, %c0 : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    %d1 = tile.dot %a1, %b, %c1 : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
    ```
  }];
}

def TileMapPids : Tile_Pass<"tile-map-pids"> {
  let summary = "Spread the program ids over the PEs";
  let description = [{
    Why: a launch has any number of programs, the chip a fixed number of PEs; how they are spread
    decides the balance.

    The body of the kernel moves into a `tile.pid_loop` with the mapping that the launch or the options
    ask for; `tile.program_id` becomes an argument of the loop's body. `auto` takes the mapping with
    the smallest largest number of programs on a PE, linear first. A remark tells the makespan over the
    ideal under equal cost. `tile.num_programs` stays the grid of the launch.

    Before:
    ```mlir
    tile.kernel @k() {
      %x = tile.program_id 0 : i32
      tile.return
    }
    ```
    After:
    ```mlir
    tile.kernel @k() {
      tile.pid_loop mapping(linear) {
      ^bb0(%x: i32, %y: i32, %z: i32):
      }
      tile.return
    }
    ```
  }];
}

def TileMapUnits : Tile_Pass<"tile-map-units"> {
  let summary = "Give every operation the unit that does it";
  let description = [{
    Why: a PE has units of its own for moving data, dot products, elementwise work and layout; each
    does some operations on some types and shapes only.

    A table (UnitTable.def: operation, element type, shape, unit, numerics class, reason) is read from
    the top for each operation; the rows whose predicates hold and whose numerics class the policy
    allows are its choices. For each loop, and for what is outside of loops, the assignment is taken
    whose busiest unit has least to do in an iteration; bytes through local memory count as work of a
    unit (UnitPlan). All assignments are tried if they are few, else the search improves step by
    step and says how far from the least it may be. The result is the attribute `tile.unit`, a row of
    the placement list, and a remark `interval` a loop. Control flow has no unit.

    The SIMD engine takes what it can do in one pass, as one: elementwise work on a sum on its way out
    of the reduction engine (SimdChain), or one of its functions with up to two operations beside it,
    casts and sums of rows (FunctionChain), where it would be done before the vector core and local
    memory has room for the tiles on the way. A part of a loaded tile for a unit that reads whole slots
    may be copied by the layout unit.

    A product of fp32 matrices that is not asked to be IEEE may be one of bf16 parts under the policies
    `default` and `fast` (SplitDots): each operand is cut into two parts (tf32, bf16x3) or three
    (tf32x3, bf16x6), whose products add up in one accumulator. The error of each term is below 2^-15
    of it, or 2^-21.

    Before:
    ```mlir
    %d = tile.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
    ```
    After:
    ```mlir
    %d = tile.dot %a, %b, %c {tile.unit = #tile.unit<dpe>} : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
    ```
  }];
}

#endif
