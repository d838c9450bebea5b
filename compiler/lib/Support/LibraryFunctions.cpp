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
    {"abs", Fn::AbsI},
    {"acos", Fn::Acos},
    {"add_rn", Fn::AddF},
    {"asin", Fn::Asin},
    {"atan", Fn::Atan},
    {"atan2", Fn::Atan2},
    {"cbrt", Fn::Cbrt},
    {"ceil", Fn::Ceil},
    {"clz", Fn::Clz},
    {"clzll", Fn::Clz},
    {"copysign", Fn::CopySignF},
    {"cos", Fn::Cos},
    {"cosh", Fn::Cosh},
    {"div_rn", Fn::DivF},
    {"fdiv_rn", Fn::DivF},
    {"ddiv_rn", Fn::DivF},
    {"erf", Fn::Erf},
    {"erfc", Fn::Erfc},
    {"exp", Fn::Exp},
    {"exp2", Fn::Exp2},
    {"expm1", Fn::Expm1},
    {"fabs", Fn::AbsF},
    {"fadd_rn", Fn::AddF},
    {"dadd_rn", Fn::AddF},
    {"fast_cos", Fn::Cos},
    {"fast_exp", Fn::Exp},
    {"fast_log", Fn::Log},
    {"fast_log10", Fn::Log10},
    {"fast_log2", Fn::Log2},
    {"fast_pow", Fn::Pow},
    {"fast_sin", Fn::Sin},
    {"fast_tan", Fn::Tan},
    {"fast_tanh", Fn::Tanh},
    {"floor", Fn::Floor},
    {"fma", Fn::FmaF},
    {"fma_rn", Fn::FmaF},
    {"fmaf_rn", Fn::FmaF},
    {"fmax", Fn::MaxNumF},
    {"fmin", Fn::MinNumF},
    {"fmod", Fn::RemF},
    {"fmul_rn", Fn::MulF},
    {"dmul_rn", Fn::MulF},
    {"fsqrt_rn", Fn::Sqrt},
    {"dsqrt_rn", Fn::Sqrt},
    {"fsub_rn", Fn::SubF},
    {"dsub_rn", Fn::SubF},
    {"hypot", Fn::Hypot},
    {"isinf", Fn::IsInfF},
    {"isinfd", Fn::IsInfF},
    {"isnan", Fn::IsNanF},
    {"isnand", Fn::IsNanF},
    {"llabs", Fn::AbsI},
    {"log", Fn::Log},
    {"log10", Fn::Log10},
    {"log1p", Fn::Log1p},
    {"log2", Fn::Log2},
    {"max", Fn::MaxSI},
    {"min", Fn::MinSI},
    {"mulhi", Fn::MulHiSI},
    {"mul64hi", Fn::MulHiSI},
    {"nearbyint", Fn::NearbyInt},
    {"popc", Fn::Popc},
    {"popcll", Fn::Popc},
    {"pow", Fn::Pow},
    {"rint", Fn::NearbyInt},
    {"round", Fn::Round},
    {"rsqrt", Fn::Rsqrt},
    {"rsqrt_rn", Fn::Rsqrt},
    {"signbit", Fn::SignBitF},
    {"signbitd", Fn::SignBitF},
    {"sin", Fn::Sin},
    {"sinh", Fn::Sinh},
    {"sqrt", Fn::Sqrt},
    {"sqrt_rn", Fn::Sqrt},
    {"tan", Fn::Tan},
    {"tanh", Fn::Tanh},
    {"trunc", Fn::Trunc},
    {"umax", Fn::MaxUI},
    {"umin", Fn::MinUI},
    {"umul64hi", Fn::MulHiUI},
    {"umulhi", Fn::MulHiUI},
};

std::optional<numerics::Fn> find(std::string_view base) {
  const Row *row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row &candidate) { return candidate.base == base; });
  return row == std::end(kRows) ? std::nullopt : std::optional(row->fn);
}

std::optional<numerics::Fn> functionOfBase(std::string_view symbol) {
  for (std::string_view suffix : {"_f32", "_f64"}) {
    if (symbol.ends_with(suffix)) {
      symbol.remove_suffix(suffix.size());
    }
  }
  if (std::optional<numerics::Fn> whole = find(symbol)) {
    return whole;
  }
  if (symbol.ends_with('f')) {
    symbol.remove_suffix(1);
    return find(symbol);
  }
  return std::nullopt;
}

} // namespace

std::optional<numerics::Fn> functionOfSymbol(std::string_view symbol) {
  for (std::string_view prefix : {"__nv_", "__ocml_"}) {
    if (symbol.starts_with(prefix)) {
      return functionOfBase(symbol.substr(prefix.size()));
    }
  }
  return std::nullopt;
}

} // namespace charonia::compiler
