// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the launches of a sequence over shared buffers. What a launch finds in the LLC is what the
// launches before it used last, by whole buffers.
#include "run/RunContext.h"

#include <algorithm>
#include <fmt/format.h>

namespace charonia::app {
namespace {

/// Which buffers in DRAM the LLC holds between launches: the last used ones that fit.
class CachedBuffers {
public:
  explicit CachedBuffers(const arch::DeviceModel &device)
      : m_capacity(device.sram.bytes - device.sram.scratchBytes) {}

  /// The buffers of `image` that have an argument of the launch have just been used.
  void use(const launch::MemoryImage &image) {
    for (const launch::Buffer &buffer : image.buffers()) {
      if (buffer.argument < 0 || buffer.place == launch::Place::Sram) {
        continue;
      }
      std::erase_if(m_recent, [&](const auto &entry) { return entry.first == buffer.address; });
      m_recent.insert(m_recent.begin(), {buffer.address, buffer.bytes});
    }
  }

  std::set<uint64_t> addresses() const {
    std::set<uint64_t> held;
    int64_t free = m_capacity;
    for (const auto &[address, bytes] : m_recent) {
      if (bytes > free) {
        break; // older ones were evicted by this one
      }
      free -= bytes;
      held.insert(address);
    }
    return held;
  }

private:
  int64_t m_capacity;
  std::vector<std::pair<uint64_t, int64_t>> m_recent; ///< address and bytes, the last used first
};

class SequenceRun {
public:
  SequenceRun(compiler::Session &session, const RunRequest &request, std::stop_token stop)
      : m_request(request), m_context(session, m_request, std::move(stop)) {}

  RunOutcome run(const std::string &file) {
    m_context.outcome.file = file;
    if (m_request.bothForms) {
      m_context.usage("KL0110", "a sequence runs in one form: --from source or --from ttir");
    } else if (load(file) && prepare()) {
      runSteps();
    }
    return finish();
  }

private:
  bool load(const std::string &file) {
    launch::LaunchErrors warnings;
    auto sequence = launch::loadSequence(file, &warnings);
    m_context.append(toDiagnostics(sequence ? warnings : sequence.error()));
    if (!sequence) {
      m_context.fail(RunExit::Usage);
      return false;
    }
    m_sequence = std::move(*sequence);
    return true;
  }

  bool prepare() {
    LaunchOptions options = m_request.launch;
    bool hasExpect = true, ok = true;
    for (const launch::Sequence::Step &step : m_sequence.steps) {
      PreparedLaunch prepared = prepareLaunch(step.launchFile, options);
      m_context.append(prepared.problems);
      ok = ok && prepared.ok;
      hasExpect = hasExpect && prepared.ok && prepared.launch.cases.front().hasExpect;
      m_context.outcome.kernel += (m_steps.empty() ? "" : " + ") + prepared.launch.function;
      if (m_steps.empty() && prepared.ok) {
        options.hardware = prepared.invocation.device->file; // one machine runs all of them
      }
      m_steps.push_back(std::move(prepared));
    }
    if (!ok) {
      m_context.fail(RunExit::Usage);
    }
    return ok && m_context.chooseComparison(hasExpect, "a launch of the sequence");
  }

  void runSteps() {
    const arch::DeviceModel &device = *m_steps.front().invocation.device;
    auto image = launch::MemoryImage::create(m_sequence, device);
    if (!image) {
      m_context.append(toDiagnostics(image.error()));
      m_context.fail(RunExit::Usage);
      return;
    }
    CachedBuffers cached(device);
    const std::string traceFile = m_request.traceFile;
    for (size_t i = 0; i < m_steps.size() && m_context.canGoOn(); ++i) {
      launch::LaunchErrors errors = image->bind(m_steps[i].launch, m_sequence.steps[i].bind);
      if (!errors.empty()) {
        m_context.append(toDiagnostics(errors));
        m_context.fail(RunExit::Usage);
        return;
      }
      m_request.traceFile = traceOf(traceFile, i);
      runStep(i, *image, cached);
      cached.use(*image);
    }
  }

  void runStep(size_t index, launch::MemoryImage &image, const CachedBuffers &cached) {
    PreparedLaunch &step = m_steps[index];
    if (!m_context.compile(step)) {
      return;
    }
    // The reference starts from the same memory, so that a step is not blamed for an earlier one.
    launch::MemoryImage before;
    if (m_context.againstReference()) {
      before = image;
    }
    sim::SimOptions options;
    options.replaceJob = index > 0;
    options.cachedBuffers = cached.addresses();
    m_context.outcome.report = nullptr;
    if (!m_context.execute(step, image, options)) {
      return;
    }
    ++m_context.outcome.cases;
    m_reports.push_back(m_context.outcome.report);
    m_context.compare(step, image, before, &step.launch.cases.front(),
                      fmt::format("launch {} ({})", index, step.launch.function));
  }

  /// "a.step1.ctrace" of "a.ctrace".
  static std::string traceOf(const std::string &file, size_t step) {
    for (const char *extension : {".chrome.json", ".pftrace", ".ctrace"}) {
      if (file.ends_with(extension)) {
        return fmt::format("{}.step{}{}",
                           file.substr(0, file.size() - std::string_view(extension).size()), step,
                           extension);
      }
    }
    return file; // saving says what is wrong with it
  }

  /// Cycles and time of the whole; the other figures stand in `steps`, in the form of a launch's
  /// report.
  RunOutcome finish() {
    nlohmann::json steps = nlohmann::json::array();
    uint64_t cycles = 0;
    double time = 0;
    for (size_t i = 0; i < m_reports.size(); ++i) {
      nlohmann::json step = promisedKeys(m_reports[i]);
      step["kernel"] = m_steps[i].launch.function;
      if (step["cycles"].is_number()) {
        cycles += step["cycles"].get<uint64_t>();
        time += step["time_us"].get<double>();
      }
      steps.push_back(std::move(step));
    }
    m_context.outcome.report = {{"steps", steps}};
    if (cycles > 0) {
      m_context.outcome.report["cycles"] = cycles;
      m_context.outcome.report["time_us"] = time;
    }
    return m_context.finish();
  }

  RunRequest m_request;
  RunContext m_context;
  launch::Sequence m_sequence;
  std::vector<PreparedLaunch> m_steps;
  std::vector<nlohmann::json> m_reports;
};

} // namespace

RunOutcome runSequence(compiler::Session &session, const std::string &file,
                       const RunRequest &request, std::stop_token stop) {
  return SequenceRun(session, request, std::move(stop)).run(file);
}

} // namespace charonia::app
