// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows the import statements of a file and of the files that they lead to.
#include "charonia/compiler/Imports.h"

#include "ImportResolver.h"
#include "Modules.h"
#include "charonia/Frontend/Source.h"

#include <filesystem>
#include <set>

namespace charonia::frontend {
namespace {

constexpr size_t kMostFiles = 1000;

class ImportWalk {
public:
  ImportWalk(const ImportResolver &resolver, const compiler::Limits &limits)
      : m_resolver(resolver), m_limits(limits) {}

  void file(const std::string &text, const std::string &path) {
    const ParsedSourceRef source = parseSource(text, path, m_limits);
    statements(source->tree.body, path);
  }

  std::set<std::string> found;

private:
  void statements(const std::vector<const Node *> &body, const std::string &from) {
    for (const Node *statement : body) {
      if (statement->kind == NodeKind::Import) {
        for (const Node *alias : statement->items) {
          packages(from, alias->name);
        }
      } else if (statement->kind == NodeKind::ImportFrom) {
        importFrom(*statement, from);
      } else {
        statements(statement->body, from);
        statements(statement->orelse, from);
      }
    }
  }

  /// `import a.b.c` reads a, a.b and a.b.c.
  void packages(const std::string &from, const std::string &module) {
    for (size_t end = module.find('.'); end != std::string::npos; end = module.find('.', end + 1)) {
      add(from, module.substr(0, end), 0);
    }
    add(from, module, 0);
  }

  void importFrom(const Node &statement, const std::string &from) {
    if (statement.level == 0) {
      packages(from, statement.name);
    } else {
      add(from, statement.name, statement.level);
    }
    // A name may be a module of the package.
    for (const Node *alias : statement.items) {
      if (alias->name != "*") {
        add(from, statement.name.empty() ? alias->name : statement.name + "." + alias->name,
            statement.level);
      }
    }
  }

  void add(const std::string &from, const std::string &module, int level) {
    if ((level == 0 && isLanguageModule(module)) || found.size() >= kMostFiles) {
      return;
    }
    const auto at = m_resolver.find(from, module, level);
    if (!at || !found.insert(at->path).second) {
      return;
    }
    if (const auto text = m_resolver.read(at->path)) {
      file(*text, at->path);
    }
  }

  const ImportResolver &m_resolver;
  compiler::Limits m_limits;
};

} // namespace
} // namespace charonia::frontend

namespace charonia::compiler {

std::vector<std::string> importedFiles(const std::string &text, const std::string &file,
                                       const Options &options) {
  const frontend::ImportResolver resolver(file, options.searchPaths, options.limits);
  frontend::ImportWalk walk(resolver, options.limits);
  walk.file(text, file);
  std::error_code error;
  walk.found.erase(std::filesystem::weakly_canonical(file, error).string());
  return {walk.found.begin(), walk.found.end()};
}

} // namespace charonia::compiler
