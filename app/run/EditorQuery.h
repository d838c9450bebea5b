// SPDX-License-Identifier: GPL-3.0-or-later
// The editor services as questions and JSON answers, for `charonia-cli query` and `serve`. No Qt.
#pragma once

#include "charonia/compiler/Editor.h"

#include <nlohmann/json.hpp>
#include <string>

namespace charonia::app {

/// One question about a text.
struct EditorQuery {
  /// complete, hover, definition, references, signature, rename, outline, folding
  std::string what;
  compiler::TextPosition at; ///< of all but the last two
  std::string newName;       ///< of rename
};

/// Is `what` one of those words?
bool isEditorQuery(const std::string &what);

/// The answer as the members of a JSON object: "items", "hover", "ranges", "signature", "rename",
/// "outline" or "folding". Ranges are [line, column, end line, end column], with "file" where it
/// can be another file. `launch` (may be null) gives the types of hover and completion.
nlohmann::json answerEditorQuery(const EditorQuery &query, const std::string &text,
                                 const std::string &file, const launch::Launch *launch,
                                 const compiler::EditorOptions &options);

/// The launch whose types a source file's queries use: `chosen` if given, else the launch file that
/// lies beside the source, else none (arguments are guessed).
std::optional<launch::Launch> launchForQuery(const std::string &file, const std::string &chosen);

/// Answers a line of `serve`: {"verb": "query", "query": "hover", "file": "k.py", "text": "...",
/// "line": 3, "column": 5, "name": "new", "launch": "k.launch.json", "searchPaths": []}.
nlohmann::json answerQueryRequest(const nlohmann::json &request);

} // namespace charonia::app
