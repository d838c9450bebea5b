// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops. The body is emitted once into a free block whose arguments stand for every live name that
// the body assigns; afterwards those that did not change are taken out again.
#include "Emitter.h"
#include "NameHints.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::frontend {
namespace {

constexpr int64_t kMaxUnroll = 10'000;

void collectTargets(const Node &target, std::set<std::string> &names) {
  if (target.kind == NodeKind::Name) {
    names.insert(target.name);
  }
  if (target.kind == NodeKind::Attribute) {
    collectTargets(*target.first, names); // an object that is changed
  }
  for (const Node *item : target.items) {
    collectTargets(*item, names);
  }
}

/// Every name that the statements may assign.
void collectAssigned(const std::vector<const Node *> &body, std::set<std::string> &names) {
  for (const Node *node : body) {
    if (node->kind == NodeKind::Assign) {
      for (const Node *target : node->items) {
        collectTargets(*target, names);
      }
    } else if ((node->kind == NodeKind::AnnAssign || node->kind == NodeKind::AugAssign ||
                node->kind == NodeKind::For) &&
               node->first) {
      collectTargets(*node->first, names);
    }
    collectAssigned(node->body, names);
    collectAssigned(node->orelse, names);
  }
}

} // namespace

std::vector<Emitter::Candidate> Emitter::loopCandidates(const std::set<std::string> &assigned,
                                                        unsigned firstArgument,
                                                        std::vector<Type> &types) {
  std::vector<Candidate> candidates;
  for (const std::string &name : m_current->scope.order()) {
    const Value &value = *m_current->scope.find(name);
    if (assigned.count(name) == 0 || containsPoison(value)) {
      continue;
    }
    std::vector<Value> leaves;
    flatten(value, leaves);
    if (leaves.empty()) {
      continue;
    }
    candidates.push_back({name, value, firstArgument, leaves.size()});
    firstArgument += static_cast<unsigned>(leaves.size());
    for (const Value &leaf : leaves) {
      types.push_back(leaf.type);
    }
  }
  return candidates;
}

void Emitter::bindCandidates(const std::vector<Candidate> &candidates, IrBlock block) {
  for (const Candidate &candidate : candidates) {
    IrValues arguments;
    for (size_t i = 0; i < candidate.leaves; ++i) {
      arguments.push_back(m_ir.argument(block, candidate.first + static_cast<unsigned>(i)));
    }
    size_t next = 0;
    m_current->scope.set(candidate.name, rebuild(candidate.before, arguments, next));
  }
}

namespace {

/// What to set a variable to before a loop that leaves it as `after`.
std::string carriedHint(const std::string &name, const Value &before, const Value &after) {
  if (!before.isTensor() || !after.isTensor() || before.type.isPointer() ||
      after.type.isPointer()) {
    return {};
  }
  if (after.type.isBlock() && !before.type.isBlock()) {
    return fmt::format("; begin with `{} = tl.zeros({}, tl.{})`", name, shapeText(after.type.shape),
                       languageName(after.type.scalar));
  }
  if (before.type.shape != after.type.shape) {
    return {};
  }
  if (before.type.isInt() && after.type.isFloat() && !before.type.isBlock()) {
    return "; begin with a float, such as 0.0";
  }
  return fmt::format("; begin with tl.{0}, or convert inside with .to(tl.{1})",
                     languageName(after.type.scalar), languageName(before.type.scalar));
}

} // namespace

std::vector<IrCarried> Emitter::closeLoop(const std::vector<Candidate> &candidates, IrBlock block,
                                          const Scope &after, const Node &loop) {
  std::vector<IrCarried> carried;
  for (const Candidate &candidate : candidates) {
    const Value *end = after.find(candidate.name);
    std::vector<Value> before, last;
    flatten(candidate.before, before);
    bool good = end && !containsPoison(*end);
    if (good && !sameStructure(candidate.before, *end)) {
      if (const Node *set = lastAssignment(loop.body, candidate.name)) {
        m_reporter.noteNext(fmt::format("`{}` becomes {} here", candidate.name, describe(*end)),
                            set->place);
      }
      fail(Code::LoopCarried,
           fmt::format("`{}` is {} before the loop and {} after its body; a variable keeps its "
                       "type and shape in a loop{}",
                       candidate.name, describe(candidate.before), describe(*end),
                       carriedHint(candidate.name, candidate.before, *end)));
      good = false;
    }
    if (good) {
      flatten(*end, last);
    }
    for (size_t i = 0; i < before.size(); ++i) {
      IrCarried leaf;
      leaf.argument = candidate.first + static_cast<unsigned>(i);
      leaf.init = before[i].ir;
      leaf.type = before[i].type;
      IrValue argument = m_ir.argument(block, leaf.argument);
      leaf.yield = good ? last[i].ir : argument;
      leaf.kept = !(leaf.yield == argument);
      carried.push_back(leaf);
    }
  }
  return carried;
}

void Emitter::restoreAfterLoop(const std::vector<Candidate> &candidates,
                               const std::vector<IrCarried> &carried, const IrValues &results,
                               Scope before) {
  m_current->scope = std::move(before);
  size_t leaf = 0, result = 0;
  for (const Candidate &candidate : candidates) {
    IrValues values;
    for (size_t i = 0; i < candidate.leaves; ++i, ++leaf) {
      values.push_back(carried[leaf].kept ? results[result++] : carried[leaf].init);
    }
    size_t next = 0;
    m_current->scope.set(candidate.name, rebuild(candidate.before, values, next));
  }
}

void Emitter::checkConstantsUnchanged(const Scope &before, const Scope &after,
                                      const std::set<std::string> &assigned) {
  for (const std::string &name : before.order()) {
    const Value &old = *before.find(name);
    std::vector<Value> leaves;
    flatten(old, leaves);
    const Value *now = after.find(name);
    if (assigned.count(name) == 0 || !leaves.empty() || old.isPoison() || !now || now->isPoison()) {
      continue;
    }
    if (!sameStructure(old, *now)) {
      fail(Code::LoopCarried,
           fmt::format(
               "`{0}` is {1} before the loop, a compile-time value, and is assigned {2} inside it; "
               "give the loop a variable with another name, set before it",
               name, describe(old), describe(*now)));
    }
  }
}

void Emitter::forStatement(const Node &node) {
  if (!node.orelse.empty()) {
    fail(Code::UnsupportedSyntax, "`else` of a loop is not part of the language");
  }
  Value range = expression(*node.second);
  if (!node.first || node.first->kind != NodeKind::Name) {
    if (!range.isPoison()) {
      PlaceGuard guard(*this, node.first ? node.first->place : node.place);
      fail(Code::UnsupportedSyntax, "a loop has one name as its variable");
    }
    visitBrokenLoop(node);
    return;
  }
  if (m_current->compileTime && (range.kind == Value::Kind::Range || range.isTuple())) {
    return compileTimeFor(node, range);
  }
  if (range.kind != Value::Kind::Range) {
    if (!range.isPoison()) {
      PlaceGuard guard(*this, node.second->place);
      fail(Code::BadLoop,
           fmt::format("a loop goes over range, tl.range or tl.static_range, not over {}",
                       describe(range)));
    }
    visitBrokenLoop(node);
    return;
  }
  if (range.name == "static_range") {
    unrolledFor(node, range);
  } else {
    runtimeFor(node, range);
  }
}

void Emitter::visitBrokenLoop(const Node &node) {
  Scope before = m_current->scope;
  std::set<std::string> assigned;
  collectAssigned(node.body, assigned);
  IrBlock block = m_ir.beginBlock({});
  poisonTargets(node.first);
  for (const std::string &name : assigned) {
    m_current->scope.set(name, Value::poison());
  }
  ++m_current->regions;
  ++m_current->loops;
  statements(node.body);
  --m_current->loops;
  --m_current->regions;
  m_ir.endBlock();
  m_ir.discard(block);
  m_current->scope = before;
  for (const std::string &name : assigned) {
    m_current->scope.set(name, Value::poison());
  }
}

void Emitter::unrolledFor(const Node &node, const Value &range) {
  Integer begin = range.items[0].constant.integer, end = range.items[1].constant.integer,
          step = range.items[2].constant.integer;
  if (step == 0) {
    fail(Code::BadLoop, "the step of a range cannot be 0");
    return;
  }
  const UnsignedInteger count = rangeCount(begin, end, step);
  if (count > kMaxUnroll) {
    fail(Code::UnrollTooLong,
         fmt::format("tl.static_range unrolls {} iterations; the limit is {}",
                     static_cast<int64_t>(std::min<UnsignedInteger>(count, INT64_MAX)),
                     kMaxUnroll));
    return;
  }
  if (containsPoison(range)) {
    return;
  }
  for (UnsignedInteger i = 0; i < count && !m_current->terminated && !m_reporter.exhausted(); ++i) {
    m_current->scope.set(node.first->name, Value::ofInt(rangeItem(begin, step, i)));
    record(*node.first, *m_current->scope.find(node.first->name));
    ++m_current->loops;
    statements(node.body);
    --m_current->loops;
  }
}

bool Emitter::loopBounds(const Value &range, LoopBounds &bounds) {
  Value low = range.items[0], high = range.items[1], stepValue = range.items[2];
  if (stepValue.isInteger()) {
    if (stepValue.constant.integer == 0) {
      fail(Code::BadLoop, "the step of a range cannot be 0");
      return false;
    }
    bounds.negative = stepValue.constant.integer < 0;
    if (bounds.negative) {
      stepValue = Value::ofInt(-stepValue.constant.integer);
      std::swap(low, high);
    }
  }
  bounds.lower = m_semantic.toTensor(low);
  bounds.upper = m_semantic.toTensor(high);
  bounds.step = m_semantic.toTensor(stepValue);
  for (const Value *bound : {&bounds.lower, &bounds.upper, &bounds.step}) {
    if (bound->isPoison()) {
      return false;
    }
    if (bound->type.isBlock() || !bound->type.isInt()) {
      fail(Code::BadLoop,
           fmt::format("the bounds of a loop are scalar integers, not {}", describe(*bound)));
      return false;
    }
  }
  Type type =
      Type::of(promoteIntegers(promoteIntegers(bounds.lower.type.scalar, bounds.upper.type.scalar),
                               bounds.step.type.scalar));
  for (Value *bound : {&bounds.lower, &bounds.upper, &bounds.step}) {
    *bound = m_semantic.cast(*bound, type);
  }
  return true;
}

namespace {

/// The options of tl.range as attributes of the loop.
IrAttributes loopAttributes(const Value &range) {
  IrAttributes attributes;
  for (const auto &[option, value] : range.fields) {
    bool number = option == "num_stages" || option == "loop_unroll_factor";
    if (number && value.isInteger()) {
      attributes.push_back(
          IrAttribute::i32("tt." + option, static_cast<int64_t>(value.constant.integer)));
    } else if (!number && value.isConstant() && value.constant.truth() &&
               option != "disable_licm") {
      attributes.push_back(IrAttribute::unit("tt." + option));
    }
  }
  return attributes;
}

} // namespace

void Emitter::runtimeFor(const Node &node, const Value &range) {
  const std::string &variable = node.first->name;
  LoopBounds bounds;
  {
    PlaceGuard guard(*this, node.second->place);
    if (!loopBounds(range, bounds)) {
      m_current->scope.set(variable, Value::poison());
      return;
    }
  }
  Value &lower = bounds.lower, &upper = bounds.upper;
  std::set<std::string> assigned;
  collectAssigned(node.body, assigned);
  assigned.erase(variable);
  Scope before = m_current->scope;
  std::vector<Type> types = {lower.type};
  std::vector<Candidate> candidates = loopCandidates(assigned, 1, types);
  m_variable = variable;
  applyPlace();
  IrBlock body = m_ir.beginBlock(types);
  bindCandidates(candidates, body);
  Value induction = Value::tensor(m_ir.argument(body, 0), lower.type);
  if (bounds.negative) {
    induction =
        m_semantic.binary(Operator::Add, m_semantic.binary(Operator::Sub, upper, induction), lower);
  }
  m_variable.clear();
  applyPlace();
  record(*node.first, induction);
  m_current->scope.set(variable, induction);
  ++m_current->regions;
  ++m_current->loops;
  statements(node.body);
  --m_current->loops;
  --m_current->regions;
  m_ir.endBlock();
  Scope after = m_current->scope;
  std::vector<IrCarried> carried = closeLoop(candidates, body, after, node);
  checkConstantsUnchanged(before, after, assigned);
  IrValues results =
      m_ir.createFor(lower.ir, upper.ir, bounds.step.ir, body, carried, loopAttributes(range));
  restoreAfterLoop(candidates, carried, results, std::move(before));
}

void Emitter::whileStatement(const Node &node) {
  if (!node.orelse.empty()) {
    fail(Code::UnsupportedSyntax, "`else` of a loop is not part of the language");
  }
  if (m_current->compileTime) {
    return compileTimeWhile(node);
  }
  std::set<std::string> assigned;
  collectAssigned(node.body, assigned);
  Scope before = m_current->scope;
  std::vector<Type> types;
  std::vector<Candidate> candidates = loopCandidates(assigned, 0, types);
  ++m_current->regions;
  ++m_current->loops;
  IrBlock beforeBlock = m_ir.beginBlock(types);
  bindCandidates(candidates, beforeBlock);
  Value condition = expression(*node.first);
  std::optional<Value> test;
  if (!condition.isPoison()) {
    PlaceGuard guard(*this, node.first->place);
    if (!condition.isTensor()) {
      fail(Code::BadLoop, fmt::format("the condition of `while` must be a run-time value, not {}",
                                      describe(condition)));
    } else {
      test = m_semantic.condition(condition);
    }
  }
  m_ir.endBlock();
  m_current->scope = before;
  IrBlock body = m_ir.beginBlock(types);
  bindCandidates(candidates, body);
  statements(node.body);
  m_ir.endBlock();
  --m_current->loops;
  --m_current->regions;
  Scope after = m_current->scope;
  std::vector<IrCarried> carried = closeLoop(candidates, body, after, node);
  checkConstantsUnchanged(before, after, assigned);
  if (!test) {
    m_ir.discard(body);
    m_ir.discard(beforeBlock);
    m_current->scope = before;
    for (const Candidate &candidate : candidates) {
      m_current->scope.set(candidate.name, Value::poison());
    }
    return;
  }
  IrValues results = m_ir.createWhile(beforeBlock, test->ir, body, carried);
  restoreAfterLoop(candidates, carried, results, std::move(before));
}

} // namespace charonia::frontend
