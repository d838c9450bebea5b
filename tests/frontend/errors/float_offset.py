# expect: KF0302 8:14 `+` on a pointer and a float: a scalar *fp32 and a scalar fp32; offsets are integers
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o + n / 2, 1.0)
