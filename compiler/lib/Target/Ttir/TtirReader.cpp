// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses Triton IR under limits and gives every op a place.
#include "charonia/Target/TtirReader.h"

#include "TtirLexer.h"
#include "TtirScopes.h"
#include "TtirText.h"

#include "charonia/InitTtirDialects.h"
#include "charonia/Support/IdentityLoc.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace charonia::compiler {

namespace {

void addError(std::vector<Diagnostic> &diagnostics, llvm::StringRef file, std::string message,
              TextPlace place = {}) {
  Diagnostic diagnostic;
  diagnostic.code = "KC0110";
  diagnostic.message = std::move(message);
  diagnostic.range.file = file.str();
  diagnostic.range.beginLine = diagnostic.range.endLine = place.line;
  diagnostic.range.beginColumn = diagnostic.range.endColumn = place.column;
  diagnostics.push_back(std::move(diagnostic));
}

/// Checks what must hold before the recursive parser may see the text.
bool checkText(llvm::StringRef text, llvm::StringRef file, const Limits &limits,
               std::vector<Diagnostic> &diagnostics) {
  if (text.size() > limits.irBytes) {
    addError(diagnostics, file,
             "the IR has " + std::to_string(text.size()) + " bytes, more than the limit of " +
                 std::to_string(limits.irBytes));
    return false;
  }
  if (text.starts_with("ML\xefR")) {
    addError(diagnostics, file, "the file is MLIR bytecode; Triton IR is read as text");
    return false;
  }
  if (text.contains('\0')) {
    addError(diagnostics, file, "the file holds a zero byte; it is not text");
    return false;
  }
  TextPlace deep = findDeepNesting(text, limits.irNesting);
  if (deep.line != 0) {
    addError(diagnostics, file,
             "brackets nest deeper than the limit of " + std::to_string(limits.irNesting), deep);
    return false;
  }
  if (std::optional<EarlyUse> use = findEarlyUse(text)) {
    addError(diagnostics, file,
             use->name.str() + " is used here, but defined later, in a region inside this one",
             use->place);
    return false;
  }
  return true;
}

/// The token of `text` at a place, or nothing.
llvm::StringRef tokenAt(llvm::StringRef text, TextPlace place) {
  for (uint32_t line = 1; line < place.line; ++line) {
    text = text.split('\n').second;
  }
  llvm::StringRef token =
      TtirLexer(text.drop_front(std::min<size_t>(place.column - 1, text.size()))).next().text;
  return token.size() > 40 ? token.take_front(40) : token;
}

/// How many blanks stand between a place and the next token of its line; 0 if there is none.
uint32_t blanksAt(llvm::StringRef text, TextPlace place) {
  for (uint32_t line = 1; line < place.line; ++line) {
    text = text.split('\n').second;
  }
  text = text.split('\n').first;
  llvm::StringRef rest = text.drop_front(std::min<size_t>(place.column - 1, text.size()));
  llvm::StringRef token = rest.ltrim(" \t");
  return token.empty() || token.starts_with("//")
             ? 0
             : static_cast<uint32_t>(rest.size() - token.size());
}

/// Dialects whose newer ops the MLIR in use does not have.
bool isCommonDialect(llvm::StringRef op) {
  llvm::StringRef dialect = op.split('.').first;
  return llvm::is_contained({"arith", "math", "scf", "cf", "ub", "gpu", "llvm"}, dialect);
}

/// Better words than the parser has, which knows nothing of versions.
std::string explained(const std::string &message, llvm::StringRef found) {
  llvm::StringRef text(message);
  if (text.contains(" is unknown") && text.consume_front("custom op '")) {
    llvm::StringRef op = text.take_until([](char c) { return c == '\''; });
    if (tt::isForeignDialect(op.split('.').first)) {
      return ("operation '" + op + tt::foreignAdvice()).str();
    }
    if (op.starts_with("tt.")) {
      return ("operation '" + op + "' is not one of Triton IR, 3.1 to 3.8").str();
    }
    return ("operation '" + op + "' is not known" +
            (isCommonDialect(op) ? "; it may have come with a later version of MLIR" : ""))
        .str();
  }
  if (text.starts_with("expected non-function type") && !found.empty()) {
    return ("expected a type, found '" + found + "'").str();
  }
  if (text.starts_with("expected ") && !found.empty() && !text.contains(", found ")) {
    return (text + ", found '" + found + "'").str();
  }
  return message;
}

Diagnostic toValue(mlir::Diagnostic &source) {
  Diagnostic diagnostic;
  diagnostic.severity = source.getSeverity() == DiagnosticSeverity::Error     ? Severity::Error
                        : source.getSeverity() == DiagnosticSeverity::Warning ? Severity::Warning
                                                                              : Severity::Note;
  diagnostic.code = "KC0111";
  diagnostic.message = source.str();
  diagnostic.range = sourceRangeOf(source.getLocation());
  for (mlir::Diagnostic &note : source.getNotes()) {
    diagnostic.notes.push_back({note.str(), sourceRangeOf(note.getLocation())});
  }
  return diagnostic;
}

/// Reports a diagnostic of the parser about `readable` with its place in the text that was given.
Diagnostic placed(mlir::Diagnostic &source, const ReadableText &readable, llvm::StringRef text,
                  llvm::StringRef file) {
  Diagnostic diagnostic = toValue(source);
  auto place = [&](SourceRange &range) {
    if (range.file != file) {
      return;
    }
    TextPlace begin = readable.placeIn(text, {range.beginLine, range.beginColumn});
    TextPlace end = readable.placeIn(text, {range.endLine, range.endColumn});
    range.beginColumn = begin.column;
    range.endColumn = end.column;
  };
  if (diagnostic.range.file == file && diagnostic.range.beginLine != 0) {
    // The parser names the end of the token before; the one that it did not expect is meant.
    uint32_t blanks =
        blanksAt(readable.text, {diagnostic.range.beginLine, diagnostic.range.beginColumn});
    diagnostic.range.beginColumn += blanks;
    diagnostic.range.endColumn += blanks;
    diagnostic.message = explained(
        diagnostic.message,
        tokenAt(readable.text, {diagnostic.range.beginLine, diagnostic.range.beginColumn}));
  }
  place(diagnostic.range);
  for (auto &note : diagnostic.notes) {
    place(note.range);
  }
  return diagnostic;
}

/// What is wrong with a type that the parser takes and Triton IR has not; empty: nothing.
std::string foreignType(Type type) {
  if (std::string problem = tt::tileProblem(type); !problem.empty()) {
    return problem;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (tensor.hasStaticShape()) {
      return foreignType(tensor.getElementType());
    }
    stream << "the type '" << type << "' has a dimension of unknown size; tiles have none";
  } else if (isa<UnrankedTensorType, VectorType, MemRefType, UnrankedMemRefType, ComplexType,
                 TupleType, NoneType, FunctionType>(type)) {
    stream << "the type '" << type << "' is none of Triton IR";
  } else if (auto integer = dyn_cast<IntegerType>(type); integer && integer.getWidth() > 64) {
    stream << "the type '" << type << "' has more than 64 bits";
  }
  return text;
}

/// Every value has a type that the passes know how to deal with.
LogicalResult checkTypes(ModuleOp module) {
  auto check = [](Value value, Location loc) -> LogicalResult {
    std::string wrong = foreignType(value.getType());
    return wrong.empty() ? success() : emitError(loc) << wrong;
  };
  WalkResult walk = module.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      if (failed(check(result, op->getLoc()))) {
        return WalkResult::interrupt();
      }
    }
    for (Region &region : op->getRegions()) {
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments()) {
          if (failed(check(argument, op->getLoc()))) {
            return WalkResult::interrupt();
          }
        }
      }
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult checkModule(ModuleOp module) {
  return failed(checkTypes(module)) ? failure() : verify(module);
}

/// Ops printed with `loc(unknown)`, or all of them, get their own place in the file.
void placeOps(const AsmParserState &state, llvm::SourceMgr &sources, llvm::StringRef file,
              const ReadableText &readable, llvm::StringRef text, MLIRContext &context, bool all) {
  unsigned buffer = sources.getMainFileID();
  StringAttr name = StringAttr::get(&context, file);
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs()) {
    if ((!all && !isa<UnknownLoc>(definition.op->getLoc())) || !definition.loc.isValid()) {
      continue;
    }
    auto [line, column] = sources.getLineAndColumn(definition.loc.Start, buffer);
    TextPlace place = readable.placeIn(text, {line, column});
    definition.op->setLoc(FileLineColLoc::get(name, place.line, place.column));
  }
}

} // namespace

OwningOpRef<ModuleOp> readTtir(MLIRContext &context, llvm::StringRef text, llvm::StringRef file,
                               const Limits &limits, std::vector<Diagnostic> &diagnostics) {
  if (!checkText(text, file, limits, diagnostics)) {
    return {};
  }
  DialectRegistry registry;
  registerTtirDialects(registry);
  context.appendDialectRegistry(registry);

  ReadableText readable = toReadable(text);
  for (const TextProblem &problem : readable.problems) {
    addError(diagnostics, file, problem.message, problem.place);
    return {};
  }
  auto buffer =
      llvm::MemoryBuffer::getMemBuffer(readable.text, file, /*RequiresNullTerminator=*/true);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());

  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    diagnostics.push_back(placed(diagnostic, readable, text, file));
    return success();
  });
  size_t before = diagnostics.size();
  AsmParserState state;
  Block block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(parseAsmSourceFile(sources, &block, config, &state))) {
    return {};
  }
  placeOps(state, sources, file, readable, text, context, /*all=*/false);
  OwningOpRef<ModuleOp> module;
  if (block.getOperations().size() == 1 && isa<ModuleOp>(block.front())) {
    module = cast<ModuleOp>(block.front());
    module->getOperation()->remove();
  } else {
    // A file may leave `module { }` out.
    module = ModuleOp::create(FileLineColLoc::get(&context, file, 1, 1));
    module->getBody()->getOperations().splice(module->getBody()->end(), block.getOperations());
  }
  if (succeeded(checkModule(*module))) {
    return module;
  }
  // Again with the places in this text, which is what is wrong; the kernel's lines become notes.
  std::vector<Diagnostic> byKernel(diagnostics.begin() + static_cast<ptrdiff_t>(before),
                                   diagnostics.end());
  diagnostics.resize(before);
  placeOps(state, sources, file, readable, text, context, /*all=*/true);
  (void)checkModule(*module);
  for (size_t i = 0; i < byKernel.size() && before + i < diagnostics.size(); ++i) {
    if (!byKernel[i].range.file.empty() && byKernel[i].range.file != file) {
      auto &notes = diagnostics[before + i].notes;
      notes.insert(notes.begin(), {"made from this place", byKernel[i].range});
    }
  }
  if (diagnostics.size() == before) {
    diagnostics.insert(diagnostics.end(), byKernel.begin(), byKernel.end());
  }
  return {};
}

std::string parsableTtir(llvm::StringRef text) { return toReadable(text).text; }

std::string tritonTextOf(llvm::StringRef text) { return toTritonText(text); }

std::string printTtir(ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo(locations);
  module.print(stream, flags);
  return toTritonText(text);
}

} // namespace charonia::compiler
