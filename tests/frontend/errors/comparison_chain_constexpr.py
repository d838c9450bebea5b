# expect: KF0107 8:8 chained comparison is not part of the language; write `a < b and b < c`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    if 1 < B < 128:
        tl.store(o, 1.0)
