# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Signs of // and %: truncated at run time, floored at compile time; >> by signedness.
# RUN: charonia-emit --run %s | FileCheck %s
# ARGS: out:*i32[8] shifts:*i64[4] n:i32=-7 u:u32=4294967289
# CHECK: out = -3 -1 -4 1 -4 1 2147483644 2147483644
# CHECK: shifts = -4 2147483644 -1 1
import triton
import triton.language as tl


@triton.jit
def k(out, shifts, n, u):
    A: tl.constexpr = -7 // 2
    B: tl.constexpr = -7 % 2
    tl.store(out, n // 2)
    tl.store(out + 1, n % 2)
    tl.store(out + 2, A)
    tl.store(out + 3, B)
    tl.store(out + 4, n >> 1)
    tl.store(out + 5, u % 2)
    tl.store(out + 6, u // 2)
    tl.store(out + 7, u >> 1)
    tl.store(shifts, (n >> 1).to(tl.int64))
    tl.store(shifts + 1, (u >> 1).to(tl.int64))
    # A number on the left has the signedness of the tensor.
    one = tl.full([], 1, tl.int32)
    tl.store(shifts + 2, ((-2) >> one).to(tl.int64))
    tl.store(shifts + 3, (n < u.to(tl.int32)).to(tl.int64) + 1)
