# expect: KF0101 8:17 `abs` of Python is not part of the language; use tl.abs
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, abs(tl.load(x)))
