// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements other than loops: assignment, return, if.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

/// More statements than this in one module (unrolled loops included) is an error.
constexpr int64_t kMaxStatements = 400'000;
/// Run-time branches and loops inside each other, elif included: the nesting limit of IR, less the
/// function's own.
constexpr int kMaxRegions = 250;

bool containsReturn(const std::vector<const Node *> &body) {
  return std::any_of(body.begin(), body.end(), [](const Node *node) {
    return node->kind == NodeKind::Return ||
           (node->kind != NodeKind::FunctionDef &&
            (containsReturn(node->body) || containsReturn(node->orelse)));
  });
}

bool isConstexprAnnotation(const Node *annotation) {
  if (!annotation) {
    return false;
  }
  if (annotation->kind == NodeKind::Constant) {
    return annotation->constant.text.find("constexpr") != std::string::npos;
  }
  return (annotation->kind == NodeKind::Name || annotation->kind == NodeKind::Attribute) &&
         annotation->name == "constexpr";
}

} // namespace

Emitter::PlaceGuard::PlaceGuard(Emitter &emitter, const Place &place) : m_emitter(emitter) {
  if (!m_emitter.m_reporter.frames.empty()) {
    m_outer = m_emitter.m_reporter.frames.back().place;
    m_emitter.m_reporter.frames.back().place = place;
    m_emitter.applyPlace();
  }
}

Emitter::PlaceGuard::~PlaceGuard() {
  if (!m_emitter.m_reporter.frames.empty()) {
    m_emitter.m_reporter.frames.back().place = m_outer;
    m_emitter.applyPlace();
  }
}

void Emitter::applyPlace() {
  const Reporter::Frame &frame = m_reporter.frames.back();
  m_ir.setPlace(frame.file, frame.place.line, frame.place.column, m_variable);
}

void Emitter::statements(const std::vector<const Node *> &body) {
  if (m_current->regions > kMaxRegions && !body.empty()) {
    if (!m_nestingReported) {
      m_nestingReported = true;
      PlaceGuard guard(*this, body.front()->place);
      fail(Code::NestingTooDeep,
           fmt::format("branches and loops are nested more than {} deep", kMaxRegions));
    }
    return;
  }
  for (const Node *node : body) {
    if (m_current->terminated || m_reporter.exhausted()) {
      return; // what follows a return is never visited
    }
    if (++m_statements > kMaxStatements) {
      if (m_statements == kMaxStatements + 1) {
        PlaceGuard guard(*this, node->place);
        fail(Code::UnrollTooLong,
             fmt::format("more than {} statements after unrolling", kMaxStatements));
      }
      return;
    }
    statement(*node);
  }
}

void Emitter::statement(const Node &node) {
  PlaceGuard guard(*this, node.place);
  switch (node.kind) {
  case NodeKind::Expr:
    if (node.first->kind != NodeKind::Constant) { // docstrings and `...`
      expression(*node.first);
    }
    return;
  case NodeKind::Assign:
    return assignStatement(node);
  case NodeKind::AnnAssign:
    return annotatedAssign(node);
  case NodeKind::AugAssign:
    return augmentedAssign(node);
  case NodeKind::Return:
    return returnStatement(node);
  case NodeKind::If:
    return ifStatement(node);
  case NodeKind::For:
    return forStatement(node);
  case NodeKind::While:
    return whileStatement(node);
  case NodeKind::Assert:
    return assertStatement(node);
  case NodeKind::Pass:
    return;
  case NodeKind::Break:
  case NodeKind::Continue:
    fail(Code::UnsupportedSyntax,
         fmt::format("`{}` is not part of the language; guard the rest of the body with `if`",
                     node.kind == NodeKind::Break ? "break" : "continue"));
    return;
  case NodeKind::FunctionDef:
    fail(Code::UnsupportedSyntax,
         fmt::format(
             "the function `{}` is defined inside a function; move it to the top of the file",
             node.name));
    m_current->scope.set(node.name, Value::poison());
    return;
  case NodeKind::With:
    fail(Code::NotSupportedYet, "`with` is not supported yet");
    poisonAssigned({&node});
    return;
  default:
    failUnsupported(node);
    poisonAssigned({&node});
  }
}

void Emitter::assign(const Node &target, Value value) {
  switch (target.kind) {
  case NodeKind::Name: {
    if (m_current->compileTime) {
      record(target, value);
      m_current->scope.set(target.name, value);
      return;
    }
    if (value.isString() || value.kind == Value::Kind::Builtin ||
        value.kind == Value::Kind::Function || value.kind == Value::Kind::Module) {
      fail(
          Code::NotConstexpr,
          fmt::format(
              "`{}` would be a run-time variable, but is {}; annotate it: `{}: tl.constexpr = ...`",
              target.name, describe(value), target.name));
      value = Value::poison();
    }
    value = decay(m_semantic, value);
    record(target, value);
    m_current->scope.set(target.name, value);
    return;
  }
  case NodeKind::Tuple:
  case NodeKind::List:
    return assignTuple(target, value);
  case NodeKind::Subscript:
    fail(Code::UnsupportedSyntax,
         "an element cannot be assigned; use tl.where for a block, tl.store for memory, and a new "
         "tuple for a tuple");
    return;
  case NodeKind::Starred:
    fail(Code::UnsupportedSyntax,
         "`*` is not possible in an assignment; write one name for each value");
    poisonTargets(target.first);
    return;
  case NodeKind::Attribute:
    return assignAttribute(target, value);
  default:
    fail(Code::UnsupportedSyntax, "only names and tuples of names can be assigned");
  }
}

void Emitter::assignTuple(const Node &target, const Value &value) {
  if (value.isPoison()) {
    for (const Node *item : target.items) {
      assign(*item, value);
    }
    return;
  }
  if (value.isTuple() &&
      std::any_of(target.items.begin(), target.items.end(),
                  [](const Node *item) { return item->kind == NodeKind::Starred; })) {
    fail(Code::UnsupportedSyntax,
         "`*` is not possible in an assignment; write one name for each value");
    poisonTargets(&target);
    return;
  }
  if (!value.isTuple() || value.items.size() != target.items.size()) {
    fail(Code::TypeMismatch,
         fmt::format("{} names are assigned from {}", target.items.size(), describe(value)));
    for (const Node *item : target.items) {
      assign(*item, Value::poison());
    }
    return;
  }
  for (size_t i = 0; i < value.items.size(); ++i) {
    assign(*target.items[i], value.items[i]);
  }
}

void Emitter::assignStatement(const Node &node) {
  if (node.items.size() != 1) {
    fail(Code::UnsupportedSyntax,
         "chained assignment is not part of the language; write one assignment per line");
    Value value = expression(*node.first);
    for (const Node *target : node.items) {
      assign(*target, value);
    }
    return;
  }
  const Node &target = *node.items[0];
  m_variable = target.kind == NodeKind::Name ? target.name : "";
  Value value = expression(*node.first);
  {
    PlaceGuard guard(*this, node.first->place);
    assign(target, value);
  }
  m_variable.clear();
}

void Emitter::annotatedAssign(const Node &node) {
  if (!node.first || node.first->kind != NodeKind::Name) {
    fail(Code::UnsupportedSyntax, "only a name can be annotated");
    return;
  }
  const std::string &name = node.first->name;
  if (!isConstexprAnnotation(node.second)) {
    if (node.third) {
      m_variable = name;
      Value value = expression(*node.third);
      assign(*node.first, value);
      m_variable.clear();
    }
    return;
  }
  if (m_current->scope.find(name)) {
    fail(Code::ConstexprReassigned,
         fmt::format("`{}` is already defined; a constexpr cannot be assigned again", name));
    return;
  }
  if (!node.third) {
    fail(Code::UnsupportedSyntax, fmt::format("the constexpr `{}` has no value", name));
    m_current->scope.set(name, Value::poison());
    return;
  }
  Value value = expression(*node.third);
  std::vector<Value> tensors;
  flatten(value, tensors);
  if (!tensors.empty()) {
    PlaceGuard guard(*this, node.third->place);
    value = fail(Code::NotConstexpr,
                 fmt::format("`{}` is a constexpr, but its value is {}, known at run time only",
                             name, describe(value)));
  }
  m_current->constexprs.insert(name);
  record(*node.first, value);
  m_current->scope.set(name, value);
}

void Emitter::augmentedAssign(const Node &node) {
  if (!node.first ||
      (node.first->kind != NodeKind::Name && node.first->kind != NodeKind::Attribute)) {
    fail(Code::UnsupportedSyntax, "only a name can be assigned");
    return;
  }
  const std::string &target = node.first->name;
  if (node.first->kind == NodeKind::Name && !m_current->scope.find(target) &&
      m_current->undefined.count(target) == 0 &&
      m_current->reference.module->globals.count(target) == 0 && assignmentHint(target).empty()) {
    m_reporter.pendingNotes.clear();
    PlaceGuard guard(*this, node.first->place);
    fail(Code::UndefinedName,
         fmt::format("`{0}` has no value yet: `{1}=` needs one; set it first, for instance "
                     "`{0} = 0.0` or `{0} = tl.zeros(...)`",
                     target, spelling(node.op)));
    m_current->scope.set(target, Value::poison());
    m_current->undefined.insert(target);
  }
  m_reporter.pendingNotes.clear();
  Value left = expression(*node.first);
  m_variable = node.first->kind == NodeKind::Name ? node.first->name : "";
  Value right = expression(*node.second);
  applyPlace();
  Value value = binary(node.op, left, right);
  assign(*node.first, value);
  m_variable.clear();
}

void Emitter::assertStatement(const Node &node) {
  Value condition = expression(*node.first);
  Value message = node.second ? expression(*node.second) : Value::ofString("");
  call(m_modules.lookup("triton.language", "device_assert"), {condition, message}, {});
}

bool Emitter::checkReturn(Value &value) {
  value = value.isTuple() || value.isNumber() ? decay(m_semantic, value) : value;
  if (containsPoison(value)) {
    m_current->returned = Value::poison();
    return false;
  }
  if (!m_current->returned) {
    m_current->returned = value;
    m_current->returnedAt = m_reporter.frames.back().place;
    return true;
  }
  if (m_current->returned->isPoison()) {
    return false;
  }
  if (!sameStructure(*m_current->returned, value)) {
    m_reporter.noteNext("the earlier return", m_current->returnedAt);
    fail(Code::BadReturn, fmt::format("this returns {}, but an earlier return gives {}",
                                      describe(value), describe(*m_current->returned)));
    return false;
  }
  return true;
}

void Emitter::returnStatement(const Node &node) {
  if (m_current->regions > 0) {
    fail(Code::BadReturn, m_current->loops > 0
                              ? "`return` inside a loop is not part of the language"
                              : "`return` is not possible here");
    return;
  }
  Value value = node.first ? expression(*node.first) : Value::none();
  if (m_current->compileTime) {
    m_current->returned = value;
    m_current->terminated = true;
    return;
  }
  if (m_current->isKernel) {
    if (!value.isNone() && !value.isPoison()) {
      fail(Code::BadReturn,
           fmt::format("a kernel returns nothing, but this returns {}", describe(value)));
    }
    value = Value::none();
  }
  IrValues results;
  if (checkReturn(value)) {
    std::vector<Value> leaves;
    flatten(value, leaves);
    for (const Value &leaf : leaves) {
      results.push_back(leaf.ir);
    }
  }
  m_ir.effect("tt.return", results);
  m_current->terminated = true;
}

std::optional<bool> Emitter::constantTruth(const Value &value) {
  if (m_current && m_current->compileTime) {
    return truth(value);
  }
  if (value.isConstant() && !value.isString() && value.constant.kind != Constant::Kind::Float) {
    return value.constant.truth();
  }
  return std::nullopt;
}

void Emitter::visitBothBranches(const Node &node) {
  Scope before = m_current->scope;
  bool terminated = m_current->terminated;
  IrBlock block = m_ir.beginBlock({});
  ++m_current->regions;
  for (const auto *branch : {&node.body, &node.orelse}) {
    if (!containsReturn(*branch)) {
      statements(*branch);
    }
  }
  --m_current->regions;
  m_ir.endBlock();
  m_ir.discard(block);
  Scope after = m_current->scope;
  m_current->scope = before;
  m_current->terminated = terminated;
  for (const std::string &name : after.order()) {
    const Value *old = before.find(name);
    if (!old || !sameValue(*old, *after.find(name))) {
      m_current->scope.set(name, Value::poison());
    }
  }
}

void Emitter::ifStatement(const Node &node) {
  Value condition = expression(*node.first);
  if (condition.isPoison()) {
    return visitBothBranches(node);
  }
  if (!condition.isTensor()) {
    std::optional<bool> taken = constantTruth(condition);
    if (!taken) {
      PlaceGuard guard(*this, node.first->place);
      fail(Code::BadCondition,
           fmt::format("a condition is a bool, an integer, None or a tensor, not {}",
                       describe(condition)));
      return;
    }
    m_current->decided[&node] = *taken;
    return statements(*taken ? node.body : node.orelse);
  }
  std::optional<Value> test;
  {
    PlaceGuard guard(*this, node.first->place);
    test = m_semantic.condition(condition);
  }
  if (!test) {
    return;
  }
  if (!containsReturn(node.body) && !containsReturn(node.orelse)) {
    return ifRegions(node, *test);
  }
  if (m_current->regions > 0) {
    fail(Code::BadReturn,
         m_current->loops > 0
             ? "`return` inside a loop is not part of the language"
             : "`return` under a condition is possible at the top of a function only");
    return;
  }
  ifBlocks(node, *test);
}

void Emitter::ifRegions(const Node &node, const Value &condition) {
  Scope before = m_current->scope;
  std::array<Scope, 2> after;
  std::array<IrBlock, 2> blocks;
  ++m_current->regions;
  for (size_t side = 0; side < 2; ++side) {
    m_current->scope = before;
    blocks[side] = m_ir.beginBlock({});
    statements(side == 0 ? node.body : node.orelse);
    m_ir.endBlock();
    after[side] = m_current->scope;
  }
  --m_current->regions;
  m_current->scope = before;
  MergedBranches merged = mergeBranches(before, after, node);
  IrValues results = m_ir.createIf(condition.ir, blocks[0], merged.leaves[0], blocks[1],
                                   merged.leaves[1], merged.types);
  size_t next = 0;
  for (auto &[name, structure] : merged.values) {
    m_current->scope.set(name, rebuild(structure, results, next));
  }
}

Emitter::MergedBranches
Emitter::mergeBranches(const Scope &before, const std::array<Scope, 2> &after, const Node &node) {
  // Names in both branches, in the order of their definition; those of one branch alone vanish.
  MergedBranches merged;
  for (const std::string &name : after[0].order()) {
    const Value *old = before.find(name), &first = *after[0].find(name),
                *second = after[1].find(name);
    if (!second || (old && sameValue(*old, first) && sameValue(*old, *second))) {
      continue;
    }
    bool poison = containsPoison(first) || containsPoison(*second);
    if (poison || !sameStructure(first, *second)) {
      if (!poison) {
        for (const auto *branch : {&node.body, &node.orelse}) {
          if (const Node *set = lastAssignment(*branch, name)) {
            m_reporter.noteNext(fmt::format("`{}` is set here to {}", name,
                                            describe(branch == &node.body ? first : *second)),
                                set->place);
          }
        }
        fail(Code::BranchMismatch,
             fmt::format("`{}` is {} after the `if` branch and {} after the `else` branch{}", name,
                         describe(first), describe(*second), agreementHint(first, *second)));
      }
      m_current->scope.set(name, Value::poison());
      continue;
    }
    std::array<std::vector<Value>, 2> leaves;
    flatten(first, leaves[0]);
    flatten(*second, leaves[1]);
    for (size_t i = 0; i < leaves[0].size(); ++i) {
      merged.leaves[0].push_back(leaves[0][i].ir);
      merged.leaves[1].push_back(leaves[1][i].ir);
      merged.types.push_back(leaves[0][i].type);
    }
    merged.values.emplace_back(name, first);
  }
  return merged;
}

void Emitter::ifBlocks(const Node &node, const Value &condition) {
  Scope before = m_current->scope;
  std::array<Scope, 2> after;
  std::array<IrBlock, 2> ends;
  std::array<bool, 2> done{};
  std::array<IrBlock, 2> starts = {m_ir.functionBlock({}), m_ir.functionBlock({})};
  m_ir.conditionalBranch(condition.ir, starts[0], starts[1]);
  for (size_t side = 0; side < 2; ++side) {
    m_current->scope = before;
    m_current->terminated = false;
    m_ir.enter(starts[side]);
    statements(side == 0 ? node.body : node.orelse);
    after[side] = m_current->scope;
    done[side] = m_current->terminated;
    ends[side] = m_ir.currentBlock();
  }
  m_current->terminated = done[0] && done[1];
  if (done[0] || done[1]) { // one side goes on: its block is the continuation
    size_t side = done[0] ? 1 : 0;
    m_current->scope = after[side];
    m_ir.enter(ends[side]);
    return;
  }
  m_current->scope = before;
  MergedBranches merged = mergeBranches(before, after, node);
  IrBlock join = m_ir.functionBlock(merged.types);
  for (size_t side = 0; side < 2; ++side) {
    m_ir.enter(ends[side]);
    m_ir.branch(join, merged.leaves[side]);
  }
  m_ir.enter(join);
  IrValues arguments;
  for (size_t i = 0; i < merged.types.size(); ++i) {
    arguments.push_back(m_ir.argument(join, static_cast<unsigned>(i)));
  }
  size_t next = 0;
  for (auto &[name, structure] : merged.values) {
    m_current->scope.set(name, rebuild(structure, arguments, next));
  }
}

} // namespace charonia::frontend
