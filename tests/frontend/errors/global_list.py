# expect: KF0102 10:31 the global `SIZES` is an ordinary Python variable; make it `SIZES = tl.constexpr(...)`, or pass it as an argument
import triton
import triton.language as tl

SIZES = [16, 32]


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + tl.arange(0, SIZES[0]), 1.0)
