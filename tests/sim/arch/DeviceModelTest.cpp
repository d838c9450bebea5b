// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device as values: names, cost tables, what-if copies, published figures against derived ones.
#include "charonia/arch/DeviceModel.h"

#include <gmock/gmock.h>

#include <set>

using namespace charonia::arch;

namespace {

class Device : public testing::Test {
protected:
  void SetUp() override {
    auto loaded = loadDevice(defaultDevicePath());
    ASSERT_TRUE(loaded);
    device = *loaded;
  }
  const Parameter *parameter(const DeviceModel &d, const std::string &path) {
    for (const Parameter &p : d.parameters) {
      if (p.path == path) {
        return &p;
      }
    }
    return nullptr;
  }
  DeviceRef device;
};

TEST(UnitNames, RoundTrip) {
  std::set<std::string> seen;
  for (Unit unit : kAllUnits) {
    Unit found = Unit::Core0;
    ASSERT_TRUE(findUnit(name(unit), found));
    EXPECT_EQ(found, unit);
    seen.insert(name(unit));
  }
  EXPECT_EQ(seen.size(), kNumUnits);
  Unit found = Unit::Core0;
  EXPECT_FALSE(findUnit("fi", found));
}

TEST_F(Device, CostTablesCoverEveryFunction) {
#define FUNCTION(Name, operands, kind, costClass)                                                  \
  EXPECT_GT(device->scalar.cost.count(#costClass), 0u) << #costClass;                              \
  EXPECT_GT(device->vector.instructions.count(#costClass), 0u) << #costClass;
#include "charonia/numerics/Functions.def"
  EXPECT_EQ(device->scalar.cost.at("div"), 16);
  EXPECT_EQ(device->scalar.cost.at("branch"), 1);
  EXPECT_EQ(device->vector.instructions.at("exp"), 20);
}

TEST_F(Device, DerivedFiguresAgreeWithPublishedOnes) {
  const double hertz = device->clockGhz * 1e9;
  const double peak16 = 2.0 * device->dpe.macsPerCycle16 * device->grid.numPes() * hertz / 1e12;
  const double peak8 = 2.0 * device->dpe.macsPerCycle8 * device->grid.numPes() * hertz / 1e12;
  EXPECT_NEAR(peak16, device->published.matrixPeak16, 1);
  EXPECT_NEAR(peak8, device->published.matrixPeak8, 1);
  EXPECT_NEAR(device->sram.bytesPerCyclePerSlice * device->sram.slices * device->clockGhz,
              device->published.sramBandwidth, 100);
  EXPECT_NEAR(device->dram.bytesPerCycle * device->clockGhz, device->published.dramBandwidth, 0.1);
  EXPECT_NEAR(device->ls.bytesPerCycle * device->clockGhz, device->published.lsBandwidth, 50);
}

TEST_F(Device, PortsSumToTheBandwidthOfLocalMemory) {
  int ports = 0;
  for (const auto &[port, count] : device->ls.ports) {
    ports += count;
  }
  EXPECT_EQ(ports * device->ls.portBytes, device->ls.bytesPerCycle);
}

TEST_F(Device, EveryParameterIsExplained) {
  for (const Parameter &p : device->parameters) {
    EXPECT_FALSE(p.description.empty()) << p.path;
    EXPECT_EQ(p.provenance == Provenance::Assumption, p.source.empty()) << p.path;
    const std::string key = p.source.substr(0, p.source.find(':'));
    EXPECT_TRUE(p.source.empty() || device->sources.count(key)) << p.path << ": " << p.source;
  }
}

TEST_F(Device, WithParameterChangesACopy) {
  auto changed = withParameter(*device, "dram.bytesPerCycle", 300);
  ASSERT_TRUE(changed);
  EXPECT_EQ((*changed)->dram.bytesPerCycle, 300);
  EXPECT_EQ(device->dram.bytesPerCycle, 151.7);
  EXPECT_EQ(parameter(**changed, "dram.bytesPerCycle")->value, 300);
  EXPECT_EQ(parameter(**changed, "dram.bytesPerCycle")->provenance, Provenance::Assumption);
  EXPECT_EQ(parameter(**changed, "dram.bytesPerCycle")->source, "changed from 151.7");
}

TEST_F(Device, WithParameterReachesCostTables) {
  auto changed = withParameter(*device, "pe.vector.instructions.exp", 8);
  ASSERT_TRUE(changed);
  EXPECT_EQ((*changed)->vector.instructions.at("exp"), 8);
}

TEST_F(Device, WithParameterChecksRangeAndConsistency) {
  EXPECT_FALSE(withParameter(*device, "dram.bytesPerCycle", -1));
  EXPECT_FALSE(withParameter(*device, "grid.rows", 1.5));
  EXPECT_FALSE(withParameter(*device, "no.such", 1));
  auto inconsistent = withParameter(*device, "dram.channels", 8);
  ASSERT_FALSE(inconsistent);
  EXPECT_EQ(inconsistent.error()[0].path, "dram.channels");
}

TEST_F(Device, WithParametersChangesWhatBelongsTogether) {
  auto changed = withParameters(
      *device, {{"dram.channels", 8}, {"sram.slices", 8}, {"sram.slicesPerSide", 2}});
  ASSERT_TRUE(changed);
  EXPECT_EQ((*changed)->sram.slices, 8);
}

TEST_F(Device, CyclesToTime) { EXPECT_DOUBLE_EQ(device->microseconds(1350), 1.0); }

} // namespace
