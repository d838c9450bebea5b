# expect: KF0501 8:5 tl.store writes a scalar *fp32 through a scalar *fp32; is a tl.load missing?
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, x)
