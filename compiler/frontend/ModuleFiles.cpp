// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files of a program: the kernel's, those that it imports, and the library files of the
// language; their top-level names and imports.
#include "Modules.h"

#include <algorithm>
#include <filesystem>
#include <mutex>

namespace charonia::frontend {
namespace {

const std::pair<std::string_view, std::string_view> kLibraryFiles[] = {
#include "LibraryFiles.inc"
};

std::unique_ptr<ModuleScope> makeScope(ParsedSourceRef source, const std::string &name,
                                       bool library) {
  auto scope = std::make_unique<ModuleScope>();
  scope->name = name;
  scope->source = std::move(source);
  scope->library = library;
  return scope;
}

void collectGlobals(ModuleScope &scope, const std::vector<const Node *> &body) {
  for (const Node *statement : body) {
    switch (statement->kind) {
    case NodeKind::FunctionDef:
    case NodeKind::ClassDef:
      scope.globals[statement->name] = statement;
      break;
    case NodeKind::Assign:
      for (const Node *target : statement->items) {
        if (target->kind == NodeKind::Name) {
          scope.globals[target->name] = statement;
        }
      }
      break;
    case NodeKind::AnnAssign:
      if (statement->first && statement->first->kind == NodeKind::Name) {
        scope.globals[statement->first->name] = statement;
      }
      break;
    case NodeKind::Import:
    case NodeKind::ImportFrom:
      for (const Node *alias : statement->items) {
        scope.importOf[alias] = statement;
        if (alias->name == "*") {
          scope.stars.push_back(statement);
        } else {
          scope.globals[alias->text] = alias;
        }
      }
      break;
    case NodeKind::Try: // the body is what happens when all is there: it counts
      collectGlobals(scope, statement->orelse);
      collectGlobals(scope, statement->body);
      break;
    case NodeKind::If: // `if TYPE_CHECKING:` and the like: the last definition counts
      collectGlobals(scope, statement->body);
      collectGlobals(scope, statement->orelse);
      break;
    default:
      break;
    }
  }
}

} // namespace

bool constexprDecorated(const Node &function) {
  return std::any_of(function.decorators.begin(), function.decorators.end(), [](const Node *node) {
    return (node->kind == NodeKind::Attribute || node->kind == NodeKind::Name) &&
           node->name == "constexpr_function";
  });
}

bool jitDecorated(const Node &function, bool *noinlineFunction) {
  for (const Node *decorator : function.decorators) {
    const Node *callee = decorator->kind == NodeKind::Call ? decorator->first : decorator;
    if (!callee || (callee->kind != NodeKind::Attribute && callee->kind != NodeKind::Name) ||
        callee->name != "jit") {
      continue;
    }
    if (noinlineFunction && decorator->kind == NodeKind::Call) {
      for (const Node *keyword : decorator->keywords) {
        if (keyword->name == "noinline" && keyword->first->kind == NodeKind::Constant) {
          *noinlineFunction = keyword->first->constant.boolean;
        }
      }
    }
    return true;
  }
  return false;
}

Modules::Modules(const ImportResolver *resolver, std::vector<compiler::Diagnostic> *diagnostics,
                 const compiler::Limits &limits)
    : m_resolver(resolver), m_diagnostics(diagnostics), m_limits(limits) {}

const ModuleScope *Modules::addFile(ParsedSourceRef source, const std::string &name) {
  m_files.push_back(makeScope(std::move(source), name, false));
  collectGlobals(*m_files.back(), m_files.back()->source->tree.body);
  if (!m_main) {
    m_main = m_files.back().get();
    std::error_code error;
    auto canonical = std::filesystem::weakly_canonical(m_main->source->file, error);
    m_byPath[error ? m_main->source->file : canonical.string()] = m_main;
    m_byName[name] = m_main;
  }
  return m_files.back().get();
}

const ModuleScope *Modules::load(const ModuleScope &from, const std::string &module, int level) {
  if (!m_resolver || from.library) {
    return nullptr;
  }
  auto [known, asked] = m_loaded.try_emplace({from.source->file, module, level}, nullptr);
  if (!asked) {
    return known->second;
  }
  return known->second = find(from, module, level);
}

const ModuleScope *Modules::find(const ModuleScope &from, const std::string &module, int level) {
  auto found = m_resolver->find(from.source->file, module, level);
  if (!found) {
    return nullptr;
  }
  auto [at, isNew] = m_byPath.try_emplace(found->path, nullptr);
  if (!isNew) {
    return at->second;
  }
  std::optional<std::string> text = m_resolver->read(found->path);
  if (!text) {
    return nullptr;
  }
  ParsedSourceRef source = parseSource(*text, found->path, m_limits);
  if (m_diagnostics) {
    m_diagnostics->insert(m_diagnostics->end(), source->diagnostics.begin(),
                          source->diagnostics.end());
  }
  std::string name =
      found->name.substr(std::min(found->name.find_first_not_of('.'), found->name.size()));
  std::string unique = name;
  for (int i = 2; m_byName.count(unique) != 0; ++i) {
    unique = name + "_" + std::to_string(i);
  }
  return m_byPath[found->path] = m_byName[unique] = addFile(source, unique);
}

const ModuleScope *Modules::file(const std::string &moduleName) const {
  auto found = m_byName.find(moduleName);
  return found == m_byName.end() ? nullptr : found->second;
}

Value Modules::submodule(const std::string &path, const std::string &name) {
  const ModuleScope *inner =
      m_main && !isLanguageModule(path) ? load(*m_main, path + "." + name, 0) : nullptr;
  if (inner) {
    return Value::named(Value::Kind::Module, inner->name);
  }
  bool folder = m_resolver && !isLanguageModule(path) && m_resolver->isFolder(path + "." + name);
  return folder ? Value::named(Value::Kind::Module, path + "." + name) : Value::poison();
}

const Modules::Imported &Modules::resolveImport(const ModuleScope &scope, const Node &alias) {
  auto found = m_imports.find(&alias);
  if (found == m_imports.end()) {
    found = m_imports.emplace(&alias, findImport(scope, alias)).first;
  }
  return found->second;
}

Modules::Imported Modules::findImport(const ModuleScope &scope, const Node &alias) {
  const Node &statement = *scope.importOf.at(&alias);
  auto module = [](const ModuleScope *file) {
    return Value::named(Value::Kind::Module, file->name);
  };
  if (statement.kind == NodeKind::Import) {
    std::string head = alias.name.substr(0, alias.name.find('.'));
    std::string path = alias.text == head ? head : alias.name;
    const ModuleScope *found = isLanguageModule(path) ? nullptr : load(scope, path, 0);
    return {found ? module(found) : Value::named(Value::Kind::Module, path), nullptr, {}};
  }
  if (statement.level == 0 && isLanguageModule(statement.name)) {
    return {import(statement.name, alias.name), nullptr, {}};
  }
  const ModuleScope *found = load(scope, statement.name, statement.level);
  if (found && (found->globals.count(alias.name) != 0 || !found->stars.empty())) {
    return {Value::poison(), found, alias.name};
  }
  std::string inner = statement.name.empty() ? alias.name : statement.name + "." + alias.name;
  if (const ModuleScope *loaded = load(scope, inner, statement.level)) {
    return {module(loaded), nullptr, {}};
  }
  if (found) {
    return {Value::poison(), found, alias.name};
  }
  std::string dots(static_cast<size_t>(statement.level), '.');
  return {import(dots + statement.name, alias.name), nullptr, {}};
}

std::optional<Modules::Imported> Modules::resolveStar(const ModuleScope &scope,
                                                      const std::string &name) {
  for (auto star = scope.stars.rbegin(); star != scope.stars.rend(); ++star) {
    const Node &statement = **star;
    if (statement.level == 0 && isLanguageModule(statement.name)) {
      Value value = lookup(statement.name, name);
      if (!value.isPoison()) {
        return Imported{value, nullptr, {}};
      }
      continue;
    }
    const ModuleScope *found = load(scope, statement.name, statement.level);
    if (found && name.front() != '_' && found->globals.count(name) != 0) {
      return Imported{Value::poison(), found, name};
    }
  }
  return std::nullopt;
}

const ModuleScope *Modules::library(const std::string &path) {
  auto found = m_libraries.find(path);
  if (found != m_libraries.end()) {
    return found->second;
  }
  for (const auto &[name, text] : kLibraryFiles) {
    if (name == path) {
      static std::map<std::string, ParsedSourceRef> parsed;
      static std::mutex mutex;
      ParsedSourceRef source;
      {
        std::lock_guard guard(mutex);
        ParsedSourceRef &entry = parsed[path];
        if (!entry) {
          std::string file = path.substr(path.rfind('.') + 1) + ".py";
          entry = parseSource(std::string(text), "<library>/" + file);
        }
        source = entry;
      }
      m_files.push_back(makeScope(source, path, true));
      collectGlobals(*m_files.back(), source->tree.body);
      return m_libraries[path] = m_files.back().get();
    }
  }
  return m_libraries[path] = nullptr;
}

} // namespace charonia::frontend
