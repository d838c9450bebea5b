# expect: KF0101 8:17 `abs` is not defined
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, abs(tl.load(x)))
