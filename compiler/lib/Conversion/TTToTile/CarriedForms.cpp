// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of tiles that loops and branches carry: assume that the form keeps its coefficients, check
// it, and have a scalar go along for the base.
#include "TensorForms.h"

#include "KernelConverter.h"

using namespace mlir;

namespace charonia::tile {

static bool isBad(const Form &form) {
  return form.base.bad || llvm::any_of(form.coeff, [](const Poly &poly) { return poly.bad; });
}

/// True if all of a form but its base is known outside of the regions of `op`, and nothing is taken
/// for granted inside of them.
bool TensorForms::isSteady(const Form &form, Operation *op) const {
  auto outside = [&](const Poly &poly) { return m_scalars.isOutside(poly, op); };
  const bool wraps = form.wrap && !(outside(form.wrap->threshold) && outside(form.wrap->delta) &&
                                    outside(form.wrap->room));
  return form.assumed.empty() && !wraps && llvm::all_of(form.coeff, outside) &&
         llvm::all_of(
             form.digits,
             [&](const Digit &digit) { return outside(digit.start) && outside(digit.coeff); }) &&
         llvm::all_of(form.guards, [&](const Guard &guard) {
           return outside(guard.form.base) && llvm::all_of(guard.form.coeff, outside);
         });
}

/// `before`: what the loop begins with; `after`: what a round hands to the next one.
Form TensorForms::roundForm(BlockArgument argument, Value before, Value after, Operation *loop) {
  Form init = formOf(before);
  if (!init.linear) {
    return init;
  }
  if (!init.assumed.empty()) {
    return Form::opaque("index is carried round a loop and right under a mask only");
  }
  Form assumed = init;
  assumed.base = Poly::symbol(m_scalars.baseSymbolOf(argument));
  // What is found out under an assumption goes with it.
  llvm::MapVector<Value, Companion> known = m_companions;
  m_forms.emplace_back()[argument] = assumed;
  Form next = formOf(after);
  m_forms.pop_back();
  if (!next.linear || isBad(next) || next.wrap != init.wrap || !next.assumed.empty() ||
      next.coeff != init.coeff || next.digits != init.digits || next.guards != init.guards) {
    m_companions = std::move(known);
    return Form::opaque("index is carried round a loop and does not only move" +
                        (next.linear ? std::string() : ": " + next.why));
  }
  if (next.arg != init.arg) {
    assumed.arg = -1;
  }
  if (auto counted = dyn_cast<scf::ForOp>(loop)) {
    Poly delta = next.base - Poly::symbol(m_scalars.baseSymbolOf(argument));
    Poly moved;
    moved.bad = true;
    if (m_scalars.isOutside(delta, loop)) {
      moved = m_scalars.tripsTimes(counted, delta);
    }
    if (!moved.bad && !(init.base + moved).bad) {
      m_companions = std::move(known);
      init.base = init.base + moved;
      init.arg = assumed.arg;
      return init;
    }
  }
  m_companions[argument] = {{init.base, next.base}};
  return assumed;
}

/// A tile that the condition of a loop hands to the body, or to what follows the loop.
Form TensorForms::passedForm(Value passed, Value into, scf::WhileOp loop) {
  Form form = formOf(passed);
  if (!form.linear || (isSteady(form, loop) && m_scalars.isOutside(form.base, loop))) {
    return form;
  }
  if (!isSteady(form, loop)) {
    return Form::opaque("index is carried round a loop and made anew in each round");
  }
  m_companions[into] = {{form.base}};
  form.base = Poly::symbol(m_scalars.baseSymbolOf(into));
  return form;
}

Form TensorForms::resultOfLoop(scf::ForOp loop, unsigned index) {
  BlockArgument argument = loop.getRegionIterArg(index);
  Form form = formOf(argument);
  if (!form.linear) {
    return form;
  }
  Form init = formOf(loop.getInitArgs()[index]);
  Form next = formOf(loop.getBody()->getTerminator()->getOperand(index));
  if (!next.linear || isBad(next) || !isSteady(form, loop)) {
    return Form::opaque("index comes out of a loop whose last round is not known");
  }
  m_companions[argument] = {{init.base, next.base}};
  Value result = loop.getResult(index);
  m_companions[result] = {};
  form.base = Poly::symbol(m_scalars.baseSymbolOf(result));
  return form;
}

Form TensorForms::resultOfBranch(scf::IfOp branch, unsigned index) {
  Form then = formOf(branch.thenYield().getOperand(index));
  Form otherwise = formOf(branch.elseYield().getOperand(index));
  if (!then.linear || !otherwise.linear) {
    return Form::opaque("index comes from a branch: " + (then.linear ? otherwise.why : then.why));
  }
  if (!isSteady(then, branch) || !isSteady(otherwise, branch)) {
    return Form::opaque("index comes from a branch and depends on what is computed in it");
  }
  if (m_scalars.isOutside(then.base, branch) && m_scalars.isOutside(otherwise.base, branch) &&
      !then.wrap && !otherwise.wrap) {
    return chosen(then, otherwise, [&](const Poly &a, const Poly &b) {
      return a == b ? a : m_scalars.ifTrue(branch.getCondition(), a, b);
    });
  }
  if (then.coeff != otherwise.coeff || then.digits != otherwise.digits ||
      then.wrap != otherwise.wrap || then.guards != otherwise.guards) {
    return Form::opaque("index is of one form in one branch and of another in the other");
  }
  Value result = branch.getResult(index);
  m_companions[result] = {{then.base, otherwise.base}};
  then.base = Poly::symbol(m_scalars.baseSymbolOf(result));
  then.arg = then.arg == otherwise.arg ? then.arg : -1;
  return then;
}

Form TensorForms::carriedForm(BlockArgument argument, RankedTensorType) {
  Operation *owner = argument.getOwner()->getParentOp();
  const unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    return roundForm(argument, loop.getInitArgs()[number - 1],
                     loop.getBody()->getTerminator()->getOperand(number - 1), loop);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(owner)) {
    return argument.getOwner() == loop.getBeforeBody()
               ? roundForm(argument, loop.getInits()[number], loop.getYieldOp().getOperand(number),
                           loop)
               : passedForm(loop.getConditionOp().getArgs()[number], argument, loop);
  }
  return Form::opaque("index is carried by control flow");
}

} // namespace charonia::tile
