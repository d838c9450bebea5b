// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random kernels give the same memory at every stage: the interpreter on the IR after each pass
// that it reads, the simulator under strict and linear, and in turn under another mapping or
// policy. CHARONIA_KERNELS_CASES=n sets the number of kernels, CHARONIA_KERNELS_SEED the first
// seed, CHARONIA_KERNELS_SAVE a folder for the kernels that fail (with their launch files);
// CHARONIA_KERNELS_GO_ON=1 counts failures instead of ending at the first.
#include "NoiseBand.h"
#include "RandomKernel.h"

#include "charonia/compiler/Arguments.h"
#include "charonia/compiler/Compiler.h"
#include "charonia/compiler/ReferencePass.h"
#include "charonia/sim/Simulator.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>

namespace charonia::mapping {
namespace {

using compiler::Compilation;
using compiler::Policy;
using launch::MemoryImage;

/// How equal two memories must be.
enum class Rule : uint8_t {
  Bits,   ///< every element; NaNs are equal
  Values, ///< as numbers: zeros of either sign are equal
  Band,   ///< no further apart than rounding explains
  Nothing
};

struct Failure {
  std::string stage, what;
  explicit operator bool() const { return !stage.empty(); }
};

std::string firstError(const std::vector<compiler::Diagnostic> &diagnostics) {
  for (const compiler::Diagnostic &diagnostic : diagnostics) {
    if (diagnostic.severity == compiler::Severity::Error) {
      return fmt::format("{} {} (line {})", diagnostic.code, diagnostic.message,
                         diagnostic.range.beginLine);
    }
  }
  return "failed without a message";
}

/// Messages that say that a tile has no place on the chip: the kernel is fine, but too large.
bool isTooLarge(const std::string &message) {
  return message.find("local memory") != std::string::npos;
}

bool sameNumber(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string difference(const MemoryImage &actual, const MemoryImage &reference, Rule rule) {
  for (const std::string &name : actual.damagedGuards()) {
    return fmt::format("writes beside {}", name);
  }
  if (rule == Rule::Nothing) {
    return {};
  }
  for (size_t i = 0; i < actual.buffers().size(); ++i) {
    const launch::Buffer &buffer = actual.buffers()[i];
    auto a = actual.contents(buffer), b = reference.contents(reference.buffers()[i]);
    if (std::memcmp(a.data(), b.data(), a.size()) == 0) {
      continue;
    }
    size_t count = 0;
    std::string first;
    for (int64_t k = 0; k < buffer.elements; ++k) {
      uint64_t x = numerics::loadElement(buffer.type, a.data(), k);
      uint64_t y = numerics::loadElement(buffer.type, b.data(), k);
      double left = numerics::toDouble(buffer.type, x), right = numerics::toDouble(buffer.type, y);
      bool bothNan = std::isnan(left) && std::isnan(right);
      if (x == y || bothNan || (rule == Rule::Values && sameNumber(left, right))) {
        continue;
      }
      if (count++ == 0) {
        first = fmt::format("{}[{}] is {} instead of {}", buffer.name, k, left, right);
      }
    }
    if (count > 0) {
      return fmt::format("{} ({} elements)", first, count);
    }
  }
  return {};
}

class Check {
public:
  explicit Check(arch::DeviceRef device) : m_device(std::move(device)) {}

  /// The first difference between stages.
  /// The seed chooses the mapping and the policy of the second compilation.
  Failure run(const RandomKernel &kernel, uint64_t seed) {
    m_isSkipped = false;
    m_seed = seed;
    m_band.reset();
    auto launch = launch::parseLaunch(kernel.launch, "kernel.launch.json");
    if (!launch) {
      return {"launch", launch.error().front().path + ": " + launch.error().front().message};
    }
    m_launch = std::move(*launch);
    m_grid = *launch::evaluateGrid(m_launch);
    m_kernel = &kernel;
    if (Failure failure = checkStages()) {
      return failure;
    }
    if (m_isSkipped) {
      return {};
    }
    return checkVariant(kVariants[seed % std::size(kVariants)]);
  }

  bool isSkipped() const { return m_isSkipped; }
  size_t measured() const { return m_measured; } ///< kernels compared within bands of noise

private:
  struct Variant {
    Policy policy;
    const char *name, *mapping;
  };
  static constexpr Variant kVariants[] = {{Policy::Strict, "strict", "zigzag"},
                                          {Policy::Default, "default", "zigzag"},
                                          {Policy::Fast, "fast", "linear"}};

  Failure checkVariant(const Variant &variant) {
    Compilation compiled = compile(variant.policy, variant.mapping, false);
    std::string name = fmt::format("{}, {}", variant.name, variant.mapping);
    if (!compiled.ok) {
      return {name, firstError(compiled.diagnostics)};
    }
    Rule rule = variant.policy == Policy::Strict ? Rule::Bits
                : m_kernel->exactInParts         ? Rule::Values
                : measureNoise()                 ? Rule::Band
                                                 : Rule::Nothing;
    return simulate(compiled, name, rule);
  }

  /// Runs the noisy forms of the kernel; false if the noise made one fail.
  bool measureNoise() {
    m_band.emplace(*m_reference);
    for (unsigned noise = 1; noise <= kNoises; ++noise) {
      RandomKernel noisy = randomKernel(m_seed, noise);
      Compilation compiled = compile(Policy::Strict, "linear", true, noisy.source, m_referenceFlag);
      std::optional<MemoryImage> memory;
      if (!compiled.ok || interpret(compiled, compiled.passes.size() - 1, memory)) {
        return false;
      }
      m_band->add(*memory);
    }
    ++m_measured;
    return true;
  }

  Compilation compile(Policy policy, const char *mapping, bool keepSnapshots) {
    return compile(policy, mapping, keepSnapshots, m_kernel->source, {});
  }

  Compilation compile(Policy policy, const char *mapping, bool keepSnapshots,
                      const std::string &source, const std::string &stopAfter) {
    compiler::Invocation invocation;
    invocation.text = source;
    invocation.stopAfter = stopAfter;
    invocation.file = "kernel.py";
    invocation.launch = m_launch;
    invocation.device = m_device;
    invocation.options.policy = policy;
    invocation.options.mapping = mapping;
    invocation.options.limits.interpreterSeconds = 20;
    invocation.keepSnapshots = keepSnapshots;
    return m_session.compile(invocation);
  }

  Failure checkStages() {
    Compilation compiled = compile(Policy::Strict, "linear", true);
    if (!compiled.ok) {
      std::string error = firstError(compiled.diagnostics);
      m_isSkipped = isTooLarge(error);
      return m_isSkipped ? Failure() : Failure{"compiler", error};
    }
    size_t reference = compiler::referencePassOf(compiled.passes);
    m_referenceFlag = compiled.passes[reference].flag;
    if (Failure failure = interpret(compiled, reference, m_reference)) {
      return failure;
    }
    for (size_t i = 0; i < compiled.passes.size(); ++i) {
      const compiler::PassRecord &pass = compiled.passes[i];
      if (pass.stage > 2 || (i > 0 && !pass.changed) || i == reference) {
        continue; // later stages are commands, which the simulator runs
      }
      std::optional<MemoryImage> memory;
      if (Failure failure = interpret(compiled, i, memory)) {
        return failure;
      }
      Rule rule = i > reference ? Rule::Bits : m_kernel->exact ? Rule::Values : Rule::Nothing;
      if (std::string text = difference(*memory, *m_reference, rule); !text.empty()) {
        return {pass.flag, text};
      }
    }
    return simulate(compiled, "strict, linear", Rule::Bits);
  }

  Failure interpret(const Compilation &compiled, size_t pass, std::optional<MemoryImage> &memory) {
    memory = freshMemory();
    compiler::ReferenceRun run = m_session.interpret(compiled.id, pass, *memory);
    if (!run.ok) {
      return {compiled.passes[pass].flag, firstError(run.diagnostics)};
    }
    return {};
  }

  MemoryImage freshMemory() const {
    return std::move(*MemoryImage::create(m_launch, 0, *m_device));
  }

  Failure simulate(const Compilation &compiled, const std::string &name, Rule rule) {
    MemoryImage memory = freshMemory();
    sim::SimInput input{compiled.program.get(), m_device.get(), m_grid,
                        compiler::argumentBits(m_launch, compiled.programArguments, memory)};
    sim::SimOptions options;
    options.poison = true;
    options.recordTrace = false;
    options.maxSeconds = 20;
    auto result = sim::simulate(input, memory, options);
    if (!result) {
      return {"simulator, " + name, result.error().code + ": " + result.error().message};
    }
    std::string text = difference(memory, *m_reference, rule == Rule::Band ? Rule::Nothing : rule);
    if (text.empty() && rule == Rule::Band) {
      text = m_band->outside(memory);
    }
    return text.empty() ? Failure() : Failure{"simulator, " + name, text};
  }

  arch::DeviceRef m_device;
  compiler::Session m_session;
  launch::Launch m_launch;
  std::array<int64_t, 3> m_grid{1, 1, 1};
  const RandomKernel *m_kernel = nullptr;
  uint64_t m_seed = 0;
  std::string m_referenceFlag;
  std::optional<MemoryImage> m_reference;
  std::optional<NoiseBand> m_band;
  size_t m_measured = 0;
  bool m_isSkipped = false;
};

uint64_t numberOf(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

void save(const RandomKernel &kernel, uint64_t seed) {
  const char *folder = std::getenv("CHARONIA_KERNELS_SAVE");
  if (folder && *folder) {
    std::filesystem::path path = std::filesystem::path(folder) / std::to_string(seed);
    std::filesystem::create_directories(path);
    std::ofstream(path / "kernel.py") << kernel.source;
    std::ofstream(path / "kernel.launch.json") << kernel.launch;
  }
}

TEST(RandomKernels, StagesAgree) {
  auto device = arch::loadDevice(arch::defaultDevicePath());
  ASSERT_TRUE(device.has_value());
  uint64_t cases = numberOf("CHARONIA_KERNELS_CASES", 300);
  uint64_t first = numberOf("CHARONIA_KERNELS_SEED", 1);
  bool goOn = numberOf("CHARONIA_KERNELS_GO_ON", 0) != 0;
  Check check(*device);
  size_t skipped = 0, exact = 0, failed = 0;
  for (uint64_t seed = first; seed < first + cases; ++seed) {
    RandomKernel kernel = randomKernel(seed);
    exact += kernel.exact;
    Failure failure = check.run(kernel, seed);
    skipped += check.isSkipped();
    if (failure) {
      ++failed;
      save(kernel, seed);
      std::string text = fmt::format("seed {}: {}: {}", seed, failure.stage, failure.what);
      if (goOn) {
        printf("%s\n", text.c_str());
        fflush(stdout);
        continue;
      }
      FAIL() << text << "\n" << kernel.source << "\n" << kernel.launch.substr(0, 4000);
    }
  }
  printf("%zu kernels, %zu of them exact, %zu compared within noise, %zu too large for the chip, "
         "%zu failed\n",
         static_cast<size_t>(cases), exact, check.measured(), skipped, failed);
  EXPECT_EQ(failed, 0u);
  // Else the kernels test little.
  EXPECT_LT(skipped, 1 + cases / 10);
  EXPECT_GE(2 * exact, cases / 2);
}

} // namespace
} // namespace charonia::mapping
