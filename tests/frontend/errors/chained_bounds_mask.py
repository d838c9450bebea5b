# expect: KF0107 9:31 chained comparison is not part of the language; write `a < b and b < c`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    i = tl.arange(0, 64)
    tl.store(o + i, 1.0, mask=0 <= i < n)
