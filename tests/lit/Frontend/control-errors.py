# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Control flow that the language does not have.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32 n:i32=4
# CHECK: 27:9: error: KF0107 `break` is not part of the language
# CHECK: 29:9: error: KF0404 `return` inside a loop
# CHECK: 31:5: error: KF0402 `t` is a scalar i32 before the loop and a scalar fp32 after its body
# CHECK: 33:5: error: KF0403 `y` is a scalar i32 after the `if` branch and a scalar fp32 after the `else` branch
# CHECK: 37:9: error: KF0107 chained comparison
# CHECK: 38:8: error: KF0401 a block i1[4] has more than one value
# CHECK: 40:9: error: KF0107 a lambda expression is not part of the language
# CHECK: 41:5: error: KF0107 chained assignment
# CHECK: 43:5: error: KF0406 `C` is already defined
# CHECK: 44:5: error: KF0601 static assertion failed: n must be even
# CHECK: 45:23: error: KF0202 `S` is a constexpr, but its value is a scalar i32
# CHECK: 46:11: error: KF0308 a block is indexed by None and full slices
# CHECK: 47:12: error: KF0107 an element cannot be assigned
# CHECK: 48:5: error: KF0107 `try` is not part of the language
import triton
import triton.language as tl


@triton.jit
def k(x, n):
    i = tl.arange(0, 4)
    for j in range(n):
        break
    for j in range(n):
        return
    t = 0
    for j in range(n):
        t = t + 1.5
    if n > 2:
        y = 1
    else:
        y = 1.5
    z = 0 < n < 3
    if i > 2:
        pass
    f = lambda a: a
    p = q = 1
    C: tl.constexpr = 1
    C: tl.constexpr = 2
    tl.static_assert(C % 2 == 0, "n must be even")
    S: tl.constexpr = n
    e = i[2]
    i[0] = 1
    try:
        pass
    except ValueError:
        pass
