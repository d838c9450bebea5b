// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the arguments of a launch become: C structures as bytes, and every argument as the scalars
// and addresses that a kernel takes at run time.
#pragma once

#include "charonia/launch/Launch.h"

namespace charonia::launch {

/// A scalar or pointer of a C structure, at `offset` bytes from its start.
struct StructureField {
  const Argument *field = nullptr;
  std::string name; ///< dotted, from the structure's argument on: "view.shape.0"
  int64_t offset = 0, bytes = 0;
};

/// A structure as C lays it out: natural alignment, at most Argument::pack where that is set;
/// arrays (items of one type) and structures within lie in it.
struct StructureLayout {
  int64_t bytes = 0, alignment = 1;
  std::vector<StructureField> fields;
};
StructureLayout layoutOf(const Argument &structure);

/// Where an aggregate's next member lies, in bytes: the rule of C.
int64_t alignTo(int64_t offset, int64_t alignment, int64_t pack);

/// One value that a kernel takes, or would take if it were not a compile-time constant. A tuple has
/// a leaf for each of its items, a descriptor one for its base and for each extent and stride, a
/// structure one: the address of its bytes.
struct Leaf {
  enum class Kind : uint8_t { Address, Scalar, Constant };
  Kind kind = Kind::Scalar;
  std::string name;                    ///< dotted: "x", "pair.0", "desc.shape.1"
  size_t argument = 0;                 ///< index into Launch::args
  ElementType type = ElementType::I32; ///< of the scalar or the pointee; I8 of a structure
  bool isUnsigned = false;
  ConstantValue value;
  std::string buffer; ///< Address: the name of its buffer in a MemoryImage
  int64_t bytes = 0;  ///< Address: size of that buffer
  /// Address of a structure: the argument; valid as long as the launch is.
  const Argument *structure = nullptr;
};
/// The leaves of every argument, in order. Arguments without structure are one leaf each.
std::vector<Leaf> leavesOf(const Launch &launch);

} // namespace charonia::launch
