// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function table and the names of the element types.
#include "charonia/numerics/Numerics.h"

namespace charonia::numerics {
namespace {

constexpr FnInfo kTable[] = {
#define FUNCTION(Name, operands, kind, costClass) {#Name, operands, FnKind::kind, #costClass},
#include "charonia/numerics/Functions.def"
};

constexpr const char *kTypeNames[kNumElementTypes] = {
    "i1",     "i8",         "i16", "i32",  "i64", "f8E4M3FN", "f8E4M3FNUZ",
    "f8E5M2", "f8E5M2FNUZ", "f16", "bf16", "f32", "f64",
};

bool equal(const char *left, const char *right) {
  while (*left != 0 && *left == *right) {
    ++left;
    ++right;
  }
  return *left == *right;
}

} // namespace

const unsigned kNumFns = sizeof(kTable) / sizeof(kTable[0]);

const FnInfo &info(Fn fn) { return kTable[static_cast<unsigned>(fn)]; }

bool findFn(const char *name, Fn &fn) {
  for (unsigned i = 0; i < kNumFns; ++i) {
    if (equal(kTable[i].name, name)) {
      fn = static_cast<Fn>(i);
      return true;
    }
  }
  return false;
}

const char *name(ElementType type) { return kTypeNames[static_cast<unsigned>(type)]; }

bool findElementType(const char *spelling, ElementType &type) {
  for (unsigned i = 0; i < kNumElementTypes; ++i) {
    if (equal(kTypeNames[i], spelling)) {
      type = static_cast<ElementType>(i);
      return true;
    }
  }
  return false;
}

} // namespace charonia::numerics
