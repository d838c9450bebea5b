# expect: KF0201 13:14 `inner` has no parameter `weight`; it has `p` and `scale`
import triton
import triton.language as tl


@triton.jit
def inner(p, scale=1.0):
    tl.store(p, scale)


@triton.jit
def k(x, o, n, B: tl.constexpr):
    inner(o, weight=2.0)
