// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli query: what the editor services say about a place of a source file.
#include "cli/Output.h"
#include "cli/Verbs.h"
#include "run/EditorQuery.h"
#include "run/TextFile.h"

#include <charconv>
#include <fmt/format.h>

namespace charonia::app {
namespace {

using nlohmann::json;

struct QueryFlags {
  std::string file, launch;
  std::map<std::string, std::string> places; ///< by word: "LINE:COLUMN"
  std::vector<std::string> rename;           ///< place and new name
  std::vector<std::string> searchPaths;
  bool outline = false, folding = false, json = false;
};

std::optional<compiler::TextPosition> parsePlace(const std::string &text) {
  compiler::TextPosition at;
  const char *end = text.data() + text.size();
  auto line = std::from_chars(text.data(), end, at.line);
  if (line.ec != std::errc() || line.ptr == end || *line.ptr != ':') {
    return std::nullopt;
  }
  auto column = std::from_chars(line.ptr + 1, end, at.column);
  return column.ec == std::errc() && column.ptr == end ? std::optional(at) : std::nullopt;
}

/// The questions of the flags, in a fixed order; nothing and `problem` when one is wrong.
std::vector<EditorQuery> queriesOf(const QueryFlags &flags, std::string &problem) {
  std::vector<EditorQuery> queries;
  auto add = [&](const std::string &what, const std::string &place, const std::string &name) {
    auto at = parsePlace(place);
    if (!at) {
      problem = fmt::format("'{}' is not a place like 12:5 (line and byte column, from 1)", place);
    } else {
      queries.push_back({what, *at, name});
    }
  };
  for (const auto &[what, place] : flags.places) {
    if (!place.empty()) {
      add(what, place, "");
    }
  }
  if (flags.rename.size() == 2) {
    add("rename", flags.rename[0], flags.rename[1]);
  }
  if (flags.outline) {
    queries.push_back({"outline", {}, ""});
  }
  if (flags.folding) {
    queries.push_back({"folding", {}, ""});
  }
  if (queries.empty() && problem.empty()) {
    problem = "nothing is asked; see `charonia-cli query --help`";
  }
  return queries;
}

std::string rangeText(const json &range) {
  return fmt::format("{}:{}-{}:{}", range[0].get<int>(), range[1].get<int>(), range[2].get<int>(),
                     range[3].get<int>());
}

void printOutline(const json &items, int depth) {
  for (const json &item : items) {
    fmt::print("{:{}}{} {}{}  {}\n", "", 2 * depth, item["kind"].get<std::string>(),
               item["name"].get<std::string>(), item["detail"].get<std::string>(),
               rangeText(item["range"]));
    printOutline(item["children"], depth + 1);
  }
}

/// True when there is something to show.
bool printAnswer(const EditorQuery &query, const json &answer) {
  if (query.what == "complete") {
    for (const json &item : answer["items"]) {
      std::string detail = item["detail"];
      fmt::print("{:<10} {}{}\n", item["kind"].get<std::string>(), item["name"].get<std::string>(),
                 detail.empty() ? "" : "  " + detail);
    }
    return !answer["items"].empty();
  }
  if (query.what == "hover" || query.what == "signature") {
    const json &found = answer[query.what];
    if (found.is_null()) {
      return false;
    }
    fmt::print("{}\n", found[query.what == "hover" ? "text" : "label"].get<std::string>());
    return true;
  }
  if (query.what == "definition" || query.what == "references") {
    for (const json &each : answer["ranges"]) {
      fmt::print("{}{}{}\n", each.contains("file") ? each["file"].get<std::string>() + ":" : "",
                 rangeText(each["range"]), each.value("write", false) ? " write" : "");
    }
    return !answer["ranges"].empty();
  }
  if (query.what == "rename") {
    const json &rename = answer["rename"];
    if (std::string refusal = rename["refusal"]; !refusal.empty()) {
      fmt::print(stderr, "cannot be renamed: {}\n", refusal);
      return false;
    }
    for (const json &edit : rename["edits"]) {
      fmt::print("{} {}\n", rangeText(edit["range"]), edit["text"].get<std::string>());
    }
    for (const json &note : rename["notes"]) {
      fmt::print(stderr, "note: {}\n", note.get<std::string>());
    }
    return true;
  }
  if (query.what == "outline") {
    printOutline(answer["outline"], 0);
    return !answer["outline"].empty();
  }
  for (const json &each : answer["folding"]) {
    fmt::print("{}-{} {}\n", each["begin"].get<int>(), each["end"].get<int>(),
               each["kind"].get<std::string>());
  }
  return !answer["folding"].empty();
}

int query(const QueryFlags &flags) {
  std::string problem;
  std::vector<EditorQuery> queries = queriesOf(flags, problem);
  if (!problem.empty()) {
    return badUsage(problem);
  }
  compiler::EditorOptions options;
  options.searchPaths = flags.searchPaths;
  auto text = readFile(flags.file, options.limits.sourceBytes);
  if (!text) {
    return badUsage(fmt::format("{}: {}", flags.file, text.error().reason));
  }
  auto launch = launchForQuery(flags.file, flags.launch);
  if (!flags.launch.empty() && !launch) {
    return badUsage(fmt::format("{}: is not a launch file", flags.launch));
  }
  json answers = json::object();
  bool found = true;
  for (const EditorQuery &each : queries) {
    json answer = answerEditorQuery(each, *text, flags.file, launch ? &*launch : nullptr, options);
    if (flags.json) {
      answers[each.what] = std::move(answer);
    } else {
      found = printAnswer(each, answer) && found;
    }
  }
  if (flags.json) {
    fmt::print("{}\n", answers.dump(2, ' ', false, json::error_handler_t::replace));
  }
  return found ? 0 : 1;
}

} // namespace

void addQueryVerb(CLI::App &app, int &exitCode) {
  auto flags = std::make_shared<QueryFlags>();
  CLI::App *verb = app.add_subcommand(
      "query", "Editor services: completion, hover, definition and more at LINE:COLUMN");
  verb->add_option("file", flags->file, "Source file (.py)")->required();
  for (const auto &[word, help] : {std::pair("complete", "Names that can stand at the place"),
                                   {"hover", "Type, value and documentation"},
                                   {"definition", "Where the name is defined"},
                                   {"references", "Where the name is used in this file"},
                                   {"signature", "Parameters of the call round the place"}}) {
    verb->add_option(fmt::format("--{}", word), flags->places[word], help);
  }
  verb->add_option("--rename", flags->rename, "LINE:COLUMN NAME: the edits of a rename")
      ->expected(2);
  verb->add_flag("--outline", flags->outline, "Functions, classes and constants of the file");
  verb->add_flag("--folding", flags->folding, "Lines that can be hidden");
  verb->add_option("--launch", flags->launch,
                   "Launch file whose arguments give the types; else the one beside the source");
  verb->add_option("--search-path", flags->searchPaths,
                   "Folder in which imported files are looked for");
  verb->add_flag("--json", flags->json, "Answers as JSON");
  verb->callback([flags, &exitCode] { exitCode = query(*flags); });
}

} // namespace charonia::app
