// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads IR, runs passes, prints IR: the tool of the lit tests.
#include "charonia/InitAllDialects.h"
#include "charonia/InitAllPasses.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  charonia::registerAllDialects(registry);
  charonia::registerAllPasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "charonia IR optimiser\n", registry));
}
