// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads whose elements all lie in a small dense box of memory: the box comes by DMA, and the vector
// core takes the elements from it.
#include "AccessAnalysis.h"

#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {
namespace {

/// True if the addresses differ from the start of the argument by multiples of `bytes`: they are
/// made of it by steps of whole elements.
bool stepsWholeElements(Value pointer, int64_t bytes) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (isa<tt::AddPtrOp>(op)) {
      if (bytesOf(pointeeOf(pointer.getType())) % bytes != 0) {
        return false;
      }
    } else if (isa<tt::CatOp>(op)) {
      if (!stepsWholeElements(op->getOperand(1), bytes)) {
        return false;
      }
    } else if (!isa<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::TransOp>(
                   op)) {
      return false;
    }
    pointer = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(pointer);
  return isa<tt::FuncOp>(argument.getOwner()->getParentOp());
}

} // namespace

/// The part of the buffer that the elements can lie in, as far as ranges tell; else all of it.
std::optional<BoxIndex> AccessAnalysis::boundingBox(Value pointer, int arg, int64_t bytes,
                                                    tt::FuncOp kernel) {
  int64_t size = m_scalars.launch().args[arg].bytes;
  auto type = cast<RankedTensorType>(pointer.getType());
  Poly root = Poly::symbol(m_scalars.symbolOf(kernel.getArgument(arg)));
  BoxIndex whole{root, size / bytes};
  RowForm form = m_rows.formOf(pointer);
  if (!form.known || form.arg != arg) {
    return whole;
  }
  Poly start = form.base - root;
  Interval span = m_rows.spanOf(form, type.getShape());
  Interval range = m_scalars.rangeOf(start) + span;
  if (start.bad || range.lo < 0 || range.hi + bytes > size) {
    return whole;
  }
  BoxIndex part{form.base + Poly(static_cast<int64_t>(span.lo)),
                static_cast<int64_t>((span.hi - span.lo) / bytes) + 1};
  return part.elements < whole.elements && span.lo % bytes == 0 ? part : whole;
}

/// A box that the load may be made of: inside of the buffer, and small enough for local memory.
std::optional<BoxIndex> AccessAnalysis::legalBox(tt::LoadOp load, const AccessPlan &plan,
                                                 std::string &why) {
  auto type = cast<RankedTensorType>(load.getPtr().getType());
  int64_t bytes = bytesOf(pointeeOf(type));
  auto kernel = load->getParentOfType<tt::FuncOp>();
  const compiler::LaunchFacts &launch = m_scalars.launch();
  if (plan.arg < 0 || static_cast<unsigned>(plan.arg) >= kernel.getNumArguments() ||
      static_cast<size_t>(plan.arg) >= launch.args.size() || launch.args[plan.arg].bytes < bytes) {
    why = "the extent of the buffer is not known";
    return std::nullopt;
  }
  if (!m_context.device || !stepsWholeElements(load.getPtr(), bytes)) {
    why = "addresses may lie between elements";
    return std::nullopt;
  }
  std::optional<BoxIndex> box = boundingBox(load.getPtr(), plan.arg, bytes, kernel);
  // Half of what the kernel's tiles leave of local memory, in equal parts for all loads.
  int64_t room =
      (m_context.device->ls.usableBytes() - m_tileBytes) / (2 * std::max<int64_t>(1, m_loads));
  if (box->elements * bytes > room) {
    why = "a box of " + std::to_string(box->elements * bytes) +
          " bytes is too large: there is room for " + std::to_string(std::max<int64_t>(0, room));
    return std::nullopt;
  }
  return box;
}

/// Makes a plan of a dense box; where that is not legal, `apart` gets the condition that fails.
bool AccessAnalysis::planTaking(tt::LoadOp load, AccessPlan &plan, AccessPlan &apart) {
  Form linear = m_tensors.formOf(load.getPtr());
  const Rung rung = linear.linear ? Rung::Strided : Rung::Indexed;
  if (!linear.linear) {
    plan.better.push_back({Rung::Strided, linear.why});
    apart.better.push_back({Rung::Strided, linear.why});
  }
  RowForm form = m_rows.formOf(load.getPtr());
  plan.arg = form.known && form.arg >= 0 ? form.arg : plan.arg;
  std::string why;
  plan.boxed = legalBox(load, plan, why);
  plan.rung = rung;
  apart.better.push_back({rung, std::move(why)});
  return plan.boxed.has_value();
}

} // namespace charonia::tile
