// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/FrontendDiff.h"

#include "run/UnifiedDiff.h"
#include "widgets/text/LineDiff.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace charonia::app {
namespace {

using ui::DiffRow;

/// One `%name` of a line.
struct Name {
  size_t begin = 0, end = 0; ///< with the `%`, without `#0` or `:2`
  bool defined = false;      ///< here; otherwise used
};

bool isNameCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '.' ||
         c == '-';
}

/// End of the string literal that begins at `at`.
size_t endOfString(std::string_view line, size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    at += line[at] == '\\';
  }
  return std::min(at + 1, line.size());
}

/// The names of a line as our printer writes it: results stand before the first " = ", arguments
/// of functions and blocks before ":", loop variables before " = ".
std::vector<Name> namesOf(std::string_view line) {
  std::vector<Name> names;
  size_t assignment = std::string_view::npos;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      at = endOfString(line, at);
    } else if (line[at] == '%') {
      Name name{at, at + 1, false};
      while (name.end < line.size() && isNameCharacter(line[name.end])) {
        ++name.end;
      }
      names.push_back(name);
      at = name.end;
    } else {
      if (assignment == std::string_view::npos && line.substr(at).starts_with(" = ")) {
        assignment = at;
      }
      ++at;
    }
  }
  const size_t first = line.find_first_not_of(' ');
  const std::string_view op = first == std::string_view::npos ? "" : line.substr(first);
  const bool results = op.starts_with('%');
  const bool arguments = op.starts_with("tt.func") || op.starts_with('^');
  for (Name &name : names) {
    const std::string_view after = line.substr(name.end);
    name.defined = (results && name.begin < assignment) || after.starts_with(" = ") ||
                   (arguments && after.starts_with(": "));
  }
  return names;
}

/// The line with every name replaced by what `rename` says of it.
template <typename Rename>
std::string renamed(std::string_view line, const std::vector<Name> &names, Rename rename) {
  std::string text;
  size_t at = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    text += line.substr(at, names[i].begin - at);
    text += rename(i, line.substr(names[i].begin, names[i].end - names[i].begin));
    at = names[i].end;
  }
  return text += line.substr(at);
}

/// The line of the module counts ops in an attribute; that is no difference.
std::string_view comparable(std::string_view line) {
  return line.starts_with("module") ? "module {" : line;
}

struct Text {
  std::vector<std::string_view> lines;
  std::vector<std::vector<Name>> names;
  std::string skeleton; ///< the text without names

  explicit Text(std::string_view text) : lines(ui::splitLines(text)) {
    for (std::string_view &line : lines) {
      line = comparable(line);
      names.push_back(namesOf(line));
      skeleton += renamed(line, names.back(), [](size_t, std::string_view) { return "%"; });
      skeleton += '\n';
    }
  }

  std::string_view nameAt(size_t line, size_t name) const {
    const Name &found = names[line][name];
    return lines[line].substr(found.begin, found.end - found.begin);
  }
};

std::string joined(const Text &text) {
  std::string all;
  for (std::string_view line : text.lines) {
    all.append(line) += '\n';
  }
  return all;
}

/// Index into Text::names of where a name is defined; line -1 if nowhere.
struct Definition {
  int line = -1, name = -1;
  auto operator<=>(const Definition &) const = default;
};

/// For each name of each line its definition: names come back in the next function and in regions
/// side by side, so the last one before counts.
std::vector<std::vector<Definition>> definitionsOf(const Text &text) {
  std::map<std::string_view, Definition> current;
  std::vector<std::vector<Definition>> all(text.lines.size());
  for (size_t line = 0; line < text.lines.size(); ++line) {
    for (size_t i = 0; i < text.names[line].size(); ++i) {
      if (text.names[line][i].defined) {
        current[text.nameAt(line, i)] = {int(line), int(i)};
      }
    }
    for (size_t i = 0; i < text.names[line].size(); ++i) {
      auto found = current.find(text.nameAt(line, i));
      all[line].push_back(found == current.end() ? Definition{} : found->second);
    }
  }
  return all;
}

/// Which definition of the first text stands for one of the second: that of the same op; else, of
/// ops that only one text has, that which the same op uses at the same place.
std::map<Definition, Definition> partners(const Text &before, const Text &after) {
  const ui::LineDiff diff = ui::diffLines(before.skeleton, after.skeleton);
  const auto oldDefinitions = definitionsOf(before), newDefinitions = definitionsOf(after);
  std::map<Definition, Definition> partner;
  std::set<Definition> taken;
  const auto visit = [&](bool definitions) {
    for (const DiffRow &row : diff.rows) {
      if (row.kind != DiffRow::Kind::Same) {
        continue;
      }
      const auto &olds = oldDefinitions[size_t(row.oldLine)];
      const auto &news = newDefinitions[size_t(row.newLine)];
      for (size_t i = 0; i < news.size(); ++i) {
        if (after.names[size_t(row.newLine)][i].defined == definitions && news[i].line >= 0 &&
            olds[i].line >= 0 && !partner.contains(news[i]) && taken.insert(olds[i]).second) {
          partner[news[i]] = olds[i];
        }
      }
    }
  };
  visit(true);
  visit(false);
  return partner;
}

/// The second text with the first one's names where both have the same value.
std::string withNamesOf(const Text &before, const Text &after) {
  const std::map<Definition, Definition> partner = partners(before, after);
  const auto definitions = definitionsOf(after);
  std::string text;
  for (size_t line = 0; line < after.lines.size(); ++line) {
    text += renamed(after.lines[line], after.names[line], [&](size_t i, std::string_view name) {
      auto found = partner.find(definitions[line][i]);
      return found == partner.end() ? fmt::format("%upstream_{}", name.substr(1))
                                    : std::string(before.nameAt(size_t(found->second.line),
                                                                size_t(found->second.name)));
    });
    text += '\n';
  }
  return text;
}

bool isOp(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] != '}' && line[first] != '^' &&
         line[first] != '#' && !line.starts_with("module");
}

/// Of each run of changed lines, the ops of the side that has more.
size_t countOps(const std::string &before, const std::string &after) {
  const ui::LineDiff diff = ui::diffLines(before, after);
  size_t total = 0, removed = 0, added = 0;
  const auto close = [&] {
    total += std::max(removed, added);
    removed = added = 0;
  };
  for (const DiffRow &row : diff.rows) {
    if (row.kind == DiffRow::Kind::Same) {
      close();
    } else if (row.kind == DiffRow::Kind::Removed) {
      removed += isOp(diff.oldLines[size_t(row.oldLine)]);
    } else {
      added += isOp(diff.newLines[size_t(row.newLine)]);
    }
  }
  close();
  return total;
}

} // namespace

FrontendDiff diffFrontends(const std::string &builtin, const std::string &upstream) {
  const Text before(builtin), after(upstream);
  FrontendDiff diff;
  diff.builtin = joined(before);
  diff.upstream = withNamesOf(before, after);
  diff.text = unifiedDiff(diff.builtin, diff.upstream, "builtin", "upstream");
  diff.ops = countOps(diff.builtin, diff.upstream);
  diff.summary = diff.ops == 1 ? "1 op differs" : fmt::format("{} ops differ", diff.ops);
  return diff;
}

} // namespace charonia::app
