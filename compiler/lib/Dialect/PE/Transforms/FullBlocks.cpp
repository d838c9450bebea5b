// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vector groups in two forms: with a mask, and where it is true everywhere.
#include "FullBlocks.h"

#include "Tokens.h"

#include "charonia/Dialect/Tile/LinearTile.h"
#include "charonia/Target/TileProgram.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace charonia::pe {
namespace {

SmallVector<arith::OrIOp> marksOf(Operation *group) {
  SmallVector<arith::OrIOp> marks;
  group->walk([&](arith::OrIOp op) {
    if (op->hasAttr(tile::kAllTrueAttr)) {
      marks.push_back(op);
    }
  });
  return marks;
}

/// The mask becomes what it was.
void unmark(arith::OrIOp mark) {
  mark.replaceAllUsesWith(mark.getLhs());
  Operation *everywhere = mark.getRhs().getDefiningOp();
  mark.erase();
  if (everywhere && isOpTriviallyDead(everywhere)) {
    everywhere->erase();
  }
}

/// The input of `group` that tells that the mask is true everywhere; none if all marks have not
/// the same.
std::optional<unsigned> inputOf(VecGroupOp group, ArrayRef<arith::OrIOp> marks) {
  std::optional<unsigned> input;
  for (arith::OrIOp mark : marks) {
    auto splat = mark.getRhs().getDefiningOp<tile::SplatOp>();
    auto argument = splat ? dyn_cast<BlockArgument>(splat.getSource()) : BlockArgument();
    if (!argument || argument.getArgNumber() < group.getReads().size()) {
      return std::nullopt;
    }
    const unsigned index = argument.getArgNumber() - group.getReads().size();
    if (input && group.getInputs()[*input] != group.getInputs()[index]) {
      return std::nullopt;
    }
    input = index;
  }
  return input;
}

class Splitter {
public:
  Splitter(VecGroupOp group, compiler::PassContext &context) : m_group(group), m_context(context) {}

  /// The form without the mask, which is not in the program yet; null if the mask counts otherwise.
  VecGroupOp makeFull() {
    OpBuilder builder(m_group->getContext());
    auto full = cast<VecGroupOp>(builder.clone(*m_group.getOperation()));
    full->removeAttr(kPlanAttr); // of the masked form
    for (arith::OrIOp mark : marksOf(full)) {
      for (Operation *user : llvm::make_early_inc_range(mark->getUsers())) {
        auto select = dyn_cast<arith::SelectOp>(user);
        if (!select || select.getCondition() != mark.getResult()) {
          full->erase();
          return {};
        }
        select.replaceAllUsesWith(select.getTrueValue());
        select.erase();
      }
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(full.getBody().front()))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
      }
    }
    return full;
  }

  void place(VecGroupOp full, unsigned input) {
    OpBuilder builder(m_group);
    auto fresh = [&](Operation *op) {
      return compiler::freshLoc(op, &m_context.lineage, "full-blocks");
    };
    auto branch = builder.create<scf::IfOp>(fresh(m_group), m_group.getInputs()[input],
                                            /*withElseRegion=*/true);
    builder.setInsertionPointToStart(branch.thenBlock());
    builder.insert(full);
    full->walk([&](Operation *op) { op->setLoc(fresh(op)); }); // ids are the module's
    m_group->moveBefore(branch.elseBlock()->getTerminator());
  }

private:
  VecGroupOp m_group;
  compiler::PassContext &m_context;
};

} // namespace

void splitFullBlocks(ProgramOp program, const arch::DeviceModel &device,
                     compiler::PassContext &context) {
  SmallVector<VecGroupOp> groups;
  program.walk([&](VecGroupOp group) { groups.push_back(group); });
  for (VecGroupOp group : groups) {
    SmallVector<arith::OrIOp> marks = marksOf(group);
    std::optional<unsigned> input = inputOf(group, marks);
    Splitter splitter(group, context);
    VecGroupOp full = input && group->getNumResults() == 0 ? splitter.makeFull() : VecGroupOp();
    if (!marks.empty()) {
      group->removeAttr(kPlanAttr);
    }
    llvm::for_each(marks, unmark);
    if (!full) {
      continue;
    }
    const int64_t masked = costOf(group, device).busy, plain = costOf(full, device).busy;
    const bool pays = plain < masked;
    context.remarks.add("pe-schedule", "full-blocks", group,
                        pays ? "two forms: with the mask and without" : "one form",
                        pays ? "where the mask is true everywhere, the work without it is shorter"
                             : "the mask costs nothing",
                        {{"cycles_masked", static_cast<double>(masked)},
                         {"cycles_full", static_cast<double>(plain)}});
    if (pays) {
      splitter.place(full, *input);
    } else {
      full->erase();
    }
  }
  // Where a mask is in a group of its own, or for the SIMD engine.
  llvm::for_each(marksOf(program), unmark);
}

} // namespace charonia::pe
