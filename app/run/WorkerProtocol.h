// SPDX-License-Identifier: GPL-3.0-or-later
// The lines between the window and a worker (`charonia-cli serve`): requests and responses, one
// JSON object a line, encoded and decoded on both sides. No Qt.
//
//   {"id": 1, "verb": "compile", "launch": {...} or "x.launch.json", "launchFile": "x.launch.json",
//    "text": "...", "file": "kernel.py", "from": "source", "options": {"mapping": "zigzag"},
//    "hardware": "h.json", "searchPaths": ["lib"], "stopAfter": "", "snapshots": true}
//   {"id": 1, "exit": 0, "diagnostics": [], "compilation": {...}}
//   {"id": 2, "verb": "print", "compilation": 7, "pass": 3}
//   {"id": 2, "exit": 0, "diagnostics": [], "ir": {"text": "...", "ops": [...]}}
//   {"id": 3, "verb": "run", "launch": ..., "engine": "sim", "against": ["expect"], ...}
//   {"id": 3, "exit": 0, "diagnostics": [], "kernel": "...", "mismatches": [], "printed": [],
//    "report": {...}}
//   {"id": 4, "verb": "kernels", "text": "...", "file": "kernel.py"}
//   {"id": 4, "exit": 0, "diagnostics": [], "kernels": [{"name": ..., "parameters": [...]}]}
//
// Of "launch", "text" and "file", a path is read by the worker and a text is not. A request that
// cannot be understood is answered with exit 64 and "error".
#pragma once

#include "run/RunWords.h"
#include "run/ValuesJson.h"

#include <string_view>

namespace charonia::app {

/// A request as the worker sees it.
struct WorkerRequest {
  enum class Verb : uint8_t { Compile, Print, Run, Kernels } verb = Verb::Run;
  nlohmann::json id; ///< a number or a string, sent back
  LaunchInput input; ///< Compile, Run; of Kernels, `text` and `textFile` alone
  RunRequest run;    ///< Run; of Compile, `launch` alone
  // Compile
  nlohmann::json options; ///< members of compiler::Options that go over the launch's; or null
  bool keepSnapshots = true;
  std::string stopAfter;
  // Print
  uint64_t compilation = 0, pass = 0;
};

/// A response as the client sees it. Which members are set depends on the request.
struct WorkerResponse {
  uint64_t id = 0;
  RunExit exit = RunExit::Ok;
  std::string error; ///< the request was not understood
  /// About files that the request names; a compilation's own are in it, a run's here.
  std::vector<compiler::Diagnostic> diagnostics;
  std::shared_ptr<const compiler::Compilation> compilation;
  std::optional<compiler::IrText> ir;
  std::optional<RunOutcome> run;
  std::optional<std::vector<compiler::KernelInfo>> kernels;
};

// --- The client's side. A line has no line end; add one.

/// Compiles `invocation`: its text, launch and options; the device travels as the path of its file.
std::string compileRequestLine(uint64_t id, const compiler::Invocation &invocation);
/// Asks for the IR after pass `pass` of a compilation of the same worker.
std::string printRequestLine(uint64_t id, uint64_t compilation, uint64_t pass);
/// Runs a launch file, or with `launch` one in memory, with the kernel's text in place of its file
/// if given.
std::string runRequestLine(uint64_t id, const LaunchInput &input, const RunWords &words);

/// Asks for the @triton.jit functions of a text.
std::string kernelsRequestLine(uint64_t id, const std::string &text, const std::string &file);

tl::expected<WorkerResponse, std::string> parseResponseLine(std::string_view line);

// --- The worker's side.

/// The request of a line, or the response to send instead.
tl::expected<WorkerRequest, nlohmann::json> parseRequestLine(std::string_view line);
/// Does what a request asks for. Never throws for want of memory or for bad input.
nlohmann::json answerRequest(compiler::Session &session, const WorkerRequest &request);
/// One line of text, without a line end; bytes that are no UTF-8 are replaced.
std::string toLine(const nlohmann::json &response);

} // namespace charonia::app
