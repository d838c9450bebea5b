// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading one argument or one buffer; shared by launches and sequences.
#pragma once

#include "JsonReader.h"

namespace charonia::launch {

/// Reads an argument. `named`: it must have a name (items of a tuple need none).
Argument readArgument(JsonReader &reader, const Json &json, const std::string &path, bool named,
                      int depth);
ConstantValue readConstant(JsonReader &reader, const Json &json, const std::string &path);

/// The argument as JSON, unknown keys included.
Json writeArgument(const Argument &argument);
Json writeConstant(const ConstantValue &value);
/// A number, with NaN and infinities as strings.
Json writeNumber(double value);
/// Adds the keys of `unknown` to `object`; objects under the same key are merged.
void mergeUnknown(Json &object, const nlohmann::json &unknown);

} // namespace charonia::launch
