// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of the tests.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace charonia::test {

/// All bytes of a file; empty when it cannot be read.
inline std::string readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace charonia::test
