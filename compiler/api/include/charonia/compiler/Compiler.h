// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler as a host program sees it. No MLIR header is needed to use it.
//
//   Session session(options);                           // one per engine thread
//   Compilation c = session.compile(invocation, stop);  // never throws, never exits
//   auto text = session.print(c.id, passIndex);         // IR after a pass, printed when looked at
//
// A Session and its calls belong to one thread; results are values.
#pragma once

#include "charonia/compiler/Values.h"
#include "charonia/launch/Memory.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace charonia::compiler {

enum class From : uint8_t { Source, Ttir };

/// Numerics policy; never exceeded. Bit-for-bit agreement is promised under Strict.
enum class Policy : uint8_t { Strict, Default, Fast };

/// Limits on untrusted input; shown in messages, changeable in settings.
struct Limits {
  uint64_t sourceBytes = uint64_t{4} << 20;
  uint64_t irBytes = uint64_t{64} << 20;
  uint32_t sourceBrackets = 200, sourceIndents = 99, sourceChain = 1000;
  uint32_t irNesting = 256;
  uint32_t ops = 200'000;
  uint64_t bufferBytes = uint64_t{4} << 30;
  uint64_t pids = uint64_t{1} << 24;
  uint64_t interpreterSteps = 2'000'000'000;
  double interpreterSeconds = 60;

  bool operator==(const Limits &) const = default;
};

/// Compiler options with their defaults; CLI, launch files and settings bind to these by name.
struct Options {
  Policy policy = Policy::Strict;
  std::string mapping; ///< empty: the launch's
  int32_t cbDepth = 0; ///< 0: greedy sizing; n: depth n everywhere
  int32_t skew = -1;   ///< -1: chosen by the scheduler
  Limits limits;
  /// Folders in which files that a kernel's source imports are looked for, after the source's own
  /// folder and package. They are parsed, never executed.
  std::vector<std::string> searchPaths;
};

/// One thing to compile. Text is given, not read from disk: the editor's buffer is the truth.
struct Invocation {
  From from = From::Source;
  std::string text, file; ///< source or .ttir text, and its name for messages
  launch::Launch launch;
  arch::DeviceRef device;
  Options options;
  bool keepSnapshots = true; ///< false: no per-pass clones (corpus runs)
  /// Flag of the last pass to run; empty: all, down to the Program. "import": none, only the front
  /// end or the reader (enough for the interpreter).
  std::string stopAfter;
};

/// The outcome of compile(). `program` is null when there was an error.
struct Compilation {
  uint64_t id = 0;
  bool ok = false, cancelled = false, tainted = false;
  std::vector<Diagnostic> diagnostics;
  std::vector<Remark> remarks;
  std::vector<PassRecord> passes; ///< [0] is the imported IR before the first pass
  std::vector<OpRecord> ops;      ///< by OpId
  std::vector<SourceFrame> frames;
  std::vector<LineageEvent> lineage;
  std::vector<AccessRow> accesses;
  std::vector<PlacementRow> placements;
  std::shared_ptr<const program::Program> program;
  std::vector<uint64_t>
      programArguments; ///< index into launch::leavesOf of each Program::parameters entry
  uint64_t micros = 0;
};

/// What the interpreter found.
struct ReferenceRun {
  bool ok = false;
  std::vector<Diagnostic> diagnostics; ///< out-of-bounds access, step limit, failed assert ...
  std::vector<std::string> printed;
  std::vector<std::string> atomicArguments; ///< arguments written by float atomics
};

class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  /// Runs front end and passes. `onPass` is called on this thread after each pass; it must not call
  /// back.
  Compilation compile(const Invocation &invocation, std::stop_token stop = {},
                      const std::function<void(const PassRecord &)> &onPass = {});

  /// IR after pass `passIndex` (index into Compilation::passes) of compilation `id`; empty when it
  /// is gone. The session keeps the last good compilation and the newest one.
  std::optional<IrText> print(uint64_t id, size_t passIndex);

  /// Interprets the IR after pass `passIndex` of compilation `id` over `memory`.
  ReferenceRun interpret(uint64_t id, size_t passIndex, launch::MemoryImage &memory,
                         std::stop_token stop = {});

private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// The pass table, in pipeline order.
const std::vector<PassInfo> &passTable();

/// One parameter of a kernel found in source, for making a launch file from a signature.
struct ParameterInfo {
  std::string name, annotation, defaultText;
  bool constexprParameter = false, usedAsPointer = false;
};
struct KernelInfo {
  std::string name;
  std::vector<ParameterInfo> parameters;
  SourceRange range;
};
/// The @triton.jit functions of a source text, also while other parts of it are broken.
std::vector<KernelInfo> listKernels(const std::string &text, const std::string &file,
                                    std::vector<Diagnostic> *diagnostics = nullptr);

} // namespace charonia::compiler
