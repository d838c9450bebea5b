// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the syntax tree of a kernel and what it calls, and emits their functions. One Emitter emits
// one module. Errors are reported and emission goes on, so that one run finds several.
#pragma once

#include "Modules.h"
#include "Recorder.h"
#include "Semantic.h"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace charonia::frontend {

/// Names of a function body in the order of their first assignment.
class Scope {
public:
  const Value *find(const std::string &name) const;
  void set(const std::string &name, Value value);
  void erase(const std::string &name);
  const std::vector<std::string> &order() const { return m_order; }

private:
  std::map<std::string, Value> m_values;
  std::vector<std::string> m_order;
};

/// The arguments of a call by parameter of a builtin function.
struct BoundArguments {
  const BuiltinInfo *info = nullptr;
  std::vector<Value> values; ///< by parameter; a variadic one is a tuple
  const Value &operator[](size_t index) const { return values[index]; }
  const Value &named(std::string_view name) const;
};

class Builtins;

/// The nodes of a call's arguments, for the places of messages; empty for calls that the front end
/// makes itself.
struct CallSite {
  std::vector<const Node *> positional, keywords;
};

/// What a kernel gets for one parameter: constants, and tensors without an SSA value for what it
/// takes at run time. `divisible` and `names`: by tensor, as flatten() finds them.
struct KernelParameter {
  Value value;
  std::vector<bool> divisible; ///< by 16
  std::vector<std::string> names;
};

class Emitter {
public:
  /// `recorder`: told of each value, or null.
  Emitter(IrBuilder &ir, Modules &modules, std::vector<compiler::Diagnostic> &diagnostics,
          Recorder *recorder = nullptr);
  ~Emitter();

  Semantic &semantic() { return m_semantic; }
  Reporter &reporter() { return m_reporter; }
  Modules &modules() { return m_modules; }

  /// Emits `function` as the public kernel. `prepare` makes a parameter's value of its arguments,
  /// with what the kernel has to do first.
  bool emitKernel(const FunctionRef &function, const std::vector<KernelParameter> &parameters,
                  const std::function<Value(const Value &)> &prepare);

  /// A compile-time expression outside any function (a default value, a global): Python runs it, so
  /// it may use every global.
  Value evaluateGlobal(const ModuleScope *module, const Node &expression);
  /// Reports an error at a node outside any function.
  Value failAt(const ModuleScope &module, const Node &where, Code code, std::string message);
  /// Why a block of a tensor of `element` has no descriptor; empty if it has.
  std::string descriptorProblem(const Type &element, const std::vector<int64_t> &block,
                                const Value &strides) const;

  // For Builtins
  Value call(const Value &callee, std::vector<Value> positional,
             std::vector<std::pair<std::string, Value>> keywords);
  Value attribute(const Value &object, const std::string &name);
  bool isDtypeObject(const Value &value) const;

private:
  friend class Builtins;

  struct Function {
    FunctionRef reference;
    Scope scope;
    std::set<std::string> constexprs; ///< names annotated as constexpr
    std::optional<Value> returned;    ///< shape of the result once a return was seen
    bool terminated = false;          ///< the current block has ended
    int regions = 0;                  ///< nesting of scf regions
    int loops = 0;
    bool isKernel = false;
    bool compileTime = false;        ///< runs in the front end; nothing becomes a run-time variable
    const Node *call = nullptr;      ///< of the source, being made
    Place returnedAt;                ///< of the first return
    std::set<std::string> undefined; ///< names that were reported
    std::map<const Node *, bool> decided; ///< `if` statements with a compile-time condition
  };
  struct Emitted {
    std::string symbol;
    Value result;
    bool ok = false, inProgress = false;
  };

  Value fail(Code code, std::string message) { return m_reporter.fail(code, std::move(message)); }
  /// Sets the current place for messages and locations while it lives.
  class PlaceGuard {
  public:
    PlaceGuard(Emitter &emitter, const Place &place);
    ~PlaceGuard();

  private:
    Emitter &m_emitter;
    Place m_outer;
  };
  void applyPlace();
  void record(const Node &node, const Value &value) {
    if (m_recorder) {
      recordValue(node, value);
    }
  }
  void recordValue(const Node &node, const Value &value);
  void recordParameters(const Function &frame);

  // Statements
  void statements(const std::vector<const Node *> &body);
  void statement(const Node &node);
  void assign(const Node &target, Value value);
  void assignTuple(const Node &target, const Value &value);
  void assignStatement(const Node &node);
  void annotatedAssign(const Node &node);
  void augmentedAssign(const Node &node);
  void returnStatement(const Node &node);
  void ifStatement(const Node &node);
  /// The condition is wrong: both branches are visited for further errors; what they assign is
  /// unknown.
  void visitBothBranches(const Node &node);
  /// What the two branches of an `if` leave behind: by name, and flat for the two yields.
  struct MergedBranches {
    std::vector<std::pair<std::string, Value>> values;
    std::array<IrValues, 2> leaves;
    std::vector<Type> types;
  };
  MergedBranches mergeBranches(const Scope &before, const std::array<Scope, 2> &after,
                               const Node &node);
  void ifRegions(const Node &node, const Value &condition);
  void ifBlocks(const Node &node, const Value &condition);
  void forStatement(const Node &node);
  void unrolledFor(const Node &node, const Value &range);
  struct LoopBounds {
    Value lower, upper, step;
    bool negative = false; ///< the range counts down: lower and upper are swapped
  };
  bool loopBounds(const Value &range, LoopBounds &bounds);
  void runtimeFor(const Node &node, const Value &range);
  /// The range is wrong: the body is still looked at for further errors.
  void visitBrokenLoop(const Node &node);
  void whileStatement(const Node &node);
  void assertStatement(const Node &node);
  bool checkReturn(Value &value);

  struct Candidate {
    std::string name;
    Value before;
    unsigned first = 0; ///< first block argument
    size_t leaves = 0;
  };
  std::vector<Candidate> loopCandidates(const std::set<std::string> &assigned,
                                        unsigned firstArgument, std::vector<Type> &types);
  void bindCandidates(const std::vector<Candidate> &candidates, IrBlock block);
  std::vector<IrCarried> closeLoop(const std::vector<Candidate> &candidates, IrBlock block,
                                   const Scope &after, const Node &loop);
  void restoreAfterLoop(const std::vector<Candidate> &candidates,
                        const std::vector<IrCarried> &carried, const IrValues &results,
                        Scope before);
  void checkConstantsUnchanged(const Scope &before, const Scope &after,
                               const std::set<std::string> &assigned);

  // Hints of messages
  /// Reports a name that is not defined, with what is known about it.
  Value undefinedName(const ModuleScope &module, const std::string &name);
  std::string assignmentHint(const std::string &name);
  /// A name of tl that the file would reach as "tl.load".
  std::string languageName(const ModuleScope &module, const std::string &name);
  /// How to make the value of `node` a compile-time one; adds notes and fixes.
  std::string constexprHint(const Node *node);
  std::string parameterHint(const Node &parameter, bool ofKernel, const std::string &file);
  /// Adds the fix that replaces `wrong`, which ends the text of the current place.
  void fixName(const std::string &wrong, const std::string &right);
  void failUnsupported(const Node &node);
  /// After an error, the names that a statement assigns are unknown.
  void poisonAssigned(const std::vector<const Node *> &body);
  void poisonTargets(const Node *target);

  // Expressions
  Value expression(const Node &node);
  /// Counts one expression; false, with a message the first time, when the work is too much.
  bool withinLimits();
  Value tooLarge();
  Value evaluate(const Node &node);
  Value name(const Node &node);
  Value global(const ModuleScope *module, const std::string &name, bool inDefault);
  // Classes
  /// A class of a file: a named tuple, an aggregate, or one that is known by name.
  Value classValue(const ModuleScope &module, const Node &definition);
  /// collections.namedtuple(...)
  Value namedTupleClass(const std::vector<Value> &arguments);
  Value callClass(const Value &type, std::vector<Value> positional,
                  std::vector<std::pair<std::string, Value>> keywords);
  bool bindFields(const Value &type, const std::vector<std::string> &names,
                  const std::vector<Value> &defaults, const std::vector<Value> &positional,
                  const std::vector<std::pair<std::string, Value>> &keywords,
                  std::vector<Value> &bound);
  Value makeNamedTuple(const Value &type, const std::vector<Value> &positional,
                       const std::vector<std::pair<std::string, Value>> &keywords);
  Value makeAggregate(const Value &type, const std::vector<Value> &positional,
                      const std::vector<std::pair<std::string, Value>> &keywords);
  bool fitsAnnotation(const Value &object, const Node &annotation, const Value &value);
  /// The aggregate with one field set; Poison after an error.
  Value withField(const Value &object, const std::string &name, const Value &value);
  void assignAttribute(const Node &target, Value value);
  /// The aggregates in a value get identities of their own: a call returns new objects.
  void renew(Value &value);
  /// A function of an aggregate's class; `object` may be Poison: the class itself is asked.
  Value classMember(const Value &type, const Value &object, const std::string &name);
  /// Runs a function as Python would; a constructor gives what its first parameter has become.
  Value runPython(const FunctionRef &function, std::vector<Value> positional,
                  std::vector<std::pair<std::string, Value>> keywords, bool constructor);
  Value imported(const ModuleScope &from, const Modules::Imported &what, bool inDefault);
  /// A variable of the file: usable in a kernel when it is a constexpr, a type, a function or None.
  Value globalVariable(const ModuleScope *module, const std::string &name, bool inDefault);
  Value constantNode(const Node &node);
  Value binaryChain(const Node &node);
  Value binary(Operator op, const Value &left, const Value &right);
  Value unaryNode(const Node &node);
  Value boolNode(const Node &node);
  Value compareNode(const Node &node);
  Value conditional(const Node &node);
  Value callNode(const Node &node);
  Value subscript(const Node &node);
  Value sliceTuple(const Value &object, const Value &slice);
  Value subscriptTensor(const Value &object, const Node &index);
  Value joinedString(const Node &node);
  Value listComprehension(const Node &node);
  Value tupleNode(const Node &node);
  Value moduleAttribute(const Value &object, const std::string &name);
  /// The function behind a method of a block pointer or descriptor; Poison when there is none.
  Value objectMethod(const Value &object, const std::string &name);
  Value tensorAttribute(const Value &object, const std::string &name);
  Value dtypeAttribute(const Value &object, const std::string &name);
  std::optional<bool> constantTruth(const Value &value);

  // Calls
  Value callFunction(const FunctionRef &function, std::vector<Value> positional,
                     std::vector<std::pair<std::string, Value>> keywords, const CallSite &site);
  /// Runs a @triton.constexpr_function in the front end.
  /// Runs the body of a function at compile time; `frame` has its parameters and gets what it
  /// returns.
  void interpretBody(Function &frame);
  Value callCompileTime(const FunctionRef &function, const std::vector<Value> &bound);
  void compileTimeFor(const Node &node, const Value &range);
  void compileTimeWhile(const Node &node);
  /// Python's truth of a compile-time value; nullopt for tensors.
  std::optional<bool> truth(const Value &value);
  bool bindParameters(const FunctionRef &function, std::vector<Value> &positional,
                      std::vector<std::pair<std::string, Value>> &keywords,
                      std::vector<Value> &bound, const CallSite &site);
  /// Reports keywords that are no parameter of a function; false when there is one.
  bool checkKeywords(const std::string &function, const std::vector<std::string> &parameters,
                     const std::vector<std::pair<std::string, Value>> &keywords,
                     const CallSite &site);
  /// Emits the private function of an entry whose symbol is chosen, and notes its result.
  void emitPrivate(const FunctionRef &function, const std::vector<Value> &bound, Emitted &emitted);
  const Emitted *emitFunction(const FunctionRef &function, const std::vector<Value> &bound);
  void emitBody(const FunctionRef &function);
  std::string uniqueSymbol(const FunctionRef &function, const std::vector<Value> &bound);

  Semantic m_semantic;
  IrBuilder &m_ir;
  Modules &m_modules;
  Reporter m_reporter;
  std::unique_ptr<Builtins> m_builtins;
  Recorder *m_recorder;
  std::vector<Function *> m_functions; ///< being emitted, innermost last
  Function *m_current = nullptr;
  std::string m_variable;
  std::map<std::string, Emitted> m_emitted;
  std::set<std::string> m_symbols;
  std::set<std::string> m_globalsInProgress;
  uint32_t m_identities = 0;
  bool m_host = false; ///< Python runs the expression, not the kernel
  int m_depth = 0;
  int64_t m_statements = 0;
  CallSite m_site;                ///< of the call that is about to be made
  uint64_t m_expressions = 0;     ///< evaluated so far
  bool m_nestingReported = false; ///< one message is enough for a chain of branches
};

// Structure of values: the tensors inside tuples and objects.
/// Every tensor of a value, left to right.
void flatten(const Value &value, std::vector<Value> &leaves);
/// The same structure with its tensors taken from `values`, starting at `next`.
Value rebuild(const Value &structure, const IrValues &values, size_t &next);
/// Same structure, types and compile-time parts.
bool sameStructure(const Value &left, const Value &right);
/// Same structure and the same SSA values.
bool sameValue(const Value &left, const Value &right);
/// How two values that must have one type can be made to: "; convert with .to(tl.float32)".
std::string agreementHint(const Value &first, const Value &second);
/// A number becomes a tensor, also inside tuples: what a plain assignment does.
Value decay(Semantic &semantic, const Value &value);

} // namespace charonia::frontend
