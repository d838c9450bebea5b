# expect: KF0102 12:30 the global `SCALE` is an ordinary Python variable, whatever its annotation says; make it `SCALE = tl.constexpr(...)`, or pass it as an argument
# note: fix: make it a constexpr
# note: 7:1 `SCALE` is set here
import triton
import triton.language as tl

SCALE: tl.constexpr = 2.0


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x) * SCALE)
