# expect: KF0101 8:17 `a` is not defined yet: it is set at line 9, after this use
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, a)
    a = 1.0
