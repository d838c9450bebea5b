// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the language's names is complete and names nothing that is not there.
#include "Modules.h"

#include "charonia/compiler/Editor.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <map>
#include <set>

namespace charonia::frontend::test {
namespace {

using ::testing::IsEmpty;

const std::map<std::string, std::string> &paths() {
  static const std::map<std::string, std::string> kPaths = {
      {"triton.language", "tl"},
      {"triton.language.math", "math"},
      {"triton.language.extra.libdevice", "libdevice"},
      {"triton.language.mtia", "mtia"},
      {"triton.language.target_info", "target_info"},
      {"math", "pymath"},
      {"torch._inductor.runtime.triton_helpers", "helpers"}};
  return kPaths;
}

/// Documentation by group and name; of math also what tl and libdevice say, of tensor what tl says.
bool documented(const std::string &group, const std::string &name) {
  static const std::set<std::pair<std::string, std::string>> kRows = [] {
    std::set<std::pair<std::string, std::string>> rows;
    for (const compiler::LanguageName &row : compiler::languageNames()) {
      if (row.doc.size() >= 10) {
        rows.insert({row.group, row.name});
      }
    }
    return rows;
  }();
  return kRows.count({group, name}) != 0 ||
         ((group == "math" || group == "tensor") && kRows.count({"tl", name}) != 0) ||
         (group == "math" && kRows.count({"libdevice", name}) != 0);
}

TEST(EditorLanguage, EveryNameOfAModuleIsDocumented) {
  Modules modules;
  std::vector<std::string> missing;
  for (const auto &[path, group] : paths()) {
    for (const std::string &name : modules.names(path)) {
      if (!documented(group, name)) {
        missing.push_back(group + "." + name);
      }
    }
  }
  for (const std::string &name : modules.methodNames()) {
    if (!documented("tensor", name)) {
      missing.push_back("tensor." + name);
    }
  }
  EXPECT_THAT(missing, IsEmpty());
}

TEST(EditorLanguage, EveryNameOfTheTableIsThere) {
  Modules modules;
  std::vector<std::string> unknown;
  for (const compiler::LanguageName &row : compiler::languageNames()) {
    Value value = Value::poison();
    for (const auto &[path, group] : paths()) {
      value = group == row.group ? modules.lookup(path, row.name) : value;
    }
    bool checked = std::any_of(paths().begin(), paths().end(),
                               [&](const auto &entry) { return entry.second == row.group; });
    if (checked && value.isPoison() && !Modules::knownUnsupported(row.name)) {
      unknown.push_back(row.group + "." + row.name);
    }
  }
  EXPECT_THAT(unknown, IsEmpty());
}

TEST(EditorLanguage, EveryFunctionHasASignature) {
  std::vector<std::string> missing;
  for (const compiler::LanguageName &row : compiler::languageNames()) {
    bool function = row.group == "tl" || row.group == "libdevice" || row.group == "helpers";
    bool other = row.group == "tl" && row.signature.empty() &&
                 (row.doc.find("ype of") != std::string::npos || row.name.find("int") == 0 ||
                  row.name.find("uint") == 0 || row.name.find("float") == 0);
    static const std::set<std::string> kNoFunctions = {"TRITON_MAX_TENSOR_NUMEL",
                                                       "math",
                                                       "extra",
                                                       "target_info",
                                                       "mtia",
                                                       "PropagateNan",
                                                       "const",
                                                       "slice",
                                                       "bfloat16",
                                                       "void",
                                                       "pi32_t"};
    if (function && !other && row.signature.empty() && kNoFunctions.count(row.name) == 0) {
      missing.push_back(row.group + "." + row.name);
    }
  }
  EXPECT_THAT(missing, IsEmpty());
}

TEST(EditorLanguage, SignaturesComeFromTheirDefinition) {
  std::map<std::string, std::string> signatures;
  for (const compiler::LanguageName &row : compiler::languageNames()) {
    signatures[row.group + "." + row.name] = row.signature;
  }
  EXPECT_EQ(signatures["tl.where"], "tl.where(condition, x, y)");
  EXPECT_EQ(signatures["tl.zeros"], "tl.zeros(shape, dtype)");
  EXPECT_EQ(signatures["libdevice.pow"], "pow(x, y)");
  EXPECT_EQ(signatures["tensor.to"], "to(dtype, fp_downcast_rounding=None, bitcast=False)");
  EXPECT_EQ(signatures["mtia.barrier"], "barrier()");
}

} // namespace
} // namespace charonia::frontend::test
