// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses Triton IR under limits and gives every op a place.
#include "charonia/Target/TtirReader.h"

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
  return true;
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

/// Ops printed with `loc(unknown)` get their own place in the file.
void placeUnknownOps(const AsmParserState &state, llvm::SourceMgr &sources, llvm::StringRef file,
                     MLIRContext &context) {
  unsigned buffer = sources.getMainFileID();
  StringAttr name = StringAttr::get(&context, file);
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs()) {
    if (!isa<UnknownLoc>(definition.op->getLoc()) || !definition.loc.isValid()) {
      continue;
    }
    auto [line, column] = sources.getLineAndColumn(definition.loc.Start, buffer);
    definition.op->setLoc(FileLineColLoc::get(name, line, column));
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

  std::string readable = toReadable(text);
  auto buffer = llvm::MemoryBuffer::getMemBuffer(readable, file, /*RequiresNullTerminator=*/true);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());

  ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    diagnostics.push_back(toValue(diagnostic));
    return success();
  });
  AsmParserState state;
  Block block;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  if (failed(parseAsmSourceFile(sources, &block, config, &state))) {
    return {};
  }
  placeUnknownOps(state, sources, file, context);
  OwningOpRef<ModuleOp> module;
  if (block.getOperations().size() == 1 && isa<ModuleOp>(block.front())) {
    module = cast<ModuleOp>(block.front());
    module->getOperation()->remove();
  } else {
    // A file may leave `module { }` out.
    module = ModuleOp::create(FileLineColLoc::get(&context, file, 1, 1));
    module->getBody()->getOperations().splice(module->getBody()->end(), block.getOperations());
  }
  if (failed(verify(*module))) {
    return {};
  }
  return module;
}

std::string printTtir(ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo(locations);
  module.print(stream, flags);
  return toTritonText(text);
}

} // namespace charonia::compiler
