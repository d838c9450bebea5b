// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random index expressions: the boxes of the plan touch exactly the addresses of the lanes that the
// mask leaves on, and a box that elements are taken from holds them. CHARONIA_MAPPING_CASES=n sets
// the number of expressions, CHARONIA_MAPPING_SEED the first seed.
#include "AccessAnalysis.h"
#include "RandomIndex.h"
#include "TensorValue.h"

#include "charonia/Target/TtirReader.h"

#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>

namespace charonia::mapping {
namespace {

using tile::AccessPlan;
using tile::Poly;
using tile::Rung;
using tile::SymbolInfo;

constexpr int64_t kAddress = 1 << 20; ///< of the argument
constexpr int64_t kBytes = 4;         ///< of an element

/// The value of a polynomial in one program.
class Evaluator {
public:
  Evaluator(const tile::ScalarForms &scalars, int64_t pid) : m_scalars(scalars), m_pid(pid) {}

  int64_t operator()(const Poly &poly) const {
    int64_t sum = 0;
    for (const auto &[symbols, factor] : poly.terms) {
      int64_t term = factor;
      for (tile::Symbol symbol : symbols) {
        term *= valueOf(m_scalars.info(symbol));
      }
      sum += term;
    }
    return sum;
  }

private:
  static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0); }

  int64_t valueOf(const SymbolInfo &info) const {
    switch (info.kind) {
    case SymbolInfo::Kind::Value:
      return mlir::isa<mlir::BlockArgument>(info.value) ? kAddress : m_pid;
    case SymbolInfo::Kind::FloorDiv:
      return floorDiv((*this)(info.a), (*this)(info.b));
    case SymbolInfo::Kind::Mod:
      return (*this)(info.a) - (*this)(info.b) * floorDiv((*this)(info.a), (*this)(info.b));
    case SymbolInfo::Kind::Min:
      return std::min((*this)(info.a), (*this)(info.b));
    case SymbolInfo::Kind::Max:
      return std::max((*this)(info.a), (*this)(info.b));
    default:
      return (*this)(info.a) < 0 ? (*this)(info.b) : (*this)(info.c);
    }
  }

  const tile::ScalarForms &m_scalars;
  int64_t m_pid;
};

/// Element `index` along the dimension that a row's value varies in.
int64_t alongRow(mlir::Value value, unsigned dim, int64_t index, int64_t pid) {
  auto type = mlir::cast<mlir::RankedTensorType>(value.getType());
  std::vector<int64_t> place(static_cast<size_t>(type.getRank()), 0);
  place[dim] = index;
  return elementOf(value, std::move(place), pid);
}

/// What a plan does to one element of the tile.
struct Touch {
  size_t pieces = 0; ///< boxes that it lies in
  int64_t address = 0;
};

Touch touchOf(const AccessPlan &plan, const Evaluator &value, int64_t element, int64_t pid) {
  Touch touch;
  std::vector<int64_t> index(plan.tile.size());
  for (size_t dim = plan.tile.size(); dim-- > 0;) {
    index[dim] = element % plan.tile[dim];
    element /= plan.tile[dim];
    if (plan.shape[dim] == 1) {
      index[dim] = 0; // one element stands for all
    }
  }
  for (const tile::PlanPiece &piece : plan.pieces) {
    bool inside = true;
    int64_t address = value(piece.base);
    for (size_t dim = 0; dim < piece.strides.size(); ++dim) {
      inside &= value(piece.lower[dim]) <= index[dim] && index[dim] < value(piece.upper[dim]);
      address += index[dim] * value(piece.strides[dim]);
    }
    if (plan.rows) {
      int64_t row = index[plan.rows->dim];
      for (const tile::RowTerm &term : plan.rows->terms) {
        address += value(term.scale) * alongRow(term.value, term.sourceDim, row, pid);
      }
      for (const tile::RowMask &mask : plan.rows->masks) {
        inside &= alongRow(mask.value, mask.sourceDim, row, pid) != 0;
      }
    }
    if (inside) {
      ++touch.pieces;
      touch.address = address;
    }
  }
  return touch;
}

/// What is wrong with a dense box that elements are taken from; empty if nothing is.
std::string differenceInBox(const RandomIndex &index, const tile::BoxIndex &box,
                            const Evaluator &value, int64_t pid, int64_t bufferBytes) {
  const int64_t begin = value(box.base), end = begin + box.elements * kBytes;
  if (begin < kAddress || end > kAddress + bufferBytes) {
    return fmt::format("program {}: the box is not inside of the buffer", pid);
  }
  for (int64_t row = 0; row < index.rows(); ++row) {
    for (int64_t column = 0; column < index.columns(); ++column) {
      const Lane lane{row, column, pid};
      const int64_t address = kAddress + kBytes * index.indexOf(lane);
      const bool isIn = address >= begin && address < end && (address - begin) % kBytes == 0;
      if (index.isOn(lane) && !isIn) {
        return fmt::format("program {}, lane ({}, {}): is not in the box", pid, row, column);
      }
    }
  }
  return {};
}

/// The first difference between the lanes and the plan in one program; empty if there is none.
std::string differenceIn(const RandomIndex &index, const AccessPlan &plan, const Evaluator &value,
                         int64_t pid, bool isStore, int64_t bufferBytes) {
  std::set<int64_t> stored;
  for (int64_t row = 0; row < index.rows(); ++row) {
    for (int64_t column = 0; column < index.columns(); ++column) {
      Lane lane{row, column, pid};
      Touch touch = touchOf(plan, value, row * index.columns() + column, pid);
      auto where = [&] { return fmt::format("program {}, lane ({}, {})", pid, row, column); };
      bool isOn = index.isOn(lane);
      int64_t address = kAddress + kBytes * index.indexOf(lane);
      if (plan.rung == Rung::Uniform) {
        touch = {1, value(plan.pieces.front().base)};
      }
      if (touch.pieces > 1) {
        return where() + ": lies in several boxes";
      }
      if (touch.pieces != (isOn ? 1u : 0u) && !(plan.select && !isOn)) {
        return where() + (isOn ? ": is in no box" : ": is masked off, but moved");
      }
      if (touch.pieces == 1 && isOn && touch.address != address) {
        return where() + fmt::format(": {} for {}", touch.address, address);
      }
      if (touch.pieces == 1 && !isOn &&
          (touch.address < kAddress || touch.address + kBytes > kAddress + bufferBytes)) {
        return where() + ": a lane that is off touches memory outside the buffer";
      }
      // Rows may meet, as the lanes do: they are stored in order.
      if (isStore && !plan.rows && touch.pieces == 1 && !stored.insert(touch.address).second) {
        return where() + ": stores to an address twice";
      }
    }
  }
  return {};
}

/// The bytes up to the last that the lanes that are on touch; -1 if one lies before the buffer:
/// such a kernel is wrong.
int64_t bytesOf(const RandomIndex &index) {
  int64_t last = 0;
  for (int64_t pid = 0; pid < index.programs(); ++pid) {
    for (int64_t row = 0; row < index.rows(); ++row) {
      for (int64_t column = 0; column < index.columns(); ++column) {
        Lane lane{row, column, pid};
        if (!index.isOn(lane)) {
          continue;
        }
        if (index.indexOf(lane) < 0) {
          return -1;
        }
        last = std::max(last, index.indexOf(lane) + 1);
      }
    }
  }
  return last * kBytes;
}

class IndexProperty : public testing::Test {
protected:
  void check(uint64_t seed) {
    RandomIndex index(seed);
    int64_t bytes = bytesOf(index);
    if (bytes < 0) {
      return;
    }
    ++m_cases;
    bool isStore = seed % 3 == 0;
    std::string text = "module {\n" + index.text(isStore, "k") + "}\n";
    std::vector<compiler::Diagnostic> diagnostics;
    auto module =
        compiler::readTtir(m_context, text, "random.ttir", compiler::Limits(), diagnostics);
    ASSERT_TRUE(module) << diagnostics.front().message << "\n" << text;
    compiler::PassContext context;
    context.device = m_device;
    context.launch.grid = {index.programs(), 1, 1};
    compiler::ArgumentFact buffer;
    buffer.isPointer = true;
    buffer.bytes = bytes;
    context.launch.args = {buffer};
    auto kernel = *module->getOps<tt::FuncOp>().begin();
    tile::AccessAnalysis analysis(kernel, context);
    AccessPlan plan;
    kernel.walk([&](mlir::Operation *op) {
      if (auto load = mlir::dyn_cast<tt::LoadOp>(op)) {
        plan = analysis.plan(load);
      } else if (auto store = mlir::dyn_cast<tt::StoreOp>(op)) {
        plan = analysis.plan(store);
      }
    });
    ++m_byRung[tile::stringifyRung(plan.rung).str()];
    if (plan.boxed) {
      for (int64_t pid = 0; pid < index.programs(); ++pid) {
        const std::string difference = differenceInBox(
            index, *plan.boxed, Evaluator(analysis.scalars(), pid), pid, buffer.bytes);
        ASSERT_EQ(difference, "") << "seed " << seed << "\n" << text;
      }
      return;
    }
    if (plan.pieces.empty()) {
      EXPECT_FALSE(plan.reason.empty()) << text;
      ++m_byReason[plan.reason];
      return;
    }
    for (int64_t pid = 0; pid < index.programs(); ++pid) {
      std::string difference =
          differenceIn(index, plan, Evaluator(analysis.scalars(), pid), pid, isStore, buffer.bytes);
      ASSERT_EQ(difference, "") << "seed " << seed << "\n" << text;
    }
  }

  void SetUp() override {
    auto device = arch::loadDevice(arch::defaultDevicePath());
    ASSERT_TRUE(device) << arch::defaultDevicePath();
    m_device = *device;
  }

  arch::DeviceRef m_device;
  mlir::MLIRContext m_context{mlir::MLIRContext::Threading::DISABLED};
  std::map<std::string, size_t> m_byRung, m_byReason;
  size_t m_cases = 0; ///< kernels that stay in their buffer
};

TEST_F(IndexProperty, BoxesTouchWhatTheLanesTouch) {
  const char *casesText = std::getenv("CHARONIA_MAPPING_CASES");
  const char *seedText = std::getenv("CHARONIA_MAPPING_SEED");
  uint64_t cases = casesText ? std::strtoull(casesText, nullptr, 10) : 10000;
  uint64_t first = seedText ? std::strtoull(seedText, nullptr, 10) : 1;
  for (uint64_t seed = first; m_cases < cases && !HasFatalFailure(); ++seed) {
    check(seed);
  }
  for (const auto &[rung, count] : m_byRung) {
    printf("%8zu on rung %s\n", count, rung.c_str());
  }
  for (const auto &[reason, count] : m_byReason) {
    printf("%8zu %s\n", count, reason.c_str());
  }
  // Each rung occurs, or the expressions test nothing.
  EXPECT_GT(m_byRung["dma"], cases / 10);
  EXPECT_GT(m_byRung["wrap"], cases / 100);
  EXPECT_GT(m_byRung["rows"], cases / 500);
  EXPECT_GT(m_byRung["strided"], cases / 500);
  EXPECT_GT(m_byRung["indexed"], cases / 500);
  EXPECT_GT(m_byRung["gather"], cases / 500);
}

} // namespace
} // namespace charonia::mapping
