# expect: KF0302 8:25 two pointers cannot be added: a scalar *fp32 and a scalar *fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.store(o, tl.load(x + o))
