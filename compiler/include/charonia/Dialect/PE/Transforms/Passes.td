// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the program of a PE.
#ifndef CHARONIA_DIALECT_PE_TRANSFORMS_PASSES
#define CHARONIA_DIALECT_PE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

class PE_Pass<string flag, string create> : Pass<flag, "::mlir::ModuleOp"> {
  let constructor = "::charonia::pe::" # create # "(nullptr)";
  let dependentDialects = ["::charonia::pe::PEDialect"];
}

def PeInsertSync : PE_Pass<"pe-insert-sync", "createPeInsertSyncPass"> {
  let summary = "Give every command its part of the circular-buffer protocol";
  let description = [{
    Why: units run side by side; counters of buffers and waits for units are all that orders them.

    Steps:
    1. In the nearest block that holds all uses of a buffer, its first writer reserves a slot and its
       last one pushes it; for each reading unit, the last reader pops. Where the last use stands in a
       nested region, a `pe.cb.update` after that region does it.
    2. If a scalar of the vector core steers commands of other units, or memory that a core touches is
       also touched by DMA in conflict, or an atomic orders accesses that core 0 would issue, the program
       becomes `single_stream`: core 1 does everything.
    3. DMA accesses that conflict and are not ordered by the flow of tiles get a `pe.wait_unit` between.
       So do DMA accesses and an atomic behind them that releases. One that acquires needs nothing: the
       core that issues what follows waits for its result.

    Before:
    ```mlir
    pe.fi.load reads() writes(%x : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64}
    ```
    After:
    ```mlir
    pe.fi.load reads() writes(%x : !pe.cb<tensor<64xf32>>) from %p strides [4] lower [0] upper [64] {arg = 0 : i32, pad_bits = 0 : i64, readSync = array<i32>, writeSync = array<i32: 1, 0, 1>}
    ```
  }];
}

def PeSchedule : PE_Pass<"pe-schedule", "createPeSchedulePass"> {
  let summary = "Choose the order in which commands are issued";
  let description = [{
    Why: queues are in order, so a command that waits blocks those behind it. The order in which the
    cores issue decides what can overlap.

    Steps: in every block, commands and scalars move up as far as values, buffers and memory allow, in
    the order loads, layout moves, matrix engine, drains, groups, stores; the order of the commands of
    one unit that share a buffer or touch conflicting memory stays as it is, and so does that of atomics
    and what their `sem` orders. The order that the token machine finds faster is kept, so the pass
    never makes a program slower by its own measure.

    Before that, loads in loops that all PEs of a row or column make with one descriptor are marked as
    broadcast reads. Where few slices of the SRAM must serve all columns (or rows), these would get
    their tiles one after the other and then ask apart, which breaks the broadcasts of the other
    operand; if the matrix engine's work hides it, a barrier in each step keeps the PEs together, and
    the operand that arrives unevenly is loaded last. The program is `single_stream` then.

    Last, a group whose mask an iteration may know to be true everywhere (`tile-effective-shape`) comes
    to stand in both arms of a condition: with the mask, and without it.

    Before:
    ```mlir
    pe.fi.store %y, %q ...
    pe.fi.load %x, %p ...
    ```
    After:
    ```mlir
    pe.fi.load %x, %p ...
    pe.fi.store %y, %q ...
    ```
  }];
}

def PeSizeCbs : PE_Pass<"pe-size-cbs", "createPeSizeCbsPass"> {
  let summary = "Choose the depth of every circular buffer";
  let description = [{
    Why: a deeper buffer lets its producer run ahead, but local memory is small, and depth where nothing
    waits for room is waste.

    Steps:
    1. The program is unrolled for a few rounds into the token machine, with durations from the
       hardware description.
    2. Depths start at 1 and rise until the token machine does not block (the floor).
    3. While the run gets shorter and local memory suffices, the buffer on the critical path whose extra
       slot gains most for its bytes gets one; last, slots that gain nothing are taken back.
    4. Loads of loops get slots for what can be under way during their latency, as far as local memory
       suffices, because the other PEs make that latency vary.

    A floor that does not fit is an error (KC0301) with a table of bytes per buffer.

    Before:
    ```mlir
    %a = pe.cb.alloc "a" space <ls> depth 1 ...
    ```
    After:
    ```mlir
    %a = pe.cb.alloc "a" space <ls> depth 3 ...
    ```
  }];
}

def PeExpand : PE_Pass<"pe-expand", "createPeExpandPass"> {
  let summary = "Expand loops whose commands have stages";
  let description = [{
    Why: when the schedule moves a command by whole iterations, the loop has to run that much longer
    with guards. This compiler's schedules order commands within an iteration only: overlap between
    iterations comes from buffer depth and from the two cores running apart, so no command has a stage
    and there is nothing to expand. The pass checks that and leaves the program as it is, with a remark.

    Before and after:
    ```mlir
    scf.for %k = %0 to %n step %1 : i32 { ... }
    ```
  }];
}

def PeAllocLs : PE_Pass<"pe-alloc-ls", "createPeAllocLsPass"> {
  let summary = "Give every buffer its place in local memory or in the RE's banks";
  let description = [{
    Why: slots need addresses. Buffers live as long as the program, so each has a place of its own.

    Steps: buffers in order of their definition, slots rounded up to the alignment; accumulators get
    banks. A checker that does not share this code then proves that no two overlap and that all lie
    inside. What does not fit is an error (KC0301 local memory, KC0302 number of buffers or readers,
    KC0303 banks).

    Before:
    ```mlir
    %a = pe.cb.alloc "a" space <ls> depth 3 ...
    ```
    After:
    ```mlir
    %a = pe.cb.alloc "a" space <ls> depth 3 ... base 16384
    ```
  }];
}

def PeCheckLive : PE_Pass<"pe-check-live", "createPeCheckLivePass"> {
  let summary = "Prove that the program cannot block for ever";
  let description = [{
    Why: a wrong depth or order hangs the machine. Steps: the token machine runs the program for more
    rounds than any buffer is deep, with unit durations, taking either arm of every condition; if
    it does not drain, the error (KC0304) names who waits for what, with the place of each.

    Before and after:
    ```mlir
    pe.program @k(...) { ... }
    ```
  }];
}

#endif
