// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and reads the Python files that a kernel's file imports: those of its own folder or package
// and of the listed search paths. Files are read, never executed.
#pragma once

#include "charonia/Frontend/Source.h"

#include <optional>
#include <string>
#include <vector>

namespace charonia::frontend {

class ImportResolver {
public:
  /// `kernelFile`: its folder, and the folder above its outermost package, are searched first; then
  /// `searchPaths` in order.
  ImportResolver(const std::string &kernelFile, const std::vector<std::string> &searchPaths,
                 const compiler::Limits &limits);

  struct Found {
    std::string path; ///< canonical
    std::string name; ///< dotted name that the module has among the loaded ones
  };
  /// The file of `module` as the file `from` imports it with `level` leading dots: `a/b.py` or
  /// `a/b/__init__.py`.
  std::optional<Found> find(const std::string &from, const std::string &module, int level) const;
  /// Is `module` a folder without a file of its own, in which modules may lie?
  bool isFolder(const std::string &module) const;
  /// The text of a file; nullopt when it cannot be read or is larger than the limit.
  std::optional<std::string> read(const std::string &path) const;

private:
  std::vector<std::string> m_roots;
  uint64_t m_maxBytes;
};

} // namespace charonia::frontend
