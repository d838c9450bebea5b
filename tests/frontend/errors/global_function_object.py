# expect: KF0102 11:30 the global `ROOT` is an ordinary Python variable; make it `ROOT = tl.constexpr(...)`, or pass it as an argument
import triton
import triton.language as tl
import math

ROOT = math.sqrt(2.0)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) * ROOT)
