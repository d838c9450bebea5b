// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns MLIR's diagnostics into values while it lives.
#pragma once

#include "charonia/compiler/Values.h"

#include "mlir/IR/Diagnostics.h"

namespace charonia::compiler {

/// A message may begin with its stable code, "KC0301: ..."; others get KC0100.
class DiagnosticCapture {
public:
  DiagnosticCapture(mlir::MLIRContext &context, std::vector<Diagnostic> &into);

  /// Adds an error if none was added since construction: a failure never stays silent.
  void ensureError(const char *code, const std::string &file, std::string message);

private:
  std::vector<Diagnostic> &m_into;
  size_t m_first;
  mlir::ScopedDiagnosticHandler m_handler;
};

} // namespace charonia::compiler
