// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EditorFile: the services behind the header that hosts see.
#include "charonia/compiler/Editor.h"

#include "Services.h"

namespace charonia::compiler {

struct EditorFile::Impl {
  Impl(const std::string &text, const std::string &file, const EditorOptions &options)
      : model(text, file, options) {}
  frontend::editor::FileModel model;
};

EditorFile::EditorFile(const std::string &text, const std::string &file,
                       const EditorOptions &options)
    : m_impl(std::make_unique<Impl>(text, file, options)) {}
EditorFile::~EditorFile() = default;
EditorFile::EditorFile(EditorFile &&) noexcept = default;
EditorFile &EditorFile::operator=(EditorFile &&) noexcept = default;

Completion EditorFile::complete(TextPosition at, const TypeAnalysis *types) const {
  return frontend::editor::complete(m_impl->model, at, types);
}

std::optional<Hover> EditorFile::hover(TextPosition at, const TypeAnalysis *types) const {
  return frontend::editor::hover(m_impl->model, at, types);
}

std::optional<SignatureHelp> EditorFile::signatureHelp(TextPosition at) const {
  return frontend::editor::signatureHelp(m_impl->model, at);
}

std::vector<SourceRange> EditorFile::definition(TextPosition at) const {
  return frontend::editor::definition(m_impl->model, at);
}

std::vector<Reference> EditorFile::references(TextPosition at) const {
  return frontend::editor::references(m_impl->model, at);
}

Rename EditorFile::rename(TextPosition at, const std::string &newName) const {
  return frontend::editor::rename(m_impl->model, at, newName);
}

std::vector<OutlineItem> EditorFile::outline() const {
  return frontend::editor::outline(m_impl->model);
}

std::vector<FoldingRange> EditorFile::folding() const {
  return frontend::editor::folding(m_impl->model);
}

std::optional<std::string> libraryText(const std::string &file) {
  constexpr std::string_view kFolder = "<library>/";
  if (file.rfind(kFolder, 0) != 0) {
    return std::nullopt;
  }
  frontend::Modules modules;
  for (const char *path :
       {"triton.language.standard", "triton.language.random", "triton.language.extra.libdevice",
        "torch._inductor.runtime.triton_helpers"}) {
    const frontend::ModuleScope *library = modules.library(path);
    if (library && library->source->file == file) {
      return library->source->text;
    }
  }
  return std::nullopt;
}

} // namespace charonia::compiler
