# expect: KF0202 8:5 the condition of tl.static_assert must be known at compile time, but is a scalar i1
import triton
import triton.language as tl


@triton.jit
def k(x, o, n, B: tl.constexpr):
    tl.static_assert(n > 3)
    tl.store(o, 1.0)
