// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expectations in the sample launch files are the independently computed ones.
#include "SampleReference.h"

#include <gtest/gtest.h>

using namespace charonia;

class SampleReferenceTest : public testing::TestWithParam<std::string> {};

TEST_P(SampleReferenceTest, ExpectationsAreTheIndependentOnes) {
  auto launch = launch::loadLaunch(GetParam());
  ASSERT_TRUE(launch.has_value());
  auto device = arch::loadDevice(arch::defaultDevicePath());
  ASSERT_TRUE(device.has_value());
  for (size_t i = 0; i < launch->cases.size(); ++i) {
    ASSERT_EQ(launch->cases[i].expect.size(), samples::outputsOf(*launch).size());
    auto memory = launch::MemoryImage::create(*launch, i, **device);
    ASSERT_TRUE(memory.has_value());
    ASSERT_TRUE(samples::computeReference(*launch, *memory).has_value());
    for (const launch::Mismatch &m : launch::compareWithExpectations(*memory, launch->cases[i])) {
      ADD_FAILURE() << m.argument << " " << m.what << ": expected " << m.expected << ", computed "
                    << m.actual;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, SampleReferenceTest,
                         testing::ValuesIn(samples::sampleLaunches(CHARONIA_SOURCE_DIR)));
