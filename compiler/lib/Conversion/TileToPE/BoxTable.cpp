// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BoxTable.h"

#include "charonia/Support/FnTable.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;

namespace charonia::pe {
namespace {

constexpr unsigned kDeepestText = 5; ///< of a bound that is written out

std::string textOf(Value value, unsigned depth = 0, bool inner = false);

/// `value` times a negative constant: what is multiplied, and the constant without its sign.
std::optional<std::pair<Value, int64_t>> negatedProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulIOp>();
  for (unsigned i = 0; product && i < 2; ++i) {
    auto constant = getConstantIntValue(product->getOperand(i));
    if (constant && *constant < 0 && *constant != std::numeric_limits<int64_t>::min()) {
      return std::pair(product->getOperand(1 - i), -*constant);
    }
  }
  return std::nullopt;
}

std::string nameOfArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto program = dyn_cast<ProgramOp>(parent)) {
    auto attributes = program.getArgAttrDict(argument.getArgNumber());
    auto name = attributes ? attributes.getAs<StringAttr>(tile::kNameAttr) : StringAttr();
    return name ? name.str() : "argument " + std::to_string(argument.getArgNumber());
  }
  std::string name = compiler::sourceNameOf(argument.getLoc());
  if (isa<PidLoopOp>(parent)) {
    return "pid" + std::to_string(argument.getArgNumber());
  }
  return name.empty() ? "counter" : name;
}

std::string textOf(Value value, unsigned depth, bool inner) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    return std::to_string(constant.getSExtValue());
  }
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    return nameOfArgument(argument);
  }
  Operation *op = value.getDefiningOp();
  std::string name = compiler::sourceNameOf(op->getLoc());
  if (depth > kDeepestText || op->getNumOperands() == 0) {
    return name.empty() ? "..." : name;
  }
  auto operand = [&](unsigned i, bool nested) {
    return textOf(op->getOperand(i), depth + 1, nested);
  };
  auto infix = [&](const char *sign) {
    std::string text = operand(0, true) + sign + operand(1, true);
    return inner ? "(" + text + ")" : text;
  };
  return llvm::TypeSwitch<Operation *, std::string>(op)
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](auto) { return operand(0, inner); })
      .Case([&](arith::AddIOp) {
        for (unsigned i : {0U, 1U}) {
          if (auto negated = negatedProduct(op->getOperand(i))) {
            std::string factor =
                negated->second == 1 ? "" : std::to_string(negated->second) + " * ";
            std::string text =
                operand(1 - i, false) + " - " + factor + textOf(negated->first, depth + 1, true);
            return inner ? "(" + text + ")" : text;
          }
        }
        return infix(" + ");
      })
      .Case([&](arith::SubIOp) { return infix(" - "); })
      .Case([&](arith::MulIOp) { return infix(" * "); })
      .Case<arith::MinSIOp, arith::MinUIOp>(
          [&](auto) { return "min(" + operand(0, false) + ", " + operand(1, false) + ")"; })
      .Case<arith::MaxSIOp, arith::MaxUIOp>(
          [&](auto) { return "max(" + operand(0, false) + ", " + operand(1, false) + ")"; })
      .Default([&](Operation *) { return name.empty() ? std::string("...") : name; });
}

std::string textOf(const Pad &pad, numerics::ElementType type) {
  switch (pad.kind) {
  case Pad::Kind::Constant: {
    const double number = numerics::toDouble(type, pad.bits);
    if (std::isnan(number)) {
      return "NaN";
    }
    if (std::isinf(number)) {
      return number < 0 ? "-inf" : "inf";
    }
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%.6g", number);
    return text;
  }
  case Pad::Kind::Zero:
    return "0 or NaN";
  case Pad::Kind::Infinite:
    return "-inf or NaN";
  case Pad::Kind::Alike:
    return "alike";
  case Pad::Kind::Unknown:
    break;
  }
  return {};
}

std::string typeText(RankedTensorType tile) {
  std::string text;
  for (int64_t extent : tile.getShape()) {
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  }
  auto type = compiler::elementTypeOf(tile.getElementType());
  return text + (type ? std::string(" ") + numerics::name(*type) : "");
}

std::string textOf(ArrayRef<Bound> bounds, RankedTensorType tile) {
  std::string text;
  for (auto [bound, extent] : llvm::zip_equal(bounds, tile.getShape())) {
    text += (text.empty() ? "" : ", ") + textOf(bound, extent);
  }
  return "[" + text + "]";
}

bool hasMemory(Operation *group) {
  return llvm::any_of(group->getRegion(0).front().without_terminator(), [](Operation &op) {
    return op.getNumRegions() == 0 && !isMemoryEffectFree(&op);
  });
}

} // namespace

std::string textOf(const Bound &bound, int64_t extent) {
  if (bound.isWhole()) {
    return std::to_string(extent);
  }
  if (auto number = bound.constant()) {
    return std::to_string(*number);
  }
  std::string text;
  for (OpFoldResult entry : bound.values()) {
    auto value = dyn_cast<Value>(entry);
    text += (text.empty() ? "" : ", ") +
            (value ? textOf(value) : std::to_string(*getConstantIntValue(entry)));
  }
  text = bound.values().size() > 1 ? "max(" + text + ")" : text;
  return bound.hasPadding() ? text + " + 1" : text;
}

BoxTable::BoxTable(ProgramOp program, const Demand &demand, Padding &padding,
                   compiler::PassContext &context)
    : m_padding(padding), m_context(context) {
  for (CbAllocOp alloc : program.getBody().getOps<CbAllocOp>()) {
    RankedTensorType tile = alloc.getTile();
    Operation *reader = nullptr;
    for (Operation *user : alloc->getUsers()) {
      auto command = dyn_cast<CommandOpInterface>(user);
      if (command && llvm::is_contained(command.getCbReads(), alloc.getResult())) {
        reader = user; // the list begins with the last one
      }
    }
    auto type = compiler::elementTypeOf(tile.getElementType());
    if (!reader || !type) {
      continue;
    }
    Row &row = m_rows[alloc];
    const Paddings paddings = padding.of(alloc, reader);
    SmallVector<Bound> defined;
    for (const Padded &padded : paddings) {
      const bool known = padded.isKnown() && !padded.everywhere;
      defined.push_back(known ? padded.bound : Bound());
      std::string text = known ? textOf(padded.pad, *type) : std::string();
      if (!text.empty() && row.padding.find(text) == std::string::npos) {
        row.padding += (row.padding.empty() ? "" : ", ") + text;
      }
    }
    const Box used = demand.of(alloc);
    row.defined = textOf(defined, tile);
    row.used = used.unused ? "[]" : textOf(used.bounds, tile);
    row.stopped = stopOf(alloc, paddings, used);
  }
}

/// Why all of a tile is used whose mask leaves less.
std::string BoxTable::stopOf(Value cb, const Paddings &paddings, const Box &box) {
  bool plain = true;
  SmallVector<unsigned> stopped;
  for (size_t d = 0; !box.unused && d < paddings.size(); ++d) {
    const Padded &padded = paddings[d];
    const bool bounded = padded.isKnown() && !padded.everywhere && !padded.bound.isWhole();
    if (bounded && box.bounds[d].isWhole()) {
      stopped.push_back(static_cast<unsigned>(d));
    }
    plain &= !bounded || Places::isPlain(padded.bound);
  }
  if (stopped.empty()) {
    return {};
  }
  std::string reason;
  for (Operation *reader : cb.getUsers()) {
    auto command = dyn_cast<CommandOpInterface>(reader);
    if (!command || !llvm::is_contained(command.getCbReads(), cb)) {
      continue;
    }
    if (auto mma = dyn_cast<DpeMmaOp>(reader)) {
      const bool left = mma.getReads()[0] == cb;
      const unsigned inner = left ? (mma.getTransposeA() ? 0 : 1) : (mma.getTransposeB() ? 1 : 0);
      reason = llvm::is_contained(stopped, inner)
                   ? "a product: zero times what may be no number is none"
                   : "all rows and columns of the product are used";
    } else if (!isa<VecGroupOp, SeComputeOp>(reader)) {
      reason = "its reader uses all of it";
    } else if (hasMemory(reader)) {
      reason = "its reader accesses memory element by element";
    } else if (!plain) {
      reason = "the bound comes from a loaded value";
    } else {
      reason = "tiles of one group are used to different bounds";
      reader->walk([&](tile::ReduceOp reduce) {
        if (m_padding.ofReduction(reader, reduce).isWhole()) {
          reason = "a reduction: the padding, as it is there, changes the result";
        }
      });
    }
  }
  return reason;
}

void BoxTable::shrunk(Value cb, StringRef what) {
  auto row = m_rows.find(cb);
  if (row != m_rows.end() && !llvm::is_contained(row->second.shrunk, what)) {
    row->second.shrunk.push_back(what.str());
  }
}

void BoxTable::report() {
  for (auto &[cb, row] : m_rows) {
    auto alloc = cast<CbAllocOp>(cb.getDefiningOp());
    auto tell = [&](const char *kind, const std::string &text, const std::string &more) {
      if (!text.empty()) {
        m_context.remarks.add("tile-to-pe", kind, alloc, text, more);
      }
    };
    tell("box", alloc.getName().str(), typeText(alloc.getTile()));
    tell("box-defined", row.defined, row.padding);
    tell("box-used", row.used, "");
    tell("box-shrunk", llvm::join(row.shrunk, ", "), "");
    tell("box-stopped", row.stopped, "");
  }
}

} // namespace charonia::pe
