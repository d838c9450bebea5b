// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The greedy driver and the CSE utility under a listener that feeds the lineage table.
#include "charonia/Support/IdentityDriver.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace charonia::compiler {

namespace {

/// Feeds the lineage table and remembers which op continues which.
class IdentityListener : public RewriterBase::Listener {
public:
  IdentityListener(Operation *root, LineageRecorder *recorder, std::string pattern)
      : m_root(root), m_recorder(recorder), m_pattern(std::move(pattern)) {
    // The folder strips the locations of constants that it keeps.
    root->walk([&](Operation *op) {
      if (op->hasTrait<OpTrait::ConstantLike>()) {
        m_constants.try_emplace(op, op->getLoc());
      }
    });
  }

  void notifyOperationReplaced(Operation *op, ValueRange replacement) override {
    OpId old = getOpId(op);
    if (old == kNone) {
      return;
    }
    // Results that nothing uses have no replacement where upstream drops them.
    const auto first = llvm::find_if(replacement, [](Value value) { return value != nullptr; });
    Operation *successor = first == replacement.end() ? nullptr : (*first).getDefiningOp();
    if (!successor || successor == op) {
      return;
    }
    OpId id = getOpId(successor);
    if (id == old || id == kNone) {
      m_successor[old] = successor;
    } else if (m_recorder) {
      m_recorder->merge(id, {old}, m_pattern);
    }
    m_replaced.insert(old);
  }

  void notifyOperationReplaced(Operation *op, Operation *replacement) override {
    notifyOperationReplaced(op, ValueRange(replacement->getResults()));
  }

  void notifyOperationErased(Operation *op) override {
    m_constants.erase(op);
    OpId id = getOpId(op);
    if (id == kNone) {
      return;
    }
    auto it = m_successor.find(id);
    if (it != m_successor.end() && it->second == op) {
      m_successor.erase(it);
    }
    m_erased.push_back(id);
  }

  /// Gives back locations and makes ids unique after the driver has run.
  void finish() {
    llvm::DenseSet<OpId> alive;
    m_root->walk([&](Operation *op) {
      auto constant = m_constants.find(op);
      if (constant != m_constants.end() && getOpId(op) == kNone) {
        op->setLoc(constant->second);
      }
    });
    // Of several ops with one id the successor keeps it, or else the first.
    m_root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == m_root) {
        return;
      }
      OpId id = getOpId(op);
      if (id == kNone) {
        rename(op, id);
        return;
      }
      auto it = m_successor.find(id);
      bool keeps = it == m_successor.end() ? !alive.contains(id) : it->second == op;
      if (keeps && alive.insert(id).second) {
        if (it != m_successor.end() && m_recorder) {
          m_recorder->replace(id, {id}, m_pattern);
        }
        return;
      }
      rename(op, id);
    });
    recordErased(alive);
  }

private:
  void rename(Operation *op, OpId from) {
    OpId id = takeFreshOpId(m_root);
    if (m_recorder) {
      m_recorder->create(id, from == kNone ? std::vector<OpId>{} : std::vector<OpId>{from},
                         m_pattern);
    }
    op->setLoc(withOpId(op->getLoc(), id));
  }

  void recordErased(const llvm::DenseSet<OpId> &alive) {
    if (!m_recorder) {
      return;
    }
    llvm::DenseSet<OpId> told;
    for (OpId id : m_erased) {
      if (!alive.contains(id) && !m_replaced.contains(id) && told.insert(id).second) {
        m_recorder->erase(id, m_pattern);
      }
    }
  }

  Operation *m_root;
  LineageRecorder *m_recorder;
  std::string m_pattern;
  llvm::DenseMap<Operation *, Location> m_constants;
  llvm::DenseMap<OpId, Operation *> m_successor;
  llvm::DenseSet<OpId> m_replaced;
  std::vector<OpId> m_erased;
};

constexpr llvm::StringLiteral kHiddenMath = "charonia.hidden_math";

/// Hides the ops of `math` from the folder while it lives: their folders compute with the host's
/// mathematical library, whose last bits are not those of the numerics library.
class MathShield {
public:
  explicit MathShield(Operation *root) : m_root(root) {
    SmallVector<Operation *> hidden;
    root->walk([&](Operation *op) {
      if (isa_and_nonnull<math::MathDialect>(op->getDialect()) && op->getNumRegions() == 0) {
        hidden.push_back(op);
      }
    });
    for (Operation *op : hidden) {
      NamedAttrList attributes(op->getAttrDictionary());
      attributes.set(kNameKey, StringAttr::get(op->getContext(), op->getName().getStringRef()));
      swap(op, kHiddenMath, attributes);
    }
  }

  ~MathShield() {
    SmallVector<Operation *> hidden;
    m_root->walk([&](Operation *op) {
      if (op->getName().getStringRef() == kHiddenMath) {
        hidden.push_back(op);
      }
    });
    for (Operation *op : hidden) {
      NamedAttrList attributes(op->getAttrDictionary());
      auto name = cast<StringAttr>(attributes.erase(kNameKey));
      swap(op, name.getValue(), attributes);
    }
  }
  MathShield(const MathShield &) = delete;
  MathShield &operator=(const MathShield &) = delete;

private:
  static constexpr llvm::StringLiteral kNameKey = "charonia.name";

  static void swap(Operation *op, StringRef name, const NamedAttrList &attributes) {
    OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes(), attributes);
    Operation *other = OpBuilder(op).create(state);
    op->replaceAllUsesWith(other);
    op->erase();
  }
  Operation *m_root;
};

} // namespace

LogicalResult applyPatterns(Operation *root, RewritePatternSet &&patterns,
                            LineageRecorder *recorder, std::string event) {
  MathShield shield(root);
  IdentityListener listener(root, recorder, std::move(event));
  GreedyRewriteConfig config;
  config.listener = &listener;
  config.enableRegionSimplification = GreedySimplifyRegionLevel::Normal;
  bool changed = false;
  FrozenRewritePatternSet frozen(std::move(patterns));
  for (Region &region : root->getRegions()) {
    if (failed(applyPatternsAndFoldGreedily(region, frozen, config, &changed))) {
      // The driver gave up before a fixpoint; the IR is valid all the same.
      continue;
    }
  }
  listener.finish();
  return success();
}

bool isHiddenMath(Operation *op) { return op->getName().getStringRef() == kHiddenMath; }

LogicalResult canonicalize(Operation *root, LineageRecorder *recorder) {
  return canonicalize(root, recorder, RewritePatternSet(root->getContext()));
}

LogicalResult canonicalize(Operation *root, LineageRecorder *recorder,
                           RewritePatternSet &&further) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(std::move(further));
  for (Dialect *dialect : context->getLoadedDialects()) {
    dialect->getCanonicalizationPatterns(patterns);
  }
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    op.getCanonicalizationPatterns(patterns, context);
  }
  return applyPatterns(root, std::move(patterns), recorder);
}

void mergeCommonSubexpressions(Operation *root, LineageRecorder *recorder) {
  IdentityListener listener(root, recorder, "cse");
  IRRewriter rewriter(root->getContext(), &listener);
  DominanceInfo dominance(root);
  eliminateCommonSubExpressions(rewriter, dominance, root);
  listener.finish();
}

void eraseDeadOps(Operation *root, LineageRecorder *recorder) {
  IdentityListener listener(root, recorder, "dead");
  IRRewriter rewriter(root->getContext(), &listener);
  (void)runRegionDCE(rewriter, root->getRegions());
  listener.finish();
}

void hoistLoopInvariants(Operation *root) {
  root->walk([](LoopLikeOpInterface loop) { moveLoopInvariantCode(loop); });
}

LogicalResult simplify(Operation *root, LineageRecorder *recorder) {
  if (failed(canonicalize(root, recorder))) {
    return failure();
  }
  mergeCommonSubexpressions(root, recorder);
  hoistLoopInvariants(root);
  mergeCommonSubexpressions(root, recorder);
  return success();
}

} // namespace charonia::compiler
