// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Language server for our IR in any editor that speaks the protocol.
#include "charonia/InitAllDialects.h"

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  charonia::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
