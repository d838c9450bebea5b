// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds and reads the Python files that a kernel's file imports.
#include "ImportResolver.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;

namespace charonia::frontend {
namespace {

fs::path folderOf(const std::string &file) {
  fs::path folder = fs::path(file).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

/// A dotted name as a relative path; empty when a part could lead elsewhere.
std::optional<fs::path> relativePath(const std::string &module) {
  fs::path result;
  std::istringstream parts(module);
  for (std::string part; std::getline(parts, part, '.');) {
    if (part.empty() || part.find_first_of("/\\") != std::string::npos) {
      return std::nullopt;
    }
    result /= part;
  }
  return result;
}

bool isFile(const fs::path &path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::optional<std::string> moduleFile(const fs::path &folder, const fs::path &module) {
  fs::path base = module.empty() ? folder : folder / module;
  std::vector<fs::path> candidates = {base / "__init__.py"};
  if (!module.empty()) {
    candidates.insert(candidates.begin(), base.string() + ".py");
  }
  for (const fs::path &candidate : candidates) {
    if (isFile(candidate)) {
      std::error_code error;
      fs::path canonical = fs::weakly_canonical(candidate, error);
      return (error ? candidate : canonical).string();
    }
  }
  return std::nullopt;
}

} // namespace

ImportResolver::ImportResolver(const std::string &kernelFile,
                               const std::vector<std::string> &searchPaths,
                               const compiler::Limits &limits)
    : m_maxBytes(limits.sourceBytes) {
  fs::path folder = folderOf(kernelFile);
  m_roots.push_back(folder.string());
  std::error_code error;
  fs::path root = fs::weakly_canonical(folder, error);
  bool inPackage = false;
  while (!error && isFile(root / "__init__.py") && root.has_parent_path() &&
         root.parent_path() != root) {
    root = root.parent_path();
    inPackage = true;
  }
  if (inPackage) {
    m_roots.push_back(root.string());
  }
  m_roots.insert(m_roots.end(), searchPaths.begin(), searchPaths.end());
}

std::optional<ImportResolver::Found>
ImportResolver::find(const std::string &from, const std::string &module, int level) const {
  std::optional<fs::path> relative = relativePath(module);
  if (!relative || (module.empty() && level == 0)) {
    return std::nullopt;
  }
  if (level > 0) {
    fs::path folder = folderOf(from);
    for (int i = 1; i < level; ++i) {
      folder /= "..";
    }
    std::optional<std::string> path = moduleFile(folder, *relative);
    return path ? std::optional<Found>(
                      {*path, std::string(static_cast<size_t>(level), '.') + module})
                : std::nullopt;
  }
  for (const std::string &root : m_roots) {
    if (std::optional<std::string> path = moduleFile(root, *relative)) {
      return Found{*path, module};
    }
  }
  return std::nullopt;
}

bool ImportResolver::isFolder(const std::string &module) const {
  std::optional<fs::path> relative = relativePath(module);
  return relative && !relative->empty() &&
         std::any_of(m_roots.begin(), m_roots.end(), [&](const std::string &root) {
           std::error_code error;
           return fs::is_directory(fs::path(root) / *relative, error);
         });
}

std::optional<std::string> ImportResolver::read(const std::string &path) const {
  std::error_code error;
  uintmax_t size = fs::file_size(path, error);
  if (error || size > m_maxBytes) {
    return std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  return file.bad() ? std::nullopt : std::optional<std::string>(std::move(text));
}

} // namespace charonia::frontend
