// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where passes put their decisions. A remark is a value: what was decided, why, with numbers.
#pragma once

#include "charonia/Support/IdentityLoc.h"

#include <string>
#include <utility>
#include <vector>

namespace charonia::compiler {

/// The remarks of one compilation, in order.
class RemarkSink {
public:
  /// Adds a remark of pass `pass` at `op` (may be null: at no place).
  void add(std::string pass, std::string kind, mlir::Operation *op, std::string message,
           std::string reason = {}, std::vector<std::pair<std::string, double>> numbers = {}) {
    Remark remark;
    remark.pass = std::move(pass);
    remark.kind = std::move(kind);
    remark.message = std::move(message);
    remark.reason = std::move(reason);
    remark.numbers = std::move(numbers);
    if (op) {
      remark.op = getOpId(op);
      remark.range = sourceRangeOf(op->getLoc());
    }
    m_remarks.push_back(std::move(remark));
  }
  const std::vector<Remark> &remarks() const { return m_remarks; }
  std::vector<Remark> take() { return std::move(m_remarks); }

private:
  std::vector<Remark> m_remarks;
};

} // namespace charonia::compiler
