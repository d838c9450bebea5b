// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions: constants, operators, conditionals.
#include "Emitter.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace charonia::frontend {

namespace {

constexpr int kMaxDepth = 1500;
/// Expressions that may be evaluated for each op of the limit of ops: most kernels need two or
/// three.
constexpr uint64_t kExpressionsPerOp = 10;

/// Items inside each other, and each sixteen bytes of strings.
constexpr size_t kMaxValueSize = 10'000, kSizePerExpression = 16;

size_t sizeOf(const Value &value) {
  size_t size = 1 + (value.isString() ? value.constant.text.size() / 16 : 0);
  for (const Value &item : value.items) {
    size += sizeOf(item);
  }
  for (const auto &[name, field] : value.fields) {
    size += sizeOf(field);
  }
  return size;
}

} // namespace

Value Emitter::tooLarge() {
  return fail(Code::OutOfRange,
              fmt::format("a compile-time value of more than {} items", kMaxValueSize));
}

Value Emitter::expression(const Node &node) {
  if (m_depth >= kMaxDepth) {
    PlaceGuard guard(*this, node.place);
    return fail(Code::NestingTooDeep,
                fmt::format("expressions and calls are nested more than {} deep", kMaxDepth));
  }
  PlaceGuard guard(*this, node.place);
  if (!withinLimits()) {
    return Value::poison();
  }
  ++m_depth;
  Value value = evaluate(node);
  --m_depth;
  if (value.isTuple() || value.isString() || !value.fields.empty()) {
    // Every use copies it.
    const size_t size = sizeOf(value);
    m_expressions += size / kSizePerExpression;
    value = size > kMaxValueSize ? tooLarge() : std::move(value);
  }
  record(node, value);
  return value;
}

bool Emitter::withinLimits() {
  const uint64_t ops = m_modules.limits().ops, expressions = kExpressionsPerOp * ops;
  bool tooManyOps = m_ir.opCount() > ops;
  if (!tooManyOps && ++m_expressions <= expressions) {
    return true;
  }
  if (!m_reporter.exhausted()) {
    fail(Code::UnrollTooLong,
         tooManyOps
             ? fmt::format("the kernel has more than {} operations after unrolling; make a "
                           "loop a `range`, or split the kernel",
                           ops)
             : fmt::format("more than {} expressions were evaluated after unrolling", expressions));
    m_reporter.stop();
  }
  return false;
}

Value Emitter::evaluate(const Node &node) {
  switch (node.kind) {
  case NodeKind::Name:
    return name(node);
  case NodeKind::Constant:
    return constantNode(node);
  case NodeKind::BinOp:
    return binaryChain(node);
  case NodeKind::UnaryOp:
    return unaryNode(node);
  case NodeKind::BoolOp:
    return boolNode(node);
  case NodeKind::Compare:
    return compareNode(node);
  case NodeKind::IfExp:
    return conditional(node);
  case NodeKind::Call:
    return callNode(node);
  case NodeKind::Attribute: {
    Value object = expression(*node.first);
    applyPlace();
    return object.isPoison() ? object : attribute(object, node.name);
  }
  case NodeKind::Subscript:
    return subscript(node);
  case NodeKind::Tuple:
  case NodeKind::List:
    return tupleNode(node);
  case NodeKind::Slice: {
    Value value;
    value.kind = Value::Kind::Slice;
    for (const Node *part : {node.first, node.second, node.third}) {
      value.items.push_back(part ? expression(*part) : Value::none());
    }
    return value;
  }
  case NodeKind::NamedExpr:
    poisonTargets(node.first);
    return fail(Code::UnsupportedSyntax,
                "`:=` is not part of the language; assign in a statement of its own");
  case NodeKind::JoinedStr:
    return joinedString(node);
  case NodeKind::ListComp:
    return listComprehension(node);
  case NodeKind::Starred:
    return fail(Code::UnsupportedSyntax, "`*` is possible in the arguments of a call only");
  default:
    failUnsupported(node);
    return Value::poison();
  }
}

Value Emitter::constantNode(const Node &node) {
  using Kind = ConstantLiteral::Kind;
  const ConstantLiteral &literal = node.constant;
  switch (literal.kind) {
  case Kind::None:
    return Value::none();
  case Kind::Bool:
    return Value::ofBool(literal.boolean);
  case Kind::Int:
    return Value::ofInt(literal.integer);
  case Kind::Float:
    return Value::of(Constant::ofFloat(literal.number));
  case Kind::String:
    return Value::ofString(literal.text);
  case Kind::BigInt:
    return fail(Code::OutOfRange, "this integer does not fit in 128 bits");
  default:
    return fail(Code::UnsupportedSyntax, "this constant is not part of the language");
  }
}

Value Emitter::binaryChain(const Node &node) {
  // a + b + c leans to the left: the spine is walked with a loop, so that long sums stay shallow.
  std::vector<const Node *> spine;
  const Node *left = &node;
  while (left->kind == NodeKind::BinOp) {
    spine.push_back(left);
    left = left->first;
  }
  Value value = expression(*left);
  for (auto step = spine.rbegin(); step != spine.rend(); ++step) {
    Value right = expression(*(*step)->second);
    PlaceGuard guard(*this, (*step)->place);
    value = binary((*step)->op, value, right);
    record(**step, value);
  }
  return value;
}

Value Emitter::binary(Operator op, const Value &left, const Value &right) {
  if (left.isPoison() || right.isPoison()) {
    return Value::poison();
  }
  if (left.isConstant() && right.isConstant()) {
    std::string error;
    std::optional<Constant> result = evaluateBinary(op, left.constant, right.constant, error);
    if (!result) {
      bool zero = error.find("zero") != std::string::npos;
      return fail(zero ? Code::DivisionByZero : Code::TypeMismatch,
                  fmt::format("`{} {} {}`: {}", left.constant.repr(), spelling(op),
                              right.constant.repr(), error));
    }
    return Value::of(*result);
  }
  if (op == Operator::Add && left.isTuple() && right.isTuple()) {
    Value result = left;
    result.items.insert(result.items.end(), right.items.begin(), right.items.end());
    return result;
  }
  if (op == Operator::Mult && left.isTuple() && right.isInteger()) {
    Value result = Value::tuple({});
    const Integer times = std::max<Integer>(right.constant.integer, 0);
    if (times > kMaxValueSize || static_cast<size_t>(times) * sizeOf(left) > kMaxValueSize) {
      return tooLarge();
    }
    for (Integer i = 0; i < times; ++i) {
      result.items.insert(result.items.end(), left.items.begin(), left.items.end());
    }
    return result;
  }
  return m_semantic.binary(op, left, right);
}

Value Emitter::unaryNode(const Node &node) {
  Value value = expression(*node.first);
  if (value.isPoison()) {
    return value;
  }
  if (value.isConstant()) {
    std::string error;
    std::optional<Constant> result = evaluateUnary(node.op, value.constant, error);
    return result ? Value::of(*result) : fail(Code::TypeMismatch, error);
  }
  if (node.op == Operator::Not && value.isTuple()) {
    return Value::ofBool(value.items.empty());
  }
  return m_semantic.unary(node.op, value);
}

Value Emitter::boolNode(const Node &node) {
  bool conjunction = node.op == Operator::And;
  Value result;
  bool any = false;
  Value last;
  for (const Node *item : node.items) {
    Value value = expression(*item);
    if (value.isPoison()) {
      return value;
    }
    last = value;
    if (value.isConstant()) {
      if (value.constant.truth() != conjunction) {
        return value; // decides the whole
      }
      continue;
    }
    if (value.isTuple()) {
      return fail(Code::TypeMismatch,
                  fmt::format("`{}` does not work on tuples", spelling(node.op)));
    }
    applyPlace();
    result = any ? m_semantic.logical(node.op, result, value) : value;
    any = true;
    if (result.isPoison()) {
      return result;
    }
  }
  return any ? result : last;
}

Value Emitter::compareNode(const Node &node) {
  if (node.operators.size() != 1) {
    return fail(Code::UnsupportedSyntax,
                "chained comparison is not part of the language; write `a < b and b < c`");
  }
  Operator op = node.operators[0];
  Value left = expression(*node.first), right = expression(*node.items[0]);
  applyPlace();
  if (left.isPoison() || right.isPoison()) {
    return Value::poison();
  }
  if (op == Operator::In || op == Operator::NotIn) {
    if (m_current && m_current->compileTime && right.isTuple()) {
      bool found = std::any_of(right.items.begin(), right.items.end(),
                               [&](const Value &item) { return sameStructure(item, left); });
      return Value::ofBool(found == (op == Operator::In));
    }
    return fail(
        Code::UnsupportedSyntax,
        fmt::format("`{}` is not part of the language; compare with each value", spelling(op)));
  }
  bool identity = op == Operator::Is || op == Operator::IsNot;
  bool equality = op == Operator::Eq || op == Operator::NotEq;
  if (left.isConstant() && right.isConstant()) {
    std::string error;
    std::optional<Constant> result = evaluateCompare(op, left.constant, right.constant, error);
    return result ? Value::of(*result) : fail(Code::TypeMismatch, error);
  }
  auto compileTime = [](const Value &value) { return !value.isTensor() && !value.isTuple(); };
  if (identity || (equality && compileTime(left) && compileTime(right))) {
    bool positive = op == Operator::Is || op == Operator::Eq;
    bool same =
        left.isDtype() && right.isDtype() ? left.type == right.type : sameValue(left, right);
    return Value::ofBool(same == positive);
  }
  if (equality && left.isTuple() && right.isTuple()) {
    std::vector<Value> tensors;
    flatten(left, tensors);
    flatten(right, tensors);
    if (tensors.empty()) {
      bool same = left.items.size() == right.items.size();
      for (size_t i = 0; same && i < left.items.size(); ++i) {
        same = left.items[i].isConstant() ? right.items[i].isConstant() &&
                                                left.items[i].constant == right.items[i].constant
                                          : sameStructure(left.items[i], right.items[i]);
      }
      return Value::ofBool(same == (op == Operator::Eq));
    }
  }
  return m_semantic.compare(op, left, right);
}

Value Emitter::conditional(const Node &node) {
  Value condition = expression(*node.first);
  if (condition.isPoison()) {
    return condition;
  }
  if (!condition.isTensor()) {
    std::optional<bool> taken = constantTruth(condition);
    if (!taken) {
      return fail(Code::BadCondition,
                  fmt::format("a condition is a bool, an integer, None or a tensor, not {}",
                              describe(condition)));
    }
    return expression(*taken ? *node.second : *node.third);
  }
  std::optional<Value> test;
  {
    PlaceGuard guard(*this, node.first->place);
    test = m_semantic.condition(condition);
  }
  if (!test) {
    return Value::poison();
  }
  std::array<IrBlock, 2> blocks;
  std::array<Value, 2> values;
  ++m_current->regions;
  for (size_t side = 0; side < 2; ++side) {
    blocks[side] = m_ir.beginBlock({});
    values[side] = decay(m_semantic, expression(side == 0 ? *node.second : *node.third));
    m_ir.endBlock();
  }
  --m_current->regions;
  applyPlace();
  bool poison = containsPoison(values[0]) || containsPoison(values[1]);
  if (poison || !sameStructure(values[0], values[1])) {
    m_ir.discard(blocks[0]);
    m_ir.discard(blocks[1]);
    return poison ? Value::poison()
                  : fail(Code::BranchMismatch,
                         fmt::format("the two sides of this `if ... else` differ: {} and {}{}",
                                     describe(values[0]), describe(values[1]),
                                     agreementHint(values[0], values[1])));
  }
  std::array<IrValues, 2> yields;
  std::vector<Type> types;
  for (size_t side = 0; side < 2; ++side) {
    std::vector<Value> leaves;
    flatten(values[side], leaves);
    for (const Value &leaf : leaves) {
      yields[side].push_back(leaf.ir);
      if (side == 0) {
        types.push_back(leaf.type);
      }
    }
  }
  IrValues results = m_ir.createIf(test->ir, blocks[0], yields[0], blocks[1], yields[1], types);
  size_t next = 0;
  return rebuild(values[0], results, next);
}

} // namespace charonia::frontend
