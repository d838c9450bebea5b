// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stand-in context of passes that run without a driver.
#include "charonia/Support/PassContext.h"

namespace charonia::compiler {

PassContext &contextOr(PassContext *context, std::shared_ptr<PassContext> &fallback) {
  if (context) {
    return *context;
  }
  if (!fallback) {
    fallback = std::make_shared<PassContext>();
    if (auto device = arch::loadDevice(arch::defaultDevicePath())) {
      fallback->device = *device;
    }
  }
  return *fallback;
}

} // namespace charonia::compiler
