// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The outline: functions, classes and constants of the file; and what can be folded.
#include "Services.h"

#include <algorithm>
#include <map>

namespace charonia::frontend::editor {
namespace {

using compiler::FoldingRange;
using compiler::OutlineItem;
using compiler::SymbolKind;

class Outliner {
public:
  explicit Outliner(const FileModel &file) : m_file(file) {}

  std::vector<OutlineItem> body(const std::vector<const Node *> &statements, bool names) {
    std::vector<OutlineItem> items;
    collect(statements, names, items);
    return items;
  }

private:
  void collect(const std::vector<const Node *> &statements, bool names,
               std::vector<OutlineItem> &items) {
    for (const Node *node : statements) {
      switch (node->kind) {
      case NodeKind::FunctionDef:
        items.push_back(function(*node));
        break;
      case NodeKind::ClassDef:
        items.push_back(
            item(node->name, SymbolKind::Class, node->place, nameOf(*m_file.source, *node)));
        items.back().children = body(node->body, true);
        break;
      case NodeKind::Assign:
        for (const Node *target : node->items) {
          variable(target, node->place, names, items);
        }
        break;
      case NodeKind::AnnAssign:
        variable(node->first, node->place, names, items);
        break;
      case NodeKind::If:
      case NodeKind::Try:
      case NodeKind::With:
        collect(node->body, names, items);
        collect(node->orelse, names, items);
        break;
      default:
        break;
      }
    }
  }

  OutlineItem item(const std::string &name, SymbolKind kind, const Place &place, Place namePlace) {
    OutlineItem result;
    result.name = name;
    result.kind = kind;
    if (inside(m_file.source->lines, place)) {
      result.range = m_file.range(place);
      namePlace = inside(m_file.source->lines, namePlace) ? namePlace : place;
      result.nameRange = m_file.range(namePlace);
    }
    return result;
  }

  void variable(const Node *target, const Place &place, bool names,
                std::vector<OutlineItem> &items) {
    bool known = std::any_of(items.begin(), items.end(), [&](const OutlineItem &each) {
      return target && each.name == target->name;
    });
    if (names && !known && target && target->kind == NodeKind::Name) {
      items.push_back(item(target->name, SymbolKind::Variable, place, target->place));
    }
  }

  OutlineItem function(const Node &node) {
    Value value;
    value.function.definition = &node;
    value.function.module = m_file.scope;
    Place place = node.place;
    if (!node.decorators.empty() && node.decorators[0]->place.line != 0) {
      place.line = std::min(place.line, node.decorators[0]->place.line);
    }
    OutlineItem result =
        item(node.name, jitDecorated(node) ? SymbolKind::Kernel : SymbolKind::Function, place,
             nameOf(*m_file.source, node));
    result.detail = signatureOf(value, "");
    result.children = body(node.body, false);
    return result;
  }

  const FileModel &m_file;
};

/// Collects ranges; of several that begin in one line the longest stays.
class Folder {
public:
  explicit Folder(const FileModel &file) : m_file(file) {}

  std::vector<FoldingRange> run() {
    blocks();
    brackets();
    runs();
    std::vector<FoldingRange> result;
    for (const auto &[line, range] : m_byLine) {
      result.push_back(range);
    }
    return result;
  }

private:
  void add(FoldingRange::Kind kind, uint32_t begin, uint32_t end) {
    end = std::min(end, static_cast<uint32_t>(m_file.source->lines.size()));
    if (end <= begin) {
      return;
    }
    auto [at, isNew] = m_byLine.try_emplace(begin, FoldingRange{kind, begin, end});
    if (!isNew && end > at->second.endLine) {
      at->second = {kind, begin, end};
    }
  }

  /// A head and the deeper lines that follow it: by indentation, so that a broken line elsewhere
  /// does not matter.
  void blocks() {
    std::string text;
    for (const std::string &line : m_file.source->lines) {
      text += line + "\n";
    }
    std::vector<LogicalLine> lines =
        scanSource(text, m_file.source->file, m_file.limits).logicalLines;
    std::vector<const LogicalLine *> open;
    auto close = [&](const LogicalLine *head, uint32_t last) {
      if (head->compound) {
        add(FoldingRange::Kind::Block, head->first, last);
      }
    };
    uint32_t last = 0;
    for (const LogicalLine &line : lines) {
      while (!open.empty() && open.back()->indent >= line.indent) {
        close(open.back(), last);
        open.pop_back();
      }
      open.push_back(&line);
      last = line.last;
    }
    while (!open.empty()) {
      close(open.back(), last);
      open.pop_back();
    }
  }

  void brackets() {
    std::vector<const Token *> open;
    for (const Token &token : m_file.tokens) {
      if (token.kind == Token::Kind::String && token.place.endLine > token.place.line) {
        add(FoldingRange::Kind::Text, token.place.line, token.place.endLine);
      }
      if (token.kind != Token::Kind::Symbol || token.inString) {
        continue;
      }
      char c = token.text.front();
      if (c == '(' || c == '[' || c == '{') {
        open.push_back(&token);
      } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
        // The line of the closing bracket stays visible when something follows in it.
        add(FoldingRange::Kind::Brackets, open.back()->place.line, token.place.line);
        open.pop_back();
      }
    }
  }

  /// Lines of comments, and lines of imports, that follow each other.
  void runs() {
    enum class What : uint8_t { Other, Blank, Comment, Import };
    What current = What::Other;
    uint32_t begin = 0, last = 0;
    const std::vector<std::string> &lines = m_file.source->lines;
    std::map<uint32_t, const Token *> firstOf;
    for (const Token &token : m_file.tokens) {
      firstOf.try_emplace(token.place.line, &token);
    }
    auto finish = [&] {
      if (current == What::Comment || current == What::Import) {
        add(current == What::Comment ? FoldingRange::Kind::Comment : FoldingRange::Kind::Imports,
            begin, last);
      }
    };
    for (uint32_t line = 1; line <= lines.size(); ++line) {
      auto first = firstOf.find(line);
      What what = What::Blank;
      if (first != firstOf.end()) {
        const Token &token = *first->second;
        what = token.kind == Token::Kind::Comment               ? What::Comment
               : token.text == "import" || token.text == "from" ? What::Import
                                                                : What::Other;
      }
      if (what == What::Blank && current == What::Import) {
        continue; // blank lines between imports
      }
      if (what != current) {
        finish();
        current = what;
        begin = line;
      }
      last = line;
    }
    finish();
  }

  const FileModel &m_file;
  std::map<uint32_t, FoldingRange> m_byLine;
};

} // namespace

std::vector<OutlineItem> outline(const FileModel &file) {
  return Outliner(file).body(file.source->tree.body, true);
}

std::vector<FoldingRange> folding(const FileModel &file) { return Folder(file).run(); }

} // namespace charonia::frontend::editor
