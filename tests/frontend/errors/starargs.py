# expect: KF0202 9:21 `cache_modifier` must be a string, not a scalar fp32
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    a = (1.0, 2.0)
    tl.store(o, *a, *a)
