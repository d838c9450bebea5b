# expect: KF0302 8:9 `+` on a pointer and a float: a scalar *fp32 and a scalar fp32; offsets are integers
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x + 1.5
