// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers of one pass: the order of its loops, the vectors alive in it, the size of a vector.
#pragma once

#include "VectorValues.h"

#include "charonia/program/VectorPlan.h"

namespace charonia::program {

/// The domain that a pass goes over: that of its instructions that others only prepare.
const TileInst *mainInst(const TileProgram &tile, const VectorValues &values,
                         const VectorPass &pass);

/// Decides how the loops of a pass nest.
void choosePassForm(const TileProgram &tile, const VectorValues &values, VectorPass &pass);

/// What the values that a pass touches are in it: vectors, or columns (values that repeat from row
/// to row), by id. Row scalars and what no instruction of the pass takes are left Uniform.
std::vector<OperandClass> rolesIn(const TileProgram &tile, const VectorValues &values,
                                  const VectorPass &pass);

/// Most vectors that are alive at once between two instructions of the pass: operands until their
/// last use (a result may take the place of an operand that dies), an accumulator for each sum from
/// the beginning to the end, and what is loaded once a strip if the strips are the outer loop.
int32_t countLive(const TileProgram &tile, const VectorValues &values, const VectorPass &pass);

/// Largest power of two such that `live` vectors of that many registers fit beside `kept`
/// registers.
int32_t chooseLmul(const arch::VectorCore &vector, int32_t live, int64_t kept);

/// Instructions of a function for one register of elements.
double instructionsOf(const arch::VectorCore &vector, Fn fn);

/// Bytes of an element in a register while it is computed with.
int laneBytes(ElementType type);

/// Lets values stay in registers from pass to pass over the same row, row by row, where whole rows
/// fit and it takes no more time.
void keepRows(const arch::DeviceModel &device, std::span<const TileProgram> programs,
              const TileProgram &tile, const VectorValues &values, VectorPlan &plan);

} // namespace charonia::program
