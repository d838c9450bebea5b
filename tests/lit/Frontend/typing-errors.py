# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Operands that do not combine, with their types.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 y:*i32 n:i32=3 u:u32=2
# CHECK: 20:9: error: KF0301 cannot use /, // or % with i32 and u32
# CHECK: 21:9: error: KF0301 `//` works on integers only
# CHECK: 22:9: error: KF0301 `&` works on integers only
# CHECK: 23:9: error: KF0307 `+` of an unsigned tensor and the negative number -1
# CHECK: 24:9: error: KF0307 the number 300 is out of range for i8
# CHECK: 25:9: error: KF0302 `*` does not work on a pointer
# CHECK: 26:9: error: KF0302 `+` on a pointer and a float
# CHECK: 27:9: error: KF0301 an 8-bit float and an integer do not combine
import triton
import triton.language as tl


@triton.jit
def k(x, y, n, u):
    v = tl.load(x)
    a = n // u
    b = v // 2
    c = v & 1
    d = u + (-1)
    e = n.to(tl.int8) + 300
    f = x * 2
    g = x + 1.0
    h = v.to(tl.float8e5) + n
