# expect: KF0504 8:17 `tl.cumsum`: a scan needs blocks of one shape, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.cumsum(tl.load(x)))
