# expect: KF0101 9:17 `scale` is not defined yet: it is set at line 10, after this use
# note: 10:5 `scale` is set here
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, scale)
    scale = 2.0
