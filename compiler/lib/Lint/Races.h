// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which program touched which address: conflicts between programs and between the lanes of one
// store.
#pragma once

#include "mlir/IR/Operation.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace charonia::compiler::lint {

enum class AccessKind : uint8_t { Load, Store, Atomic };

/// Two accesses of one address that nothing orders.
struct Conflict {
  mlir::Operation *first = nullptr, *second = nullptr;
  AccessKind firstKind = AccessKind::Store, secondKind = AccessKind::Store;
  bool sameProgram = false;   ///< lanes of one store
  bool sameValue = false;     ///< both write the same value
  bool certainValues = false; ///< what both write is known, and differs unless `sameValue`
  std::array<int64_t, 3> firstProgram{}, secondProgram{};
  int argument = -1;
  int64_t element = 0;
  uint64_t count = 0;
};

/// Shadow of the arguments. Feed it with accesses that certainly happen, program after program.
class Races {
public:
  /// @param bytes size of each argument; 0: not watched. @param granule bytes of the smallest
  /// access.
  void watch(const std::vector<int64_t> &bytes, int64_t granule);
  void beginProgram(std::array<int64_t, 3> id);
  /// A new instance of an access: lanes of it are compared with each other.
  void beginAccess(mlir::Operation *op, AccessKind kind);
  /// `value` is equal where the same is written, 0 if nothing is known of it; odd if the value
  /// itself is known.
  void touch(int argument, int64_t offset, int64_t bytes, uint64_t value);

  /// By (first op, second op, kinds), in the order they were found.
  const std::vector<Conflict> &conflicts() const { return m_conflicts; }

private:
  struct Cell {
    uint32_t writer = 0, reader = 0, serial = 0; ///< program + 1; the access instance
    uint16_t writerOp = 0, readerOp = 0;
    AccessKind kind = AccessKind::Store;
    bool manyReaders = false;
    uint64_t value = 0;
  };
  void report(const Cell &cell, bool withReader, int argument, int64_t cellIndex, uint64_t value,
              bool sameProgram);
  uint16_t indexOf(mlir::Operation *op);

  std::vector<std::vector<Cell>> m_cells;
  std::vector<std::array<int64_t, 3>> m_programs;
  std::vector<mlir::Operation *> m_ops;
  std::map<mlir::Operation *, uint16_t> m_opIds; // looked up only, never walked
  std::map<std::array<uint64_t, 3>, size_t> m_known;
  std::vector<Conflict> m_conflicts;
  int64_t m_granule = 1;
  uint32_t m_serial = 0;
  uint16_t m_op = 0;
  AccessKind m_kind = AccessKind::Load;
};

} // namespace charonia::compiler::lint
