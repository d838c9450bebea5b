// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What passes may know of a launch, from the launch itself.
#include "charonia/Support/LaunchFacts.h"

#include "charonia/launch/Layout.h"
#include "charonia/numerics/Numerics.h"

namespace charonia::compiler {
namespace {

/// Facts of a structure's fields; its pointers get facts of their own behind the arguments.
void addStructure(LaunchFacts &facts, size_t index, const launch::Argument &structure) {
  for (const launch::StructureField &place : launch::layoutOf(structure).fields) {
    const launch::Argument &field = *place.field;
    FieldFact fact;
    fact.offset = place.offset;
    fact.bytes = place.bytes;
    if (field.kind == launch::Argument::Kind::Pointer) {
      fact.pointer = int(facts.args.size());
      ArgumentFact pointer;
      pointer.name = place.name;
      pointer.isPointer = true;
      pointer.bytes = field.elements * int64_t(numerics::byteSize(field.type));
      facts.args.push_back(pointer);
    } else {
      fact.value = integerOf(field.type, field.value);
    }
    facts.args[index].fields.push_back(fact);
  }
}

} // namespace

std::optional<int64_t> integerOf(numerics::ElementType type, const launch::ConstantValue &value) {
  using Kind = launch::ConstantValue::Kind;
  if (numerics::isFloat(type)) {
    return std::nullopt;
  }
  return value.kind == Kind::Int || value.kind == Kind::Expression ? std::optional(value.integer)
         : value.kind == Kind::Bool ? std::optional<int64_t>(value.boolean)
                                    : std::nullopt;
}

LaunchFacts launchFacts(const launch::Launch &launch, const std::vector<uint64_t> &arguments) {
  LaunchFacts facts;
  facts.kernel = launch.function;
  if (auto grid = launch::evaluateGrid(launch)) {
    facts.grid = *grid;
  }
  const std::vector<launch::Leaf> leaves = launch::leavesOf(launch);
  for (uint64_t index : arguments) {
    const launch::Leaf &leaf = leaves[index];
    ArgumentFact fact;
    fact.name = leaf.name;
    fact.isPointer = leaf.kind == launch::Leaf::Kind::Address;
    fact.bytes = leaf.bytes;
    fact.value = fact.isPointer ? std::nullopt : integerOf(leaf.type, leaf.value);
    facts.args.push_back(fact);
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const launch::Argument *structure = leaves[arguments[i]].structure) {
      addStructure(facts, i, *structure);
    }
  }
  return facts;
}

} // namespace charonia::compiler
