# expect: KF0503 8:9 tl.dot multiplies two blocks, not a scalar *fp32 and a scalar *fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    b = tl.dot(x, o)
