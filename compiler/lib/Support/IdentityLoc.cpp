// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Op ids in locations, lineage, and what a location says about source text.
#include "charonia/Support/IdentityLoc.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace charonia::compiler {

/// Attribute of the outermost module: the next id.
static constexpr llvm::StringLiteral kCounterAttr = "charonia.next_op_id";

void LineageRecorder::add(LineageEvent::Kind kind, OpId op, std::vector<OpId> from,
                          std::string pattern) {
  LineageEvent event;
  event.kind = kind;
  event.pass = m_pass;
  event.pattern = std::move(pattern);
  event.op = op;
  event.from = std::move(from);
  m_events.push_back(std::move(event));
}

void LineageRecorder::create(OpId op, std::vector<OpId> from, std::string pattern) {
  add(LineageEvent::Kind::Create, op, std::move(from), std::move(pattern));
}
void LineageRecorder::replace(OpId op, std::vector<OpId> from, std::string pattern) {
  add(LineageEvent::Kind::Replace, op, std::move(from), std::move(pattern));
}
void LineageRecorder::merge(OpId op, std::vector<OpId> from, std::string pattern) {
  add(LineageEvent::Kind::Merge, op, std::move(from), std::move(pattern));
}
void LineageRecorder::erase(OpId op, std::string pattern) {
  add(LineageEvent::Kind::Erase, op, {}, std::move(pattern));
}

/// The id attribute of a fused location; null if it is not an identity.
static IntegerAttr identityOf(FusedLoc fused) {
  auto id = dyn_cast_if_present<IntegerAttr>(fused.getMetadata());
  return id && id.getType().isUnsignedInteger(32) ? id : IntegerAttr();
}

OpId opIdOf(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  IntegerAttr id = fused ? identityOf(fused) : IntegerAttr();
  return id ? static_cast<OpId>(id.getUInt()) : kNone;
}

OpId getOpId(Operation *op) { return opIdOf(op->getLoc()); }

Location stripOpId(Location loc) {
  while (auto fused = dyn_cast<FusedLoc>(loc)) {
    if (!identityOf(fused)) {
      break;
    }
    loc = fused.getLocations().front();
  }
  return loc;
}

Location withOpId(Location loc, OpId id) {
  MLIRContext *context = loc.getContext();
  auto type = IntegerType::get(context, 32, IntegerType::Unsigned);
  return FusedLoc::get({stripOpId(loc)}, IntegerAttr::get(type, APInt(32, id)), context);
}

static Operation *outermost(Operation *op) {
  while (Operation *parent = op->getParentOp()) {
    op = parent;
  }
  return op;
}

uint32_t opIdCount(Operation *inModule) {
  auto counter = outermost(inModule)->getAttrOfType<IntegerAttr>(kCounterAttr);
  return counter ? static_cast<uint32_t>(counter.getInt()) : 0;
}

OpId takeFreshOpId(Operation *inModule) {
  Operation *root = outermost(inModule);
  uint32_t next = opIdCount(root);
  root->setAttr(kCounterAttr, Builder(root->getContext()).getI64IntegerAttr(int64_t{next} + 1));
  return next;
}

Location newLocFrom(Operation *op) { return op->getLoc(); }

Location freshLoc(Operation *op, LineageRecorder *recorder, StringRef pattern) {
  OpId id = takeFreshOpId(op);
  if (recorder) {
    recorder->create(id, {getOpId(op)}, pattern.str());
  }
  return withOpId(op->getLoc(), id);
}

unsigned assignOpIds(Operation *root, LineageRecorder *recorder, StringRef pattern) {
  uint32_t next = opIdCount(root);
  uint32_t first = next;
  llvm::DenseSet<OpId> seen;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root) {
      return;
    }
    OpId old = getOpId(op);
    if (old != kNone && old < first && seen.insert(old).second) {
      return;
    }
    OpId id = next++;
    if (recorder) {
      recorder->create(id, old == kNone ? std::vector<OpId>{} : std::vector<OpId>{old},
                       pattern.str());
    }
    op->setLoc(withOpId(op->getLoc(), id));
  });
  if (next != first) {
    Operation *top = outermost(root);
    top->setAttr(kCounterAttr, Builder(top->getContext()).getI64IntegerAttr(next));
  }
  return next - first;
}

static void collectFrames(Location loc, std::vector<SourceFrame> &frames) {
  llvm::TypeSwitch<LocationAttr>(loc)
      .Case([&](FileLineColLoc file) {
        SourceFrame frame;
        frame.file = file.getFilename().str();
        frame.line = file.getLine();
        // Upstream counts columns from 0 or 1 by version; the text says what it says.
        frame.column = file.getColumn();
        frames.push_back(std::move(frame));
      })
      .Case([&](NameLoc name) { collectFrames(name.getChildLoc(), frames); })
      .Case([&](CallSiteLoc call) {
        collectFrames(call.getCallee(), frames);
        collectFrames(call.getCaller(), frames);
      })
      .Case([&](FusedLoc fused) {
        for (Location part : fused.getLocations()) {
          size_t before = frames.size();
          collectFrames(part, frames);
          if (frames.size() != before) {
            return;
          }
        }
      })
      .Default([](LocationAttr) {});
}

std::vector<SourceFrame> sourceFramesOf(Location loc) {
  std::vector<SourceFrame> frames;
  collectFrames(loc, frames);
  return frames;
}

SourceRange sourceRangeOf(Location loc) {
  SourceRange range;
  std::vector<SourceFrame> frames = sourceFramesOf(loc);
  if (frames.empty()) {
    return range;
  }
  range.file = frames.front().file;
  range.beginLine = range.endLine = frames.front().line;
  range.beginColumn = range.endColumn = frames.front().column;
  return range;
}

std::string sourceNameOf(Location loc) {
  return llvm::TypeSwitch<LocationAttr, std::string>(loc)
      .Case([](NameLoc name) { return name.getName().str(); })
      .Case([](CallSiteLoc call) {
        std::string inner = sourceNameOf(call.getCallee());
        return inner.empty() ? sourceNameOf(call.getCaller()) : inner;
      })
      .Case([](FusedLoc fused) {
        for (Location part : fused.getLocations()) {
          if (std::string name = sourceNameOf(part); !name.empty()) {
            return name;
          }
        }
        return std::string();
      })
      .Default([](LocationAttr) { return std::string(); });
}

} // namespace charonia::compiler
