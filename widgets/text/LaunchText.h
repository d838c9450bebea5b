// SPDX-License-Identifier: GPL-3.0-or-later
// Launch values as the text that a person types, and back. No Qt here.
#pragma once

#include "charonia/launch/Launch.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace charonia::ui {

/// Which parts of a launch were guessed, not given: "grid", "constexprs/BLOCK", "args/x/type",
/// "args/x/shape", "args/x/value".
using GuessedKeys = std::set<std::string>;

/// "None", "True", "1024", "0.5", "'relu'", "dtype fp16", "= cdiv(N, 2)", "(1, 2)".
std::string constantText(const launch::ConstantValue &value);
/// The inverse; nothing if the text is none of these.
std::optional<launch::ConstantValue> parseConstant(std::string_view text);

/// Sets kind, type, signedness and typeText from a signature spelling ("*fp32", "i32",
/// "constexpr"); false (and no change) if it is not known.
bool setArgumentType(launch::Argument &argument, std::string_view typeText);

/// "128 x 64"; "16384" for one dimension.
std::string shapeText(const std::vector<int64_t> &shape);
/// The inverse; 'x', '*', ',' or spaces separate. Nothing if an extent is not a positive number or
/// the product leaves 63 bits.
std::optional<std::vector<int64_t>> parseShape(std::string_view text);
/// Sets shape, row-major strides and the element count.
void setShape(launch::Argument &argument, std::vector<int64_t> shape);

/// One alternative of a launch's "configs": constants and compiler options that go over the
/// launch's.
struct LaunchConfig {
  std::string text; ///< "BLOCK_M = 64, BLOCK_N = 32, cbDepth = 2"
  std::map<std::string, launch::ConstantValue> constexprs;
  nlohmann::json options = nlohmann::json::object();
};

/// The configs of a launch. An entry is {"constexprs": {...}, "options": {...}}, or a plain object
/// whose members are constants of the launch, else options. What is neither is left out.
std::vector<LaunchConfig> configsOf(const launch::Launch &launch);
/// Puts a config's constants and options over the launch's.
void applyConfig(launch::Launch &launch, const LaunchConfig &config);

} // namespace charonia::ui
