// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of the validation of programs. Each part may rely on nothing but what it has checked
// itself: the others' findings do not stop it.
#pragma once

#include "charonia/program/Serialize.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace charonia::program {

/// Collects errors under the path of what is being looked at.
class Findings {
public:
  /// Appends a part to the path while it lives.
  class Scope {
  public:
    Scope(Findings &findings, const std::string &part)
        : m_findings(findings), m_length(findings.m_path.size()) {
      m_findings.m_path += (m_findings.m_path.empty() || part.starts_with('[') ? "" : ".") + part;
    }
    ~Scope() { m_findings.m_path.resize(m_length); }
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Findings &m_findings;
    size_t m_length;
  };

  void add(const std::string &member, std::string message) {
    constexpr size_t kMaxErrors = 200; // more would not be read
    if (errors.size() < kMaxErrors) {
      errors.push_back({member.empty()   ? m_path
                        : m_path.empty() ? member
                                         : m_path + (member[0] == '[' ? "" : ".") + member,
                        std::move(message)});
    }
  }

  /// Adds an error unless `holds`. Returns `holds`.
  template <typename... Args>
  bool require(bool holds, const std::string &member, fmt::format_string<Args...> format,
               Args &&...args) {
    if (!holds) {
      add(member, fmt::format(format, std::forward<Args>(args)...));
    }
    return holds;
  }

  std::vector<ProgramError> errors;

private:
  std::string m_path;
};

/// Most elements of a tile, dimensions of a shape and slots of a CB; keeps products in range.
inline constexpr int64_t kMaxTileElements = int64_t{1} << 31;
inline constexpr size_t kMaxRank = 16;
inline constexpr int32_t kMaxDepth = 1 << 20;
inline constexpr int32_t kMaxLmul = 8; ///< of any machine; a device may have less
inline constexpr uint32_t kMaxRegisters = 1 << 20;

/// Checks that all extents are positive and their product is a tile's. Returns the product, or 0.
int64_t checkShape(const std::vector<int64_t> &shape, const std::string &member, Findings &found);

/// Product of the extents of a shape, 0 if that is no shape of a tile.
int64_t elementsOf(const std::vector<int64_t> &shape);

/// Whether `permutation` names each of 0 .. rank - 1 once.
bool isPermutation(const std::vector<int64_t> &permutation, size_t rank);

/// "4x8xf16"
std::string shown(ElementType type, const std::vector<int64_t> &shape);

void checkTilePrograms(const Program &program, Findings &found);
void checkBuffers(const Program &program, const arch::DeviceModel *device, Findings &found);
void checkCommands(const Program &program, const arch::DeviceModel *device, Findings &found);
void checkCode(const Program &program, Findings &found);

/// What holds of a stream whatever program it belongs to.
std::vector<ProgramError> checkStream(const CommandStream &stream);

} // namespace charonia::program
