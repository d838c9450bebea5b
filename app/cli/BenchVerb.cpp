// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli bench: simulated figures of the samples, as rows {name, value, unit, raw}.
#include "charonia/arch/Resources.h"
#include "cli/Output.h"
#include "cli/Verbs.h"

#include <cmath>
#include <fmt/format.h>
#include <iostream>

namespace charonia::app {
namespace {

struct Row {
  std::string name;
  double value = 0;
  std::string unit;
  nlohmann::json raw;
};

/// Runs benchmarks and collects rows; the first failure ends it.
class Bench {
public:
  /// Cycles of `launch` (data is checked by the tests, not here); empty after a failure.
  std::optional<uint64_t> cycles(launch::Launch launch, const std::string &mapping) {
    LaunchOptions options;
    options.mapping = mapping;
    PreparedLaunch prepared = prepareLaunch(std::move(launch), options);
    auto grid = launch::evaluateGrid(prepared.launch);
    if (!prepared.ok || !grid) {
      return failed(prepared.problems);
    }
    prepared.invocation.keepSnapshots = false;
    compiler::Compilation compilation = m_session.compile(prepared.invocation);
    auto memory = launch::MemoryImage::create(prepared.launch, 0, *prepared.invocation.device);
    if (!compilation.ok || !memory) {
      return failed(compilation.diagnostics);
    }
    m_launchCycles = prepared.invocation.device->job.launch;
    sim::SimInput input =
        simInput(prepared.launch, compilation, *prepared.invocation.device, *memory, *grid);
    sim::SimOptions simOptions;
    simOptions.recordTrace = false;
    simOptions.maxSeconds = 600;
    auto result = sim::simulate(input, *memory, simOptions);
    if (!result) {
      fmt::print(stderr, "error: {}\n", result.error().message);
      return std::nullopt;
    }
    return result->trace->makespan;
  }

  bool causalMap();
  bool matmul(const std::string &sample, double idealCycles);

  std::vector<Row> rows;

private:
  std::optional<uint64_t> failed(const std::vector<compiler::Diagnostic> &diagnostics) {
    printDiagnostics(diagnostics);
    return std::nullopt;
  }

  compiler::Session m_session;
  double m_launchCycles = 0;
};

/// The causal attention sample with `blocks` query blocks of one head, everything in scratch SRAM.
std::optional<launch::Launch> causalAttention(int64_t blocks) {
  auto launch = launch::loadLaunch(
      arch::resourcePath("samples/attention/attention-causal-1x100x32.launch.json"));
  if (!launch) {
    printDiagnostics(toDiagnostics(launch.error()));
    return std::nullopt;
  }
  int64_t block = launch->constexprs["BLOCK_M"].integer;
  int64_t dim = launch->constexprs["HEAD_DIM"].integer;
  int64_t length = blocks * block;
  for (launch::Argument &argument : launch->args) {
    if (argument.kind == launch::Argument::Kind::Pointer) {
      argument.elements = length * dim;
      argument.shape = {1, length, dim};
      argument.strides = {length * dim, dim, 1};
      argument.place = launch::Place::Sram;
    } else if (argument.name == "length") {
      argument.value.integer = length;
    } else if (argument.name == "stride_head") {
      argument.value.integer = length * dim;
    }
  }
  return std::move(*launch);
}

/// Zigzag at 128 and 256 blocks gives the cost a of a key block and o (in key blocks) of a program;
/// linear at 128 must then follow: its slowest PE has 127 + 128 blocks and two programs.
bool Bench::causalMap() {
  auto small = causalAttention(128), large = causalAttention(256);
  if (!small || !large) {
    return false;
  }
  auto zigzag128 = cycles(*small, "zigzag");
  auto zigzag256 = zigzag128 ? cycles(*large, "zigzag") : std::nullopt;
  auto linear128 = zigzag256 ? cycles(*small, "linear") : std::nullopt;
  if (!linear128) {
    return false;
  }
  double launch = m_launchCycles;
  double first = double(*zigzag128) - launch, second = double(*zigzag256) - launch;
  double a = (second - 2 * first) / 256;
  double o = (first / a - 129) / 2;
  double predicted = launch + a * (255 + 2 * o);
  auto raw = [](uint64_t c) { return nlohmann::json{{"cycles", c}}; };
  rows.push_back({"causal-map.zigzag-128", double(*zigzag128), "cycles", raw(*zigzag128)});
  rows.push_back({"causal-map.zigzag-256", double(*zigzag256), "cycles", raw(*zigzag256)});
  rows.push_back({"causal-map.linear-128", double(*linear128), "cycles", raw(*linear128)});
  rows.push_back({"causal-map.a", a, "cycles/block", {}});
  rows.push_back({"causal-map.o", o, "blocks/program", {}});
  rows.push_back({"causal-map.linear-128-predicted", predicted, "cycles", {}});
  rows.push_back({"causal-map.error", 100 * std::abs(double(*linear128) / predicted - 1), "%", {}});
  rows.push_back(
      {"causal-map.zigzag-over-linear", double(*linear128) / double(*zigzag128), "x", {}});
  return true;
}

bool Bench::matmul(const std::string &sample, double idealCycles) {
  auto launch = launch::loadLaunch(arch::resourcePath("samples/matmul/" + sample + ".launch.json"));
  if (!launch) {
    printDiagnostics(toDiagnostics(launch.error()));
    return false;
  }
  auto measured = cycles(std::move(*launch), "linear");
  if (!measured) {
    return false;
  }
  rows.push_back({"matmul." + sample,
                  100 * idealCycles / double(*measured),
                  "% of peak",
                  {{"cycles", *measured}}});
  return true;
}

int bench(const std::string &name, bool json) {
  Bench bench;
  bool ok = true;
  if (name.empty() || name == "causal-map") {
    ok = bench.causalMap();
  }
  if (ok && (name.empty() || name == "matmul")) {
    // Ideal: M N K / (64 PEs x 1024 MACs a cycle).
    ok = bench.matmul("matmul-512-sram", 2048) && bench.matmul("matmul-1024-sram", 16384);
  }
  nlohmann::json out = nlohmann::json::array();
  for (const Row &row : bench.rows) {
    out.push_back({{"name", row.name}, {"value", row.value}, {"unit", row.unit}, {"raw", row.raw}});
    if (!json) {
      fmt::print("{:<36} {:>14.3f} {}\n", row.name, row.value, row.unit);
    }
  }
  if (json) {
    std::cout << out.dump(1) << "\n";
  }
  return ok ? 0 : int(RunExit::SimulationError);
}

} // namespace

void addBenchVerb(CLI::App &app, int &exitCode) {
  struct Flags {
    std::string name;
    bool json = false;
  };
  auto flags = std::make_shared<Flags>();
  CLI::App *verb = app.add_subcommand("bench", "Simulated figures of the samples");
  verb->add_option("name", flags->name, "One benchmark; all without it")
      ->check(CLI::IsMember({"causal-map", "matmul"}));
  verb->add_flag("--json", flags->json, "Print rows as JSON");
  verb->callback([flags, &exitCode] { exitCode = bench(flags->name, flags->json); });
}

} // namespace charonia::app
