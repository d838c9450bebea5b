# expect: KF0401 9:14 a block i1[64] has more than one value and cannot decide a branch; reduce it first, or use tl.where
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, 64))
    b = a if a > 0 else -a
    tl.store(o + tl.arange(0, 64), b)
