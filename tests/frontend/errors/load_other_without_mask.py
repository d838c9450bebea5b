# expect: KF0502 8:9 tl.load has `other` but no `mask`
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = tl.load(x + tl.arange(0, B), other=0.0)
    tl.store(o, tl.sum(a))
