// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rename: the edits, or why it cannot be. Every word of the old name must be accounted for, and the
// new name must mean nothing else where the old one stands.
#include "Services.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend::editor {
namespace {

using compiler::SymbolKind;

class Renamer {
public:
  Renamer(const FileModel &file, const Symbol &symbol, std::string newName,
          compiler::Rename &result)
      : m_file(file), m_symbol(symbol), m_newName(std::move(newName)), m_result(result) {}

  void run() {
    m_result.refusal = refusal();
    if (!m_result.refusal.empty()) {
      return;
    }
    for (const Occurrence &occurrence : m_symbol.occurrences) {
      m_result.edits.push_back({m_file.range(occurrence.place), m_newName});
    }
    texts();
    auto key = [](const compiler::TextEdit &edit) {
      return std::pair(edit.range.beginLine, edit.range.beginColumn);
    };
    std::sort(m_result.edits.begin(), m_result.edits.end(),
              [&](const auto &a, const auto &b) { return key(a) < key(b); });
    m_result.edits.erase(
        std::unique(m_result.edits.begin(), m_result.edits.end(),
                    [&](const auto &a, const auto &b) { return key(a) == key(b); }),
        m_result.edits.end());
    notes();
  }

private:
  const Scope &scope(int index) const { return m_file.symbols.scopes[static_cast<size_t>(index)]; }

  bool within(int inner, int outer) const {
    for (; inner >= 0; inner = scope(inner).parent) {
      if (inner == outer) {
        return true;
      }
    }
    return false;
  }

  std::string refusal() const {
    if (m_newName == m_symbol.name) {
      return fmt::format("`{}` has that name already", m_newName);
    }
    if (isKeyword(m_newName)) {
      return fmt::format("`{}` is a word of Python", m_newName);
    }
    if (!isIdentifier(m_newName)) {
      return fmt::format("`{}` cannot be a name", m_newName);
    }
    if (!m_file.source->ok) {
      uint32_t line =
          m_file.source->diagnostics.empty() ? 0 : m_file.source->diagnostics[0].range.beginLine;
      return fmt::format("the file has a syntax error in line {}; uses of `{}` might be missed",
                         line, m_symbol.name);
    }
    if (m_symbol.definition && m_symbol.definition->kind == NodeKind::Alias &&
        m_symbol.definition->name == m_symbol.definition->text) {
      return fmt::format("`{0}` is the name of what is imported; import it `as` another name",
                         m_symbol.name);
    }
    for (const Scope &each : m_file.symbols.scopes) {
      for (const auto *names : {&each.globals, &each.nonlocals}) {
        if (names->count(m_symbol.name) != 0 || names->count(m_newName) != 0) {
          return fmt::format("`{}` is declared global or nonlocal",
                             names->count(m_newName) != 0 ? m_newName : m_symbol.name);
        }
      }
    }
    if (scope(m_symbol.scope).kind == Scope::Kind::Class) {
      return fmt::format("`{}` is a member of a class: it may be used through any object",
                         m_symbol.name);
    }
    for (const Occurrence &occurrence : m_symbol.occurrences) {
      if (occurrence.implied) {
        return fmt::format("`{}` is used at a place that cannot be found", m_symbol.name);
      }
    }
    std::string conflict = conflicts();
    return conflict.empty() ? unknownWord() : conflict;
  }

  /// The new name has a meaning where the old one stands, or would get one where it had another.
  std::string conflicts() const {
    auto clash = [&](const Occurrence &use) {
      return fmt::format("`{}` already stands for something else in line {}", m_newName,
                         use.place.line);
    };
    for (const Symbol &other : m_file.symbols.symbols) {
      if (other.name != m_newName) {
        continue;
      }
      if (other.scope == m_symbol.scope) {
        uint32_t line = other.occurrences.empty() ? 0 : other.occurrences[0].place.line;
        return fmt::format("`{}` is already a {} here, in line {}", m_newName,
                           compiler::symbolKindName(other.kind), line);
      }
      for (const Occurrence &use : other.occurrences) { // would be caught by the new name
        if (!use.keyword && within(use.scope, m_symbol.scope) &&
            !within(other.scope, m_symbol.scope)) {
          return clash(use);
        }
      }
      for (const Occurrence &use : m_symbol.occurrences) { // would be caught by the other
        if (!use.keyword && within(use.scope, other.scope) && within(other.scope, m_symbol.scope)) {
          return clash(use);
        }
      }
    }
    auto free = m_file.symbols.unresolved.find(m_newName);
    if (free != m_file.symbols.unresolved.end()) {
      for (const Occurrence &use : free->second) {
        if (within(use.scope, m_symbol.scope)) {
          return clash(use);
        }
      }
    }
    return {};
  }

  /// A word of the old name in the symbol's scope that no rule explains.
  std::string unknownWord() const {
    std::set<std::pair<uint32_t, uint32_t>> known = m_file.symbols.keywords;
    auto note = [&](const std::vector<Occurrence> &occurrences) {
      for (const Occurrence &occurrence : occurrences) {
        known.insert({occurrence.place.line, occurrence.place.column});
      }
    };
    for (const Symbol &other : m_file.symbols.symbols) {
      if (other.name == m_symbol.name) {
        note(other.occurrences);
      }
    }
    const Node *node = scope(m_symbol.scope).node;
    for (size_t i = 0; i < m_file.tokens.size(); ++i) {
      const Token &token = m_file.tokens[i];
      if (token.kind == Token::Kind::Name && token.text == m_symbol.name &&
          !m_file.isSymbol(static_cast<int>(i) - 1, '.') &&
          (!node || contains(node->place, token.place.line, token.place.column)) &&
          known.count({token.place.line, token.place.column}) == 0 && !importedName(i)) {
        return fmt::format("the use of `{}` in line {} is not understood", m_symbol.name,
                           token.place.line);
      }
    }
    return {};
  }

  /// `x` of `from a import x as y` is no use of this file's `x`.
  bool importedName(size_t token) const {
    for (size_t i = token; i > 0; --i) {
      const Token &before = m_file.tokens[i - 1];
      if (before.text == "import" || before.text == "from") {
        return true;
      }
      if (before.kind != Token::Kind::Name && before.text != "," && before.text != "(" &&
          before.text != ".") {
        return false;
      }
    }
    return false;
  }

  /// Texts that are the parameter's name: keys of autotune and the like are renamed with it, others
  /// are told.
  void texts() {
    if (!m_symbol.definition || m_symbol.definition->kind != NodeKind::Parameter) {
      return;
    }
    const Node *function = scope(m_symbol.scope).node;
    for (const Token &token : m_file.tokens) {
      bool quoted = token.kind == Token::Kind::String &&
                    token.text.size() == m_symbol.name.size() + 2 &&
                    token.text.substr(1, m_symbol.name.size()) == m_symbol.name;
      if (!quoted) {
        continue;
      }
      bool decorator = std::any_of(
          function->decorators.begin(), function->decorators.end(), [&](const Node *each) {
            return contains(each->place, token.place.line, token.place.column);
          });
      if (decorator) {
        Place place = token.place;
        ++place.column;
        --place.endColumn;
        m_result.edits.push_back({m_file.range(place), m_newName});
      } else {
        m_result.notes.push_back(
            fmt::format("the text {} in line {} is not changed", token.text, token.place.line));
      }
    }
  }

  void notes() {
    bool file = m_symbol.scope == 0;
    const Node *function = scope(m_symbol.scope).node;
    bool parameter = m_symbol.definition && m_symbol.definition->kind == NodeKind::Parameter;
    if (parameter && function && function->kind == NodeKind::FunctionDef) {
      m_result.notes.push_back(fmt::format(
          "launch files and other files that name this parameter of `{}` are not changed",
          function->name));
    } else if (file) {
      m_result.notes.push_back(
          fmt::format("launch files and other files that use `{}` are not changed", m_symbol.name));
    }
  }

  const FileModel &m_file;
  const Symbol &m_symbol;
  std::string m_newName;
  compiler::Rename &m_result;
};

} // namespace

compiler::Rename rename(const FileModel &file, compiler::TextPosition at,
                        const std::string &newName) {
  compiler::Rename result;
  TypeLookup types(file.source->lines, nullptr);
  auto named = nameAt(file, at, types);
  if (!named) {
    result.refusal = "there is no name here";
    return result;
  }
  result.name = sourceText(file.source->lines, named->place);
  result.range = file.range(named->place);
  if (!named->symbol) {
    bool builtin = named->row || !named->value.isPoison();
    result.refusal = builtin ? fmt::format("`{}` is not defined in this file", named->shown)
                             : fmt::format("what `{}` is, is not known", named->shown);
    return result;
  }
  Renamer(file, *named->symbol, newName, result).run();
  return result;
}

} // namespace charonia::frontend::editor
