// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The refusing dialects: TritonGPU IR is told apart from Triton IR by its own words.
#include "charonia/Dialect/TT/TTForeign.h"

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace charonia::tt {

/// MLIR identifies these classes by their names, which rules an anonymous namespace out.
namespace foreign {

/// A dialect of a name only. The name is a type, so that each dialect has an identity.
template <typename Name>
class ForeignDialect : public Dialect {
public:
  explicit ForeignDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<ForeignDialect<Name>>()) {}
  static llvm::StringRef getDialectNamespace() { return Name::kName; }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    refuse(parser, "#");
    return {};
  }
  Type parseType(DialectAsmParser &parser) const override {
    refuse(parser, "!");
    return {};
  }
  LogicalResult verifyOperationAttribute(Operation *, NamedAttribute) override { return success(); }
  LogicalResult verifyRegionArgAttribute(Operation *, unsigned, unsigned, NamedAttribute) override {
    return success();
  }

private:
  static void refuse(DialectAsmParser &parser, const char *sigil) {
    parser.emitError(parser.getNameLoc(), "'")
        << sigil << getDialectNamespace() << "." << parser.getFullSymbolSpec().split('<').first
        << foreignAdvice();
  }
};

struct Ttg {
  static constexpr llvm::StringLiteral kName = "ttg";
};
struct Ttng {
  static constexpr llvm::StringLiteral kName = "ttng";
};
/// Until 3.2.
struct TritonGpu {
  static constexpr llvm::StringLiteral kName = "triton_gpu";
};
struct TritonNvidiaGpu {
  static constexpr llvm::StringLiteral kName = "triton_nvidia_gpu";
};
struct Amdg {
  static constexpr llvm::StringLiteral kName = "amdg";
};
struct Nvws {
  static constexpr llvm::StringLiteral kName = "nvws";
};

} // namespace foreign

llvm::StringRef foreignAdvice() {
  return "' belongs to TritonGPU IR (.ttgir); give the kernel's Triton IR (.ttir), the step before";
}

bool isForeignDialect(llvm::StringRef name) {
  using namespace foreign;
  return llvm::is_contained(
      {Ttg::kName, Ttng::kName, TritonGpu::kName, TritonNvidiaGpu::kName, Amdg::kName, Nvws::kName},
      name);
}

void registerForeignDialects(DialectRegistry &registry) {
  using namespace foreign;
  registry.insert<ForeignDialect<Ttg>, ForeignDialect<Ttng>, ForeignDialect<TritonGpu>,
                  ForeignDialect<TritonNvidiaGpu>, ForeignDialect<Amdg>, ForeignDialect<Nvws>>();
}

} // namespace charonia::tt
