// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/compiler/Arguments.h"

namespace charonia::compiler {

std::vector<uint64_t> runtimeArguments(const launch::Launch &launch) {
  std::vector<uint64_t> indices;
  const std::vector<launch::Leaf> leaves = launch::leavesOf(launch);
  for (size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i].kind != launch::Leaf::Kind::Constant) {
      indices.push_back(i);
    }
  }
  return indices;
}

static uint64_t bitsOf(const launch::Leaf &leaf, const launch::MemoryImage &memory) {
  if (leaf.kind == launch::Leaf::Kind::Address) {
    for (const launch::Buffer &buffer : memory.buffers()) {
      if (buffer.name == leaf.buffer) {
        return buffer.address;
      }
    }
    return 0;
  }
  const launch::ConstantValue &value = leaf.value;
  bool isFloat = value.kind == launch::ConstantValue::Kind::Float;
  if (numerics::isFloat(leaf.type)) {
    return numerics::fromDouble(leaf.type, isFloat ? value.number : double(value.integer));
  }
  if (value.kind == launch::ConstantValue::Kind::Bool) {
    return value.boolean ? 1 : 0;
  }
  unsigned bits = numerics::bitWidth(leaf.type);
  uint64_t mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  return uint64_t(value.integer) & mask;
}

uint64_t argumentBits(const launch::Launch &launch, size_t leaf,
                      const launch::MemoryImage &memory) {
  const std::vector<launch::Leaf> leaves = launch::leavesOf(launch);
  return leaf < leaves.size() ? bitsOf(leaves[leaf], memory) : 0;
}

std::vector<uint64_t> argumentBits(const launch::Launch &launch,
                                   const std::vector<uint64_t> &arguments,
                                   const launch::MemoryImage &memory) {
  const std::vector<launch::Leaf> leaves = launch::leavesOf(launch);
  std::vector<uint64_t> bits;
  for (uint64_t index : arguments) {
    bits.push_back(index < leaves.size() ? bitsOf(leaves[index], memory) : 0);
  }
  return bits;
}

} // namespace charonia::compiler
