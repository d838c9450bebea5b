// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FnTyping.h"

#include "EnumNames.h"

#include <fmt/format.h>

namespace charonia::program {

using numerics::FnKind;

namespace {

struct Row {
  unsigned operands;
  FnKind kind;
};

constexpr Row kRows[] = {
#define FUNCTION(Name, operands, kind, costClass) {operands, FnKind::kind},
#include "charonia/numerics/Functions.def"
};

/// Whether a cast goes from an integer (or a float) and to one.
bool castTypesFit(Fn fn, ElementType in, ElementType out) {
  const bool fromFloat = numerics::isFloat(in), toFloat = numerics::isFloat(out);
  const unsigned fromBits = numerics::bitWidth(in), toBits = numerics::bitWidth(out);
  switch (fn) {
  case Fn::ExtSI:
  case Fn::ExtUI:
    return !fromFloat && !toFloat && fromBits <= toBits;
  case Fn::TruncI:
    return !fromFloat && !toFloat && fromBits >= toBits;
  case Fn::SIToFP:
  case Fn::UIToFP:
    return !fromFloat && toFloat;
  case Fn::FPToSI:
  case Fn::FPToUI:
    return fromFloat && !toFloat;
  case Fn::ExtF:
  case Fn::TruncF:
  case Fn::TruncFRtz:
    return fromFloat && toFloat;
  case Fn::Bitcast:
    return fromBits == toBits;
  default:
    return false;
  }
}

} // namespace

FnKind kindOf(Fn fn) { return kRows[static_cast<size_t>(fn)].kind; }

unsigned operandsOf(Fn fn) { return kRows[static_cast<size_t>(fn)].operands; }

std::string checkFnTypes(Fn fn, ElementType in, ElementType out) {
  bool fits = false;
  switch (kindOf(fn)) {
  case FnKind::Int:
    fits = !numerics::isFloat(in) && in == out;
    break;
  case FnKind::Float:
    fits = numerics::isFloat(in) && in == out;
    break;
  case FnKind::CmpI:
    fits = !numerics::isFloat(in) && out == ElementType::I1;
    break;
  case FnKind::CmpF:
    fits = numerics::isFloat(in) && out == ElementType::I1;
    break;
  case FnKind::Cast:
    fits = castTypesFit(fn, in, out);
    break;
  case FnKind::Any:
    fits = in == out;
    break;
  }
  return fits ? std::string()
              : fmt::format("{} does not take {} to {}", enumName(fn), enumName(in), enumName(out));
}

} // namespace charonia::program
