# expect: KF0302 8:9 two pointers cannot be added: a scalar *fp32 and a scalar *fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = x + o
