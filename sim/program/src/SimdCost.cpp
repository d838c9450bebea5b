// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/program/SimdCost.h"

#include "charonia/program/VectorPlan.h"

#include <algorithm>
#include <cmath>

namespace charonia::program {

int simdFunctionRate(const arch::DeviceModel &device, numerics::Fn fn) {
  const auto found = device.se.functions.find(numerics::info(fn).costClass);
  return found == device.se.functions.end() ? 0 : found->second;
}

static double portWidth(const arch::DeviceModel &device, const char *port) {
  const auto found = device.ls.ports.find(port);
  const int ports = found == device.ls.ports.end() ? 1 : found->second;
  return std::max(1, ports) * device.ls.portBytes * portShare(device);
}

uint64_t simdCycles(const arch::DeviceModel &device, const SimdWork &work) {
  const int each = std::max(1, device.se.opsPerPass);
  const int passes = std::max(1, (work.ops + each - 1) / each);
  double tables = 0;
  for (numerics::Fn fn : work.functions) {
    tables += work.elements / std::max(1, simdFunctionRate(device, fn));
  }
  const double cycles = std::max({work.elements * passes / device.se.elementsPerCycle, tables,
                                  work.readBytes / portWidth(device, "se.read"),
                                  work.writeBytes / portWidth(device, "se.write"), 1.0});
  return static_cast<uint64_t>(std::ceil(cycles));
}

} // namespace charonia::program
