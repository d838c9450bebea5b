// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C structures as types of kernel arguments: what a subclass of ctypes.Structure in a source file
// declares. The file is read, not executed.
#pragma once

#include "Emitter.h"
#include "charonia/launch/Layout.h"

namespace charonia::frontend {

class StructureTypes {
public:
  explicit StructureTypes(Emitter &emitter) : m_emitter(emitter) {}

  /// Is this class, or one that it derives from, a ctypes.Structure?
  bool isStructure(const Value &type);

  /// The fields that the class `type` declares, as an argument without values: kinds, names, types
  /// (a ctypes.c_void_p has the type text "*"), pack. nullopt after an error, which is reported.
  std::optional<launch::Argument> declared(const Value &type);

private:
  bool addClass(const Value &type, launch::Argument &structure, int depth);
  bool addFields(const Value &type, const Node &list, launch::Argument &structure, int depth);
  /// The field's type; `type`: the class whose file the expression is in.
  bool readType(const Value &type, const Node &expression, launch::Argument &field, int depth);
  bool readArray(const Value &type, const Node &expression, launch::Argument &field, int depth);
  std::optional<int64_t> integer(const Value &type, const Node &expression);
  bool fail(const Value &type, const Node &where, std::string message);

  Emitter &m_emitter;
};

/// The element type that a class annotates a pointer field with (`data: "*fp16"`); empty: none.
std::string annotatedPointer(const Node &classDefinition, const std::string &field);

} // namespace charonia::frontend
