// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions: names, operators, attributes, subscripts, conditionals.
#include "Emitter.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr int kMaxDepth = 1500;

std::string nodeName(const Node &node) {
  return node.kind == NodeKind::Unsupported ? node.name : frontend::name(node.kind);
}

} // namespace

Value Emitter::expression(const Node &node) {
  if (m_depth >= kMaxDepth) {
    PlaceGuard guard(*this, node.place);
    return fail(Code::NestingTooDeep,
                fmt::format("expressions and calls are nested more than {} deep", kMaxDepth));
  }
  PlaceGuard guard(*this, node.place);
  ++m_depth;
  Value value = evaluate(node);
  --m_depth;
  return value;
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
  case NodeKind::NamedExpr: {
    Value value = expression(*node.second);
    assign(*node.first, value);
    return node.first->kind == NodeKind::Name ? *m_current->scope.find(node.first->name) : value;
  }
  case NodeKind::JoinedStr:
    return joinedString(node);
  case NodeKind::ListComp:
    return listComprehension(node);
  case NodeKind::Starred:
    return fail(Code::UnsupportedSyntax, "`*` is possible in the arguments of a call only");
  default:
    return fail(Code::UnsupportedSyntax,
                fmt::format("a `{}` expression is not part of the language", nodeName(node)));
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

Value Emitter::name(const Node &node) {
  if (m_current) {
    if (const Value *value = m_current->scope.find(node.name)) {
      return *value;
    }
  }
  const ModuleScope *module = m_current ? m_current->reference.module : nullptr;
  return module ? global(module, node.name, false) : Value::poison();
}

Value Emitter::global(const ModuleScope *module, const std::string &name, bool inDefault) {
  auto found = module->globals.find(name);
  if (found == module->globals.end()) {
    Value value = m_modules.pythonBuiltin(name);
    if (!value.isPoison()) {
      return value;
    }
    std::vector<std::string> candidates =
        m_current ? m_current->scope.order() : std::vector<std::string>();
    for (const auto &[global, node] : module->globals) {
      candidates.push_back(global);
    }
    return fail(Code::UndefinedName,
                fmt::format("`{}` is not defined{}", name, suggestion(name, candidates)));
  }
  const Node &node = *found->second;
  switch (node.kind) {
  case NodeKind::FunctionDef: {
    Value value = Value::named(Value::Kind::Function, name);
    value.function.definition = &node;
    value.function.module = module;
    value.function.jit = jitDecorated(node, &value.function.noinlineFunction);
    return value;
  }
  case NodeKind::Alias: {
    const Node &statement = *module->importOf.at(&node);
    if (statement.kind == NodeKind::Import) {
      bool whole = node.text != node.name.substr(0, node.name.find('.'));
      return m_modules.import(whole ? node.name : node.text, "");
    }
    return m_modules.import(statement.name, node.name);
  }
  case NodeKind::ClassDef:
    return Value::named(Value::Kind::Opaque, name);
  default:
    break;
  }
  const Node *expressionNode = node.kind == NodeKind::Assign ? node.first : node.third;
  std::string key = module->name + ":" + name;
  if (!expressionNode || !m_globalsInProgress.insert(key).second) {
    return fail(Code::UndefinedName, fmt::format("the global `{}` has no value", name));
  }
  Value value = evaluateGlobal(module, *expressionNode);
  m_globalsInProgress.erase(key);
  bool wrapped = expressionNode->kind == NodeKind::Call &&
                 expressionNode->first->kind == NodeKind::Attribute &&
                 expressionNode->first->name == "constexpr";
  wrapped = wrapped || (expressionNode->kind == NodeKind::Call &&
                        expressionNode->first->kind == NodeKind::Name &&
                        expressionNode->first->name == "constexpr");
  bool free = value.isDtype() || value.kind == Value::Kind::Module ||
              value.kind == Value::Kind::Builtin || value.kind == Value::Kind::Function ||
              value.isNone();
  if (value.isPoison() || wrapped || free || inDefault) {
    return value;
  }
  return fail(Code::GlobalAccess,
              fmt::format("the global `{0}` is an ordinary Python variable; make it `{0} = "
                          "tl.constexpr(...)`, or pass it as an argument",
                          name));
}

Value Emitter::evaluateGlobal(const ModuleScope *module, const Node &expressionNode) {
  Function frame;
  frame.reference.module = module;
  frame.regions = 1;
  Function *outer = m_current;
  m_current = &frame;
  m_reporter.frames.push_back(
      {module->source->file, "<module>", module->library, expressionNode.place});
  Value value = expression(expressionNode);
  m_reporter.frames.pop_back();
  m_current = outer;
  if (!m_reporter.frames.empty()) {
    applyPlace();
  }
  std::vector<Value> leaves;
  flatten(value, leaves);
  return leaves.empty() ? value : Value::poison();
}

// Operators
// -------------------------------------------------------------------------------------------

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
    for (Integer i = 0; i < right.constant.integer && result.items.size() < 10000; ++i) {
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
    if (!right.isTuple() || left.isTensor()) {
      return fail(Code::UnsupportedSyntax,
                  fmt::format("`{}` works on compile-time tuples only", spelling(op)));
    }
    bool found = std::any_of(right.items.begin(), right.items.end(),
                             [&](const Value &item) { return sameStructure(item, left); });
    return Value::ofBool(found == (op == Operator::In));
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
                         fmt::format("the two sides of this `if ... else` differ: {} and {}",
                                     describe(values[0]), describe(values[1])));
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

// Structures
// ------------------------------------------------------------------------------------------

Value Emitter::tupleNode(const Node &node) {
  Value result = Value::tuple({});
  for (const Node *item : node.items) {
    result.items.push_back(expression(*item));
    if (result.items.back().isPoison()) {
      return Value::poison();
    }
  }
  return result;
}

Value Emitter::listComprehension(const Node &node) {
  Value over = expression(*node.third);
  if (over.isPoison()) {
    return over;
  }
  if (!over.isTuple() || !m_current || node.second->kind != NodeKind::Name) {
    return fail(Code::UnsupportedSyntax, "a list comprehension goes over a tuple with one name");
  }
  Scope before = m_current->scope;
  Value result = Value::tuple({});
  for (const Value &item : over.items) {
    m_current->scope.set(node.second->name, item);
    bool taken = true;
    for (const Node *filter : node.items) {
      std::optional<bool> truth = constantTruth(expression(*filter));
      taken = taken && truth.value_or(false);
    }
    if (taken) {
      result.items.push_back(expression(*node.first));
    }
  }
  m_current->scope = before;
  return containsPoison(result) ? Value::poison() : result;
}

Value Emitter::joinedString(const Node &node) {
  std::string text;
  for (const Node *item : node.items) {
    if (item->kind == NodeKind::Constant) {
      text += item->constant.text;
      continue;
    }
    Value value = expression(*item->first);
    if (value.isPoison()) {
      return value;
    }
    if (value.isTensor()) {
      return fail(
          Code::NotConstexpr,
          fmt::format("an f-string takes compile-time values only, not {}", describe(value)));
    }
    text += value.isConstant() ? (item->level == 'r' ? value.constant.repr() : value.constant.str())
            : value.isDtype()  ? value.type.text()
                               : describe(value);
  }
  return Value::ofString(text);
}

Value Emitter::subscript(const Node &node) {
  Value object = expression(*node.first);
  if (object.isPoison()) {
    return object;
  }
  if (object.isTensor()) {
    return subscriptTensor(object, *node.second);
  }
  Value index = expression(*node.second);
  if (index.isPoison()) {
    return index;
  }
  if (object.isTuple() && index.kind == Value::Kind::Slice) {
    auto size = static_cast<Integer>(object.items.size());
    auto bound = [&](const Value &value, Integer fallback) {
      Integer at = value.isInteger() ? value.constant.integer : fallback;
      return std::clamp<Integer>(at < 0 ? at + size : at, 0, size);
    };
    Integer begin = bound(index.items[0], 0), end = bound(index.items[1], size);
    if (!index.items[2].isNone()) {
      return fail(Code::BadIndex, "a slice of a tuple has no step");
    }
    Value result = Value::tuple({});
    for (Integer i = begin; i < end; ++i) {
      result.items.push_back(object.items[static_cast<size_t>(i)]);
    }
    return result;
  }
  if (!object.isTuple()) {
    return fail(Code::BadIndex, fmt::format("{} cannot be indexed", describe(object)));
  }
  if (!index.isInteger()) {
    return fail(
        Code::BadIndex,
        fmt::format("a tuple is indexed by a compile-time integer, not by {}", describe(index)));
  }
  auto size = static_cast<Integer>(object.items.size());
  Integer at = index.constant.integer < 0 ? index.constant.integer + size : index.constant.integer;
  if (at < 0 || at >= size) {
    return fail(Code::BadIndex, fmt::format("index {} is out of range for a tuple of {}",
                                            index.constant.str(), object.items.size()));
  }
  return object.items[static_cast<size_t>(at)];
}

Value Emitter::subscriptTensor(const Value &object, const Node &index) {
  std::vector<const Node *> parts =
      index.kind == NodeKind::Tuple ? index.items : std::vector<const Node *>{&index};
  Value result = object;
  int64_t axis = 0;
  auto full = [](const Node &part) {
    return part.kind == NodeKind::Slice && !part.first && !part.second && !part.third;
  };
  size_t fullCount = 0;
  for (const Node *part : parts) {
    if (full(*part)) {
      ++fullCount;
    } else {
      Value value = expression(*part);
      if (value.isPoison()) {
        return value;
      }
      if (!value.isNone()) {
        PlaceGuard guard(*this, part->place);
        return fail(Code::BadIndex,
                    fmt::format("a block is indexed by None and full slices `:` only, not by {}; "
                                "use tl.gather, or load again with other addresses",
                                describe(value)));
      }
    }
  }
  if (fullCount > object.type.shape.size()) {
    return fail(Code::BadIndex, fmt::format("{} slices on {}", fullCount, describe(object)));
  }
  applyPlace();
  for (const Node *part : parts) {
    if (!full(*part)) {
      result = m_semantic.expandDims(result, axis);
      if (result.isPoison()) {
        return result;
      }
    }
    ++axis;
  }
  return result;
}

// Attributes
// ------------------------------------------------------------------------------------------

Value Emitter::attribute(const Value &object, const std::string &name) {
  switch (object.kind) {
  case Value::Kind::Poison:
    return object;
  case Value::Kind::Module: {
    Value found = m_modules.lookup(object.name, name);
    if (!found.isPoison()) {
      return found;
    }
    std::string shown = object.name == "triton.language" ? "tl" : object.name;
    if (Modules::knownUnsupported(name)) {
      return fail(Code::NotSupportedYet, fmt::format("`{}.{}` is not supported yet", shown, name));
    }
    return fail(Code::UnknownFunction, fmt::format("there is no `{}.{}`{}", shown, name,
                                                   suggestion(name, m_modules.names(object.name))));
  }
  case Value::Kind::Opaque:
    return Value::named(Value::Kind::Opaque, object.name + "." + name);
  case Value::Kind::Tensor:
    return tensorAttribute(object, name);
  case Value::Kind::Dtype:
    return dtypeAttribute(object, name);
  case Value::Kind::Constant:
    if (name == "value") {
      return object;
    }
    if (object.isNumber() &&
        (name == "to" || name == "dtype" || name == "type" || name == "shape")) {
      return tensorAttribute(m_semantic.toTensor(object), name);
    }
    break;
  case Value::Kind::Object: {
    auto field = object.fields.find(name);
    if (field != object.fields.end()) {
      return field->second;
    }
    if (object.isObject("tensor_descriptor") && (name == "load" || name == "store")) {
      Value method = m_modules.lookup("triton.language", name + "_tensor_descriptor");
      method.kind = Value::Kind::Method;
      method.items = {object};
      return method;
    }
    if (object.isObject("tensor_descriptor") &&
        (name == "gather" || name == "scatter" || name.rfind("atomic_", 0) == 0)) {
      return fail(Code::NotSupportedYet,
                  fmt::format("`{}` of a tensor descriptor is not supported yet", name));
    }
    break;
  }
  case Value::Kind::Tuple:
    if (name == "type") {
      return object;
    }
    break;
  default:
    break;
  }
  return fail(Code::UnknownAttribute,
              fmt::format("{} has no attribute `{}`", describe(object), name));
}

Value Emitter::tensorAttribute(const Value &object, const std::string &name) {
  if (object.isPoison()) {
    return object;
  }
  if (name == "dtype") {
    return Value::dtype(object.type.element());
  }
  if (name == "type") {
    return Value::dtype(object.type);
  }
  if (name == "shape") {
    Value shape = Value::tuple({});
    for (int64_t extent : object.type.shape) {
      shape.items.push_back(Value::ofInt(extent));
    }
    return shape;
  }
  if (name == "numel") {
    return Value::ofInt(object.type.elements());
  }
  if (name == "T") {
    return m_semantic.permute(object, {1, 0});
  }
  Value method = m_modules.method(name);
  if (method.isPoison()) {
    if (name.rfind("__", 0) == 0 || Modules::knownUnsupported(name)) {
      return fail(Code::NotSupportedYet,
                  fmt::format("the tensor method `{}` is not supported yet", name));
    }
    return fail(Code::UnknownAttribute,
                fmt::format("{} has no attribute `{}`{}", describe(object), name,
                            suggestion(name, m_modules.methodNames())));
  }
  Value bound = method;
  bound.kind = Value::Kind::Method;
  bound.items = {object};
  bound.name = name;
  return bound;
}

Value Emitter::dtypeAttribute(const Value &object, const std::string &name) {
  const Type &type = object.type;
  if (name == "scalar") {
    return Value::dtype(type.element());
  }
  if (name == "element_ty") {
    return Value::dtype(type.isBlock() ? type.element() : type.isPointer() ? type.pointee() : type);
  }
  if (name == "shape") {
    return tensorAttribute(Value::tensor({}, type), "shape");
  }
  if (name == "primitive_bitwidth" || name == "int_bitwidth") {
    return Value::ofInt(type.bits());
  }
  if (name == "itemsize") {
    return Value::ofInt(std::max(1, type.bits() / 8));
  }
  if (name == "name") {
    return Value::ofString(type.text());
  }
  if (name == "numel") {
    return Value::ofInt(type.elements());
  }
  static const std::set<std::string, std::less<>> kPredicates = {"is_ptr",
                                                                 "is_block",
                                                                 "is_floating",
                                                                 "is_int",
                                                                 "is_int_signed",
                                                                 "is_int_unsigned",
                                                                 "is_bool",
                                                                 "is_fp8",
                                                                 "is_fp16",
                                                                 "is_bf16",
                                                                 "is_fp32",
                                                                 "is_fp64",
                                                                 "is_standard_floating",
                                                                 "is_void",
                                                                 "is_const",
                                                                 "is_int1",
                                                                 "is_int8",
                                                                 "is_int16",
                                                                 "is_int32",
                                                                 "is_int64",
                                                                 "is_uint8",
                                                                 "is_uint16",
                                                                 "is_uint32",
                                                                 "is_uint64",
                                                                 "is_fp8e4nv",
                                                                 "is_fp8e5",
                                                                 "is_fp8e4b8",
                                                                 "is_fp8e5b16",
                                                                 "is_fp8e4b15"};
  if (kPredicates.count(name) != 0) {
    Value method = Value::named(Value::Kind::Method, name);
    method.items = {object};
    return method;
  }
  return fail(Code::UnknownAttribute,
              fmt::format("{} has no attribute `{}`", describe(object), name));
}

} // namespace charonia::frontend
