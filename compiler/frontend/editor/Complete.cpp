// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Completion: members after a dot, names of imports, names in scope, names of arguments. It works
// on the words before the place, so that the statement may be as unfinished as it is while typing.
#include "Services.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace charonia::frontend::editor {
namespace {

using compiler::CompletionItem;
using compiler::SymbolKind;
using compiler::TypeAnalysis;

bool beginsWith(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) ==
                  std::tolower(static_cast<unsigned char>(b));
         });
}

class Completer {
public:
  Completer(const FileModel &file, compiler::TextPosition at, const TypeAnalysis *types)
      : m_file(file), m_at(at), m_types(file.source->lines, types) {}

  compiler::Completion run() {
    uint32_t column = m_at.column;
    const std::vector<std::string> &lines = m_file.source->lines;
    if (m_at.line == 0 || m_at.line > lines.size() || column == 0 ||
        column > lines[m_at.line - 1].size() + 1) {
      return {};
    }
    int index = m_file.tokenAt(m_at.line, column);
    const Token *word = index < 0 ? nullptr : &m_file.tokens[static_cast<size_t>(index)];
    bool inName = word && word->kind == Token::Kind::Name && word->place.column < column;
    if ((inText(m_file.tokens, m_at.line, column) && !(inName && word->inString)) ||
        (word && word->kind == Token::Kind::Number && word->place.column < column)) {
      return {};
    }
    uint32_t begin = inName ? word->place.column : column;
    m_prefix = lines[m_at.line - 1].substr(begin - 1, column - begin);
    m_result.replace = {m_file.source->file, m_at.line, begin, m_at.line, column};
    m_before = m_file.tokenBefore(m_at.line, begin);
    m_scope = scopeAt(m_file.symbols, *m_file.source, m_at.line, begin);
    if (m_file.isSymbol(m_before, '.')) {
      afterDot();
    } else if (!importNames() && !newName()) {
      argumentNames();
      namesInScope();
    }
    return std::move(m_result);
  }

private:
  std::string_view textOf(int token) const {
    return token < 0 ? std::string_view() : m_file.tokens[static_cast<size_t>(token)].text;
  }

  void add(const std::string &name, SymbolKind kind, std::string detail = {},
           std::string doc = {}) {
    if (!name.empty() && beginsWith(name, m_prefix) && m_seen.insert(name).second) {
      m_result.items.push_back({name, kind, std::move(detail), std::move(doc)});
    }
  }

  /// Sorts what was added since `from`: each group by name.
  void sortFrom(size_t from) {
    std::sort(m_result.items.begin() + static_cast<std::ptrdiff_t>(from), m_result.items.end(),
              [](const CompletionItem &a, const CompletionItem &b) {
                bool hiddenA = a.name.front() == '_', hiddenB = b.name.front() == '_';
                return hiddenA != hiddenB ? hiddenB : a.name < b.name;
              });
  }

  void addValue(const std::string &name, const Value &value, const std::string &shown) {
    const LanguageRow *row = rowOf(value, name);
    std::string detail = signatureOf(value, shown);
    if (detail.empty() && row) {
      detail = signatureOfRow(*row, shown);
    }
    bool own = value.function.definition && value.kind != Value::Kind::Opaque &&
               (!value.function.module || !value.function.module->library);
    std::string doc = row   ? std::string(row->doc)
                      : own ? docstring(*value.function.definition)
                            : std::string();
    SymbolKind kind = row && !own ? kindOfRow(*row) : kindOfValue(value);
    add(name, value.kind == Value::Kind::Method ? SymbolKind::Method : kind, std::move(detail),
        std::move(doc));
  }

  /// Names of a module of the language or of a file.
  void members(const std::string &path) {
    size_t from = m_result.items.size();
    std::string_view group = groupOfModule(path);
    std::string shown = group == "tl"       ? "tl."
                        : group == "math"   ? "tl.math."
                        : group == "triton" ? "triton."
                                            : "";
    for (const std::string &name : m_file.modules->names(path)) {
      if (beginsWith(name, m_prefix)) {
        addValue(name, m_file.attributeOf(Value::named(Value::Kind::Module, path), name),
                 shown + name);
      }
    }
    if (!group.empty()) {
      for (const LanguageRow &row : languageRows()) {
        std::string name(row.name);
        if (row.group == group && beginsWith(row.name, m_prefix)) {
          Value value = m_file.modules->lookup(path, name);
          std::string detail = signatureOf(value, shown + name);
          add(name, kindOfRow(row),
              detail.empty() ? signatureOfRow(row, shown + name) : std::move(detail),
              std::string(row.doc));
        }
      }
    }
    for (std::string_view inner :
         {"triton.language", "triton.language.math", "triton.language.extra",
          "triton.language.extra.libdevice", "triton.language.extra.cuda",
          "triton.language.extra.cuda.libdevice", "triton.testing", "triton.runtime",
          "triton.compiler"}) {
      size_t dot = inner.rfind('.');
      if (inner.substr(0, dot) == path) {
        add(std::string(inner.substr(dot + 1)), SymbolKind::Module);
      }
    }
    sortFrom(from);
  }

  void objectMembers(const std::string &form) {
    size_t from = m_result.items.size();
    for (const LanguageRow &row : languageRows()) {
      if (row.group == form && beginsWith(row.name, m_prefix)) {
        Value method = m_file.methodOf(form, std::string(row.name));
        std::string name(row.name), detail = signatureOfRow(row, name);
        add(name, kindOfRow(row), detail.empty() ? signatureOf(method, name) : detail,
            std::string(row.doc));
      }
    }
    if (form == "tensor" || form == "number") {
      for (const std::string &name : m_file.modules->methodNames()) {
        Value method = m_file.methodOf("tensor", name);
        const LanguageRow *row = findRow("tensor", name);
        add(name, SymbolKind::Method, signatureOf(method, name),
            row ? std::string(row->doc) : std::string());
      }
    }
    sortFrom(from);
  }

  void afterDot() {
    int last = m_before - 1;
    Chain chain;
    if (last >= 0 && m_file.tokens[static_cast<size_t>(last)].kind == Token::Kind::Name &&
        !isKeyword(textOf(last))) {
      chain = m_file.chainEndingAt(last);
    } else {
      chain.open = true;
    }
    if (int head = importHead(); head >= 0) { // import triton.language.|
      int begin = last;
      while (begin > 0 && m_file.isSymbol(begin - 1, '.')) {
        begin -= 2;
      }
      if (!chain.open && begin == head + 1) {
        members(chainText(chain));
      }
      return;
    }
    if (!chain.open) {
      Value value = m_file.resolveChain(m_scope, chain, chain.names.size());
      if (value.kind == Value::Kind::Module) {
        return members(value.name);
      }
      if (value.isDtype()) {
        return objectMembers("dtype");
      }
      if (!value.isPoison()) {
        return value.kind == Value::Kind::Opaque ? members(value.name) : void();
      }
    }
    objectMembers(formBefore(chain, last));
  }

  std::string formBefore(const Chain &chain, int last) const {
    if (!chain.open && chain.names.size() == 1) {
      const Symbol *symbol = m_file.symbols.find(m_scope, std::string(chain.names[0]->text));
      return symbol ? m_file.formOf(*symbol, m_types) : "tensor";
    }
    if (last >= 0) {
      const Place &place = m_file.tokens[static_cast<size_t>(last)].place;
      const compiler::TypedRange *known = m_types.endingAt(place.endLine, place.endColumn);
      if (known && !known->form.empty()) {
        return known->form;
      }
    }
    bool type = !chain.names.empty() &&
                (chain.names.back()->text == "dtype" || chain.names.back()->text == "type");
    return type ? "dtype" : "tensor";
  }

  /// The `import` or `from` that begins the statement of the place; -1: another statement.
  int importHead() const {
    int head = -1;
    for (int at = m_before; at >= 0; --at) {
      const Token &token = m_file.tokens[static_cast<size_t>(at)];
      if (token.text == "import" || token.text == "from") {
        head = at;
      }
      bool firstOfLine =
          at == 0 || m_file.tokens[static_cast<size_t>(at - 1)].place.endLine != token.place.line;
      bool bracket = m_file.isSymbol(at, '(') || m_file.isSymbol(at, ',');
      if (firstOfLine &&
          (head == at || (token.kind == Token::Kind::Name && !bracket && at > 0 &&
                          !m_file.isSymbol(at - 1, ',') && !m_file.isSymbol(at - 1, '(')))) {
        return head == at ? head : -1;
      }
      if (token.kind == Token::Kind::String || m_file.isSymbol(at, '=')) {
        return -1;
      }
    }
    return -1;
  }

  /// True when the place is in an import: names were added.
  bool importNames() {
    int head = importHead();
    if (head < 0) {
      return false;
    }
    if (m_file.tokens[static_cast<size_t>(head)].place.line != m_at.line &&
        !openBracketSince(head)) {
      return false;
    }
    int keyword = -1; // the `import` of `from x import`
    std::string path;
    for (int at = head + 1; at <= m_before; ++at) {
      if (textOf(at) == "import") {
        keyword = at;
      } else if (keyword < 0) {
        path += std::string(textOf(at));
      }
    }
    if (textOf(m_before) == "as") {
      return true;
    }
    if (textOf(head) == "from" && keyword < 0) {
      if (m_before > head) {
        add("import", SymbolKind::Keyword);
        return true;
      }
    } else if (textOf(head) == "from") {
      importMembers(path);
      return true;
    }
    for (const char *name : {"triton", "torch", "math"}) {
      add(name, SymbolKind::Module);
    }
    return true;
  }

  bool openBracketSince(int head) const {
    int depth = 0;
    for (int at = head; at <= m_before; ++at) {
      depth += m_file.isSymbol(at, '(') ? 1 : m_file.isSymbol(at, ')') ? -1 : 0;
    }
    return depth > 0;
  }

  void importMembers(const std::string &path) {
    if (!groupOfModule(path).empty() || isLanguageModule(path)) {
      return members(path);
    }
    size_t level = std::min(path.find_first_not_of('.'), path.size());
    std::string module = path.substr(level);
    auto found = m_file.resolver->find(m_file.source->file, module, static_cast<int>(level));
    std::optional<std::string> text = found ? m_file.resolver->read(found->path) : std::nullopt;
    if (!text) {
      return;
    }
    ParsedSourceRef source = parseSource(*text, found->path, m_file.limits);
    Modules other;
    const ModuleScope *scope = other.addFile(source, "imported");
    size_t from = m_result.items.size();
    for (const auto &[name, node] : scope->globals) {
      addValue(name, other.fromScope(scope, name), name);
    }
    sortFrom(from);
  }

  /// Is a new name being made, for which there is nothing to offer?
  bool newName() const {
    std::string_view before = textOf(m_before);
    return before == "def" || before == "class" || before == "as";
  }

  /// `name=` of the call round the place.
  void argumentNames() {
    auto call = m_file.callAround(m_at.line, m_result.replace.beginColumn);
    if (!call || !call->keyword.empty() || !call->atStart) {
      return;
    }
    Value callee = calleeOf(m_file, call->callee, m_scope, m_types);
    auto parameters = parametersOf(callee);
    if (!parameters) {
      return;
    }
    for (size_t i = 0; i < parameters->size(); ++i) {
      const ShownParameter &parameter = (*parameters)[i];
      if (!parameter.variadic && (i >= call->argument || parameter.keywordOnly)) {
        add(parameter.name + "=", SymbolKind::Parameter, parameter.label);
      }
    }
  }

  bool beingTyped(const Symbol &symbol) const {
    return symbol.occurrences.size() == 1 &&
           contains(symbol.occurrences[0].place, m_at.line, m_at.column, true);
  }

  void addSymbol(const Symbol &symbol) {
    if (beingTyped(symbol) || !beginsWith(symbol.name, m_prefix)) {
      return;
    }
    if (symbol.scope == 0) {
      Value value = m_file.resolveName(0, symbol.name);
      if (!value.isPoison()) {
        return addValue(symbol.name, value, symbol.name);
      }
    }
    const compiler::TypedRange *known = m_types.of(symbol);
    std::string detail = known && !known->types.empty() ? known->types[0] : std::string();
    if (detail.empty() && symbol.annotation) {
      detail = sourceText(m_file.source->lines, symbol.annotation->place);
    }
    add(symbol.name, symbol.kind, std::move(detail));
  }

  void namesInScope() {
    for (int at = m_scope; at >= 0; at = m_file.symbols.scopes[static_cast<size_t>(at)].parent) {
      const Scope &scope = m_file.symbols.scopes[static_cast<size_t>(at)];
      if (scope.kind == Scope::Kind::Class && at != m_scope) {
        continue;
      }
      size_t from = m_result.items.size();
      for (const auto &[name, symbol] : scope.names) {
        addSymbol(m_file.symbols.symbols[static_cast<size_t>(symbol)]);
      }
      if (at == m_scope) {
        namesAbove();
      }
      sortFrom(from);
    }
    for (const Node *star : m_file.scope->stars) {
      if (star->level == 0 && isLanguageModule(star->name)) {
        members(star->name);
      }
    }
    size_t from = m_result.items.size();
    for (const LanguageRow &row : languageRows()) {
      if (row.group == "py" && beginsWith(row.name, m_prefix)) {
        std::string name(row.name);
        add(name, SymbolKind::Function,
            signatureOf(m_file.modules->pythonBuiltin(name, true), name), std::string(row.doc));
      }
    }
    sortFrom(from);
    for (const std::string &word : keywords()) {
      add(word, SymbolKind::Keyword);
    }
  }

  /// Where the head of the function could not be parsed: what the words above, up to its `def`,
  /// look like binding.
  void namesAbove() {
    int first = m_before;
    for (; first >= 0; --first) {
      const Token &token = m_file.tokens[static_cast<size_t>(first)];
      bool head = first == 0 ||
                  m_file.tokens[static_cast<size_t>(first - 1)].place.endLine != token.place.line;
      if (head && token.text == "def") {
        break;
      }
      if (head && token.place.column == 1 && token.place.line != m_at.line &&
          token.kind == Token::Kind::Name) {
        return; // the place is in no function
      }
    }
    bool known = first >= 0 && m_scope != 0 &&
                 m_file.symbols.scopes[static_cast<size_t>(m_scope)].node->place.line ==
                     m_file.tokens[static_cast<size_t>(first)].place.line;
    if (first < 0 || known) {
      return;
    }
    bool parameters = true;
    int depth = 0;
    for (int at = first + 2; at <= m_before; ++at) {
      depth += m_file.isSymbol(at, '(') ? 1 : m_file.isSymbol(at, ')') ? -1 : 0;
      parameters = parameters && (depth > 0 || at == first + 2);
      const Token &token = m_file.tokens[static_cast<size_t>(at)];
      if (token.kind != Token::Kind::Name || isKeyword(token.text)) {
        continue;
      }
      bool parameter = parameters && depth == 1 &&
                       (m_file.isSymbol(at - 1, '(') || m_file.isSymbol(at - 1, ','));
      bool head = m_file.tokens[static_cast<size_t>(at - 1)].place.endLine != token.place.line;
      bool assigned = head && m_file.isSymbol(at + 1, '=') && !m_file.isSymbol(at + 2, '=');
      if (parameter || assigned || textOf(at - 1) == "for") {
        add(std::string(token.text), parameter ? SymbolKind::Parameter : SymbolKind::Variable);
      }
    }
  }

  const FileModel &m_file;
  compiler::TextPosition m_at;
  TypeLookup m_types;
  compiler::Completion m_result;
  std::string m_prefix;
  std::set<std::string> m_seen;
  int m_before = -1, m_scope = 0;
};

} // namespace

compiler::Completion complete(const FileModel &file, compiler::TextPosition at,
                              const TypeAnalysis *types) {
  return Completer(file, at, types).run();
}

} // namespace charonia::frontend::editor
