// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cycles of the SIMD engine against the closed form: its lanes, its tables, its ports.
#include "charonia/program/SimdCost.h"

#include <gtest/gtest.h>

namespace charonia::program::test {
namespace {

using numerics::Fn;

/// An engine of 32 lanes, three operations a pass, 8 values of exp and 4 of log a cycle, none of
/// tanh.
arch::DeviceModel engine() {
  auto loaded = arch::loadDevice(arch::defaultDevicePath());
  EXPECT_TRUE(loaded.has_value());
  arch::DeviceModel device = **loaded;
  device.se.elementsPerCycle = 32;
  device.se.opsPerPass = 3;
  device.se.functions = {{"exp", 8}, {"log", 4}, {"tanh", 0}};
  return device;
}

TEST(SimdCost, LanesRunOncePerPass) {
  EXPECT_EQ(simdCycles(engine(), {1024, 0, {}, 0, 0}), 32u); // casts alone
  EXPECT_EQ(simdCycles(engine(), {1024, 3, {}, 0, 0}), 32u);
  EXPECT_EQ(simdCycles(engine(), {1024, 4, {}, 0, 0}), 64u);
}

TEST(SimdCost, FunctionsTakeTheirOwnRates) {
  EXPECT_EQ(simdCycles(engine(), {1024, 1, {Fn::Exp}, 0, 0}), 128u);
  EXPECT_EQ(simdCycles(engine(), {1024, 2, {Fn::Exp, Fn::Log}, 0, 0}), 128u + 256u);
}

TEST(SimdCost, PortsBoundWhatIsMoved) {
  arch::DeviceModel device = engine();
  device.ls.ports["se.read"] = 2;
  device.ls.ports["se.write"] = 1;
  device.ls.portBytes = 64;
  device.ls.bytesPerCycle = 1e6; // no port gets less than its width
  EXPECT_EQ(simdCycles(device, {64, 1, {}, 16384, 0}), 128u);
  EXPECT_EQ(simdCycles(device, {64, 1, {}, 0, 16384}), 256u);
}

TEST(SimdCost, OnlyFunctionsWithATableHaveARate) {
  EXPECT_EQ(simdFunctionRate(engine(), Fn::Exp), 8);
  EXPECT_EQ(simdFunctionRate(engine(), Fn::Tanh), 0);
  EXPECT_EQ(simdFunctionRate(engine(), Fn::AddF), 0);
}

} // namespace
} // namespace charonia::program::test
