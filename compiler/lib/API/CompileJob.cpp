// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CompileJob.h"

#include "DescriptorArguments.h"
#include "DiagnosticCapture.h"
#include "LibraryCalls.h"
#include "NameValues.h"

#include "charonia/Frontend/Frontend.h"
#include "charonia/InitAllDialects.h"
#include "charonia/Pipelines/Pipelines.h"
#include "charonia/Support/LaunchFacts.h"
#include "charonia/Target/TtirReader.h"
#include "charonia/compiler/Arguments.h"
#include "charonia/compiler/ReferencePass.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace charonia::compiler {
namespace {

uint64_t microsSince(std::chrono::steady_clock::time_point start) {
  return uint64_t(std::chrono::duration_cast<std::chrono::microseconds>(
                      std::chrono::steady_clock::now() - start)
                      .count());
}

uint32_t countOps(mlir::ModuleOp module) {
  uint32_t count = 0;
  module->walk([&](mlir::Operation *) { ++count; });
  return count - 1; // the module itself
}

const char *policyName(Policy policy) {
  return policy == Policy::Strict ? "strict" : policy == Policy::Default ? "default" : "fast";
}

} // namespace

CompileJob::CompileJob(uint64_t id, const Invocation &invocation)
    : m_invocation(&invocation), m_launch(invocation.launch), m_limits(invocation.options.limits) {
  m_result.id = id;
  m_passes.device = invocation.device;
  m_passes.options.policy = policyName(invocation.options.policy);
  m_passes.options.mapping =
      invocation.options.mapping.empty() ? m_launch.mapping : invocation.options.mapping;
  m_passes.options.mappingLists = m_launch.mappingLists;
  m_passes.options.cbDepth = invocation.options.cbDepth;
  m_passes.options.skew = invocation.options.skew;
}

PeView CompileJob::peView() const {
  PeView view;
  if (m_passes.device) {
    view.rows = m_passes.device->grid.rows;
    view.columns = m_passes.device->grid.columns;
  }
  // Names of no mapping stand for the linear one.
  program::findMapping(m_passes.options.mapping, view.mapping.kind);
  view.mapping.lists = m_passes.options.mappingLists;
  return view;
}

CompileJob::~CompileJob() = default;

void CompileJob::run(std::stop_token stop, const std::function<void(const PassRecord &)> &onPass) {
  auto start = std::chrono::steady_clock::now();
  m_onPass = onPass;
  m_passes.stopRequested = [stop] { return stop.stop_requested(); };
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  nameValuesAfterSource(registry);
  m_context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  m_context->printOpOnDiagnostic(false); // users see source lines, not the op's IR
  bool ok = import();
  const std::string &last = m_invocation->stopAfter;
  bool done = last == "import";
  for (const PassRow &row : passRows()) {
    if (!ok || done) {
      break;
    }
    if (stop.stop_requested()) {
      m_result.cancelled = true;
      break;
    }
    ok = runPass(row.flag, row.stage, row.create(&m_passes));
    done = last == row.flag;
  }
  m_result.ok = ok && !m_result.cancelled;
  m_result.micros = microsSince(start);
  finish();
}

bool CompileJob::import() {
  auto start = std::chrono::steady_clock::now();
  DiagnosticCapture capture(*m_context, m_result.diagnostics);
  if (m_invocation->from == From::Source) {
    frontend::FrontendInput input;
    input.text = m_invocation->text;
    input.file = m_invocation->file;
    input.launch = &m_launch;
    input.limits = m_limits;
    input.searchPaths = m_invocation->options.searchPaths;
    input.arguments = &m_arguments;
    m_module = frontend::emitKernel(*m_context, input, m_result.diagnostics);
  } else {
    m_module = readTtir(*m_context, m_invocation->text, m_invocation->file, m_limits,
                        m_result.diagnostics);
    if (m_module) {
      expandLibraryCalls(*m_module, m_limits);
      if (mlir::failed(makeDescriptorsOfArguments(kernelFunction(), m_launch))) {
        return false;
      }
    }
  }
  if (!m_module || !checkArguments()) {
    capture.ensureError("KC0101", m_invocation->file, "the kernel could not be imported");
    return false;
  }
  m_passes.launch = launchFacts(m_launch, m_arguments);
  m_passes.lineage.beginPass("import");
  assignOpIds(*m_module, &m_passes.lineage, "import");
  PassRecord record;
  record.flag = "import";
  record.opsAfter = countOps(*m_module);
  record.micros = microsSince(start);
  this->record(record, true);
  if (record.opsAfter > m_limits.ops) {
    capture.ensureError("KC0102", m_invocation->file,
                        fmt::format("the kernel has {} operations, more than the limit of {}",
                                    record.opsAfter, m_limits.ops));
    return false;
  }
  return true;
}

mlir::FunctionOpInterface CompileJob::kernelFunction() {
  return mlir::dyn_cast_or_null<mlir::FunctionOpInterface>(m_module->lookupSymbol(kernel()));
}

/// The kernel exists and takes as many arguments as the launch gives.
bool CompileJob::checkArguments() {
  auto error = [&](std::string code, std::string message) {
    Diagnostic diagnostic;
    diagnostic.code = std::move(code);
    diagnostic.message = std::move(message);
    diagnostic.range.file = m_launch.file.empty() ? m_invocation->file : m_launch.file;
    m_result.diagnostics.push_back(diagnostic);
    return false;
  };
  mlir::FunctionOpInterface function = kernelFunction();
  if (!function || function.isExternal()) {
    return error("KC0103", fmt::format("no kernel '{}' in {}", kernel(), m_invocation->file));
  }
  const bool fromSource = m_invocation->from == From::Source;
  std::vector<uint64_t> given = fromSource ? m_arguments : runtimeArguments(m_launch);
  if (!matchArguments(function, given)) {
    const std::vector<launch::Leaf> leaves = launch::leavesOf(m_launch);
    std::string names;
    for (uint64_t index : given) {
      names += (names.empty() ? "" : ", ") + leaves[index].name;
    }
    return error("KC0104",
                 fmt::format("kernel '{}' takes {} arguments at run time, the launch gives {}: {}",
                             kernel(), function.getNumArguments(), given.size(), names));
  }
  m_result.programArguments = m_arguments;
  return true;
}

bool CompileJob::matchArguments(mlir::FunctionOpInterface function, std::vector<uint64_t> given) {
  const size_t wanted = function.getNumArguments();
  if (given.size() != wanted) {
    const std::vector<launch::Leaf> leaves = launch::leavesOf(m_launch);
    std::vector<std::string> names;
    for (mlir::BlockArgument argument : function.getArguments()) {
      names.push_back(sourceNameOf(argument.getLoc()));
    }
    auto isOne = [&](uint64_t index) {
      return leaves[index].kind == launch::Leaf::Kind::Scalar &&
             integerOf(leaves[index].type, leaves[index].value) == 1;
    };
    std::vector<uint64_t> rest;
    size_t folded = given.size() - std::min(given.size(), wanted);
    for (uint64_t index : given) {
      bool named = std::find(names.begin(), names.end(), leaves[index].name) != names.end();
      // Upstream folds arguments that are 1, but for those that the kernel excepts from it.
      if (folded > 0 && isOne(index) && !named) {
        --folded;
      } else {
        rest.push_back(index);
      }
    }
    given = std::move(rest);
  }
  m_arguments = given;
  return given.size() == wanted;
}

bool CompileJob::runPass(const char *flag, int stage, std::unique_ptr<mlir::Pass> pass) {
  m_currentPass = flag;
  m_passes.lineage.beginPass(flag);
  PassRecord record;
  record.flag = flag;
  record.stage = stage;
  record.opsBefore = countOps(*m_module);
  mlir::OperationFingerPrint before(*m_module);
  DiagnosticCapture capture(*m_context, m_result.diagnostics);
  auto start = std::chrono::steady_clock::now();
  mlir::PassManager manager(m_context.get());
  manager.addPass(std::move(pass));
  bool ok = mlir::succeeded(manager.run(*m_module));
  record.micros = microsSince(start);
  record.opsAfter = countOps(*m_module);
  if (!ok) {
    capture.ensureError("KC0105", m_invocation->file, fmt::format("pass {} failed", flag));
    return false;
  }
  // Passes that make ops without an identity still get them one, so that nothing is lost to view.
  assignOpIds(*m_module, &m_passes.lineage, flag);
  this->record(record, before != mlir::OperationFingerPrint(*m_module));
  return true;
}

void CompileJob::record(PassRecord record, bool changed) {
  record.changed = changed;
  bool isReference = record.flag == kReferencePass;
  bool share = !changed && !m_snapshots.empty() && m_snapshots.back();
  if (!m_invocation->keepSnapshots && !m_snapshots.empty() && !isReference) {
    m_snapshots.push_back(nullptr); // only the imported IR and the reference are kept
  } else {
    m_snapshots.push_back(share
                              ? m_snapshots.back()
                              : std::make_shared<mlir::OwningOpRef<mlir::ModuleOp>>(
                                    mlir::cast<mlir::ModuleOp>(m_module->getOperation()->clone())));
  }
  collectOps();
  m_result.passes.push_back(record);
  if (m_onPass) {
    m_onPass(record);
  }
}

/// Name and frame of every op that was not seen before.
void CompileJob::collectOps() {
  m_module->walk([&](mlir::Operation *op) {
    OpId id = getOpId(op);
    if (id == kNone) {
      return;
    }
    if (id >= m_result.ops.size()) {
      m_result.ops.resize(id + 1);
    }
    OpRecord &record = m_result.ops[id];
    if (!record.name.empty()) {
      return;
    }
    record.name = op->getName().getStringRef().str();
    std::vector<SourceFrame> frames = sourceFramesOf(op->getLoc());
    if (!frames.empty()) {
      record.frame = program::FrameId(m_result.frames.size());
      for (size_t i = 0; i < frames.size(); ++i) {
        frames[i].parent = i + 1 < frames.size() ? record.frame + program::FrameId(i) + 1 : kNone;
        m_result.frames.push_back(frames[i]);
      }
    }
  });
}

void CompileJob::finish() {
  m_result.remarks = m_passes.remarks.take();
  m_result.lineage = m_passes.lineage.take();
  m_result.accesses = std::move(m_passes.accesses);
  m_result.placements = std::move(m_passes.placements);
  if (m_result.ok) {
    m_result.program = m_passes.program;
  }
  m_invocation = nullptr;
}

Compilation CompileJob::take() { return std::move(m_result); }

mlir::ModuleOp CompileJob::snapshot(size_t index) const {
  return index < m_snapshots.size() && m_snapshots[index] ? m_snapshots[index]->get()
                                                          : mlir::ModuleOp();
}

} // namespace charonia::compiler
