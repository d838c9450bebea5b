# expect: KF0503 9:17 tl.dot needs two blocks of rank 2, or two of rank 3: fp32[64] and fp32[64]
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    tl.store(o, tl.dot(a, a))
