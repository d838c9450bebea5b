// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Editor services of the front end: completion, hover, definition, references, rename, outline,
// folding and signature help, for a text as it stands, broken or not.
//
//   EditorFile file(text, "kernel.py");                       // parses; no MLIR
//   auto names = file.complete({12, 20});
//   auto types = analyzeTypes(text, "kernel.py", &launch);    // runs the front end: engine thread
//   auto hover = file.hover({12, 20}, &types);                // types also when they are a bit old
//
// Places are those of diagnostics: lines from 1, columns from 1 in bytes of UTF-8, the end of a
// range exclusive. A carriage return at a line's end belongs to no column, a byte order mark to
// none either. Any position is allowed; one that is not in the text finds nothing.
#pragma once

#include "charonia/compiler/Compiler.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace charonia::compiler {

/// A place between two characters.
struct TextPosition {
  uint32_t line = 1, column = 1;
};

/// What a name is, for icons and colours.
enum class SymbolKind : uint8_t {
  Module,
  Kernel,   ///< a function decorated with @triton.jit
  Function, ///< any other
  Class,
  Parameter,
  Variable,
  Constexpr, ///< a compile-time variable or parameter
  Type,
  Method,
  Attribute,
  Constant, ///< a value of the language
  Keyword,  ///< a word of Python
};
/// "kernel", "function" ...
const char *symbolKindName(SymbolKind kind);

struct CompletionItem {
  std::string name;
  SymbolKind kind = SymbolKind::Variable;
  std::string
      detail;      ///< signature of a function, type of a variable when it is known; may be empty
  std::string doc; ///< one or a few sentences; may be empty
};
struct Completion {
  SourceRange replace; ///< what an accepted name takes the place of: the word up to the position
  /// Those that begin with the word, whatever the case; nearest in scope first, then by name.
  std::vector<CompletionItem> items;
};

/// What is to say about the expression or name at a place.
struct Hover {
  SourceRange range;
  SymbolKind kind = SymbolKind::Variable;
  std::string name;      ///< as it stands in the text; empty for an expression without a name
  std::string signature; ///< of a function: "tl.load(pointer, mask=None, ...)"
  /// Type and shape, or the value of a compile-time expression: "fp32[64]", "*fp16", "= 64". One
  /// for each kind that it takes when its function is called several times or its loop is unrolled,
  /// in the order of first sight, kMaxTypes at most.
  std::vector<std::string> types;
  bool moreTypes = false; ///< there are more than those
  bool guessed = false;   ///< the types follow from guessed arguments
  std::string doc;
  static constexpr size_t kMaxTypes = 6;
};
/// A hover as a few lines of plain text: what it is, its types, its documentation.
std::string hoverText(const Hover &hover);

/// The call that a place is in.
struct SignatureHelp {
  struct Parameter {
    uint32_t begin = 0, end = 0; ///< bytes of `label`
    std::string doc;
  };
  std::string label; ///< "tl.load(pointer, mask=None, other=None)"
  std::vector<Parameter> parameters;
  int32_t active = -1; ///< index of the parameter at the place; -1: none
  std::string doc;
};

/// An entry of the outline: a function, class, constant or import of the file.
struct OutlineItem {
  std::string name;
  SymbolKind kind = SymbolKind::Function;
  std::string detail;           ///< the parameters of a function
  SourceRange range, nameRange; ///< all of it, and its name
  std::vector<OutlineItem> children;
};

/// Lines that can be hidden: `beginLine` stays visible.
struct FoldingRange {
  enum class Kind : uint8_t { Block, Brackets, Comment, Imports, Text } kind = Kind::Block;
  uint32_t beginLine = 0, endLine = 0; ///< both inclusive
};

struct Reference {
  SourceRange range;
  bool write = false; ///< the name gets a value here, or is defined
};

struct TextEdit {
  SourceRange range;
  std::string text; ///< what takes the range's place
};

struct Rename {
  std::string refusal;         ///< why it cannot be; empty: it can
  std::string name;            ///< the old name
  SourceRange range;           ///< the occurrence at the place
  std::vector<TextEdit> edits; ///< in the order of the text; they do not overlap
  /// What the edits do not reach: launch files that name a parameter and the like.
  std::vector<std::string> notes;
};

/// The type of an expression, as one run of the front end found it.
struct TypedRange {
  uint32_t beginLine = 0, beginColumn = 0, endLine = 0, endColumn = 0;
  std::vector<std::string> types; ///< as in Hover
  bool moreTypes = false;
  bool guessed = false; ///< by a run with guessed arguments
  /// What completion after a dot offers: "tensor", "descriptor", "block_pointer", "dtype", "tuple",
  /// "module", "number", "" (nothing known).
  std::string form;
};

/// Types of one text. Of a later version of the text it still says what the lines that did not
/// change say.
struct TypeAnalysis {
  std::string file, text;
  std::vector<TypedRange> ranges;      ///< by begin, outer before inner
  std::vector<Diagnostic> diagnostics; ///< of the launch's kernel; guessed runs have none
  uint64_t micros = 0;
};

struct EditorOptions {
  Limits limits;
  std::vector<std::string> searchPaths; ///< as in Options
};

/// Runs the front end over the kernel of `launch`, and over each other @triton.jit function of the
/// text that it did not reach, with arguments guessed from names, annotations and defaults. A null
/// launch: all are guessed. It needs MLIR and some milliseconds: for the engine's thread. Never
/// throws; a crash inside is an empty result.
TypeAnalysis analyzeTypes(const std::string &text, const std::string &file,
                          const launch::Launch *launch = nullptr,
                          const EditorOptions &options = {});

/// Text of a library file by its name in ranges ("<library>/standard.py"); nullopt: there is none.
std::optional<std::string> libraryText(const std::string &file);

/// One version of a text with its services. Calls are independent and change nothing that shows;
/// one object belongs to one thread at a time. Imported files are read when a service needs them.
class EditorFile {
public:
  EditorFile(const std::string &text, const std::string &file, const EditorOptions &options = {});
  ~EditorFile();
  EditorFile(EditorFile &&) noexcept;
  EditorFile &operator=(EditorFile &&) noexcept;

  /// Names that can stand at `at`: after a dot those of the module, tensor or object before it,
  /// else locals, globals, functions of the language and words of Python. None in comments and
  /// texts.
  Completion complete(TextPosition at, const TypeAnalysis *types = nullptr) const;
  /// Nothing in comments, texts and blanks.
  std::optional<Hover> hover(TextPosition at, const TypeAnalysis *types = nullptr) const;
  std::optional<SignatureHelp> signatureHelp(TextPosition at) const;
  /// Where the name at `at` is defined: each first binding of a local (branches), the function of
  /// this, an imported or a library file. The range is the name there.
  std::vector<SourceRange> definition(TextPosition at) const;
  /// Every occurrence of the name at `at` in this file, its definition included, in text order.
  std::vector<Reference> references(TextPosition at) const;
  /// What a rename of the name at `at` to `newName` would be. Locals and parameters only.
  Rename rename(TextPosition at, const std::string &newName) const;
  std::vector<OutlineItem> outline() const;
  /// By begin; nested ones follow the one that they are in.
  std::vector<FoldingRange> folding() const;

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// A name of the language's table, for documentation pages and tests.
struct LanguageName {
  std::string group; ///< "tl", "math", "libdevice", "tensor", "descriptor" ...
  std::string name, signature, doc;
};
/// Every name that completion and hover know, in the order of the table.
std::vector<LanguageName> languageNames();

} // namespace charonia::compiler
