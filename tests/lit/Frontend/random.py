# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Philox: the known answer of the generator, and of rand for a 64-bit seed and offset.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*u32[4] ints:*u32[4] uniform:*fp32[4] wide:*u32[4] seed:i64=20015998343868
# CHECK: out = 1713891541 3781805453 3159862348 2600524760
# CHECK: ints = 1163829020 610213306 4177697320 3364165680
# CHECK: uniform = 0.541950047 0.284152687 0.0546080843 0.433438241
# CHECK: wide = 1079885759 1439435898 1204135277 2823519451
import triton
import triton.language as tl


@triton.jit
def k(out, ints, uniform, wide, seed):
    a, b, c, d = tl.philox(0, tl.full([], 0, tl.uint32), 0, 0, 0)
    tl.store(out, a)
    tl.store(out + 1, b)
    tl.store(out + 2, c)
    tl.store(out + 3, d)
    i = tl.arange(0, 4)
    tl.store(ints + i, tl.randint(seed, i))
    tl.store(uniform + i, tl.rand(seed, i))
    offset = ((i + 5).to(tl.int64) << 32) + 1
    tl.store(wide + i, tl.randint(seed, offset))
