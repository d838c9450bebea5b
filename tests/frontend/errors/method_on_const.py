# expect: KF0504 9:17 `tl.sum`: only blocks can be reduced, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = B.to(tl.float32)
    tl.store(o, a.sum())
