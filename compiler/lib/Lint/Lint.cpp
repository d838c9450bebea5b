// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From what the analyses found to findings with words and numbers.
#include "charonia/Lint/Lint.h"

#include "LaneMachine.h"
#include "UndefinedLanes.h"

#include "charonia/Dialect/TT/TTDialect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <fmt/format.h>

using namespace mlir;

namespace charonia::compiler::lint {

const char *codeOf(Rule rule) {
  static constexpr const char *kCodes[] = {
#define LINT(identifier, code, title) code,
#include "charonia/Lint/Codes.def"
  };
  return kCodes[size_t(rule)];
}

const char *titleOf(Rule rule) {
  static constexpr const char *kTitles[] = {
#define LINT(identifier, code, title) title,
#include "charonia/Lint/Codes.def"
  };
  return kTitles[size_t(rule)];
}

namespace {

std::string programText(const std::array<int64_t, 3> &id) {
  return fmt::format("program ({}, {}, {})", id[0], id[1], id[2]);
}

/// "`x`", the variable that the source gives the op's result to; else "the value".
std::string valueText(Operation *op) {
  std::string name = sourceNameOf(op->getLoc());
  return name.empty() ? "the value" : "`" + name + "`";
}

std::string lanesText(uint64_t count) {
  return count == 1 ? "1 lane" : fmt::format("{} lanes", count);
}

/// "24 lanes, the first in program (3, 0, 0), lane 40".
std::string where(uint64_t count, const Sighting &seen) {
  return fmt::format("{}, the first in {}, lane {}", lanesText(count), programText(seen.program),
                     seen.lane);
}

class Reporter {
public:
  Reporter(tt::FuncOp kernel, const LintFacts &facts) : m_kernel(kernel), m_facts(facts) {}

  std::vector<Finding> run() {
    LaneForms forms;
    std::vector<UndefinedUse> uses = findUndefinedUses(m_kernel, forms);
    LaneMachine machine(m_kernel, m_facts, uses);
    machine.run();
    for (size_t i = 0; i < uses.size(); ++i) {
      undefined(uses[i], i, machine);
    }
    for (const auto &[op, found] : machine.outOfRange) {
      outOfRange(op, found);
    }
    bool ordered = programsSynchronise();
    for (const Conflict &conflict : machine.races.conflicts()) {
      if (conflict.sameProgram || !ordered) {
        race(conflict, machine.races.conflicts());
      }
    }
    spins();
    sort();
    return std::move(m_findings);
  }

private:
  void undefined(const UndefinedUse &use, size_t index, const LaneMachine &machine);
  void undefinedMemory(const UndefinedUse &use, const Sighting &reached, const Sighting &arisen,
                       const LaneMachine &machine, bool known);
  void undefinedArithmetic(const UndefinedUse &use, const Sighting &reached, bool known);
  void outOfRange(Operation *op, const OutOfRange &found);
  void race(const Conflict &conflict, const std::vector<Conflict> &all);
  bool programsSynchronise();
  void spins();
  void sort();
  std::string argumentName(int index) const {
    return "`" + m_facts.args[size_t(index)].fact.name + "`";
  }

  tt::FuncOp m_kernel;
  const LintFacts &m_facts;
  std::vector<Finding> m_findings;
};

Rule ruleOf(const UndefinedUse &use) {
  switch (use.kind) {
  case OriginKind::Shift:
    return Rule::ShiftTooFar;
  case OriginKind::Division:
    return Rule::DivisionByZero;
  case OriginKind::FloatToInt:
    return Rule::FloatToInt;
  default:
    break;
  }
  switch (use.use) {
  case UseKind::Stored:
    return use.through ? Rule::UndefinedCombined : Rule::UndefinedStored;
  case UseKind::Address:
  case UseKind::Mask:
    return Rule::UndefinedAddress;
  case UseKind::Control:
    return Rule::UndefinedControl;
  }
  return Rule::UndefinedStored;
}

const char *sinkText(UseKind kind) {
  switch (kind) {
  case UseKind::Stored:
    return "stored here";
  case UseKind::Address:
    return "used for an address here";
  case UseKind::Mask:
    return "used for a mask here";
  case UseKind::Control:
    return "decides here what is run";
  }
  return "";
}

const char *throughText(Operation *op) {
  return isa<tt::ReduceOp>(op) ? "a reduction"
         : isa<tt::ScanOp>(op) ? "a scan"
         : isa<tt::DotOp>(op)  ? "a dot"
                               : "an operation";
}

void Reporter::undefined(const UndefinedUse &use, size_t index, const LaneMachine &machine) {
  bool known = machine.programsRun() > 0 && index < 64;
  const Sighting &reached = machine.reached[index], &arisen = machine.arisen[index];
  bool arithmetic = use.kind == OriginKind::Shift || use.kind == OriginKind::Division ||
                    use.kind == OriginKind::FloatToInt;
  arithmetic ? undefinedArithmetic(use, reached, known)
             : undefinedMemory(use, reached, arisen, machine, known);
}

void Reporter::undefinedMemory(const UndefinedUse &use, const Sighting &reached,
                               const Sighting &arisen, const LaneMachine &machine, bool known) {
  Finding finding;
  finding.rule = ruleOf(use);
  finding.op = use.origin;
  std::string value = valueText(use.origin);
  std::string what =
      use.kind == OriginKind::MaskedLoad
          ? fmt::format("{} is loaded with a mask and without `other`", value)
      : use.kind == OriginKind::BlockLoad
          ? fmt::format("{} is loaded with `boundary_check` and without `padding_option`", value)
          : fmt::format("{} is the result of an atomic with a mask", value);
  const char *off = use.kind == OriginKind::BlockLoad ? "lanes outside of its tensor"
                                                      : "lanes that the mask switches off";
  const char *does = finding.rule == Rule::UndefinedStored     ? "are stored"
                     : finding.rule == Rule::UndefinedCombined ? "are combined with the others"
                     : finding.rule == Rule::UndefinedAddress  ? "make an address or a mask"
                                                               : "decide what is run";
  bool none = known && arisen.certain + arisen.perhaps == 0;
  if (known && machine.complete() && !none && reached.certain + reached.perhaps == 0) {
    return; // this launch has such lanes, and none of them is used
  }
  const char *gpu = "; the language leaves them undefined, where a GPU gives 0";
  if (!known || reached.certain > 0) {
    finding.message = fmt::format("{}: {} {}{}{}", what, off, does, gpu,
                                  known ? " (" + where(reached.certain, reached) + ")" : "");
  } else if (none) {
    finding.severity = Severity::Note;
    finding.message =
        fmt::format("{}: {} would be undefined and {}; this launch{} has none", what, off, does,
                    machine.complete() ? "" : ", as far as it was looked at,");
  } else {
    finding.severity = Severity::Note;
    finding.message = fmt::format("{}: {} may be undefined and {}{} ({})", what, off, does, gpu,
                                  where(reached.perhaps + reached.certain, reached));
  }
  if (use.through) {
    finding.notes.push_back(
        {use.through, fmt::format("{} combines lanes here", throughText(use.through))});
  }
  finding.notes.push_back({use.sink, sinkText(use.use)});
  finding.remedy = use.kind == OriginKind::MaskedLoad  ? Remedy::AddOther
                   : use.kind == OriginKind::BlockLoad ? Remedy::AddPadding
                                                       : Remedy::None;
  m_findings.push_back(std::move(finding));
}

void Reporter::undefinedArithmetic(const UndefinedUse &use, const Sighting &reached, bool known) {
  bool certain = known ? reached.certain > 0 : use.always;
  if (!certain && (!known || reached.perhaps == 0)) {
    return;
  }
  Finding finding;
  finding.rule = ruleOf(use);
  finding.severity = certain ? Severity::Warning : Severity::Note;
  finding.op = use.origin;
  std::string width;
  if (Type type = tt::elementOf(use.origin->getResult(0).getType()); isa<IntegerType>(type)) {
    width = fmt::format("{}", type.getIntOrFloatBitWidth());
  }
  std::string text;
  if (use.kind == OriginKind::Shift) {
    text = fmt::format("{} by {} bits or more (or by less than 0) {} undefined: {} bits are all "
                       "that the value has; processors differ in what they make of it",
                       isa<arith::ShLIOp>(use.origin) ? "`<<`" : "`>>`", width,
                       certain ? "is" : "may happen and is", width);
  } else if (use.kind == OriginKind::Division) {
    text = fmt::format("the divisor {} 0, and integer division by 0 is undefined; processors "
                       "differ in what they make of it",
                       certain ? "is" : "may be");
  } else {
    text = fmt::format("the float {} outside of what {} bits of an integer can hold; the result is "
                       "undefined, processors differ in what they make of it",
                       certain ? "is" : "may be", width);
  }
  finding.message = known ? fmt::format("{} ({})", text,
                                        where(certain ? reached.certain : reached.perhaps, reached))
                          : text;
  finding.notes.push_back({use.sink, sinkText(use.use)});
  m_findings.push_back(std::move(finding));
}

void Reporter::outOfRange(Operation *op, const OutOfRange &found) {
  const LintArgument &argument = m_facts.args[size_t(found.argument)];
  const Sighting &seen = found.sighting;
  int64_t elements = argument.fact.bytes / std::max<int64_t>(1, argument.elementBytes);
  Finding finding;
  finding.rule = found.masked ? Rule::MaskTooWide : Rule::OutOfRange;
  finding.op = op;
  const char *verb = isa<tt::LoadOp, tt::DescriptorLoadOp>(op) ? "reads" : "writes";
  if (seen.certain > 0) {
    finding.message = fmt::format(
        "{} element {} of {}, which has {} ({}); {}", verb, found.firstElement,
        argumentName(found.argument), elements, where(seen.certain, seen),
        found.masked ? "the mask lets these lanes pass"
                     : "there is no mask, and memory beside an argument is not a GPU's padding");
  } else {
    finding.severity = Severity::Note;
    finding.message = fmt::format(
        "may {} outside of {}, which has {} elements: the index is only known to lie in {}..{} "
        "({})",
        isa<tt::LoadOp, tt::DescriptorLoadOp>(op) ? "read" : "write", argumentName(found.argument),
        elements, found.firstElement, found.lastElement, where(seen.perhaps, seen));
  }
  m_findings.push_back(std::move(finding));
}

/// Atomics that hand work or data from one program to another order other accesses too; whether
/// they do it well is not decided here.
bool Reporter::programsSynchronise() {
  return m_kernel
      .walk([](Operation *op) {
        auto update = dyn_cast<tt::AtomicRMWOp>(op);
        bool orders =
            isa<tt::AtomicCASOp>(op) || (update && (!update.getResult().use_empty() ||
                                                    update.getAtomicRmwOp() == tt::RMWOp::XCHG));
        return orders ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void Reporter::race(const Conflict &conflict, const std::vector<Conflict> &all) {
  Finding finding;
  finding.op = conflict.second;
  bool atomic =
      conflict.firstKind == AccessKind::Atomic || conflict.secondKind == AccessKind::Atomic;
  bool reads = conflict.firstKind == AccessKind::Load || conflict.secondKind == AccessKind::Load;
  int64_t bytes = m_facts.args[size_t(conflict.argument)].elementBytes;
  std::string place =
      fmt::format("element {} of {}", conflict.element / std::max<int64_t>(1, bytes),
                  argumentName(conflict.argument));
  std::string first = programText(conflict.firstProgram),
              second = programText(conflict.secondProgram);
  if (conflict.sameProgram) {
    finding.rule = Rule::DuplicateLanes;
    finding.severity = conflict.certainValues ? Severity::Warning : Severity::Note;
    finding.message =
        fmt::format("several lanes of this store write {} ({}); which of their values stays is "
                    "undefined{}",
                    place, second, conflict.certainValues ? "" : " where they differ");
  } else if (atomic) {
    finding.rule = Rule::AtomicRace;
    finding.message = fmt::format(
        "{} is updated atomically by one program and {} by another without order ({}, {})", place,
        reads ? "read" : "written", first, second);
  } else if (reads) {
    finding.rule = Rule::ReadWriteRace;
    bool readFirst = conflict.firstKind == AccessKind::Load;
    finding.message = fmt::format("{} {} {}, which {} writes; nothing orders the two", second,
                                  readFirst ? "writes" : "reads", place, first);
    if (readFirst) {
      finding.message =
          fmt::format("{} writes {}, which {} reads; nothing orders the two", second, place, first);
    }
  } else {
    finding.rule = Rule::WriteRace;
    bool differ = llvm::any_of(all, [&](const Conflict &other) {
      return other.first == conflict.first && other.second == conflict.second &&
             !other.sameProgram && !other.sameValue && &other != &conflict;
    });
    if (conflict.sameValue && differ) {
      return;
    }
    finding.severity = conflict.sameValue ? Severity::Note : Severity::Warning;
    finding.message = fmt::format("{} and {} both write {}; {}", first, second, place,
                                  conflict.sameValue
                                      ? "they write the same value"
                                      : "which value stays depends on the order in which they run");
  }
  if (conflict.first != conflict.second) {
    finding.notes.push_back(
        {conflict.first, conflict.firstKind == AccessKind::Load ? "read here" : "written here"});
  }
  m_findings.push_back(std::move(finding));
}

/// Loops that look at memory until another program has changed it.
void Reporter::spins() {
  m_kernel.walk([&](scf::WhileOp loop) {
    Operation *watched = nullptr;
    loop.walk([&](Operation *op) {
      auto load = dyn_cast<tt::LoadOp>(op);
      if (isa<tt::AtomicCASOp, tt::AtomicRMWOp>(op) || (load && load.getIsVolatile())) {
        watched = op;
      }
    });
    bool one = !m_facts.grid || llvm::all_of(*m_facts.grid, [](int64_t n) { return n == 1; });
    if (!watched || (m_facts.grid && one)) {
      return;
    }
    Finding finding;
    finding.rule = Rule::SpinWait;
    finding.severity = Severity::Note;
    finding.op = loop;
    finding.message = "waits in a loop for what another program writes; programs of one PE run one "
                      "after the other, so it must come from a program that has begun before";
    finding.notes.push_back({watched, "looks at memory here"});
    m_findings.push_back(std::move(finding));
  });
}

/// In the order of the ops; one finding for each rule and op.
void Reporter::sort() {
  llvm::DenseMap<Operation *, size_t> order;
  m_kernel.walk([&](Operation *op) { order.try_emplace(op, order.size()); });
  llvm::sort(m_findings, [&](const Finding &a, const Finding &b) {
    return std::tuple(order[a.op], a.rule, a.severity, StringRef(a.message)) <
           std::tuple(order[b.op], b.rule, b.severity, StringRef(b.message));
  });
  auto same = [](const Finding &a, const Finding &b) { return a.op == b.op && a.rule == b.rule; };
  m_findings.erase(std::unique(m_findings.begin(), m_findings.end(), same), m_findings.end());
}

} // namespace

std::vector<Finding> lintKernel(tt::FuncOp kernel, const LintFacts &facts) {
  if (kernel.isExternal() || !kernel.getBody().hasOneBlock()) {
    return {};
  }
  return Reporter(kernel, facts).run();
}

} // namespace charonia::compiler::lint
