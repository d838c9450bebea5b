# expect: KF0501 8:9 tl.advance moves a block pointer, not a scalar *fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    p = tl.advance(x, (1,))
