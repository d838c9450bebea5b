// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts a tt.make_tensor_descriptor in the place of each descriptor argument.
#include "DescriptorArguments.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace charonia::compiler {

/// The padding of each descriptor of the launch, those inside tuples included.
static void collectPaddings(const std::vector<launch::Argument> &arguments,
                            SmallVectorImpl<tt::PaddingOption> &paddings) {
  for (const launch::Argument &argument : arguments) {
    if (argument.kind == launch::Argument::Kind::Descriptor) {
      paddings.push_back(argument.padNan ? tt::PaddingOption::PAD_NAN
                                         : tt::PaddingOption::PAD_ZERO);
    }
    collectPaddings(argument.fields, paddings);
  }
}

LogicalResult makeDescriptorsOfArguments(FunctionOpInterface kernel, const launch::Launch &launch) {
  if (!kernel || kernel.isExternal()) {
    return success();
  }
  SmallVector<tt::PaddingOption> paddings;
  collectPaddings(launch.args, paddings);
  size_t known = 0;
  Block &entry = kernel.getFunctionBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  SmallVector<Type> types(kernel.getArgumentTypes());
  for (auto [index, argument] : llvm::enumerate(entry.getArguments())) {
    auto type = dyn_cast<tt::TensorDescType>(argument.getType());
    if (!type) {
      continue;
    }
    const size_t rank = type.getBlockType().getRank();
    ValueRange all = entry.getArguments();
    const bool complete = index + 2 * rank < all.size();
    ValueRange shape = complete ? all.slice(index + 1, rank) : ValueRange();
    ValueRange strides = complete ? all.slice(index + 1 + rank, rank) : ValueRange();
    auto are = [](ValueRange values, unsigned width) {
      return llvm::all_of(values, [&](Value v) { return v.getType().isSignlessInteger(width); });
    };
    if (!complete || !are(shape, 32) || !are(strides, 64)) {
      return emitError(argument.getLoc())
             << "the descriptor argument " << index << " of the kernel must be followed by " << rank
             << " sizes (i32) and " << rank << " strides (i64)";
    }
    types[index] = tt::PointerType::get(type.getBlockType().getElementType());
    argument.setType(types[index]);
    auto made = builder.create<tt::MakeTensorDescOp>(
        argument.getLoc(), type, argument, shape, strides,
        known < paddings.size() ? paddings[known] : tt::PaddingOption::PAD_ZERO);
    ++known;
    argument.replaceAllUsesExcept(made.getResult(), made);
  }
  kernel.setType(kernel.cloneTypeWith(types, kernel.getResultTypes()));
  return success();
}

} // namespace charonia::compiler
