# expect: KF0102 11:17 the global `N` is an ordinary Python variable, whatever its annotation says; make it `N = tl.constexpr(...)`, or pass it as an argument
import triton
import triton.language as tl


N: tl.constexpr = 4


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, N)
