// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libFuzzer asks of the targets: defaults of the sanitizers, and mutations of words and lines
// beside its own.
#include "Mutator.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// MLIR's shared library is built without sanitizers: memory that an allocator of ours poisons
/// would never be cleared by theirs.
extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_stack_use_after_return=0:allocator_may_return_null=1";
}

/// CHARONIA_FUZZ_WORDS names the dictionary.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                                          unsigned int seed) {
  using namespace charonia::fuzz;
  static const std::vector<std::string> words = [] {
    const char *path = std::getenv("CHARONIA_FUZZ_WORDS");
    std::ifstream file(path ? path : "", std::ios::binary);
    return parseDictionary(std::string{std::istreambuf_iterator<char>(file), {}});
  }();
  Random random(seed);
  if (random.below(3) == 0) {
    return LLVMFuzzerMutate(data, size, maxSize);
  }
  std::string text =
      mutate({reinterpret_cast<const char *>(data), size}, words, random).substr(0, maxSize);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
