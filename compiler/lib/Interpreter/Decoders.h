// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The groups of decoders for the dialects that Triton IR consists of.
#pragma once

namespace charonia::compiler::interp {

void registerElementwiseDecoders();
void registerControlDecoders();
void registerMemoryDecoders();
void registerTensorDecoders();

} // namespace charonia::compiler::interp
