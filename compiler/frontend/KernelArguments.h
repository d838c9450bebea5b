// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a launch gives a kernel: constants, and run-time arguments with their types, specialised as
// upstream does (1 is a constant; divisibility by 16 is an attribute).
#pragma once

#include "Emitter.h"
#include "StructureTypes.h"

#include "charonia/launch/Layout.h"

#include <set>

namespace charonia::frontend {

class KernelArguments {
public:
  /// `file`: of the kernel, for messages.
  KernelArguments(const launch::Launch &launch, const FunctionRef &kernel, Emitter &emitter,
                  std::vector<compiler::Diagnostic> &diagnostics);

  /// One entry per parameter of the kernel; nullopt after an error.
  std::optional<std::vector<KernelParameter>> run();

  /// A parameter's value inside the kernel: the fields of structures are read.
  Value prepare(const Value &value);

  /// The leaves of the launch that are left as run-time arguments, in order.
  const std::vector<uint64_t> &leaves() const { return m_used; }

private:
  /// How upstream specialises one parameter.
  struct Rules {
    bool specialize = true, align = true;
    std::string annotation; ///< type in signature spelling; empty: none
  };

  void fail(Code code, std::string message, const Place &place);
  void readDecorators();
  void readList(const Node &list, std::set<std::string> &names);
  Rules rulesOf(const Node &parameter, size_t index) const;
  Value parameter(const Node &node, size_t index);
  /// The type that the launch spells; an error and nothing if there is none.
  std::optional<Type> typeOf(const std::string &typeText, const Node &node);
  /// True if no annotation says another type; else an error.
  bool agrees(const Type &type, const std::optional<Type> &annotated, const Node &node);
  Value given(const launch::Argument &argument, const Node &node, const Rules &rules);
  Value scalar(const launch::Argument &argument, const Node &node, const Rules &rules);
  Value pointer(const std::string &typeText, bool constant, const Node &node, const Rules &rules);
  Value tuple(const launch::Argument &argument, const Node &node, const Rules &rules);
  Value descriptor(const launch::Argument &argument, const Node &node);
  Value structure(const launch::Argument &argument, const Node &node);
  Value annotationValue(const Node &node);
  Value constant(const launch::ConstantValue &value, const Node &node);
  Value expressionConstant(const launch::ConstantValue &value, const Node &node);
  /// A run-time leaf: the next one of the launch becomes an argument of the kernel.
  Value leaf(const Type &type, bool divisible);
  void skipLeaves(size_t count) { m_next += count; }
  /// Do the fields that the launch gives agree with those that the class declares?
  bool agree(const launch::Argument &given, launch::Argument &declared, const std::string &name,
             const Node &node);
  Value read(const Value &address, const launch::Argument &part, const std::string &name,
             const launch::StructureLayout &layout, size_t &field);
  Value readField(const Value &address, const launch::StructureField &field);

  const launch::Launch &m_launch;
  FunctionRef m_kernel;
  Emitter &m_emitter;
  std::vector<compiler::Diagnostic> &m_diagnostics;
  StructureTypes m_types;
  std::vector<launch::Leaf> m_leaves;
  std::map<std::string, std::vector<size_t>> m_leavesOf; ///< by argument name
  std::vector<size_t> m_queue; ///< leaves of the argument that is being read
  size_t m_next = 0;
  std::vector<uint64_t> m_used;
  KernelParameter *m_current = nullptr;
  std::set<std::string> m_noSpecialize, m_noAlign;
  std::map<std::string, launch::Argument> m_structures; ///< by the placeholder's key
};

} // namespace charonia::frontend
