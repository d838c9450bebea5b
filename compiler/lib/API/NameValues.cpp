// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "NameValues.h"

#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OpImplementation.h"

namespace charonia::compiler {
namespace {

/// One model serves every op: it looks at the location only.
struct NameModel : mlir::OpAsmOpInterface::FallbackModel<NameModel> {
  static void getAsmResultNames(mlir::Operation *op, mlir::OpAsmSetValueNameFn setName) {
    std::string name = sourceNameOf(op->getLoc());
    if (!name.empty() && op->getNumResults() != 0) {
      setName(op->getResult(0), name);
    }
  }
  static void getAsmBlockArgumentNames(mlir::Operation *, mlir::Region &region,
                                       mlir::OpAsmSetValueNameFn setName) {
    for (mlir::Block &block : region) {
      for (mlir::BlockArgument argument : block.getArguments()) {
        std::string name = sourceNameOf(argument.getLoc());
        if (!name.empty()) {
          setName(argument, name);
        }
      }
    }
  }
  static void getAsmBlockNames(mlir::Operation *, mlir::OpAsmSetBlockNameFn) {}
  static llvm::StringRef getDefaultDialect() { return ""; }
};

/// Runs when the dialects it is registered for are loaded.
class AttachNames : public mlir::DialectExtensionBase {
public:
  AttachNames(llvm::ArrayRef<llvm::StringRef> dialects) : DialectExtensionBase(dialects) {}

  void apply(mlir::MLIRContext *context,
             mlir::MutableArrayRef<mlir::Dialect *> dialects) const override {
    for (mlir::RegisteredOperationName name : context->getRegisteredOperations()) {
      bool ours = llvm::is_contained(dialects, &name.getDialect());
      if (ours && !name.hasInterface<mlir::OpAsmOpInterface>()) {
        name.attachInterface<NameModel>();
      }
    }
  }

  std::unique_ptr<DialectExtensionBase> clone() const override {
    return std::make_unique<AttachNames>(*this);
  }
};

} // namespace

void nameValuesAfterSource(mlir::DialectRegistry &registry) {
  for (llvm::StringRef dialect : {"arith", "math", "scf", "tt", "mtia", "tile", "pe"}) {
    registry.addExtension(std::make_unique<AttachNames>(dialect));
  }
}

} // namespace charonia::compiler
