// SPDX-License-Identifier: GPL-3.0-or-later
// From questions to the compiler's editor services, and from their values to JSON.
#include "run/EditorQuery.h"

#include "run/KernelFile.h"
#include "run/TextFile.h"

#include <fmt/format.h>

namespace charonia::app {
namespace {

using compiler::SourceRange;
using nlohmann::json;

json toJson(const SourceRange &range) {
  return json::array({range.beginLine, range.beginColumn, range.endLine, range.endColumn});
}

json toJson(const std::vector<compiler::OutlineItem> &items) {
  json list = json::array();
  for (const compiler::OutlineItem &item : items) {
    list.push_back({{"name", item.name},
                    {"kind", compiler::symbolKindName(item.kind)},
                    {"detail", item.detail},
                    {"range", toJson(item.range)},
                    {"nameRange", toJson(item.nameRange)},
                    {"children", toJson(item.children)}});
  }
  return list;
}

json completionJson(const compiler::Completion &completion) {
  json items = json::array();
  for (const compiler::CompletionItem &item : completion.items) {
    items.push_back({{"name", item.name},
                     {"kind", compiler::symbolKindName(item.kind)},
                     {"detail", item.detail},
                     {"doc", item.doc}});
  }
  return {{"replace", toJson(completion.replace)}, {"items", items}};
}

json hoverJson(const std::optional<compiler::Hover> &hover) {
  if (!hover) {
    return {{"hover", nullptr}};
  }
  return {{"hover",
           {{"range", toJson(hover->range)},
            {"kind", compiler::symbolKindName(hover->kind)},
            {"name", hover->name},
            {"signature", hover->signature},
            {"types", hover->types},
            {"moreTypes", hover->moreTypes},
            {"guessed", hover->guessed},
            {"doc", hover->doc},
            {"text", compiler::hoverText(*hover)}}}};
}

json signatureJson(const std::optional<compiler::SignatureHelp> &help) {
  if (!help) {
    return {{"signature", nullptr}};
  }
  json parameters = json::array();
  for (const compiler::SignatureHelp::Parameter &parameter : help->parameters) {
    parameters.push_back(help->label.substr(parameter.begin, parameter.end - parameter.begin));
  }
  return {{"signature",
           {{"label", help->label},
            {"parameters", parameters},
            {"active", help->active},
            {"doc", help->doc}}}};
}

json renameJson(const compiler::Rename &rename) {
  json edits = json::array();
  for (const compiler::TextEdit &edit : rename.edits) {
    edits.push_back({{"range", toJson(edit.range)}, {"text", edit.text}});
  }
  return {{"rename",
           {{"refusal", rename.refusal},
            {"name", rename.name},
            {"edits", edits},
            {"notes", rename.notes}}}};
}

json foldingJson(const std::vector<compiler::FoldingRange> &ranges) {
  static const char *const kKinds[] = {"block", "brackets", "comment", "imports", "text"};
  json list = json::array();
  for (const compiler::FoldingRange &range : ranges) {
    list.push_back({{"kind", kKinds[static_cast<size_t>(range.kind)]},
                    {"begin", range.beginLine},
                    {"end", range.endLine}});
  }
  return {{"folding", list}};
}

std::string textMember(const json &object, const char *key) {
  auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

uint32_t numberMember(const json &object, const char *key) {
  auto found = object.find(key);
  bool fits =
      found != object.end() && found->is_number_unsigned() && found->get<uint64_t>() <= UINT32_MAX;
  return fits ? found->get<uint32_t>() : 0;
}

} // namespace

bool isEditorQuery(const std::string &what) {
  static const std::vector<std::string> kWords = {"complete",  "hover",  "definition", "references",
                                                  "signature", "rename", "outline",    "folding"};
  return std::find(kWords.begin(), kWords.end(), what) != kWords.end();
}

json answerEditorQuery(const EditorQuery &query, const std::string &text, const std::string &file,
                       const launch::Launch *launch, const compiler::EditorOptions &options) {
  compiler::EditorFile editor(text, file, options);
  std::optional<compiler::TypeAnalysis> types;
  if (query.what == "hover" || query.what == "complete") {
    types = compiler::analyzeTypes(text, file, launch, options);
  }
  if (query.what == "complete") {
    return completionJson(editor.complete(query.at, &*types));
  }
  if (query.what == "hover") {
    return hoverJson(editor.hover(query.at, &*types));
  }
  if (query.what == "definition") {
    json list = json::array();
    for (const SourceRange &range : editor.definition(query.at)) {
      list.push_back({{"file", range.file}, {"range", toJson(range)}});
    }
    return {{"ranges", list}};
  }
  if (query.what == "references") {
    json list = json::array();
    for (const compiler::Reference &reference : editor.references(query.at)) {
      list.push_back({{"range", toJson(reference.range)}, {"write", reference.write}});
    }
    return {{"ranges", list}};
  }
  if (query.what == "signature") {
    return signatureJson(editor.signatureHelp(query.at));
  }
  if (query.what == "rename") {
    return renameJson(editor.rename(query.at, query.newName));
  }
  return query.what == "outline" ? json{{"outline", toJson(editor.outline())}}
                                 : foldingJson(editor.folding());
}

std::optional<launch::Launch> launchForQuery(const std::string &file, const std::string &chosen) {
  const std::string path = chosen.empty() ? findLaunchOf(file) : chosen;
  if (path.empty()) {
    return std::nullopt;
  }
  auto launch = launch::loadLaunch(path);
  return launch ? std::optional(std::move(*launch)) : std::nullopt;
}

json answerQueryRequest(const json &request) {
  json reply = {{"id", request.value("id", json())}, {"exit", 0}};
  auto refuse = [&](const std::string &why) {
    reply["exit"] = 64;
    reply["error"] = why;
    return reply;
  };
  EditorQuery query;
  query.what = textMember(request, "query");
  query.at = {numberMember(request, "line"), numberMember(request, "column")};
  query.newName = textMember(request, "name");
  const std::string file = textMember(request, "file");
  if (!isEditorQuery(query.what) || file.empty()) {
    return refuse("a query needs \"query\" (complete, hover, definition, references, signature, "
                  "rename, outline or folding) and \"file\"");
  }
  compiler::EditorOptions options;
  if (auto paths = request.find("searchPaths"); paths != request.end() && paths->is_array()) {
    for (const json &path : *paths) {
      options.searchPaths.push_back(path.is_string() ? path.get<std::string>() : "");
    }
  }
  std::string text = textMember(request, "text");
  if (request.find("text") == request.end()) {
    auto read = readFile(file, options.limits.sourceBytes);
    if (!read) {
      return refuse(fmt::format("{}: {}", file, read.error().reason));
    }
    text = std::move(*read);
  }
  auto launch = launchForQuery(file, textMember(request, "launch"));
  reply.update(answerEditorQuery(query, text, file, launch ? &*launch : nullptr, options));
  return reply;
}

} // namespace charonia::app
