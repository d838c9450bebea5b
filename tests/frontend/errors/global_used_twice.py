# expect: KF0102 10:30 the global `SCALE` is an ordinary Python variable; make it `SCALE = tl.constexpr(...)`, or pass it as an argument
import triton
import triton.language as tl

SCALE = 2.0


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) * SCALE)
    tl.store(o + 1, tl.load(x) * SCALE)
