// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// analyzeTypes: the front end's analysis in a context of its own, guarded against crashes.
#include "charonia/compiler/Editor.h"

#include "CrashGuard.h"

#include "charonia/Frontend/Analysis.h"
#include "charonia/InitAllDialects.h"

#include "mlir/IR/MLIRContext.h"

#include <chrono>

namespace charonia::compiler {

TypeAnalysis analyzeTypes(const std::string &text, const std::string &file,
                          const launch::Launch *launch, const EditorOptions &options) {
  auto start = std::chrono::steady_clock::now();
  auto result = std::make_shared<TypeAnalysis>();
  std::string reason;
  bool survived = runGuarded(
      [&] {
        mlir::DialectRegistry registry;
        registerAllDialects(registry);
        mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
        *result = frontend::editor::analyze(context, text, file, launch, options);
      },
      reason);
  if (!survived) {
    new std::shared_ptr<TypeAnalysis>(result); // may be corrupt: leaked rather than destroyed
    return {};
  }
  result->micros = uint64_t(std::chrono::duration_cast<std::chrono::microseconds>(
                                std::chrono::steady_clock::now() - start)
                                .count());
  return std::move(*result);
}

} // namespace charonia::compiler
