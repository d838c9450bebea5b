// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The syntax tree of a Python file as plain data: one node type with a kind, owned by an arena. It
// knows nothing of the Python runtime, so it may be kept, cached and read on any thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace charonia::frontend {

/// A place in the source text: lines are 1-based, columns are 1-based bytes, the end is exclusive.
struct Place {
  uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
};

/// What a node is. The comment says which fields of Node it uses.
enum class NodeKind : uint8_t {
  Unsupported, ///< name: the Python node's class ("Lambda"); items: the nodes in it, in Python's
               ///< order of fields; text: an identifier of it, or several with commas (`global`)
  // Statements
  FunctionDef, ///< name; parameters: items (Parameter); body; decorators; first: returns
  ClassDef,    ///< name; items: bases; body; decorators
  Return,      ///< first: value or null
  Assign,      ///< items: targets; first: value
  AnnAssign,   ///< first: target; second: annotation; third: value or null
  AugAssign,   ///< first: target; op; second: value
  For,         ///< first: target; second: iterable; body; orelse
  While,       ///< first: condition; body; orelse
  If,          ///< first: condition; body; orelse
  With,        ///< items: context expressions; keywords: targets after `as`; body
  Try,        ///< body; orelse: statements of the handlers, `else` and `finally`; items: types that
              ///< are caught; keywords: Keyword without value for each name after `as`
  Assert,     ///< first: condition; second: message or null
  Expr,       ///< first: value
  Import,     ///< items: Alias
  ImportFrom, ///< name: module; level; items: Alias
  Pass,
  Break,
  Continue,
  // Expressions
  BoolOp,         ///< op; items: operands
  NamedExpr,      ///< first: target; second: value
  BinOp,          ///< first; op; second
  UnaryOp,        ///< op; first
  IfExp,          ///< first: condition; second: then; third: else
  Compare,        ///< first: left; operators; items: the right operands
  Call,           ///< first: callee; items: positional (Starred allowed); keywords
  JoinedStr,      ///< items: Constant or FormattedValue
  FormattedValue, ///< first: value; level: conversion character or -1
  Constant,       ///< constant
  Attribute,      ///< first: object; name
  Subscript,      ///< first: object; second: index
  Starred,        ///< first: value
  Name,           ///< name
  List,
  Tuple,
  Set,      ///< items
  Dict,     ///< items: values; keywords: keys
  Slice,    ///< first: lower; second: upper; third: step (each or null)
  ListComp, ///< first: element; second: target; third: iterable; items: conditions
  // Helpers
  Parameter, ///< name; first: annotation or null; second: default or null; level: ParameterForm
  Keyword,   ///< name (empty for **x); first: value
  Alias,     ///< name: what is imported; text: the name it gets
};

/// Form of a parameter, kept in Node::level.
enum class ParameterForm : int32_t { Plain, Variadic, KeywordOnly, KeywordVariadic };

enum class Operator : uint8_t {
  None,
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv,
  And,
  Or,
  Invert,
  Not,
  UAdd,
  USub,
  Eq,
  NotEq,
  Lt,
  LtE,
  Gt,
  GtE,
  Is,
  IsNot,
  In,
  NotIn,
};
/// The operator as it is written: "+", "not in".
const char *spelling(Operator op);

/// Integers are held in 128 bits; larger literals are `BigInt` and keep only their text.
__extension__ using Integer = __int128;

struct ConstantLiteral {
  enum class Kind : uint8_t { None, Bool, Int, BigInt, Float, Complex, String, Bytes, Ellipsis };
  Kind kind = Kind::None;
  bool boolean = false;
  Integer integer = 0;
  double number = 0;
  std::string text;
};

struct Node {
  NodeKind kind = NodeKind::Unsupported;
  Operator op = Operator::None;
  int32_t level = 0;
  Place place;
  std::string name, text;
  ConstantLiteral constant;
  const Node *first = nullptr, *second = nullptr, *third = nullptr;
  std::vector<const Node *> items, keywords, body, orelse, decorators;
  std::vector<Operator> operators;
};

/// A parsed file. Nodes live as long as the tree.
class SyntaxTree {
public:
  Node *make(NodeKind kind, Place place);
  std::vector<const Node *> body;

private:
  std::deque<Node> m_nodes;
};

/// The class name of a node as Python's grammar calls it ("ListComp").
const char *name(NodeKind kind);

/// The source text of a node, from the file's lines; empty when the place is unknown.
std::string sourceText(const std::vector<std::string> &lines, const Place &place);

} // namespace charonia::frontend
