# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Arguments that do not bind, results that do not fit, recursion; each at its place.
# RUN: not charonia-emit %s | FileCheck %s
# ARGS: x:*fp32
# CHECK: 37:9: error: KF0201 `f` needs a value for its parameter `b`
# CHECK: 38:{{[0-9]+}}: error: KF0201 `f` takes 2 arguments, but gets 3
# CHECK: 39:{{[0-9]+}}: error: KF0201 `f` has no parameter `c`; it has `a` and `b`
# CHECK: 40:9: error: KF0201 `f` gets two values for its parameter `a`
# CHECK: 41:15: error: KF0301 3 names are assigned from a tuple of 2
# CHECK: 26:5: error: KF0404 this returns a scalar fp32, but an earlier return gives a scalar i32
# CHECK: 31:12: error: KF0204 `forever` calls itself
# CHECK: 44:9: error: KF0504 the combine function of tl.reduce must return 1 values, not 2
import triton
import triton.language as tl


@triton.jit
def f(a, b):
    return a, b


@triton.jit
def mixed(n):
    if n > 1:
        return 1
    return 1.5


@triton.jit
def forever(n):
    return forever(n)


@triton.jit
def k(x):
    v = tl.load(x)
    a = f(v)
    b = f(v, v, v)
    c = f(v, v, c=v)
    d = f(v, v, a=v)
    p, q, r = f(v, v)
    e = mixed(v)
    g = forever(v)
    h = tl.reduce(tl.load(x + tl.arange(0, 4)), 0, f)
