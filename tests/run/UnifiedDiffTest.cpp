// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/UnifiedDiff.h"

#include <gtest/gtest.h>

namespace charonia::app {
namespace {

TEST(UnifiedDiff, EqualTextsGiveNothing) {
  EXPECT_EQ(unifiedDiff("a\nb\n", "a\nb\n", "x", "y"), "");
}

TEST(UnifiedDiff, OneHunkWithContext) {
  EXPECT_EQ(unifiedDiff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n", "old", "new"),
            "--- old\n+++ new\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, AdditionToNothing) {
  EXPECT_EQ(unifiedDiff("", "a\n", "old", "new"), "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n");
}

TEST(UnifiedDiff, DistantChangesAreTwoHunks) {
  std::string before, after;
  for (int i = 0; i < 30; ++i) {
    before += std::to_string(i) + "\n";
    after += i == 2 ? "" : i == 25 ? "25\nnew\n" : std::to_string(i) + "\n";
  }
  EXPECT_EQ(unifiedDiff(before, after, "old", "new"),
            "--- old\n+++ new\n@@ -1,6 +1,5 @@\n 0\n 1\n-2\n 3\n 4\n 5\n"
            "@@ -24,6 +23,7 @@\n 23\n 24\n 25\n+new\n 26\n 27\n 28\n");
}

} // namespace
} // namespace charonia::app
