// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of device-library functions.
#include "charonia/Support/LibraryFunctions.h"

#include <algorithm>
#include <iterator>

namespace charonia::compiler {

namespace {

struct Row {
  std::string_view base; ///< symbol without prefix `__nv_` and without the suffix `f` of fp32
  numerics::Fn fn;
};

using numerics::Fn;

constexpr Row kRows[] = {
    {"abs", Fn::AbsI},         {"acos", Fn::Acos},       {"asin", Fn::Asin},
    {"atan", Fn::Atan},        {"atan2", Fn::Atan2},     {"cbrt", Fn::Cbrt},
    {"ceil", Fn::Ceil},        {"clz", Fn::Clz},         {"copysign", Fn::CopySignF},
    {"cos", Fn::Cos},          {"cosh", Fn::Cosh},       {"erf", Fn::Erf},
    {"erfc", Fn::Erfc},        {"exp", Fn::Exp},         {"exp2", Fn::Exp2},
    {"expm1", Fn::Expm1},      {"fabs", Fn::AbsF},       {"floor", Fn::Floor},
    {"fma", Fn::FmaF},         {"fmax", Fn::MaxNumF},    {"fmin", Fn::MinNumF},
    {"fmod", Fn::RemF},        {"hypot", Fn::Hypot},     {"isinf", Fn::IsInfF},
    {"isinfd", Fn::IsInfF},    {"isnan", Fn::IsNanF},    {"isnand", Fn::IsNanF},
    {"llabs", Fn::AbsI},       {"log", Fn::Log},         {"log10", Fn::Log10},
    {"log1p", Fn::Log1p},      {"log2", Fn::Log2},       {"mulhi", Fn::MulHiSI},
    {"nearbyint", Fn::NearbyInt}, {"popc", Fn::Popc},    {"pow", Fn::Pow},
    {"rint", Fn::NearbyInt},   {"round", Fn::Round},     {"rsqrt", Fn::Rsqrt},
    {"signbit", Fn::SignBitF}, {"signbitd", Fn::SignBitF}, {"sin", Fn::Sin},
    {"sinh", Fn::Sinh},        {"sqrt", Fn::Sqrt},       {"tan", Fn::Tan},
    {"tanh", Fn::Tanh},        {"trunc", Fn::Trunc},     {"umulhi", Fn::MulHiUI},
};

std::optional<numerics::Fn> find(std::string_view base) {
  const Row *row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row &candidate) { return candidate.base == base; });
  return row == std::end(kRows) ? std::nullopt : std::optional(row->fn);
}

} // namespace

std::optional<numerics::Fn> functionOfSymbol(std::string_view symbol) {
  constexpr std::string_view kPrefix = "__nv_";
  if (!symbol.starts_with(kPrefix)) {
    return std::nullopt;
  }
  symbol.remove_prefix(kPrefix.size());
  if (std::optional<numerics::Fn> whole = find(symbol)) {
    return whole;
  }
  if (symbol.ends_with('f')) {
    symbol.remove_suffix(1);
    return find(symbol);
  }
  return std::nullopt;
}

} // namespace charonia::compiler
