// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of nodes and operators, and text of a node.
#include "charonia/Frontend/Ast.h"

namespace charonia::frontend {

const char *spelling(Operator op) {
  static const char *const kText[] = {
      "",   "+",  "-", "*",  "@",   "/",  "%",  "**",     "<<", ">>",
      "|",  "^",  "&", "//", "and", "or", "~",  "not",    "+",  "-",
      "==", "!=", "<", "<=", ">",   ">=", "is", "is not", "in", "not in"};
  return kText[static_cast<size_t>(op)];
}

const char *name(NodeKind kind) {
  static const char *const kNames[] = {"Unsupported", "FunctionDef", "ClassDef",  "Return",
                                       "Assign",      "AnnAssign",   "AugAssign", "For",
                                       "While",       "If",          "With",      "Try",
                                       "Assert",      "Expr",        "Import",    "ImportFrom",
                                       "Pass",        "Break",       "Continue",  "BoolOp",
                                       "NamedExpr",   "BinOp",       "UnaryOp",   "IfExp",
                                       "Compare",     "Call",        "JoinedStr", "FormattedValue",
                                       "Constant",    "Attribute",   "Subscript", "Starred",
                                       "Name",        "List",        "Tuple",     "Set",
                                       "Dict",        "Slice",       "ListComp",  "Parameter",
                                       "Keyword",     "Alias"};
  return kNames[static_cast<size_t>(kind)];
}

Node *SyntaxTree::make(NodeKind kind, Place place) {
  Node &node = m_nodes.emplace_back();
  node.kind = kind;
  node.place = place;
  return &node;
}

std::string sourceText(const std::vector<std::string> &lines, const Place &place) {
  if (place.line == 0 || place.endLine < place.line || place.endLine > lines.size()) {
    return {};
  }
  std::string text;
  for (uint32_t line = place.line; line <= place.endLine; ++line) {
    const std::string &whole = lines[line - 1];
    size_t begin = line == place.line ? place.column - 1 : 0;
    size_t end = line == place.endLine ? place.endColumn - 1 : whole.size();
    if (begin <= end && end <= whole.size()) {
      text += whole.substr(begin, end - begin);
    }
    if (line != place.endLine) {
      text += '\n';
    }
  }
  return text;
}

} // namespace charonia::frontend
