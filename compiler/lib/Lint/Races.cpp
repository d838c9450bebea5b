// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Races.h"

namespace charonia::compiler::lint {

/// Larger arguments are not watched: the shadow takes several times their size.
static constexpr int64_t kMaxCells = int64_t(1) << 22;

void Races::watch(const std::vector<int64_t> &bytes, int64_t granule) {
  m_granule = granule;
  m_cells.clear();
  for (int64_t size : bytes) {
    int64_t cells = size / granule;
    m_cells.emplace_back(size_t(cells > kMaxCells ? 0 : cells));
  }
}

void Races::beginProgram(std::array<int64_t, 3> id) { m_programs.push_back(id); }

uint16_t Races::indexOf(mlir::Operation *op) {
  auto [it, isNew] = m_opIds.try_emplace(op, uint16_t(m_ops.size()));
  if (isNew) {
    m_ops.push_back(op);
  }
  return it->second;
}

void Races::beginAccess(mlir::Operation *op, AccessKind kind) {
  m_op = indexOf(op);
  m_kind = kind;
  ++m_serial;
}

void Races::touch(int argument, int64_t offset, int64_t bytes, uint64_t value) {
  std::vector<Cell> &cells = m_cells[size_t(argument)];
  const auto me = uint32_t(m_programs.size());
  for (int64_t i = offset / m_granule; i < (offset + bytes) / m_granule; ++i) {
    if (i < 0 || size_t(i) >= cells.size()) {
      return;
    }
    Cell &cell = cells[size_t(i)];
    bool bothAtomic = m_kind == AccessKind::Atomic && cell.kind == AccessKind::Atomic;
    if (m_kind == AccessKind::Load) {
      if (cell.writer != 0 && cell.writer != me) {
        report(cell, false, argument, i, 0, false);
      }
      cell.manyReaders |= cell.reader != 0 && cell.reader != me;
      if (cell.reader == 0) {
        cell.reader = me;
        cell.readerOp = m_op;
      }
      continue;
    }
    if (cell.writer != 0 && !bothAtomic) {
      if (cell.writer != me) {
        report(cell, false, argument, i, value, false);
      } else if (cell.serial == m_serial) {
        report(cell, false, argument, i, value, true);
      }
    }
    if (cell.reader != 0 && (cell.reader != me || cell.manyReaders)) {
      report(cell, true, argument, i, value, false);
    }
    cell.writer = me;
    cell.writerOp = m_op;
    cell.kind = m_kind;
    cell.serial = m_serial;
    cell.value = value;
  }
}

void Races::report(const Cell &cell, bool withReader, int argument, int64_t cellIndex,
                   uint64_t value, bool sameProgram) {
  bool sameValue = !withReader && m_kind != AccessKind::Load && value != 0 && value == cell.value;
  if (sameProgram && sameValue) {
    return; // the lanes cannot be told apart afterwards
  }
  uint16_t other = withReader ? cell.readerOp : cell.writerOp;
  uint64_t flags = (withReader ? 1u : 0u) | (sameProgram ? 2u : 0u) | (sameValue ? 4u : 0u);
  auto [it, isNew] = m_known.try_emplace({other, m_op, flags}, m_conflicts.size());
  if (!isNew) {
    ++m_conflicts[it->second].count;
    return;
  }
  Conflict conflict;
  conflict.first = m_ops[other];
  conflict.second = m_ops[m_op];
  conflict.firstKind = withReader ? AccessKind::Load : cell.kind;
  conflict.secondKind = m_kind;
  conflict.sameProgram = sameProgram;
  conflict.sameValue = sameValue;
  conflict.certainValues = !withReader && (value & cell.value & 1) != 0;
  conflict.firstProgram = m_programs[(withReader ? cell.reader : cell.writer) - 1];
  conflict.secondProgram = m_programs.back();
  conflict.argument = argument;
  conflict.element = cellIndex * m_granule;
  conflict.count = 1;
  m_conflicts.push_back(conflict);
}

} // namespace charonia::compiler::lint
