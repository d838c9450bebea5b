// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One compilation: owns the MLIR context and the snapshot after each pass.
#pragma once

#include "charonia/Interpreter/Interpreter.h"
#include "charonia/Support/PassContext.h"
#include "charonia/compiler/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace charonia::compiler {

class CompileJob {
public:
  CompileJob(uint64_t id, const Invocation &invocation);
  ~CompileJob();

  uint64_t id() const { return m_result.id; }
  const launch::Launch &launch() const { return m_launch; }
  const Limits &limits() const { return m_limits; }
  /// What passes know of the launch.
  const LaunchFacts &facts() const { return m_passes.launch; }
  /// The PEs and the mapping of program ids that the program is made for.
  PeView peView() const;
  /// Name of the kernel function in the module.
  const std::string &kernel() const { return m_launch.function; }
  mlir::FunctionOpInterface kernelFunction();
  /// Leaves of the launch that the kernel takes at run time, in its order.
  const std::vector<uint64_t> &programArguments() const { return m_arguments; }
  /// Flag of the pass that is running, for crash messages.
  const std::string &currentPass() const { return m_currentPass; }

  /// Front end or reader, then the passes up to Invocation::stopAfter.
  void run(std::stop_token stop, const std::function<void(const PassRecord &)> &onPass);

  /// The result so far; the job keeps the IR.
  Compilation take();

  /// IR after pass `index` of Compilation::passes; null if it was not kept.
  mlir::ModuleOp snapshot(size_t index) const;

private:
  bool import();
  bool checkArguments();
  /// The leaves that IR text takes: those that are not constant, or those of them that upstream did
  /// not fold because they are 1.
  bool matchArguments(mlir::FunctionOpInterface function, std::vector<uint64_t> given);
  bool runPass(const char *flag, int stage, std::unique_ptr<mlir::Pass> pass);
  void record(PassRecord record, bool changed);
  void collectOps();
  void finish();

  const Invocation *m_invocation; ///< valid during run()
  launch::Launch m_launch;
  std::vector<uint64_t> m_arguments;
  Limits m_limits;
  Compilation m_result;
  std::string m_currentPass = "import";
  std::function<void(const PassRecord &)> m_onPass;
  std::unique_ptr<mlir::MLIRContext> m_context;
  PassContext m_passes;
  mlir::OwningOpRef<mlir::ModuleOp> m_module;
  /// One entry a pass; a pass that changed nothing shares the entry before it.
  std::vector<std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>>> m_snapshots;
};

} // namespace charonia::compiler
