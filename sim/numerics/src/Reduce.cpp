// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of every reduction.
#include "charonia/numerics/Numerics.h"

namespace charonia::numerics {

void reduceInOrder(int64_t n, void *context, CombineFn combine) {
  const int64_t lanes = n < kReductionLanes ? n : kReductionLanes;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    for (int64_t i = lane + kReductionLanes; i < n; i += kReductionLanes) {
      combine(context, lane, i);
    }
  }
  for (int64_t distance = kReductionLanes / 2; distance >= 1; distance /= 2) {
    for (int64_t lane = 0; lane < distance && lane + distance < lanes; ++lane) {
      combine(context, lane, lane + distance);
    }
  }
}

} // namespace charonia::numerics
