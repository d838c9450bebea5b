// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which name stands for what outside a function: the globals of a file, the modules of the
// language, and the library files that are written in the language.
#pragma once

#include "ImportResolver.h"
#include "Value.h"
#include "charonia/Frontend/Source.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace charonia::frontend {

/// A file with its top-level names. The last definition of a name counts.
struct ModuleScope {
  std::string name; ///< dotted; the user's file: its stem
  ParsedSourceRef source;
  bool library = false;
  std::map<std::string, const Node *>
      globals; ///< FunctionDef, ClassDef, Assign, AnnAssign or Alias
  std::map<const Node *, const Node *> importOf; ///< Alias -> its Import or ImportFrom
  std::vector<const Node *> stars;               ///< `from ... import *`
};

/// A function that the emitter knows itself.
struct BuiltinInfo {
  int id = 0;
  std::string_view space, name, signature; ///< space: "tl", "tensor" (methods), "py" ...
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
  /// Without a resolver no other file is looked for. What is wrong with an imported file goes to
  /// `diagnostics`.
  explicit Modules(const ImportResolver *resolver = nullptr,
                   std::vector<compiler::Diagnostic> *diagnostics = nullptr,
                   const compiler::Limits &limits = {});
  const compiler::Limits &limits() const { return m_limits; }
  /// The first file is the kernel's.
  const ModuleScope *addFile(ParsedSourceRef source, const std::string &name);

  /// What the name of an import stands for: a value, or the name `name` of the file `scope`.
  struct Imported {
    Value value;
    const ModuleScope *scope = nullptr;
    std::string name;
  };
  const Imported &resolveImport(const ModuleScope &scope, const Node &alias);
  /// What `from ... import *` brings in under `name`; nullopt when nothing does.
  std::optional<Imported> resolveStar(const ModuleScope &scope, const std::string &name);
  /// The loaded file that a Module value stands for; null for modules of the language.
  const ModuleScope *file(const std::string &moduleName) const;
  /// The module `name` inside the module `path`, of files; Poison when there is none.
  Value submodule(const std::string &path, const std::string &name);

  /// The attribute `name` of the module `path`; Poison when there is none (nothing is reported).
  Value lookup(const std::string &path, const std::string &name);
  /// A method of tensors; Poison when there is none.
  Value method(const std::string &name);
  /// A method of tensor descriptors other than load and store; Poison when there is none.
  Value descriptorMethod(const std::string &name) { return builtin("descriptor", name); }
  /// A name that is there without any import (range, len, min ...); Poison when there is none.
  Value pythonBuiltin(const std::string &name, bool compileTime);
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
  Imported findImport(const ModuleScope &scope, const Node &alias);
  /// The file that `from` means by `module`, parsed once; null when there is none.
  const ModuleScope *load(const ModuleScope &from, const std::string &module, int level);
  const ModuleScope *find(const ModuleScope &from, const std::string &module, int level);
  Value builtin(std::string_view space, const std::string &name);

  std::vector<std::unique_ptr<ModuleScope>> m_files;
  std::map<std::string, const ModuleScope *> m_libraries;
  const ImportResolver *m_resolver;
  std::vector<compiler::Diagnostic> *m_diagnostics;
  compiler::Limits m_limits;
  const ModuleScope *m_main = nullptr;
  std::map<std::string, const ModuleScope *> m_byPath, m_byName; ///< imported files
  /// What was looked for already: every use of an imported name asks again.
  std::map<std::tuple<std::string, std::string, int>, const ModuleScope *> m_loaded;
  std::map<const Node *, Imported> m_imports;
};

/// A module of the language or of a library file; it is never looked for among the files.
bool isLanguageModule(std::string_view path);
/// Is this function decorated with @triton.constexpr_function?
bool constexprDecorated(const Node &function);
/// Is this function decorated with @triton.jit? `noinlineFunction` tells its option.
bool jitDecorated(const Node &function, bool *noinlineFunction = nullptr);

} // namespace charonia::frontend
