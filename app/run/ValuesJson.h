// SPDX-License-Identifier: GPL-3.0-or-later
// The compiler's values as JSON and back, one member list for both directions: what a worker
// process sends to the window. A program travels as base64 of its binary form. No Qt.
#pragma once

#include "charonia/compiler/Compiler.h"
#include "charonia/launch/Memory.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace charonia::app {

/// Writing. Members keep the names they have in Values.h; enumerators are words, infinities and NaN
/// the strings "inf", "-inf", "nan".
nlohmann::json toJson(const compiler::SourceRange &range);
nlohmann::json toJson(const compiler::Diagnostic &diagnostic);
nlohmann::json toJson(const std::vector<compiler::Diagnostic> &diagnostics);
nlohmann::json toJson(const compiler::PassRecord &pass);
nlohmann::json toJson(const compiler::AccessRow &access);
nlohmann::json toJson(const compiler::PlacementRow &placement);
nlohmann::json toJson(const compiler::Remark &remark);
nlohmann::json toJson(const compiler::Options &options);
nlohmann::json toJson(const compiler::IrText &text);
nlohmann::json toJson(const compiler::Compilation &compilation);
nlohmann::json toJson(const std::vector<launch::Mismatch> &mismatches);
nlohmann::json toJson(const std::vector<compiler::KernelInfo> &kernels);

/// Reading: untrusted text. A member that is absent keeps its default; one of another type or out
/// of range is an error that names it ("passes[3].micros: ...").
template <typename T>
using FromJson = tl::expected<T, std::string>;
FromJson<std::vector<compiler::Diagnostic>> diagnosticsFromJson(const nlohmann::json &json);
/// `base` holds the members that are absent.
FromJson<compiler::Options> optionsFromJson(const nlohmann::json &json,
                                            const compiler::Options &base = {});
FromJson<compiler::IrText> irTextFromJson(const nlohmann::json &json);
FromJson<compiler::Compilation> compilationFromJson(const nlohmann::json &json);
FromJson<std::vector<launch::Mismatch>> mismatchesFromJson(const nlohmann::json &json);
FromJson<std::vector<compiler::KernelInfo>> kernelsFromJson(const nlohmann::json &json);

/// Base64 with padding, and back; nothing if the text is not base64.
std::string toBase64(std::string_view bytes);
std::optional<std::string> fromBase64(std::string_view text);

} // namespace charonia::app
