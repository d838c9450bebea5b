// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/compiler/Arguments.h"

namespace charonia::compiler {

std::vector<uint64_t> runtimeArguments(const launch::Launch &launch) {
  std::vector<uint64_t> indices;
  for (size_t i = 0; i < launch.args.size(); ++i) {
    const launch::Argument &argument = launch.args[i];
    bool fixed = argument.kind == launch::Argument::Kind::Constexpr ||
                 launch.constexprs.count(argument.name) != 0;
    if (!fixed) {
      indices.push_back(i);
    }
  }
  return indices;
}

uint64_t argumentBits(const launch::Launch &launch, size_t index,
                      const launch::MemoryImage &memory) {
  const launch::Argument &argument = launch.args[index];
  if (argument.kind == launch::Argument::Kind::Pointer) {
    for (const launch::Buffer &buffer : memory.buffers()) {
      if (buffer.argument == int(index)) {
        return buffer.address;
      }
    }
    return 0;
  }
  const launch::ConstantValue &value = argument.value;
  bool isFloat = value.kind == launch::ConstantValue::Kind::Float;
  if (numerics::isFloat(argument.type)) {
    return numerics::fromDouble(argument.type, isFloat ? value.number : double(value.integer));
  }
  if (value.kind == launch::ConstantValue::Kind::Bool) {
    return value.boolean ? 1 : 0;
  }
  unsigned bits = numerics::bitWidth(argument.type);
  uint64_t mask = bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1;
  return uint64_t(value.integer) & mask;
}

} // namespace charonia::compiler
