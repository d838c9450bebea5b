// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits, places and old spellings of the reader of Triton IR.
#include "charonia/Target/TtirReader.h"

#include "charonia/Dialect/TT/TTDialect.h"
#include "charonia/Support/IdentityLoc.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace charonia::compiler {
namespace {

using testing::HasSubstr;

class TtirReader : public testing::Test {
protected:
  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  std::vector<Diagnostic> diagnostics;
  Limits limits;

  mlir::OwningOpRef<mlir::ModuleOp> read(const std::string &text) {
    return readTtir(context, text, "k.ttir", limits, diagnostics);
  }
  /// The text of a kernel around `body`, whose lines begin at line 2.
  static std::string kernel(const std::string &body) {
    return "tt.func @k(%c: i1, %x: tensor<8xf32>) {\n" + body + "\n  tt.return\n}\n";
  }
  template <typename Op>
  static Op find(mlir::ModuleOp module) {
    Op found;
    module.walk([&](Op op) { found = op; });
    return found;
  }
};

TEST_F(TtirReader, TakesTheCustomFormOfAssumeAndPrintsIt) {
  auto module = read(kernel("  llvm.intr.assume %c : i1 loc(\"a.py\":3:4)"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  auto assume = find<mlir::LLVM::AssumeOp>(*module);
  ASSERT_TRUE(assume);
  SourceRange range = sourceRangeOf(assume.getLoc());
  EXPECT_EQ(range.file, "a.py");
  EXPECT_EQ(range.beginLine, 3u);
  EXPECT_EQ(range.beginColumn, 4u);
  EXPECT_THAT(printTtir(*module, false), HasSubstr("llvm.intr.assume %arg0 : i1\n"));
}

TEST_F(TtirReader, LeavesAssumeInsideStringsAlone) {
  auto module = read(kernel("  tt.assert %c, \"llvm.intr.assume %c : i1\" : i1"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  EXPECT_EQ(find<tt::AssertOp>(*module).getMessage(), "llvm.intr.assume %c : i1");
}

TEST_F(TtirReader, TakesTheBarrierOfLaterVersions) {
  auto module = read(kernel("  ttg.barrier local|global_read|global_write loc(\"a.py\":5:1)"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  EXPECT_EQ(sourceRangeOf(find<mlir::gpu::BarrierOp>(*module).getLoc()).beginLine, 5u);
}

TEST_F(TtirReader, TakesTheReshapeAndAssertOfEarlierVersions) {
  auto module =
      read(kernel("  %r = tt.reshape %x {allow_reorder = true} : tensor<8xf32> -> tensor<2x4xf32>\n"
                  "  tt.assert %c, \"message\", \"f.py\", \"g\", 12 : i1"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  EXPECT_TRUE(find<tt::ReshapeOp>(*module).getAllowReorder());
  EXPECT_EQ(find<tt::AssertOp>(*module).getMessage(), "message");
}

TEST_F(TtirReader, GivesOpsWithoutLocationTheirPlaceInTheFile) {
  auto module = read(
      kernel("  %0 = tt.get_program_id x : i32\n  %1 = tt.get_program_id y : i32 loc(unknown)"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  std::vector<uint32_t> lines;
  module->walk([&](tt::GetProgramIdOp op) {
    SourceRange range = sourceRangeOf(op.getLoc());
    EXPECT_EQ(range.file, "k.ttir");
    lines.push_back(range.beginLine);
  });
  EXPECT_THAT(lines, testing::ElementsAre(2u, 3u));
}

TEST_F(TtirReader, PlacesColumnsInTheTextThatWasGiven) {
  EXPECT_FALSE(read(kernel("  llvm.intr.assume %c : i1 loc(\"a.py\":3:x)")));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().range.beginLine, 2u);
  EXPECT_EQ(diagnostics.front().range.beginColumn, 41u);
}

TEST_F(TtirReader, RewritesFormsThatSpanLines) {
  auto module =
      read(kernel("  llvm.intr.assume %c\n    :  i1 // so\n    {tt.note = 1 : i32,\n  tt.more}\n"
                  "  tt.assert %c, \"m\",\n \"f\", \"g\",\n 12 : i1"));
  ASSERT_TRUE(module) << diagnostics.front().message;
  EXPECT_TRUE(find<mlir::LLVM::AssumeOp>(*module)->hasAttr("tt.note"));
}

TEST_F(TtirReader, NamesThePlaceInTheTextAndThatOfTheKernel) {
  EXPECT_FALSE(read(kernel("  %0 = tt.broadcast %x : tensor<8xf32> -> tensor<16xf32> "
                           "loc(\"a.py\":7:3)")));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().range.file, "k.ttir");
  EXPECT_EQ(diagnostics.front().range.beginLine, 2u);
  ASSERT_FALSE(diagnostics.front().notes.empty());
  EXPECT_EQ(diagnostics.front().notes.front().range.file, "a.py");
  EXPECT_EQ(diagnostics.front().notes.front().range.beginLine, 7u);
}

TEST_F(TtirReader, LooksAheadALittleOnly) {
  // Each of these begins a form whose end is nowhere.
  for (std::string piece :
       {"gpu.barrier memfence [", "cf.cond_br %c weights(", "tt.dot_scaled %a lhs = x rhs = y {",
        "tt.reshape %x {", "\"a\":1:2 to "}) {
    std::string text;
    for (int i = 0; i < 40'000; ++i) {
      text += piece + (i % 200 == 0 ? "]})" : " ");
    }
    diagnostics.clear();
    EXPECT_FALSE(read(text)) << piece;
    EXPECT_FALSE(diagnostics.empty());
  }
}

TEST_F(TtirReader, SaysWhereASyntaxErrorIs) {
  EXPECT_FALSE(read(kernel("  %0 = tt.get_program_id q : i32")));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().range.file, "k.ttir");
  EXPECT_EQ(diagnostics.front().range.beginLine, 2u);
}

TEST_F(TtirReader, SaysWhereAVerifierErrorIs) {
  EXPECT_FALSE(read(kernel("  %0 = tt.broadcast %x : tensor<8xf32> -> tensor<16xf32>")));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().range.beginLine, 2u);
  EXPECT_THAT(diagnostics.front().message, HasSubstr("dimension 0 must be 1 or 16"));
}

TEST_F(TtirReader, RefusesDeepNestingBeforeParsing) {
  EXPECT_FALSE(read(kernel("  " + std::string(300, '('))));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics.front().message, HasSubstr("256"));
  EXPECT_EQ(diagnostics.front().range.beginLine, 2u);
}

TEST_F(TtirReader, SurvivesAMillionBrackets) {
  EXPECT_FALSE(read(std::string(1'000'000, '[')));
  EXPECT_EQ(diagnostics.size(), 1u);
}

TEST_F(TtirReader, RefusesTooLongText) {
  limits.irBytes = 10;
  EXPECT_FALSE(read(kernel("")));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics.front().message, HasSubstr("limit of 10"));
}

TEST_F(TtirReader, RefusesBytecodeAndZeroBytes) {
  EXPECT_FALSE(read("ML\xefR\x01"));
  EXPECT_FALSE(read(std::string("module\0{}", 9)));
  EXPECT_EQ(diagnostics.size(), 2u);
}

TEST_F(TtirReader, RefusesUnknownDialects) {
  EXPECT_FALSE(read("module { \"nosuch.op\"() : () -> () }"));
  ASSERT_FALSE(diagnostics.empty());
  EXPECT_EQ(diagnostics.front().severity, Severity::Error);
}

} // namespace
} // namespace charonia::compiler
