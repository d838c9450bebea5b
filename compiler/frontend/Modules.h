// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which name stands for what outside a function: the globals of a file, the modules of the
// language, and the library files that are written in the language.
#pragma once

#include "Value.h"
#include "charonia/Frontend/Source.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::frontend {

/// A file with its top-level names. The last definition of a name counts.
struct ModuleScope {
  std::string name; ///< dotted; the user's file: its stem
  ParsedSourceRef source;
  bool library = false;
  std::map<std::string, const Node *>
      globals; ///< FunctionDef, ClassDef, Assign, AnnAssign or Alias
  std::map<const Node *, const Node *> importOf; ///< Alias -> its ImportFrom
};

/// A function that the emitter knows itself.
struct BuiltinInfo {
  int id = 0;
  std::string_view space, name, signature; ///< space: "tl", "math", "py", "triton"
  bool member = false;                     ///< also a method of tensors
  struct Parameter {
    std::string name;
    Value defaultValue;
    bool required = false, variadic = false, keywordOnly = false;
  };
  std::vector<Parameter> parameters;
};

/// A function of libdevice: symbol and types by the type of its first argument.
struct LibdeviceEntry {
  std::string_view name;
  int operands = 1;
  std::string_view symbol32, symbol64;
  std::string_view result; ///< "same" or "i32"
};

class Modules {
public:
  Modules();
  const ModuleScope *addFile(ParsedSourceRef source, const std::string &name);

  /// The attribute `name` of the module `path`; Poison when there is none (nothing is reported).
  Value lookup(const std::string &path, const std::string &name);
  /// A method of tensors; Poison when there is none.
  Value method(const std::string &name);
  /// A name that is there without any import (range, len, min ...); Poison when there is none.
  Value pythonBuiltin(const std::string &name);
  /// What an import brings in; a module that is not there is kept by name.
  Value import(const std::string &module, const std::string &name);

  /// The function or import `name` of a file; Poison when it is neither.
  Value fromScope(const ModuleScope *scope, const std::string &name);

  /// Names of a module, for near matches.
  std::vector<std::string> names(const std::string &path);
  std::vector<std::string> methodNames();
  /// A known function of the language that this front end does not emit yet.
  static bool knownUnsupported(std::string_view name);
  static const LibdeviceEntry *libdevice(std::string_view name);
  const ModuleScope *library(const std::string &path);

private:
  Value languageAttribute(const std::string &name);
  Value builtin(std::string_view space, const std::string &name);

  std::vector<std::unique_ptr<ModuleScope>> m_files;
  std::map<std::string, const ModuleScope *> m_libraries;
};

/// Is this function decorated with @triton.jit? `noinlineFunction` tells its option.
bool jitDecorated(const Node &function, bool *noinlineFunction = nullptr);

} // namespace charonia::frontend
